import type { Rule } from "./rule.ts";

/** Rules about states and transitions. Spec 3. */
export const flowRules = {
  "start-creates-in-progress": {
    spec: "3.1",
    text: "A valid start creates an instance that is InProgress. The modules run in the background.",
  },
  "start-returns-instance-id": { spec: "3.1", text: "A valid start returns the `instanceId` immediately." },
  "processing-success-completes": {
    spec: "3.1",
    text: "When all modules and the evaluation succeed, the instance becomes Completed.",
  },
  "completed-sets-completed-time": {
    spec: "3.1",
    text: "When an instance is completed, `metaData.completedTime` is set.",
  },
  "processing-failure-fails": {
    spec: "3.1",
    text: "When processing fails, the instance becomes Failed, also called Error.",
  },
  "prefill-passes-interaction": {
    spec: "3.2",
    text: "If prefill covers all data of an interaction, the interaction is skipped without a submit.",
  },
  "full-prefill-starts-modules": {
    spec: "3.2",
    text: "With full prefill, modules can run as soon as the instance has started.",
  },
  "partial-submission-allowed": {
    spec: "3.2",
    text: "A caller can submit elements in several parts. The interaction stays active until it has every required element.",
  },
  "partial-submission-outstanding": {
    spec: "3.2",
    text: "After a partial submission, the remaining elements stay in `outstanding`.",
  },
  "submit-advances-when-complete": {
    spec: "3.2",
    text: "When all required elements are provided, the journey advances to the next interaction. The submits send no `intent`.",
  },
  "end-interaction-reached": {
    spec: "3.2",
    text: "When a journey is done, it reaches the end interaction. The end interaction is final.",
  },
  "submit-success-means-accepted": {
    spec: "3.2",
    text: "A successful submit means the data was accepted, not that processing has finished.",
  },
  "task-stages": { spec: "3.3", text: "A task is Assigned, In Progress or Completed." },
  "task-complete-finishes": {
    spec: "3.3",
    text: "Submitting task data with the intent `Complete` marks the task as finished.",
  },
} as const satisfies Record<string, Rule>;
