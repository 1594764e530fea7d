import { memberOf } from "@journey-kit/schemas/calls";
import type { WorldSnapshot } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { type GapId, gapOf, type Profile, presets } from "@journey-kit/schemas/tables";
import { allDomains, likelyProfile, narrow } from "../service/domains.ts";
import { parseProfile, switchableGaps } from "../service/readings.ts";
import type { Divergence, Learned, LearnedGap, Unjudged } from "./learned.ts";
import { run, totalOf } from "./run.ts";
import { readScript } from "./script.ts";
import { createSearch, type Judged, type RuledOut } from "./search.ts";
import { createShadow } from "./shadow.ts";
import { byTime, type TrafficExchange } from "./traffic.ts";
import { createUnits, type MutableUnit, type ReadExchange, readExchange, type Unit } from "./unit.ts";

/** Options for a learner. */
export interface LearnerOptions {
  /** Definitions of journeys that the service runs, besides the built-in ones. */
  readonly journeys?: readonly unknown[];
  /** The readings that were learned before. A response that fits only other readings is a divergence. */
  readonly known?: Readonly<Record<string, string>>;
}

/** Learns from the exchanges of one service. It sends nothing. */
export interface Learner {
  /** Adds an exchange, whose personal data has been replaced. Exchanges must be added in the order of `startedAt`. */
  add(exchange: TrafficExchange): void;
  /** Judges everything that was added so far. It can be called again after more exchanges. */
  learn(): Promise<Learned>;
  /** The most likely profile after the last call of `learn`. */
  profile(): Profile;
  /** Rebuilds the recorded journeys in a simulator's world, with the outcomes that were seen. Call `learn` first. */
  keep(): Promise<readonly WorldSnapshot[]>;
}

/** Creates a learner. */
export function createLearner({ journeys = [], known = {} }: LearnerOptions = {}): Learner {
  const shadow = createShadow(journeys);
  const search = createSearch(shadow);
  const units = createUnits();
  const judged = new Map<Unit, Judged>();
  const ruledOut = new Map<string, RuledOut>();
  let domains = narrow(allDomains, []) ?? allDomains;
  let agreed: Profile | undefined;
  let count = 0;

  /** Readings that an explanation needed although others are likelier. */
  const needed = new Map<GapId, string>();

  const profileNow = (): Profile => {
    const likely = likelyProfile(domains);
    const left = [...needed].filter(([gap, reading]) => domains.get(gap)?.includes(reading) === true);
    return parseProfile({ ...likely, ...Object.fromEntries(left) }) ?? parseProfile({ ...likely }) ?? presets.specified;
  };

  /** Judges a unit, beginning with a profile. Returns whether that rules out readings. */
  async function judge(unit: MutableUnit, isAgain: boolean, start = profileNow()): Promise<boolean> {
    const before = judged.get(unit);
    const isUnexplained = hasDifferences(before);
    if (isAgain && before?.open.size === 0 && !isUnexplained) return false;
    const again = isUnexplained ? "all" : (before?.open ?? "all");
    const found = await search.judge(unit, start, domains, isAgain ? again : "if-explained");
    unit.why = findUnknownJourney(found);
    if (unit.why !== undefined) return false;
    if (isAgain && before !== undefined && totalOf(before.answered) < totalOf(found.answered)) return false;
    judged.set(unit, found);
    for (const gap of found.touched) if (found.profile[gap] !== start[gap]) needed.set(gap, found.profile[gap]);
    let isNarrowed = false;
    for (const one of found.ruledOut) {
      const left = (domains.get(one.gap) ?? []).filter((reading) => reading !== one.reading);
      if (left.length === 0) continue;
      domains = new Map([...domains, [one.gap, left]]);
      ruledOut.set(`${one.gap}=${one.reading}`, one);
      isNarrowed = true;
    }
    return isNarrowed;
  }

  return {
    add: (exchange) => {
      const read = readExchange(exchange);
      if (read === undefined) return;
      count += 1;
      units.add(read);
    },
    learn: async () => {
      const all = units.units().filter(({ why }) => why === undefined);
      let due = all.filter(({ isChanged }) => isChanged);
      const isNew = due.length > 0;
      for (let pass = 0; pass < 3 && due.length > 0; pass += 1) {
        let isNarrowed = false;
        for (const unit of due) {
          unit.isChanged = false;
          isNarrowed = (await judge(unit, pass > 0)) || isNarrowed;
        }
        // Later units can show why an earlier one could not be explained.
        due = isNarrowed ? all : pass === 0 ? all.filter((unit) => hasDifferences(judged.get(unit))) : [];
      }
      if (isNew) {
        agreed = await search.agree(judged, profileNow(), domains);
        // The profile that explains the most can also explain what a unit by itself could not.
        let isNarrowed = false;
        for (const unit of all)
          if (hasDifferences(judged.get(unit))) isNarrowed = (await judge(unit, true, agreed)) || isNarrowed;
        if (isNarrowed) agreed = await search.agree(judged, profileNow(), domains); // it may have a reading that is ruled out
      }
      const touched = new Set([...judged.values()].flatMap((one) => [...one.touched]));
      const gaps = switchableGaps.map((gap) => createGap(gap, domains.get(gap) ?? [], [...ruledOut.values()], touched));
      return {
        gaps,
        divergences: [...findDivergences([...judged.values()]), ...findChanges(known, ruledOut)],
        unjudged: units
          .units()
          .flatMap(({ why, exchanges, context }): readonly Unjudged[] =>
            why === undefined
              ? []
              : exchanges.filter((one) => !context.has(one)).map(({ sequence }) => ({ sequence, why })),
          ),
        exchanges: count,
        instances: all.filter(({ instanceId }) => instanceId !== undefined).length,
      };
    },
    profile: () => agreed ?? profileNow(),
    keep: async () => {
      const instances = units.units().filter(({ instanceId, why }) => instanceId !== undefined && why === undefined);
      const kept: WorldSnapshot[] = [];
      for (const unit of instances) {
        const { profile = profileNow(), script = readScript(unit) } = judged.get(unit) ?? {};
        await run(shadow, unit, profile, script);
        kept.push(await shadow.save());
      }
      return kept;
    },
  };
}

const hasDifferences = (judged: Judged | undefined): boolean => judged !== undefined && totalOf(judged.answered) > 0;

function createGap(
  gap: GapId,
  possible: readonly string[],
  allRuledOut: readonly RuledOut[],
  touched: ReadonlySet<GapId>,
): LearnedGap {
  const own = allRuledOut.filter((one) => one.gap === gap);
  const exchanges = [...new Set(own.map(({ exchange }) => exchange))].toSorted(byTime);
  const evidence = exchanges.map(({ sequence, target, status }) => `#${sequence}: ${target.name} returned ${status}`);
  const options = Object.keys(gapOf(gap).options);
  const status = possible.length === 1 ? "found" : own.length > 0 ? "several" : "unknown";
  const isTouched = touched.has(gap);
  const instantOf = (one: ReadExchange | undefined) => one && new Date(one.startedAt).toISOString();
  return {
    gap,
    status,
    possible: [...possible],
    ruledOut: options.filter((reading) => !possible.includes(reading)),
    evidence,
    why: status === "found" ? undefined : whyOpen(gap, isTouched),
    firstAt: instantOf(exchanges[0]),
    lastAt: instantOf(exchanges.at(-1)),
    isTouched,
  };
}

const whyOpen = (gap: GapId, isTouched: boolean): string => {
  if (!isTouched) return gapOf(gap).why ?? "No exchange depended on it.";
  return "The responses fit more than one reading.";
};

/** Says which definition is missing if the service started a journey that the shadow does not have. */
function findUnknownJourney({ answered }: Judged): string | undefined {
  const start = answered.find(
    ({ exchange: { target, response }, differences }) =>
      endpointOf(target.name).starts === true &&
      typeof memberOf(response, "instanceId") === "string" &&
      differences.some(({ place, expected }) => place === "status" && expected.includes("UNKNOWN_RESOURCE")),
  );
  if (start === undefined) return undefined;
  return `Its journey, ${String(memberOf(start.exchange.request, "resourceId"))}, is not known. Pass the folder of its definition with --journeys.`;
}

/** The basis of a response, with what every response cites last. */
const orderBasis = (basis: readonly string[]): readonly string[] => [
  ...basis.filter((id) => id.includes("=")),
  ...basis.filter((id) => !id.includes("=")).toReversed(),
];

/** Collects equal differences. */
function findDivergences(judged: readonly Judged[]): readonly Divergence[] {
  const found = new Map<string, Divergence>();
  const answered = judged.flatMap((one) => one.answered).toSorted((one, other) => byTime(one.exchange, other.exchange));
  for (const { exchange, differences, basis } of answered) {
    for (const difference of differences) {
      const endpoint = exchange.target.name;
      const { weight: _, ...shown } = difference;
      const key = JSON.stringify([endpoint, shown]);
      const at = new Date(exchange.startedAt).toISOString();
      const known = found.get(key) ?? {
        ...shown,
        endpoint,
        basis: orderBasis(basis),
        exchanges: [],
        firstAt: at,
        lastAt: at,
      };
      if (known.exchanges.includes(exchange.sequence)) continue;
      found.set(key, { ...known, exchanges: [...known.exchanges, exchange.sequence], lastAt: at });
    }
  }
  return [...found.values()];
}

/** The known readings that responses rule out. */
function findChanges(
  known: Readonly<Record<string, string>>,
  ruledOut: ReadonlyMap<string, RuledOut>,
): readonly Divergence[] {
  return Object.entries(known).flatMap(([gap, reading]): readonly Divergence[] => {
    const one = ruledOut.get(`${gap}=${reading}`);
    if (one === undefined) return [];
    const at = new Date(one.exchange.startedAt).toISOString();
    return [
      {
        kind: "reading",
        endpoint: one.exchange.target.name,
        place: gap,
        expected: `The service follows ${gap}=${reading}.`,
        received: `The response contradicts ${reading}.`,
        basis: [`${gap}=${reading}`],
        exchanges: [one.exchange.sequence],
        firstAt: at,
        lastAt: at,
      },
    ];
  });
}
