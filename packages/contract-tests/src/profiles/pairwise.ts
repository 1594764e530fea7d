import { type Profile, presets } from "@journey-kit/schemas/profile";
import { type SomeReadings, toProfile } from "./constraint.ts";
import { canJoin, levels, levelsOf } from "./level.ts";
import { type OpenTuples, openTuples, type Strength } from "./tuple.ts";

/** Options of {@link pairwiseProfiles}. */
export interface CoverOptions {
  /** 2 for every pair of readings (default), 3 for every three. */
  readonly strength?: Strength;
}

/** Number of candidates for each profile; more gave no smaller cover. */
const attempts = 5;

/**
 * Generates a small set of profiles in which every valid pair (or triple) of readings occurs at least once. The same
 * options give the same profiles; the built-in ones come first.
 *
 * @example
 * for (const profile of pairwiseProfiles()) await openWorld(simulator, { profile: { readings: profile } });
 */
export function pairwiseProfiles({ strength = 2 }: CoverOptions = {}): readonly Profile[] {
  const open = openTuples(strength);
  const draw = createDraw();
  const cover = [presets.specified, presets.observed];
  for (const profile of cover) open.close(toLevels(profile));
  while (!open.isEmpty()) {
    const tried = Array.from({ length: attempts }, (_, i) => choose(open, toOrder(open, i, draw)));
    const [best] = tried.toSorted((one, other) => other.gain - one.gain);
    const profile = best && toProfile(toReadings(best.chosen));
    // Unreachable while every open combination is valid: an error is better than an endless loop.
    if (profile === undefined || best?.gain === 0) throw new Error("No profile shows what is open.");
    open.close(best?.chosen ?? []);
    cover.push(profile);
  }
  return cover;
}

/** Orders gaps by open combinations; further attempts swap some of them. */
function toOrder(open: OpenTuples, changes: number, draw: (below: number) => number): readonly number[] {
  const weights = levelsOf.map((ofGap) => Math.max(...ofGap.map(open.countOf)));
  const order = [...levelsOf.keys()].toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0));
  for (let i = 0; i < changes; i++) {
    const moved = order.splice(draw(order.length), 1);
    order.splice(draw(order.length), 0, ...moved);
  }
  return order;
}

/** Gives each gap, in order, the reading that closes the most combinations; otherwise the specified one. */
function choose(open: OpenTuples, order: readonly number[]) {
  const chosen: number[] = [];
  let gain = 0;
  for (const gap of order) {
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

/** Generates deterministic numbers with a linear congruence. */
function createDraw(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
