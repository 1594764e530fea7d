import type { FaultAction, FaultCondition } from "@journey-kit/schemas/control";
import { formatDuration } from "../../text/format.ts";

/** Describes the requests that a fault applies to. */
export function describeFaultCondition(when: FaultCondition): string {
  const { endpoint = "Any request", instance, ordinal, nth, every, probability } = when;
  return [
    endpoint,
    nth !== undefined && `request ${nth}`,
    every !== undefined && (every === 1 ? "every request" : `every ${every} requests`),
    probability !== undefined && `${Math.round(probability * 1_000) / 10} % of the requests`,
    instance !== undefined && `instance ${instance}`,
    ordinal !== undefined && `instance ${ordinal} of the world`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}

/** Describes what a fault does. */
export function describeFaultAction(action: FaultAction): string {
  if ("status" in action) {
    const { status, retryAfter, retryAfterDate, body } = action;
    const form = retryAfterDate === undefined ? "" : " as a date";
    const wait = retryAfter === undefined ? "" : ` and Retry-After ${retryAfter} s${form}`;
    return `responds with ${status}${wait}${body === undefined ? "" : " and your body"}`;
  }
  if ("delay" in action) return `delays the response by ${formatDuration(action.delay)}`;
  if ("lose" in action)
    return action.lose === "request" ? "loses the request" : "runs the endpoint, then loses the response";
  if ("truncate" in action) return `cuts the body after ${action.truncate} characters`;
  if ("malform" in action) return "sends a body that is not JSON";
  if ("contentType" in action) return `sends the content type ${action.contentType}`;
  if ("slow" in action) return `sends the body over ${formatDuration(action.slow)}`;
  if ("reset" in action) return "resets the connection";
  if ("token" in action) return `treats the token as ${action.token}`;
  if ("expiresIn" in action) return `issues a token that is valid for ${action.expiresIn} s`;
  const { clockSkew } = action;
  return `expires the token ${formatDuration(Math.abs(clockSkew))} ${clockSkew < 0 ? "after" : "before"} its stated expiry`;
}
