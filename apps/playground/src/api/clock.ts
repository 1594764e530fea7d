import type { ClockState } from "@journey-kit/schemas/control";
import { useEffect, useState } from "react";
import { useWorld } from "./queries.ts";

export interface WorldClock {
  readonly mode: ClockState["mode"];
  /** Milliseconds since the Unix epoch. The time of a real clock changes from one read to the next. */
  readonly now: number;
}

const tick = 250;

/**
 * Reads the clock of a world, and keeps the time up to date while the clock runs. Undefined until the clock has loaded.
 */
export function useClock(world: string): WorldClock | undefined {
  const { data, dataUpdatedAt } = useWorld(world, "clock");
  const isReal = data?.mode === "real";
  const system = useNow(isReal ? tick : undefined);
  if (data === undefined) return undefined;
  return clockAt(data.mode, Date.parse(data.now), system - dataUpdatedAt);
}

/** The clock that showed the instant `shown` when it was read, `age` milliseconds ago. Only a real clock runs. */
export const clockAt = (mode: WorldClock["mode"], shown: number, age: number): WorldClock => ({
  mode,
  now: shown + (mode === "real" ? Math.max(0, age) : 0),
});

/**
 * The system time in milliseconds, read again every `interval` milliseconds. Without an interval, the time is read
 * once.
 */
export function useNow(interval: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (interval === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
