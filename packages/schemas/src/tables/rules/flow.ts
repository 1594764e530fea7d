import type { Rule } from "./rule.ts";

/** Rules about states and transitions. Spec 3. */
export const flowRules = {
  "start-creates-in-progress": {
    spec: "3.1",
    text: "A valid start creates an instance that is InProgress, and modules run in the background.",
  },
  "start-returns-instance-id": { spec: "3.1", text: "A valid start returns the `instanceId` immediately." },
  "processing-success-completes": {
    spec: "3.1",
    text: "When all modules and the evaluation are done with success, the instance is Completed.",
  },
  "completed-sets-completed-time": { spec: "3.1", text: "Completion sets `metaData.completedTime`." },
  "processing-failure-fails": {
    spec: "3.1",
    text: "When processing fails, the instance is Failed, also called Error.",
  },
  "prefill-passes-interaction": {
    spec: "3.2",
    text: "An interaction whose data the prefill covers is passed over without a submit.",
  },
  "full-prefill-starts-modules": { spec: "3.2", text: "With full prefill, modules can start right after start." },
  "partial-submission-allowed": {
    spec: "3.2",
    text: "Elements may arrive over several submissions; the interaction stays until the last required one.",
  },
  "partial-submission-outstanding": {
    spec: "3.2",
    text: "After a partial submission the rest stays in `outstanding`.",
  },
  "submit-advances-when-complete": {
    spec: "3.2",
    text: "When all required elements are provided the next interaction follows, without an `intent`.",
  },
  "end-interaction-reached": {
    spec: "3.2",
    text: "The end interaction is reached when the journey is done, and is final.",
  },
  "submit-success-means-accepted": {
    spec: "3.2",
    text: "A successful submit means the data was accepted, not that processing has finished.",
  },
  "task-stages": { spec: "3.3", text: "A task is Assigned, In Progress or Completed." },
  "task-complete-finishes": { spec: "3.3", text: "Task data submitted with the intent `Complete` finishes the task." },
} as const satisfies Record<string, Rule>;
