import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import { nameFaultRule } from "../../../text/fault.ts";
import type { Part, Sentence } from "./sentence.ts";

/** Says what the last fault did to a request, and how the next request of the same kind ended. */
export function explainFault({ lastFault }: Explanation, requests: readonly Exchange[]): Sentence | undefined {
  if (lastFault === undefined) return undefined;
  const { exchange, endpoint, rule, action } = lastFault;
  const next = requests.find((request) => request.sequence > exchange && request.endpoint === endpoint);
  return [
    "A fault hit ",
    linkTo(exchange),
    `: ${describeFault(action)} (${nameFaultRule(rule)} of the fault plan, ${endpoint}).`,
    ...(next === undefined
      ? []
      : [" The request was sent again: ", linkTo(next.sequence), ` was ${describeResponse(next)}.`]),
  ];
}

const linkTo = (sequence: number): Part => ({ kind: "request", text: `request ${sequence}`, sequence });

const describeResponse = ({ response, refusal }: Exchange): string =>
  refusal === undefined ? `answered with ${response.status}` : `refused with ${response.status} ${refusal.kind}`;
