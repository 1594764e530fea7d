import type { FaultAction } from "@journey-kit/schemas/control";
import { formatDuration } from "./format.ts";

/** Describes in a few words what a fault did to a request. */
export function describeFault(action: FaultAction): string {
  if ("status" in action) return "replaced by";
  if ("delay" in action) return `delayed ${formatDuration(action.delay)}`;
  if ("lose" in action) return action.lose === "answer" ? "response lost" : "request lost";
  if ("truncate" in action) return `cut after ${action.truncate} characters`;
  if ("malform" in action) return "not JSON";
  if ("contentType" in action) return "wrong content type";
  if ("slow" in action) return `slowed to ${formatDuration(action.slow)}`;
  if ("reset" in action) return "connection reset";
  if ("token" in action) return `token ${action.token}`;
  if ("expiresIn" in action) return `token valid for ${action.expiresIn} s`;
  return `token expires ${formatDuration(Math.abs(action.clockSkew))} ${action.clockSkew < 0 ? "later" : "earlier"}`;
}

/** Whether the client never received the response. */
export const isResponseLost = (action: FaultAction): boolean => "lose" in action || "reset" in action;

/** Whether a fault kept the endpoint from running, so that the status in the journal is not the endpoint's. */
export const isRequestLost = (action: FaultAction): boolean =>
  "reset" in action || ("lose" in action && action.lose === "request");

/** Names a rule of a fault plan: `rule 1` or, if the rule has an id, `rule slow-fetch`. */
export function nameFaultRule(rule: string): string {
  const index = /^rules\[(\d+)\]$/.exec(rule)?.[1]; // rules without an id are numbered from 0
  return index === undefined ? `rule ${rule}` : `rule ${Number(index) + 1}`;
}
