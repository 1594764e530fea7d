import { gapOf, type Profile, presets } from "@journey-kit/schemas/tables";
import { allDomains, narrow, requiredReadings } from "../service/domains.ts";
import { parseProfile, type SomeReadings, switchableGaps } from "../service/readings.ts";

/** Number of candidates from which each profile is chosen. More candidates did not reduce the number of profiles. */
const attempts = 5;

/** The gaps of which a reading requires, or is required by, a reading of another gap. All other gaps combine freely. */
const boundGaps = new Set(requiredReadings.flatMap(({ fitting }) => fitting.flatMap((choice) => [...choice.keys()])));

const boundDomains = [...allDomains].filter(([gap]) => boundGaps.has(gap));

/** Whether one profile can contain these readings and the readings that they require. */
const fitTogether = (readings: readonly (readonly [string, readonly string[]])[]): boolean =>
  narrow(new Map([...boundDomains, ...readings]), []) !== undefined;

/**
 * One level for each reading of each switchable gap, starting with the reading of `specified`. The index of a level
 * identifies the reading, and `gap` is the index of its gap in {@link switchableGaps}.
 */
const levels = switchableGaps.flatMap((id, gap) => {
  const { options, specified } = gapOf(id);
  const others = Object.keys(options).filter((reading) => reading !== specified);
  return [specified, ...others].map((reading) => ({ gap, id, reading, isBound: boundGaps.has(id) }));
});

const levelsOf: readonly (readonly number[])[] = switchableGaps.map((_, gap) =>
  levels.flatMap((level, i) => (level.gap === gap ? [i] : [])),
);

/** Whether a profile that contains the chosen levels can also contain this level. */
function canJoin(level: number, chosen: readonly number[]): boolean {
  if (levels[level]?.isBound !== true) return true;
  const bound = [...chosen, level].flatMap((one) => levels[one] ?? []).filter(({ isBound }) => isBound);
  return fitTogether(bound.map(({ id, reading }) => [id, [reading]]));
}

/**
 * Generates a small set of profiles in which every valid pair of readings occurs at least once. The result
 * is deterministic and starts with the built-in profiles.
 *
 * @example
 * for (const profile of pairwiseProfiles()) await openWorld(simulator, { profile: { readings: profile } });
 */
export function pairwiseProfiles(): readonly Profile[] {
  const open = openPairs();
  const draw = createDraw();
  const cover = [presets.specified, presets.observed];
  for (const profile of cover) open.close(toLevels(profile));
  while (!open.isEmpty()) {
    const tried = Array.from({ length: attempts }, (_, i) => choose(open, toOrder(open, i, draw)));
    // Choosing reading by reading can miss the last open pairs, so `choose` then starts with one of them.
    const hits = tried.filter(({ gain }) => gain > 0);
    const [best = choose(open, toOrder(open, 0, draw), open.find())] = hits.toSorted((a, b) => b.gain - a.gain);
    const profile = parseProfile(toReadings(best.chosen));
    if (profile === undefined) throw new Error("A profile contains readings that do not fit together."); // unreachable
    open.close(best.chosen);
    cover.push(profile);
  }
  return cover;
}

/** Orders gaps by the most open pairs of any reading, and then moves `changes` gaps at random. */
function toOrder(open: OpenPairs, changes: number, draw: (below: number) => number): readonly number[] {
  const weights = levelsOf.map((ofGap) => Math.max(...ofGap.map(open.countOf)));
  const order = [...levelsOf.keys()].toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0));
  for (let i = 0; i < changes; i++) {
    const moved = order.splice(draw(order.length), 1);
    order.splice(draw(order.length), 0, ...moved);
  }
  return order;
}

/**
 * Chooses for each gap, in `order`, the reading that covers the most open pairs with the readings chosen before.
 * Keeps the given levels.
 */
function choose(open: OpenPairs, order: readonly number[], given: readonly number[] = []) {
  const chosen = [...given];
  let gain = 0;
  for (const gap of order) {
    if (given.some((level) => levels[level]?.gap === gap)) continue;
    const choices = (levelsOf[gap] ?? [])
      .filter((level) => canJoin(level, chosen))
      .map((level) => ({ level, gain: open.gainOf(level, chosen), count: open.countOf(level) }));
    const [best] = choices.toSorted((one, other) => other.gain - one.gain || other.count - one.count);
    if (best === undefined) continue; // unreachable: valid combinations can be completed
    chosen.push(best.level);
    gain += best.gain;
  }
  return { chosen, gain };
}

const toLevels = (profile: Profile): readonly number[] =>
  levels.flatMap(({ id, reading }, level) => ((profile as SomeReadings)[id] === reading ? [level] : []));

const toReadings = (chosen: readonly number[]): SomeReadings =>
  Object.fromEntries(chosen.flatMap((level) => levels[level] ?? []).map(({ id, reading }) => [id, reading]));

/** Generates deterministic pseudorandom numbers with a linear congruential generator. */
function createDraw(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type OpenPairs = ReturnType<typeof openPairs>;

/**
 * Tracks the pairs of levels that no chosen profile contains yet. At first, these are all valid pairs, in both orders, so
 * that each can be looked up by either of its levels.
 */
function openPairs() {
  const size = levels.length;
  const open = new Uint8Array(size * size);
  const counts = new Uint32Array(size);
  for (const [first, { gap }] of levels.entries())
    for (const [second, other] of levels.entries()) {
      if (other.gap === gap || !canJoin(second, [first])) continue;
      open[first * size + second] = 1;
      counts[first] = (counts[first] ?? 0) + 1;
    }
  return {
    isEmpty: () => counts.every((count) => count === 0),
    /** The levels of an open pair. */
    find: (): readonly number[] => {
      const key = open.indexOf(1);
      return [key % size, Math.floor(key / size)];
    },
    /** Number of open pairs that begin with a level. */
    countOf: (level: number) => counts[level] ?? 0,
    /** Number of open pairs that a level completes together with the chosen levels. */
    gainOf: (level: number, chosen: readonly number[]) =>
      chosen.reduce((sum, other) => sum + (open[level * size + other] ?? 0), 0),
    /** Marks the pairs in a full profile as covered. */
    close: (profile: readonly number[]) => {
      for (const first of profile)
        for (const second of profile) {
          if (open[first * size + second] !== 1) continue;
          open[first * size + second] = 0;
          counts[first] = (counts[first] ?? 0) - 1;
        }
    },
  };
}
