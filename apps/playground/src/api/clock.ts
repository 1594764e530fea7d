import type { ClockState } from "@journey-kit/schemas/control";
import { useEffect, useState } from "react";
import { useWorld } from "./queries.ts";

/** The clock of a world at this moment. */
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
  const elapsed = isReal ? Math.max(0, system - dataUpdatedAt) : 0;
  return { mode: data.mode, now: Date.parse(data.now) + elapsed };
}

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
