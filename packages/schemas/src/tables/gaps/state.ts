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
      "error-in-state": "`Error` in the state, `Failed` in task lists.",
      "error-in-v2-state": "`Error` in the v2 state, `Failed` everywhere else.",
    },
    specified: "failed",
    observed: "error-in-v2-state",
    evidence:
      "Published v2 clients stop polling when the status is `Error`. Public v1 material contains only `Failed`.",
  },
  paused: {
    spec: "3.1",
    question: "When is an instance `Paused`?",
    kind: "engine",
    options: {
      "by-tester": "Only when a tester pauses the instance.",
      "in-review": "When a tester pauses the instance, and while a referred outcome waits for review.",
    },
    specified: "by-tester",
    observed: "by-tester",
    requires: { "in-review": { "refer-ends-journey": ["no"] } },
  },
  "refer-ends-journey": {
    spec: "1",
    question: "Is an instance `Completed` if its outcome is refer?",
    kind: "engine",
    options: { yes: "Yes. The journey ends.", no: "No. The instance stays open until a reviewer decides the outcome." },
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
    question: "Which strings does the service use for the outcomes?",
    kind: "wire",
    options: {
      plain: "`Accept`, `Reject` or `Refer`. A journey can define its own names.",
      decision:
        "`Decision: Accept`, `Decision: Reject` or `Decision: Manual review`. A journey can define its own names.",
    },
    specified: "plain",
    observed: "decision",
  },
  "module-outcomes": {
    spec: "1",
    question: "What are the module outcomes called?",
    kind: "wire",
    options: {
      "public-names":
        "Module outcomes have the names in public material, for example `Match`, `Approved` or `Document Classified`.",
    },
    specified: "public-names",
    observed: "public-names",
  },
  "advice-members": {
    spec: "4.2",
    question: "Which members does the advice of Data Verification and Age Verification have?",
    kind: "wire",
    options: {
      conventional:
        "Data Verification returns `contains`, in which each match is 0 or 1. In both modules, `isUnder18` is 0 or 1.",
      extended:
        "Data Verification also returns `score` and, in `contains`, `idName`, `idNameDob`, `idNameAddressDob` and `customDecision`. In both modules, `isUnder18` is a boolean.",
    },
    specified: "conventional",
    observed: "extended",
    evidence: "Published clients read these members, and public samples contain them.",
  },
  "state-result-place": {
    spec: "4.2",
    question: "Where is the overall outcome in the v2 state?",
    kind: "wire",
    options: { process: "In `context.process.result`.", context: "In `context.result`.", both: "In both places." },
    specified: "process",
    observed: "context",
  },
  "state-result-shape": {
    spec: "4.2",
    question: "What is the shape of the overall result?",
    kind: "wire",
    options: {
      object: "`{status: pending | completed | failed, outcome?, advice}`.",
      string: "The outcome as a string. The result is absent until there is an outcome.",
    },
    specified: "object",
    observed: "object",
  },
  "referred-result": {
    spec: "4.2",
    question: "What is the overall result of a referred v2 instance that waits for review?",
    kind: "wire",
    options: {
      pending: "`pending`, without an outcome.",
      decision: "`pending`, with the outcome and `outcomeClassification: neutral`.",
    },
    specified: "pending",
    observed: "decision",
    evidence: "A published client reads `Decision: Manual review` from the result of an instance that is `InProgress`.",
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
    question: "Does the v2 state list finished steps before the journey ends?",
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
    question: "What does a step in the v2 state contain besides `advice`?",
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
    question: "Does the v2 state list the evaluation as the last step?",
    kind: "wire",
    options: { no: "No. Only the result contains the outcome.", yes: "Yes. The step has an outcome but no name." },
    specified: "no",
    observed: "yes",
  },
  "failed-module-step": {
    spec: "4.2",
    question: "Does the v2 state list a module that could not complete?",
    kind: "wire",
    options: {
      absent: "No. The module is missing from the list.",
      listed:
        "Yes. Its `result` contains the status `error` and an `error` object with `errors` and a `correlationId`.",
    },
    specified: "absent",
    observed: "listed",
    evidence: "Published clients read `result.error.errors` in a step.",
  },
  "state-instance-id": {
    spec: "4.2",
    question: "What is `context.process.instance.id` in the v2 state?",
    kind: "wire",
    options: {
      ordinal: "The position of the instance among its client's instances, such as `3` for the third.",
      "instance-id": "The `instanceId`.",
    },
    specified: "ordinal",
    observed: "instance-id",
    evidence: "In public samples of a state, this id is the `instanceId`.",
  },
  "state-journey-id": {
    spec: "4.2",
    question: "What is `context.process.journey.id` in the v2 state?",
    kind: "wire",
    options: {
      journey: "The journey id, which is the same in preview and production.",
      started: "The resource id in the start request, without the version.",
    },
    specified: "journey",
    observed: "started",
    evidence: "In public samples of a state, this id is the resource id in the start request.",
  },
  "journey-end": {
    spec: "4.2",
    question: "Does the v2 state say how the journey ended?",
    kind: "wire",
    options: {
      no: "No. The members that describe the end are absent.",
      yes: "Yes. `context.process.journey` has `endedAt`, `durationMilliSec` and `terminateInteraction`, which is true if a caller ended the instance.",
    },
    specified: "no",
    observed: "yes",
    evidence: "Public samples of a finished state contain these members.",
  },
  "state-subject": {
    spec: "4.2",
    question: "What does `context.subject` contain in the v2 state after the instance has ended?",
    kind: "wire",
    options: {
      "without-documents": "The accepted data without documents and biometrics.",
      "with-documents":
        "The accepted data without images. The first document also contains what the document modules found, in `classification` and `extraction`.",
    },
    specified: "without-documents",
    observed: "with-documents",
    evidence: "Public samples of a finished state contain the extracted document in `context.subject.documents`.",
  },
  "completed-time-while-running": {
    spec: "2.2",
    question: "What is `completedTime` before the instance ends?",
    kind: "wire",
    options: {
      absent: "`completedTime` is absent.",
      "empty-on-v1": "`completedTime` is an empty string on v1 and absent on v2.",
    },
    specified: "absent",
    observed: "empty-on-v1",
    evidence: 'Public v1 samples of an instance in progress contain `completedTime: ""`.',
  },
  "completed-time-on-failure": {
    spec: "3.1",
    question: "What is `completedTime` after an instance has failed?",
    kind: "wire",
    options: {
      absent: "`completedTime` is absent.",
      set: "`completedTime` is the time of the failure.",
      "empty-on-v1": "`completedTime` is an empty string on v1 and absent on v2.",
    },
    specified: "absent",
    observed: "empty-on-v1",
    evidence: "In public v1 samples, `completedTime` is an empty string unless the instance is completed.",
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
      never: "Never. Finished instances are kept.",
      "after-a-day":
        "24 hours after it ends, which is an example of a retention period. From then on, requests for the instance fail as if it had never existed.",
    },
    specified: "never",
    observed: "never",
  },
} as const satisfies Record<string, Gap>;
