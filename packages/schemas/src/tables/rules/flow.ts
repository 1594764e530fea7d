import type { Rule } from "./rule.ts";

/** Rules about states and transitions. Spec 3. */
export const flowRules = {
  "start-creates-in-progress": {
    spec: "3.1",
    text: "A valid start creates an instance with the status `InProgress`. The modules run in the background.",
  },
  "start-returns-instance-id": { spec: "3.1", text: "A valid start returns the `instanceId` immediately." },
  "processing-success-completes": {
    spec: "3.1",
    text: "When all modules and the evaluation have succeeded, the status of the instance becomes `Completed`.",
  },
  "completed-sets-completed-time": {
    spec: "3.1",
    text: "When the status of an instance becomes `Completed`, `metaData.completedTime` is set.",
  },
  "processing-failure-fails": {
    spec: "3.1",
    text: "When processing fails, the status of the instance becomes `Failed` or `Error`.",
  },
  "prefill-passes-interaction": {
    spec: "3.2",
    text: "If prefill covers all data of an interaction, the interaction is skipped without a submit.",
  },
  "full-prefill-starts-modules": {
    spec: "3.2",
    text: "If prefill covers all interactions, modules can run as soon as the instance has started.",
  },
  "partial-submission-allowed": {
    spec: "3.2",
    text: "A caller can submit the elements of an interaction in several parts. The interaction stays current until all required elements are provided.",
  },
  "partial-submission-outstanding": {
    spec: "3.2",
    text: "After a partial submit, the remaining elements stay in `outstanding`.",
  },
  "submit-advances-when-complete": {
    spec: "3.2",
    text: "When all required elements are provided, the journey advances to the next interaction. Submits have no `intent`.",
  },
  "end-interaction-reached": {
    spec: "3.2",
    text: "When a journey has ended, its end interaction is current. No other interaction follows.",
  },
  "submit-success-means-accepted": {
    spec: "3.2",
    text: "A successful submit means that the data was accepted, not that processing has finished.",
  },
  "task-stages": { spec: "3.3", text: "The stage of a task is Assigned, In Progress or Completed." },
  "task-complete-finishes": {
    spec: "3.3",
    text: "A task update with the intent `Complete` marks the task as finished.",
  },
} as const satisfies Record<string, Rule>;
