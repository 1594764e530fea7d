import { type GapId, gapIds, gapOf, type Profile } from "@journey-kit/schemas/tables";
import type { Domains } from "../service/domains.ts";
import { parseProfile, switchableGaps } from "../service/readings.ts";
import { type Answered, run, totalOf } from "./run.ts";
import { otherScripts, readScript, type Script } from "./script.ts";
import type { Shadow } from "./shadow.ts";
import { isReading, type ReadExchange, type Unit } from "./unit.ts";

/** A reading that a response rules out. */
export interface RuledOut {
  readonly gap: GapId;
  readonly reading: string;
  readonly exchange: ReadExchange;
}

/** What a unit shows. */
export interface Judged {
  readonly script: Script;
  /** The readings under which the fewest responses differ. */
  readonly profile: Profile;
  /** How the shadow answers under this profile. */
  readonly answered: readonly Answered[];
  readonly ruledOut: readonly RuledOut[];
  /** The readings, as `gap=reading`, that explain the responses only together with other changes. */
  readonly open: ReadonlySet<string>;
  readonly touched: ReadonlySet<GapId>;
}

/** The gaps with more than one reading on which responses depend. */
function gapsIn(answered: readonly Pick<Answered, "basis">[]): ReadonlySet<GapId> {
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
function withReading(profile: Profile, gap: GapId, reading: string, domains: Domains): Profile | undefined {
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
  /** Keeps each change of a reading that makes the run better, until none does, nor two together. */
  async function climb(start: Attempt, domains: Domains, options: ClimbOptions = {}): Promise<Attempt> {
    let best = start;
    while (best.cost > 0) {
      // Otherwise, there are too many pairs.
      const isShort = options.gaps === undefined && (options.fixed === undefined || isOfEngine(options.fixed));
      const better =
        (await climbOne(best, domains, options)) ?? (isShort ? await climbTwo(best, domains, options) : undefined);
      if (better === undefined) break;
      best = better;
    }
    return best;
  }

  async function climbOne(from: Attempt, domains: Domains, options: ClimbOptions): Promise<Attempt | undefined> {
    for (const { gap, reading } of flipsOf(from, domains, options)) {
      const next = await flip(from, gap, reading, domains, from.cost);
      if (next !== undefined && next.cost < from.cost && keeps(next, options)) return next;
    }
    return undefined;
  }

  /**
   * Changes two readings that together make the responses better. If the first alone changes no difference, both must be
   * readings of the engine, or the second matters only with the first.
   */
  async function climbTwo(from: Attempt, domains: Domains, options: ClimbOptions): Promise<Attempt | undefined> {
    const cited = gapsIn(from.answered);
    for (const { gap, reading } of flipsOf(from, domains, options)) {
      const first = await flip(from, gap, reading, domains);
      if (first === undefined) continue;
      const isHidden = areAlike(first, from);
      if (isHidden && !isOfEngine(gap)) continue;
      for (const other of flipsOf(first, domains, options)) {
        if (other.gap === gap || (isHidden && cited.has(other.gap) && !isOfEngine(other.gap))) continue;
        const second = await flip(first, other.gap, other.reading, domains, from.cost);
        if (second !== undefined && second.cost < from.cost && keeps(second, options)) return second;
      }
    }
    return undefined;
  }

  /** Runs a unit, at most until the responses differ by `limit`. */
  const attempt = async (unit: Unit, script: Script, profile: Profile, limit?: number): Promise<Attempt> => {
    const answered = await run(shadow, unit, profile, script, limit);
    return { unit, script, profile, answered, cost: totalOf(answered) };
  };

  const flip = async (
    { unit, script, profile }: Attempt,
    gap: GapId,
    reading: string,
    domains: Domains,
    limit?: number,
  ): Promise<Attempt | undefined> => {
    if (profile[gap] === reading) return undefined;
    const changed = withReading(profile, gap, reading, domains);
    return changed && attempt(unit, script, changed, limit);
  };

  /** Finds the readings that explain a unit best. */
  async function explain(unit: Unit, profile: Profile, domains: Domains): Promise<Attempt> {
    const script = readScript(unit);
    let first = await attempt(unit, script, profile);
    for (const other of first.cost === 0 ? [] : otherScripts(script, unit)) {
      const next = await attempt(unit, other, profile, first.cost);
      if (next.cost < first.cost) first = next;
    }
    const near = await climb(first, domains);
    let best = near.cost === 0 ? near : await climb(near, domains, { gaps: switchableGaps });
    // Where a journey goes on or ends decides which other readings matter, so they are chosen after it.
    for (const { gap, reading } of flipsOf(best, domains, {}).filter((one) => isOfEngine(one.gap))) {
      if (best.cost === 0) break;
      const changed = await flip(best, gap, reading, domains);
      const next = changed && (await climb(changed, domains, { fixed: gap, reading }));
      if (next !== undefined && next.cost < best.cost) best = next;
    }
    return best;
  }

  /**
   * Judges a unit. Rules out a reading only if no combination with the other possible readings explains the responses.
   *
   * @param due The readings to test: all that are possible, some as `gap=reading`, or `if-explained`: all, unless some
   *   responses differ under every profile that was tried. Other units may show why, and then this one shows more.
   */
  async function judge(
    unit: Unit,
    profile: Profile,
    domains: Domains,
    due: ReadonlySet<string> | "all" | "if-explained",
  ): Promise<Judged> {
    const base = await explain(unit, profile, domains);
    const touched = gapsIn(base.answered);
    const deciding = decidingGaps(base.answered);
    const ruledOut: RuledOut[] = [];
    const open = new Set<string>();
    const isDue = (id: string) => typeof due === "string" || due.has(id);
    // If responses differ in several ways, the explanation is more likely wrong than the service.
    const isExplained = base.cost === 0 || (due !== "if-explained" && countWays(base) === 1);
    for (const gap of isExplained ? touched : []) {
      const readings = (domains.get(gap) ?? []).filter((one) => one !== base.profile[gap] && isDue(`${gap}=${one}`));
      if (readings.length === 0) continue;
      const own = await focus(
        base,
        base.answered.filter(({ basis }) => basis.includes(`${gap}=${base.profile[gap]}`)),
      );
      for (const reading of readings) {
        const found = await findContradiction(own, gap, reading, domains, deciding);
        if (found === "open") open.add(`${gap}=${reading}`);
        else if (found !== undefined) ruledOut.push({ gap, reading, exchange: found });
      }
    }
    return { script: base.script, profile: base.profile, answered: base.answered, ruledOut, open, touched };
  }

  /** Leaves out the exchanges that change nothing, except some. Keeps all if the others would then be explained less well. */
  async function focus(base: Attempt, kept: readonly Answered[]): Promise<Attempt> {
    const { unit, script, profile } = base;
    const isKept = new Set(kept.filter(({ differences }) => differences.length === 0).map(({ exchange }) => exchange));
    const last = unit.exchanges.findLastIndex((one) => isKept.has(one));
    const exchanges = unit.exchanges
      .slice(0, last + 1)
      .filter((one) => isKept.has(one) || unit.context.has(one) || isChange(one));
    if (exchanges.length === unit.exchanges.length) return base;
    const smaller = await attempt({ ...unit, exchanges }, script, profile);
    return smaller.answered.some(({ exchange, differences }) => isKept.has(exchange) && differences.length > 0)
      ? base
      : smaller;
  }

  /**
   * The first exchange that a reading cannot explain, whatever the others are; undefined if the reading explains all, and
   * `open` if it does so only together with others.
   */
  async function findContradiction(
    base: Attempt,
    gap: GapId,
    reading: string,
    domains: Domains,
    also: readonly GapId[],
  ): Promise<ReadExchange | "open" | undefined> {
    const flipped = await flip(base, gap, reading, domains, base.cost === 0 ? 1 : undefined);
    if (flipped === undefined) return undefined;
    const good = new Set(
      base.answered.filter(({ differences }) => differences.length === 0).map((one) => one.exchange),
    );
    const badIn = ({ answered }: Attempt) =>
      answered.filter(({ exchange, differences }) => differences.length > 0 && good.has(exchange));
    const [first] = badIn(flipped);
    if (first === undefined) return undefined;
    const whole = base.answered.filter(({ exchange }) => exchange === first.exchange);
    const single = await focus(base, whole);
    const alone = await flip(single, gap, reading, domains);
    const isAlone = alone !== undefined && badIn(alone).length > 0;
    const start = isAlone ? alone : ((await flip(base, gap, reading, domains)) ?? flipped);
    const mended = await climb(start, domains, { fixed: gap, reading, also });
    if (badIn(mended).length === 0) return "open";
    for (const script of otherScripts(base.script, start.unit)) {
      const other = await attempt(start.unit, script, start.profile);
      const isOutcome = script.executed.size === 0; // for lost requests, climbing again takes too long
      const mendedOther = isOutcome ? await climb(other, domains, { fixed: gap, reading, also }) : other;
      if (badIn(mendedOther).length === 0) return "open";
    }
    return first.exchange;
  }

  /** Changes the open readings of a profile until it explains all units as well as each one's own profile, if it can. */
  async function agree(all: ReadonlyMap<Unit, Judged>, profile: Profile, domains: Domains): Promise<Profile> {
    const excessOf = async (changed: Profile, limit = Number.POSITIVE_INFINITY) => {
      let excess = 0;
      const worse: Judged[] = [];
      for (const [unit, one] of all) {
        const own = totalOf(one.answered);
        const { cost } = await attempt(unit, one.script, changed, own + limit - excess);
        if (cost > own) worse.push(one);
        excess += Math.max(0, cost - own);
        if (excess >= limit) break;
      }
      return { excess, worse };
    };
    let best = profile;
    let { excess, worse } = await excessOf(best);
    for (let isBetter = true; isBetter && excess > 0; ) {
      isBetter = false;
      const flips = new Set(worse.flatMap((one) => [...one.touched].filter((gap) => one.profile[gap] !== best[gap])));
      for (const gap of flips) {
        for (const reading of domains.get(gap) ?? []) {
          const changed = best[gap] === reading ? undefined : withReading(best, gap, reading, domains);
          const next = changed && (await excessOf(changed, excess));
          if (changed === undefined || next === undefined || next.excess >= excess) continue;
          [best, excess, worse, isBetter] = [changed, next.excess, next.worse, true];
        }
      }
    }
    return best;
  }

  return { judge, agree };
}

/** A run of a unit under a profile, and how much it differs from the service. */
interface Attempt {
  readonly unit: Unit;
  readonly script: Script;
  readonly profile: Profile;
  readonly answered: readonly Answered[];
  readonly cost: number;
}

interface ClimbOptions {
  /** A gap that keeps its reading. */
  readonly fixed?: GapId;
  readonly reading?: string;
  /** The gaps to change; by default those on which the differing responses depend, and `also`. */
  readonly gaps?: readonly GapId[];
  readonly also?: readonly GapId[];
}

/** In how many ways responses differ: at which places of which endpoints. */
const countWays = ({ answered }: Attempt): number =>
  new Set(
    answered
      .filter(({ differences }) => differences.length > 0)
      .map(({ exchange, differences }) =>
        JSON.stringify([exchange.target.name, differences.map(({ place }) => place)]),
      ),
  ).size;

/** The readings that can be changed in a run. */
const flipsOf = ({ answered, profile }: Attempt, domains: Domains, { gaps, also = [], fixed }: ClimbOptions) => {
  const differing = gapsIn(answered.filter(({ differences }) => differences.length > 0));
  return [...new Set(gaps ?? [...differing, ...decidingGaps(answered), ...also])]
    .filter((gap) => gap !== fixed)
    .flatMap((gap) => (domains.get(gap) ?? []).map((reading) => ({ gap, reading })))
    .filter(({ gap, reading }) => profile[gap] !== reading);
};

/** The gaps that decided where a journey was when later requests were sent. */
function decidingGaps(answered: readonly Answered[]): readonly GapId[] {
  const moving = gapsIn(answered.map(({ movedBy }) => ({ basis: movedBy })));
  return [...moving, ...[...gapsIn(answered)].filter(isOfEngine)];
}

const isOfEngine = (gap: GapId): boolean => gapOf(gap).kind === "engine";

const keeps = ({ profile }: Attempt, { fixed, reading }: ClimbOptions): boolean =>
  fixed === undefined || profile[fixed] === reading;

/** Whether two runs differ from the service at the same places. */
const areAlike = (one: Attempt, other: Attempt): boolean => differencesIn(one) === differencesIn(other);

const differencesIn = ({ answered }: Attempt): string => JSON.stringify(answered.map(({ differences }) => differences));

/** Whether an exchange may have changed its instance. */
const isChange = (exchange: ReadExchange): boolean => !isReading(exchange) && exchange.status < 400;
