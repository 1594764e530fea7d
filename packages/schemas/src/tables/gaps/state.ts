import type { Gap } from "./gap.ts";

/** Gaps about states, outcomes and the state response. Spec 1, 2.2, 3.1, 4.2. */
export const stateGaps = {
  "failure-status": {
    spec: "3.1",
    question: "Is the status of a failed journey `Failed` or `Error`?",
    kind: "wire",
    options: {
      failed: "`Failed` everywhere.",
      error: "`Error` everywhere.",
      "error-in-state": "`Error` in state/fetch, `Failed` in task lists.",
      "failed-in-fetch": "`Error` in state/fetch, `Failed` in interaction/fetch.",
    },
    specified: "failed",
    observed: "failed-in-fetch",
  },
  paused: {
    spec: "3.1",
    question: "When is an instance `Paused`?",
    kind: "engine",
    options: {
      "by-tester": "Only when a tester pauses it.",
      "in-review": "When a tester pauses it, and while a referred outcome waits for review.",
    },
    specified: "by-tester",
    observed: "by-tester",
    requires: { "in-review": { "refer-ends-journey": ["no"] } },
  },
  "refer-ends-journey": {
    spec: "1",
    question: "Is an instance `Completed` if its outcome is refer?",
    kind: "engine",
    options: { yes: "Yes.", no: "No. The instance stays open until a reviewer decides the outcome." },
    specified: "yes",
    observed: "no",
  },
  "evaluation-timing": {
    spec: "1",
    question: "When does evaluation run?",
    kind: "engine",
    options: {
      "every-segment": "After every segment. A reject ends the journey.",
      "at-end": "Once, after the last segment.",
    },
    specified: "every-segment",
    observed: "every-segment",
  },
  "outcome-spelling": {
    spec: "1",
    question: "How is the outcome spelled?",
    kind: "wire",
    options: {
      plain: "`Accept`, `Reject` or `Refer`. A journey can define its own names.",
      decision:
        "`Decision: Accept`, `Decision: Reject` or `Decision: Manual review`. A journey can define its own names.",
    },
    specified: "plain",
    observed: "decision",
  },
  "state-result-place": {
    spec: "4.2",
    question: "Where is the overall outcome in the v2 state?",
    kind: "wire",
    options: { process: "In `context.process.result`.", context: "In `context.result`.", both: "In both." },
    specified: "process",
    observed: "context",
  },
  "state-result-shape": {
    spec: "4.2",
    question: "What is the shape of the overall result?",
    kind: "wire",
    options: {
      object: "`{status: pending | completed | failed, outcome?, advice}`.",
      string: "The outcome as a string. It is absent until there is an outcome.",
    },
    specified: "object",
    observed: "object",
  },
  "state-metadata": {
    spec: "4.2",
    question: "What does the v2 state contain besides `context`?",
    kind: "wire",
    options: { "metadata-and-data": "`metaData` and `data`.", metadata: "Only `metaData`.", neither: "Nothing else." },
    specified: "metadata-and-data",
    observed: "neither",
  },
  "state-steps-while-running": {
    spec: "4.2",
    question: "Does the state list finished steps before the journey ends?",
    kind: "wire",
    options: {
      "as-they-finish": "Yes. A step appears when it finishes.",
      "at-end": "No. The list is empty until the end.",
    },
    specified: "as-they-finish",
    observed: "at-end",
  },
  "step-shape": {
    spec: "4.2",
    question: "What does a step contain besides `advice`?",
    kind: "wire",
    options: {
      full: "Node, name, outcome, classification, result and timing.",
      minimal: "Only its name.",
    },
    specified: "full",
    observed: "full",
  },
  "decision-step": {
    spec: "4.2",
    question: "Does the state list the evaluation as the last step?",
    kind: "wire",
    options: { no: "No. Only the result contains the outcome.", yes: "Yes. The step has an outcome but no name." },
    specified: "no",
    observed: "yes",
  },
  "completed-time-while-running": {
    spec: "2.2",
    question: "What is `completedTime` before the instance ends?",
    kind: "wire",
    options: { absent: "Absent.", "empty-on-v1": "An empty string on v1. Absent on v2." },
    specified: "absent",
    observed: "empty-on-v1",
  },
  "completed-time-on-failure": {
    spec: "3.1",
    question: "Does a failed instance have a `completedTime`?",
    kind: "wire",
    options: { absent: "No.", set: "Yes. It is the time of the failure." },
    specified: "absent",
    observed: "absent",
  },
  "paused-polling": {
    spec: "4.4",
    question: "Should a client keep polling a `Paused` instance?",
    kind: "client",
    options: {
      "keep-on": "Yes. The client keeps polling and reports the pause.",
      stop: "No. The client stops polling.",
    },
    specified: "keep-on",
    observed: "keep-on",
    observable: false,
    why: "The reading affects only the client. The service responds to the next poll in either case.",
  },
  retention: {
    spec: "8",
    question: "When is a finished instance deleted?",
    kind: "engine",
    options: {
      never: "Never.",
      "after-a-day":
        "24 hours after it ends, as an example of a time limit. After that, requests for the instance fail as if it never existed.",
    },
    specified: "never",
    observed: "never",
  },
} as const satisfies Record<string, Gap>;
