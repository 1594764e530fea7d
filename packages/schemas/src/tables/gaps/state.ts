import type { Gap } from "./gap.ts";

/** Gaps about states, outcomes and the state response. Spec 1, 2.2, 3.1, 4.2. */
export const stateGaps = {
  "failure-status": {
    spec: "3.1",
    question: "Is the status of a failed instance `Failed` or `Error`?",
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
      "Published v2 clients stop polling when the status is `Error`. In public v1 material, a failed instance is always `Failed`.",
  },
  paused: {
    spec: "3.1",
    question: "When is an instance `Paused`?",
    kind: "engine",
    options: {
      "by-tester": "Only while a tester has paused the instance.",
      "in-review":
        "While a tester has paused the instance, and while the instance waits for a reviewer after the outcome refer.",
    },
    specified: "by-tester",
    observed: "by-tester",
    requires: { "in-review": { "refer-ends-journey": ["no"] } },
  },
  "paused-collection": {
    spec: "3.1",
    question:
      "Does an instance show its current interaction or its open tasks while it is paused or waits for a review?",
    kind: "wire",
    options: {
      hidden:
        "No. No task is open. interaction/fetch responds as if modules were running (gap `interaction-while-running`); for a review, see gap `interaction-in-review`.",
    },
    specified: "hidden",
    observed: "hidden",
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
      "every-segment": "After every segment. If the outcome is reject, the journey ends.",
      "at-end": "Once, after the last segment.",
    },
    specified: "every-segment",
    observed: "every-segment",
  },
  "refer-between-segments": {
    spec: "1",
    question: "What happens if the outcome after a segment is refer, and another segment follows?",
    kind: "engine",
    options: {
      continues: "The journey continues. Unless a later result leads to reject, the overall outcome is refer.",
      ends: "The journey ends with the outcome refer, like after the last segment (gap `refer-ends-journey`).",
    },
    specified: "continues",
    observed: "continues",
    requires: { ends: { "evaluation-timing": ["every-segment"] } },
  },
  "mixed-results": {
    spec: "1",
    question: "What is the outcome if the result of one module leads to reject and the result of another to refer?",
    kind: "engine",
    options: {
      "reject-wins": "Reject. The outcome is accept only if the result of every module leads to accept.",
      "refer-wins": "Refer, so that a reviewer decides. The outcome is reject only if no result leads to refer.",
    },
    specified: "reject-wins",
    observed: "reject-wins",
  },
  "module-start": {
    spec: "1",
    question: "When do the modules of a segment start?",
    kind: "engine",
    options: {
      "with-the-segment":
        "When the segment has all the data that it collects. The specification says that the modules of a segment run in parallel, so a module whose data is complete waits for the others.",
    },
    specified: "with-the-segment",
    observed: "with-the-segment",
  },
  "abandoned-instance": {
    spec: "3.1",
    question: "What happens to an instance whose data is never sent?",
    kind: "engine",
    options: {
      waits:
        "The instance stays `InProgress`, because the specification has no transition for this case. Its hosted pages expire only after `ttlMinutes` (gap `link-expiry`).",
    },
    specified: "waits",
    observed: "waits",
  },
  "parallel-failure": {
    spec: "1",
    question: "When does an instance fail if one of several parallel modules cannot complete?",
    kind: "engine",
    options: {
      "at-once": "Immediately, even if other modules are still running.",
      "after-all": "When the other modules of the segment have finished.",
    },
    specified: "at-once",
    observed: "at-once",
  },
  "outcome-spelling": {
    spec: "1",
    question: "How do responses spell the outcomes accept, reject and refer?",
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
    question: "Which names do module outcomes have?",
    kind: "wire",
    options: {
      "public-names":
        "Module outcomes have the names that public material uses, such as `Match`, `Approved` and `Document Classified`.",
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
        "Data Verification has `contains`, in which 1 means a match and 0 means no match, and which includes its score. Age Verification has `score`. In both modules, `isUnder18` is 0 or 1.",
      extended:
        "Data Verification has `score` and `contains`, which includes `idName`, `idNameDob`, `idNameAddressDob` and `customDecision`. Age Verification has `score`. In both modules, `isUnder18` is a boolean.",
    },
    specified: "conventional",
    observed: "extended",
    evidence:
      "Published clients read the members of Data Verification, and public samples contain them. The specification says that every step has match scores, but no public sample shows the one of Age Verification.",
  },
  "state-result-place": {
    spec: "4.2",
    question: "Where is the overall outcome in the v2 state?",
    kind: "wire",
    options: {
      process: "In `context.process.result`.",
      context: "In `context.result`.",
      both: "In both `context.process.result` and `context.result`.",
      top: "In `result`, next to `status`.",
    },
    specified: "process",
    observed: "top",
    evidence:
      "Clients of integrators read `result` and `steps` at the top level, and a note from September 2026 says that the live service returns them there. Older public samples contain `context.result`, so a client should read both places.",
  },
  "state-steps-place": {
    spec: "4.2",
    question: "Where are the steps in the v2 state?",
    kind: "wire",
    options: {
      process: "In `context.process.steps`.",
      top: "In `steps`, next to `status`.",
    },
    specified: "process",
    observed: "top",
    evidence: "The evidence for gap `state-result-place` applies to the steps too.",
  },
  "state-result-shape": {
    spec: "4.2",
    question: "What is the form of the overall result in the v2 state?",
    kind: "wire",
    options: {
      object: "An object: `{status, outcome?, advice}`. `status` is `pending`, `completed` or `failed`.",
      string: "A string that contains the outcome. The string is absent until there is an outcome.",
    },
    specified: "object",
    observed: "object",
  },
  "referred-result": {
    spec: "4.2",
    question:
      "What is the overall result in the v2 state while an instance waits for a reviewer after the outcome refer?",
    kind: "wire",
    options: {
      pending: "The status `pending`, without an outcome.",
      decision: "The status `pending`, with the outcome and with `outcomeClassification: neutral`.",
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
    question: "Do the steps in the v2 state list finished modules before the journey ends?",
    kind: "wire",
    options: {
      "as-they-finish": "Yes. Each module appears in the list when it finishes.",
      "at-end": "No. The list is empty until the journey ends.",
    },
    specified: "as-they-finish",
    observed: "at-end",
  },
  "step-shape": {
    spec: "4.2",
    question: "What does a step in the v2 state contain besides `advice`?",
    kind: "wire",
    options: {
      full: "`nodeId`, `name`, `outcome`, `outcomeClassification`, `result` and `process`, which contains the timing.",
      minimal: "Only the `name` of the module.",
    },
    specified: "full",
    observed: "full",
  },
  "decision-step": {
    spec: "4.2",
    question: "Is the evaluation the last step in the v2 state?",
    kind: "wire",
    options: {
      no: "No. All entries are modules. Only the overall result contains the outcome of the evaluation.",
      yes: "Yes. The entry has an outcome but no name.",
    },
    specified: "no",
    observed: "yes",
  },
  "failed-module-step": {
    spec: "4.2",
    question: "Do the steps in the v2 state list a module that failed to complete?",
    kind: "wire",
    options: {
      absent: "No. The module is not in the list.",
      listed:
        "Yes. The `result` of its entry contains the status `error` and an `error` object with `errors` and a `correlationId`.",
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
      no: "No. The v2 state says only when the journey started.",
      yes: "Yes. `context.process.journey` has `endedAt`, `durationMilliSec` and `terminateInteraction`, which is true if a caller ended the instance.",
    },
    specified: "no",
    observed: "yes",
    evidence: "Public samples of the state of a finished instance contain these members.",
  },
  "state-subject": {
    spec: "4.2",
    question: "What does `context.subject` in the v2 state contain after the instance has ended?",
    kind: "wire",
    options: {
      "without-documents": "The accepted data, without documents and biometrics.",
      "with-documents":
        "The accepted data, without images. In the main document, `classification` and `extraction` contain what the document modules found.",
    },
    specified: "without-documents",
    observed: "with-documents",
    evidence:
      "Public samples of the state of a finished instance contain extracted data in `context.subject.documents`.",
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
    why: "The service responds to the next poll under both readings.",
  },
  retention: {
    spec: "8",
    question: "When is a finished instance deleted?",
    kind: "engine",
    options: {
      never: "Never. Finished instances are kept.",
      "after-a-day":
        "24 hours after the instance ends. Later requests fail as if the instance had never existed. This reading is an example of a retention period.",
    },
    specified: "never",
    observed: "never",
  },
} as const satisfies Record<string, Gap>;
