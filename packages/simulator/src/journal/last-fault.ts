import type { Explanation } from "@journey-kit/schemas/control";
import { toIso } from "../projection/iso.ts";
import { timeOf } from "../world/clock.ts";
import { instanceIdOf } from "./exchange.ts";
import type { Journal } from "./journal.ts";

/** Finds the fault that last struck a call about an instance, as far back as the ring goes. */
export function findLastFault({ ring }: Journal, instanceId: string): Explanation["lastFault"] {
  for (let number = ring.last; number >= ring.first; number -= 1) {
    const entry = ring.at(number);
    if (entry?.struck === undefined || entry.name === undefined || instanceIdOf(entry) !== instanceId) continue;
    const { rule, action } = entry.struck;
    const at = toIso(timeOf(entry.clock, entry.startedAt));
    return { at, exchange: number, endpoint: entry.name, rule, action };
  }
  return undefined;
}
