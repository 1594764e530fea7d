import type { FaultAction } from "@journey-kit/schemas/control";
import { faultActionOf } from "@journey-kit/schemas/tables";

/** Whether the client received no response. */
export const isResponseLost = (action: FaultAction): boolean => faultActionOf(action).response === "lost";

/** Whether a fault kept the endpoint from running, so that the status in the journal is not the endpoint's. */
export const isRequestReplaced = (action: FaultAction): boolean => faultActionOf(action).changes === "request";

/** Names a rule of a fault plan: `rule 1` or, if the rule has an id, `rule slow-fetch`. */
export function nameFaultRule(rule: string): string {
  const index = /^rules\[(\d+)\]$/.exec(rule)?.[1]; // rules without an id are numbered from 0
  return index === undefined ? `rule ${rule}` : `rule ${Number(index) + 1}`;
}
