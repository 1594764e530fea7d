import { ClockAdvance, ClockChange, type ClockState, type World } from "@journey-kit/schemas/control";
import { type InstanceRecord, instanceTime, untilNextEvent } from "../engine/commands.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { advance, type Clock, switchTo, timeOf } from "../world/clock.ts";
import { mapInSteps, type Pause } from "../world/steps.ts";
import { type Millis, toIso } from "../world/time.ts";
import { parseInput } from "./input.ts";

export type LocalClock = World["clock"] & {
  /** The time of the world in milliseconds since the Unix epoch. */
  now(): Promise<Millis>;
  /** Waits by advancing this clock instead of waiting in real time. Pass this function to an application as its `sleep`. */
  readonly sleep: WorldSleep;
};

interface ClockAccess {
  readonly read: () => Promise<Clock>;
  /** Applies a pure function to the stored clock, and returns the new clock. */
  readonly change: (change: (clock: Clock) => Clock) => Promise<Clock>;
  /** Reports a change that no call of the control API makes. */
  readonly reportChange: () => void;
  readonly list: () => Promise<readonly InstanceRecord[]>;
  readonly system: () => Millis;
  readonly pause: Pause;
}

export const renderClock = (clock: Clock, system: Millis): ClockState => ({
  mode: clock.mode,
  now: toIso(timeOf(clock, system)),
});

export function createWorldClock({ read, change, reportChange, list, system, pause }: ClockAccess): LocalClock {
  const now = async () => timeOf(await read(), system());
  const move = async (next: (clock: Clock) => Clock) => renderClock(await change(next), system());
  return {
    now,
    read: async () => renderClock(await read(), system()),
    set: async (input) => {
      const { mode } = parseInput(ClockChange, input);
      return move((clock) => switchTo(clock, mode, system()));
    },
    advance: async (input) => {
      const by = parseInput(ClockAdvance, input);
      if ("ms" in by) return move((clock) => advance(clock, by.ms));
      if (by.to !== "next-event") return move((clock) => advance(clock, untilInstant(by.to, timeOf(clock, system()))));
      const worldAt = await now();
      let nearest = Number.POSITIVE_INFINITY;
      await mapInSteps(await list(), pause, (record) => {
        const distance = untilNextEvent(record, instanceTime(record, worldAt));
        if (distance > 0) nearest = Math.min(nearest, distance);
      });
      return move((clock) => advance(clock, Number.isFinite(nearest) ? nearest : 0));
    },
    sleep: createSleep({
      now,
      moveTo: async (target) => {
        await change((clock) => advance(clock, target - timeOf(clock, system())));
        reportChange();
      },
    }),
  };
}

function untilInstant(instant: string, now: Millis): Millis {
  const distance = Date.parse(instant) - now;
  if (distance >= 0) return distance;
  throw new RefusalError("INVALID_FIELD", "to: must not be in the past. A clock only moves forward.");
}

/** Waits for `duration` milliseconds of world time. If `signal` aborts, the wait rejects with its reason. */
type WorldSleep = (duration: Millis, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/**
 * Creates the `sleep` of a world. Each waiting call lets every other task run once, then moves the clock to the
 * earliest time that any call waits for.
 */
function createSleep(clock: { now(): Promise<Millis>; moveTo(target: Millis): Promise<void> }): WorldSleep {
  const sleepers = new Set<{ readonly target: Millis }>();
  return async (duration, { signal } = {}) => {
    signal?.throwIfAborted();
    const sleeper = { target: (await clock.now()) + duration };
    sleepers.add(sleeper);
    try {
      while ((await clock.now()) < sleeper.target) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        signal?.throwIfAborted();
        await clock.moveTo(Math.min(...[...sleepers].map(({ target }) => target)));
      }
    } finally {
      sleepers.delete(sleeper);
    }
  };
}
