import { type GapId, gapIds, gapOf, type Profile } from "@journey-kit/schemas/tables";
import type { Domains } from "../service/domains.ts";
import { parseProfile, switchableGaps } from "../service/readings.ts";
import { type Answered, readScript, run, type Script } from "./run.ts";
import type { Shadow } from "./shadow.ts";
import type { ReadExchange, Unit } from "./unit.ts";

/** The readings of each gap that are still possible. */
export type Domain = Map<GapId, readonly string[]>;

/** A reading that a response rules out. */
export interface RuledOut {
  readonly gap: GapId;
  readonly reading: string;
  readonly exchange: ReadExchange;
}

/** What a unit shows. */
export interface Judged {
  /** The readings under which the fewest responses differ. */
  readonly profile: Profile;
  /** How the shadow answers under this profile. */
  readonly answered: readonly Answered[];
  readonly ruledOut: readonly RuledOut[];
  readonly touched: ReadonlySet<GapId>;
}

const statusWeight = 5;

const costOf = (answered: readonly Answered[]): number =>
  answered.reduce(
    (sum, { differences }) =>
      sum + differences.reduce((own, { place }) => own + (place === "status" ? statusWeight : 1), 0),
    0,
  );

/** The gaps with more than one reading on which responses depend. */
export function gapsIn(answered: readonly Answered[]): ReadonlySet<GapId> {
  const found = new Set<GapId>();
  for (const { basis } of answered)
    for (const id of basis) {
      const gap = id.split("=", 1)[0] as GapId;
      if (id.includes("=") && isSwitchable.has(gap)) found.add(gap);
    }
  return found;
}

const isSwitchable: ReadonlySet<GapId> = new Set(switchableGaps);

/**
 * Gives a gap another reading. If the readings of other gaps require something else, these get the first possible
 * reading that fits. Returns undefined if there is none.
 */
export function withReading(profile: Profile, gap: GapId, reading: string, domains: Domains): Profile | undefined {
  const changed = { ...profile, [gap]: reading };
  const direct = parseProfile(changed);
  if (direct !== undefined) return direct;
  const needed = Object.entries(gapOf(gap).requires?.[reading] ?? {});
  for (const [other, accepted] of needed) {
    const fitting = accepted.find((one) => domains.get(other)?.includes(one));
    if (fitting === undefined) return undefined;
    changed[other as GapId] = fitting as never; // a reading of this gap
  }
  for (const other of gapIds) {
    const requires = gapOf(other).requires;
    if (other === gap || requires?.[changed[other]]?.[gap]?.includes(reading) !== false) continue;
    const fitting = (domains.get(other) ?? []).find((one) => requires[one]?.[gap]?.includes(reading) ?? true);
    if (fitting === undefined) return undefined;
    changed[other] = fitting as never; // a reading of this gap
  }
  return parseProfile(changed);
}

/** Judges units one after another, each under the readings that are still possible. */
export function createSearch(shadow: Shadow) {
  /** Runs the unit and keeps the better profile, until no change of a reading or two makes it better. */
  async function climb(unit: Unit, script: Script, start: Attempt, domains: Domains, options: ClimbOptions): Promise<Attempt> {
    let best = start;
    for (let isBetter = true; isBetter && best.cost > 0; ) {
      isBetter = false;
      const gaps = options.gaps?.(best) ?? [...gapsIn(best.answered.filter(({ differences }) => differences.length > 0))];
      const flips = gaps
        .filter((gap) => gap !== options.fixed)
        .flatMap((gap) => (domains.get(gap) ?? []).map((reading) => ({ gap, reading })));
      for (const { gap, reading } of flips) {
        const next = await flip(unit, script, best, gap, reading, domains);
        if (next === undefined || next.cost >= best.cost || !keeps(next, options)) continue;
        best = next;
        isBetter = true;
        break;
      }
      if (isBetter || flips.length > mostPaired) continue;
      const pair = await climbTwo(unit, script, best, flips, domains, options);
      if (pair === undefined) break;
      best = pair;
      isBetter = true;
    }
    return best;
  }

  async function climbTwo(
    unit: Unit,
    script: Script,
    from: Attempt,
    flips: readonly { readonly gap: GapId; readonly reading: string }[],
    domains: Domains,
    options: ClimbOptions,
  ): Promise<Attempt | undefined> {
    for (const [i, one] of flips.entries()) {
      const first = await flip(unit, script, from, one.gap, one.reading, domains);
      if (first === undefined || !keeps(first, options)) continue;
      for (const other of flips.slice(i + 1)) {
        if (other.gap === one.gap) continue;
        const second = await flip(unit, script, first, other.gap, other.reading, domains);
        if (second !== undefined && second.cost < from.cost && keeps(second, options)) return second;
      }
    }
    return undefined;
  }

  const attempt = async (unit: Unit, script: Script, profile: Profile): Promise<Attempt> => {
    const answered = await run(shadow, unit, profile, script);
    return { profile, answered, cost: costOf(answered) };
  };

  const flip = async (
    unit: Unit,
    script: Script,
    { profile }: Attempt,
    gap: GapId,
    reading: string,
    domains: Domains,
  ): Promise<Attempt | undefined> => {
    if (profile[gap] === reading) return undefined;
    const changed = withReading(profile, gap, reading, domains);
    return changed && attempt(unit, script, changed);
  };

  /** Finds the readings that explain a unit best. */
  async function explain(unit: Unit, script: Script, profile: Profile, domains: Domains): Promise<Attempt> {
    const first = await attempt(unit, script, profile);
    const near = await climb(unit, script, first, domains, {});
    return near.cost === 0 ? near : climb(unit, script, near, domains, { gaps: () => switchableGaps });
  }

  /** Judges a unit. Rules out a reading only if no combination with the other possible readings explains the responses. */
  async function judge(unit: Unit, profile: Profile, domains: Domains): Promise<Judged> {
    const script = readScript(unit);
    const base = await explain(unit, script, profile, domains);
    const touched = gapsIn(base.answered);
    const ruledOut: RuledOut[] = [];
    for (const gap of touched) {
      for (const reading of domains.get(gap) ?? []) {
        const exchange = await findContradiction(unit, script, base, gap, reading, domains);
        if (exchange !== undefined) ruledOut.push({ gap, reading, exchange });
      }
    }
    return { profile: base.profile, answered: base.answered, ruledOut, touched };
  }

  /** The first exchange that a reading cannot explain, whatever the others are; undefined if it can explain all. */
  async function findContradiction(
    unit: Unit,
    script: Script,
    base: Attempt,
    gap: GapId,
    reading: string,
    domains: Domains,
  ): Promise<ReadExchange | undefined> {
    const flipped = await flip(unit, script, base, gap, reading, domains);
    if (flipped === undefined) return undefined;
    const isGood = new Set(base.answered.filter(({ differences }) => differences.length === 0).map(({ exchange }) => exchange));
    const badIn = ({ answered }: Attempt) =>
      answered.find(({ exchange, differences }) => differences.length > 0 && isGood.has(exchange))?.exchange;
    const bad = badIn(flipped);
    if (bad === undefined) return undefined;
    const mended = await climb(unit, script, flipped, domains, { fixed: gap, reading });
    return badIn(mended) === undefined ? undefined : bad;
  }

  return { judge };
}

/** A run under a profile, and how much it differs from the service. */
interface Attempt {
  readonly profile: Profile;
  readonly answered: readonly Answered[];
  readonly cost: number;
}

interface ClimbOptions {
  /** A gap that keeps its reading. */
  readonly fixed?: GapId;
  readonly reading?: string;
  /** The gaps to change; by default those on which the differing responses depend. */
  readonly gaps?: (best: Attempt) => readonly GapId[];
}

/** Above this number of readings, pairs of changes take too long. */
const mostPaired = 60;

const keeps = ({ profile }: Attempt, { fixed, reading }: ClimbOptions): boolean =>
  fixed === undefined || profile[fixed] === reading;
