import { type Profile, presets } from "@journey-kit/schemas/profile";
import { type SomeReadings, toProfile } from "./constraint.ts";
import { canJoin, levels, levelsOf } from "./level.ts";
import { type OpenTuples, openTuples, type Strength } from "./tuple.ts";

/** How much a cover is to cover. */
export interface CoverOptions {
  /** 2 for every pair of readings, 3 for every three; 2 where left out. */
  readonly strength?: Strength;
}

/** How many profiles are tried for each that is taken; more of them gave no smaller cover. */
const attempts = 5;

/**
 * Makes a small set of profiles in which every pair (or every three) of readings that can stand together does so at least
 * once. The same options give the same profiles; the presets that ship come first.
 *
 * @example
 * for (const profile of toCover()) await openWorld(simulator, { profile: { readings: profile } });
 */
export function toCover({ strength = 2 }: CoverOptions = {}): readonly Profile[] {
  const open = openTuples(strength);
  const draw = createDraw();
  const cover = [presets.specified, presets.observed];
  for (const profile of cover) open.close(toLevels(profile));
  while (!open.isEmpty()) {
    const tried = Array.from({ length: attempts }, (_, i) => choose(open, toOrder(open, i, draw)));
    const [best] = tried.toSorted((one, other) => other.gain - one.gain);
    const profile = best && toProfile(toReadings(best.chosen));
    // Not reached while what is open can stand: better an error than a search without end.
    if (profile === undefined || best?.gain === 0) throw new Error("No profile shows what is open.");
    open.close(best?.chosen ?? []);
    cover.push(profile);
  }
  return cover;
}

/** The gaps that are open most come first; each further attempt changes some places. */
function toOrder(open: OpenTuples, changes: number, draw: (below: number) => number): readonly number[] {
  const weights = levelsOf.map((ofGap) => Math.max(...ofGap.map(open.countOf)));
  const order = [...levelsOf.keys()].toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0));
  for (let i = 0; i < changes; i++) {
    const moved = order.splice(draw(order.length), 1);
    order.splice(draw(order.length), 0, ...moved);
  }
  return order;
}

/** Gives each gap, in an order, the reading that closes most beside those before it; else the specified one. */
function choose(open: OpenTuples, order: readonly number[]) {
  const chosen: number[] = [];
  let gain = 0;
  for (const gap of order) {
    const choices = (levelsOf[gap] ?? [])
      .filter((level) => canJoin(level, chosen))
      .map((level) => ({ level, gain: open.gainOf(level, chosen), count: open.countOf(level) }));
    const [best] = choices.toSorted((one, other) => other.gain - one.gain || other.count - one.count);
    if (best === undefined) continue; // not reached: what can stand can be completed
    chosen.push(best.level);
    gain += best.gain;
  }
  return { chosen, gain };
}

const toLevels = (profile: Profile): readonly number[] =>
  levels.flatMap(({ id, reading }, level) => ((profile as SomeReadings)[id] === reading ? [level] : []));

const toReadings = (chosen: readonly number[]): SomeReadings =>
  Object.fromEntries(chosen.flatMap((level) => levels[level] ?? []).map(({ id, reading }) => [id, reading]));

/** Draws numbers that are the same each time: a linear congruence. */
function createDraw(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
