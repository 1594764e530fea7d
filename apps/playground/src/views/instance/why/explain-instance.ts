import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import { nameFaultRule } from "../../../text/fault.ts";
import { explainCollecting } from "./explain-collecting.ts";
import { explainFailed, explainFinished, explainReviewing } from "./explain-end.ts";
import { explainPaused, explainRunning } from "./explain-running.ts";
import type { Facts, Why } from "./facts.ts";
import type { Part, Sentence } from "./sentence.ts";

/** Explains in words why an instance is in its state and what would change the state. */
export function explainInstance(facts: Facts, requests: readonly Exchange[] = []): Why {
  const fault = explainFault(facts.explanation, requests);
  return { ...explainPhase(facts), ...(fault !== undefined && { fault }) };
}

function explainPhase(facts: Facts): Why {
  switch (facts.explanation.phase) {
    case "collecting":
      return explainCollecting(facts);
    case "running":
      return explainRunning(facts);
    case "paused":
      return explainPaused(facts);
    case "reviewing":
      return explainReviewing(facts);
    case "finished":
      return explainFinished(facts);
    case "failed":
      return explainFailed(facts);
  }
}

/** Says what the last fault did to a request, and what happened when the same request arrived again. */
function explainFault({ lastFault }: Explanation, requests: readonly Exchange[]): Sentence | undefined {
  if (lastFault === undefined) return undefined;
  const { exchange, endpoint, rule, action } = lastFault;
  const faulted = requests.find(({ sequence }) => sequence === exchange);
  const next = requests.find((request) => request.sequence > exchange && isSame(faulted, request));
  return [
    "A fault hit ",
    linkTo(exchange),
    `: ${describeFault(action)} (${nameFaultRule(rule)} of the fault plan, ${endpoint}).`,
    ...(next === undefined
      ? [" The same request has not arrived again."]
      : [" The same request arrived again: ", linkTo(next.sequence), ` was ${describeResponse(next)}.`]),
  ];
}

/**
 * Whether two requests have the same path and body, as far as the journal keeps them. Browsers repeat a request by
 * themselves if the connection closes, so it is not known who sent it again.
 */
const isSame = (one: Exchange | undefined, { request: other }: Exchange): boolean =>
  one?.request.path === other.path && JSON.stringify(one.request.body) === JSON.stringify(other.body);

const linkTo = (sequence: number): Part => ({ kind: "request", text: `request ${sequence}`, sequence });

const describeResponse = ({ response, refusal }: Exchange): string =>
  refusal === undefined ? `answered with ${response.status}` : `refused with ${response.status} ${refusal.kind}`;
