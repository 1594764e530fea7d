import type { Exchange, Explanation, FaultAction } from "@journey-kit/schemas/control";
import { nameFaultRule } from "../../../text/fault.ts";
import { formatDuration } from "../../../text/format.ts";
import type { Part, Sentence } from "./sentence.ts";

/** Says what the last fault did to a request, and how the next request of the same kind ended. */
export function explainFault({ lastFault }: Explanation, requests: readonly Exchange[]): Sentence | undefined {
  if (lastFault === undefined) return undefined;
  const { exchange, endpoint, rule, action } = lastFault;
  const [before, effect] = describeFault(action);
  const next = requests.find((request) => request.sequence > exchange && request.endpoint === endpoint);
  return [
    `${before} `,
    linkTo(exchange),
    ` ${effect} (${nameFaultRule(rule)} of the fault plan, ${endpoint}).`,
    ...(next === undefined
      ? []
      : [" The request was sent again: ", linkTo(next.sequence), ` was ${describeResponse(next)}.`]),
  ];
}

const linkTo = (sequence: number): Part => ({ kind: "request", text: `request ${sequence}`, sequence });

const describeResponse = ({ response, refusal }: Exchange): string =>
  refusal === undefined ? `answered with ${response.status}` : `refused with ${response.status} ${refusal.kind}`;

/** The words before and after the request. */
function describeFault(action: FaultAction): readonly [before: string, effect: string] {
  if ("status" in action) return ["A fault answered", `with ${action.status} instead of the service`];
  if ("delay" in action) return ["The response to", `was delayed by ${formatDuration(action.delay)}`];
  if ("lose" in action)
    return action.lose === "answer"
      ? ["The response to", "was lost"]
      : ["The connection of", "was closed before the service saw it"];
  if ("truncate" in action) return ["The response to", `was cut off after ${action.truncate} characters`];
  if ("malform" in action) return ["The response to", "was not JSON"];
  if ("contentType" in action) return ["The response to", `had the content type ${action.contentType}`];
  if ("slow" in action) return ["The response to", `was sent over ${formatDuration(action.slow)}`];
  if ("reset" in action) return ["The connection of", "was reset"];
  if ("token" in action) return ["The token of", `was treated as ${action.token}`];
  if ("expiresIn" in action) return ["The token of", `was valid for ${action.expiresIn} s only`];
  return [
    "The token of",
    `expired ${formatDuration(Math.abs(action.clockSkew))} ${action.clockSkew < 0 ? "late" : "early"}`,
  ];
}
