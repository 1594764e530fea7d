import { type FaultHit, ordinalOf } from "../world/fault.ts";
import { maxHits, type WorldState } from "./store.ts";

/** What the fault plan of a world counted, in memory. */
export type FaultLedger = ReturnType<typeof createFaultLedger>;

/** Creates a {@link FaultLedger} that continues a saved one. */
export function createFaultLedger(saved: WorldState["faults"] = { counts: new Map(), hits: [] }) {
  /** By the ordinal of the instance. */
  const counts = new Map<number, Map<string, number>>();
  const hits = [...saved.hits];
  const latestHits = (): readonly FaultHit[] => hits.slice(-maxHits);
  /** Finds the counts of the same instance as a counter. */
  const countsWith = (counter: string): Map<string, number> => {
    const ordinal = ordinalOf(counter);
    const own = counts.get(ordinal) ?? new Map<string, number>();
    counts.set(ordinal, own);
    return own;
  };
  for (const [counter, times] of saved.counts) countsWith(counter).set(counter, times);
  return {
    /** Increments counters and returns their new values. */
    increment: (counters: readonly string[]): ReadonlyMap<string, number> => {
      const incremented = new Map<string, number>();
      for (const counter of new Set(counters)) {
        const own = countsWith(counter);
        const times = (own.get(counter) ?? 0) + 1;
        own.set(counter, times);
        incremented.set(counter, times);
      }
      return incremented;
    },
    /** Drops the older half of a full list, because dropping one hit at a time would copy the list each time. */
    append: (hit: FaultHit): void => {
      if (hits.length >= 2 * maxHits) hits.splice(0, maxHits);
      hits.push(hit);
    },
    /** Deletes the counters of an instance. */
    forget: (ordinal: number): void => void counts.delete(ordinal),
    hits: latestHits,
    read: (): WorldState["faults"] => ({
      counts: new Map([...counts.values()].flatMap((own) => [...own])),
      hits: latestHits(),
    }),
  };
}
