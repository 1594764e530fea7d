import type { ClockState } from "@journey-kit/schemas/control";
import { useEffect, useState } from "react";
import { useWorld } from "./queries.ts";

/** The clock of a world, as it stands now. */
export interface WorldClock {
  readonly mode: ClockState["mode"];
  /** Milliseconds since the Unix epoch. A real clock moves between two reads. */
  readonly now: number;
}

const tick = 250;

/** Reads the clock of a world and follows it while it runs; undefined while it loads. */
export function useClock(world: string): WorldClock | undefined {
  const { data, dataUpdatedAt } = useWorld(world, "clock");
  const [system, setSystem] = useState(Date.now);
  const isReal = data?.mode === "real";
  useEffect(() => {
    if (!isReal) return;
    const timer = setInterval(() => setSystem(Date.now()), tick);
    return () => clearInterval(timer);
  }, [isReal]);
  if (data === undefined) return undefined;
  const elapsed = isReal ? Math.max(0, system - dataUpdatedAt) : 0;
  return { mode: data.mode, now: Date.parse(data.now) + elapsed };
}
