import { endOfTime, type Millis } from "./time.ts";

/**
 * The clock of a world. A `real` clock follows the system clock at an offset. A `frozen` or `auto` clock moves only
 * when it is advanced. Under `auto`, fetching an instance also moves that instance to the end of its next module run.
 */
export type Clock =
  | { readonly mode: "real"; readonly shift: Millis }
  | { readonly mode: "frozen" | "auto"; readonly at: Millis };

export const timeOf = (clock: Clock, system: Millis): Millis =>
  Math.min(endOfTime, clock.mode === "real" ? system + clock.shift : clock.at);

/** Moves a clock forward. A clock never moves back. */
export function advance(clock: Clock, by: Millis): Clock {
  const forward = Math.max(0, by);
  return clock.mode === "real"
    ? { mode: "real", shift: clock.shift + forward }
    : { mode: clock.mode, at: Math.min(endOfTime, clock.at + forward) };
}

/** Changes the mode of a clock and keeps its time. */
export function switchTo(clock: Clock, mode: Clock["mode"], system: Millis): Clock {
  const at = timeOf(clock, system);
  return mode === "real" ? { mode, shift: at - system } : { mode, at };
}
