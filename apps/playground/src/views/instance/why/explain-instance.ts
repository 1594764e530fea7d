import type { Exchange } from "@journey-kit/schemas/control";
import { explainCollecting } from "./explain-collecting.ts";
import { explainFailed, explainFinished, explainReviewing } from "./explain-end.ts";
import { explainFault } from "./explain-fault.ts";
import { explainPaused, explainRunning } from "./explain-running.ts";
import type { Facts, Why } from "./facts.ts";

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
