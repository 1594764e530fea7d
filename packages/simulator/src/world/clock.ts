import { endOfTime, type Millis } from "./time.ts";

/**
 * The clock of a world. `real` runs with the system, shifted; `frozen` and `auto` stand still until they are moved, and
 * under `auto` a fetch moves the instance it asks for to its next event.
 */
export type Clock =
  | { readonly mode: "real"; readonly shift: Millis }
  | { readonly mode: "frozen" | "auto"; readonly at: Millis };

/** The time that a clock shows while the system's shows `system`. */
export const timeOf = (clock: Clock, system: Millis): Millis =>
  Math.min(endOfTime, clock.mode === "real" ? system + clock.shift : clock.at);

/** Moves a clock forward; it never goes back. */
export function advance(clock: Clock, by: Millis): Clock {
  const forward = Math.max(0, by);
  return clock.mode === "real"
    ? { mode: "real", shift: clock.shift + forward }
    : { mode: clock.mode, at: Math.min(endOfTime, clock.at + forward) };
}

/** Changes how a clock runs without changing what it shows. */
export function switchTo(clock: Clock, mode: Clock["mode"], system: Millis): Clock {
  const at = timeOf(clock, system);
  return mode === "real" ? { mode, shift: at - system } : { mode, at };
}
