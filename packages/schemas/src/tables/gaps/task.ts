import type { Gap } from "./gap.ts";

/** Gaps about v1 tasks and the v1 state. Spec 2.3, 2.4, 2.10, 3.3, 4.3, 9. */
export const taskGaps = {
  "v1-variant-id": {
    spec: "2.3",
    question: "In the v1 state, are the keys of `flow` variant ids of tasks or of modules?",
    kind: "wire",
    options: {
      shared: "Both. A task has the same variant id as the module that uses its data.",
      separate: "The keys are variant ids of modules. Tasks have different variant ids.",
    },
    specified: "shared",
    observed: "shared",
  },
  "v1-flow-place": {
    spec: "9",
    question: "Where in the v1 state are the details of each finished module?",
    kind: "wire",
    options: {
      process: "In `data.process.flow.<variantId>`.",
      "context-process": "In `data.context.process.flow.<variantId>`.",
    },
    specified: "process",
    observed: "context-process",
    evidence: "A published v1 client reads `data.context.process.flow`.",
  },
  "v1-outcome-place": {
    spec: "9",
    question: "Where is the overall outcome in the v1 state?",
    kind: "wire",
    options: {
      "beside-flow": "In `outcome`, next to `flow`.",
      "flow-entry":
        "In `flow.decision.result.outcome`. The entry `decision` exists even while a referred instance waits for review.",
      absent: "Nowhere. The v1 state contains only the outcomes of the modules.",
    },
    specified: "beside-flow",
    observed: "flow-entry",
    evidence: "A published v1 client searches the entries of `flow` for an outcome that begins with `Decision:`.",
  },
  "v1-flow-while-running": {
    spec: "9",
    question: "Does the v1 state contain `flow` before there is a decision?",
    kind: "wire",
    options: {
      "as-they-finish": "Yes. Each module appears in `flow` when it finishes.",
      "at-decision": "No. `data` is empty until the instance ends or waits for review.",
    },
    specified: "as-they-finish",
    observed: "at-decision",
    evidence: "A published v1 client treats a state without `data.context` as pending.",
  },
  "v1-result": {
    spec: "9",
    question: "Does the v1 state contain an overall result in addition to `flow`?",
    kind: "wire",
    options: {
      absent: "No. There is no overall result.",
      status: "Yes. `data.context.result.status` is `pending`, `completed` or `failed`.",
    },
    specified: "absent",
    observed: "status",
    evidence: "A published v1 client declares `data.context.result.status`.",
  },
  "v1-state-data": {
    spec: "4.3",
    question: "Does the v1 state always contain `data`?",
    kind: "wire",
    options: {
      always: "Yes. Every state contains `data`. The member `filterKeys` of a request has no effect.",
      "by-filter-keys":
        "No. The state contains `data` only if the request has `filterKeys`, which must be a list of strings.",
    },
    specified: "always",
    observed: "by-filter-keys",
    evidence: 'Published v1 clients send `filterKeys: ["/.*/"]` with every state/fetch.',
  },
  "v1-list-status": {
    spec: "4.3",
    question: "Which status does a successful task/list return?",
    kind: "wire",
    options: { ok: "Returns 200.", created: "Returns 201." },
    specified: "ok",
    observed: "created",
  },
  "v1-update-status": {
    spec: "4.3",
    question: "Which status does a successful task/update return?",
    kind: "wire",
    options: { ok: "Returns 200.", created: "Returns 201." },
    specified: "ok",
    observed: "ok",
  },
  "task-schema-reference": {
    spec: "2.3",
    question: "How does a task in the response to task/list/schema refer to its schema?",
    kind: "wire",
    options: {
      key: 'By its key in `schemas`: `{"$ref": "<key>"}`.',
      pointer: 'By a JSON pointer to its entry in `schemas`: `{"$ref": "#/schemas/<key>"}`.',
    },
    specified: "key",
    observed: "pointer",
  },
  "task-schema-root": {
    spec: "2.4",
    question: "What does a task schema describe?",
    kind: "wire",
    options: {
      context: "An object of the form `{context: {subject}}`.",
      subject: "Only the subject, without an enclosing `context`.",
    },
    specified: "context",
    observed: "context",
  },
  "task-list-contents": {
    spec: "4.3",
    question: "Does the task list include completed tasks?",
    kind: "wire",
    options: {
      open: "No. The list contains only open tasks.",
      all: "Yes. The list contains open and completed tasks.",
    },
    specified: "open",
    observed: "open",
  },
  "v1-task-stage": {
    spec: "3.3",
    question: "How does a task move through its stages?",
    kind: "engine",
    options: {
      conventional:
        "A task starts as Assigned. The task becomes In Progress when prefill or an update with `Save` provides part of its data, and Completed when prefill provides all its required data or an update sends `Complete`.",
    },
    specified: "conventional",
    observed: "conventional",
  },
  "v1-intent-values": {
    spec: "2.10",
    question: "Which values can `intent` have besides `Complete`?",
    kind: "engine",
    options: {
      "complete-only": "None. Any other value returns 400.",
      "save-and-validate":
        "`Save` and `Validate`. `Save` stores the valid data. `Validate` checks the data and stores nothing.",
    },
    specified: "complete-only",
    observed: "save-and-validate",
  },
  "unknown-task": {
    spec: "7",
    question:
      "Which status does a call return if the `taskId` does not exist, or the segment of the task has not started?",
    kind: "wire",
    options: { "not-found": "Returns 404.", "bad-request": "Returns 400." },
    specified: "not-found",
    observed: "not-found",
  },
  "task-complete-incomplete": {
    spec: "2.10",
    question: "What happens if a task update sends `Complete` while required data is missing?",
    kind: "engine",
    options: { refused: "The update returns 400.", accepted: "The task is completed anyway." },
    specified: "refused",
    observed: "refused",
  },
  "task-optional-invalid": {
    spec: "2.10",
    question: "What happens if a task update contains invalid data for an optional element?",
    kind: "engine",
    options: {
      stripped: "The update succeeds without that element, like a v2 submit.",
      refused: "The update returns 400, unless its `intent` is `Save`.",
    },
    specified: "stripped",
    observed: "stripped",
  },
  "task-prefilled": {
    spec: "2.10",
    question: "What happens if a task update contains an element that was prefilled or saved?",
    kind: "engine",
    options: {
      replaces: "The new data replaces the earlier data. The specification forbids duplicates only in v2 submits.",
    },
    specified: "replaces",
    observed: "replaces",
  },
  "task-foreign-data": {
    spec: "2.10",
    question: "What happens to data in a task update that another task collects?",
    kind: "engine",
    options: {
      ignored:
        "The data is ignored, and the other task still needs it. The specification says that only the fields of the task schema are relevant.",
    },
    specified: "ignored",
    observed: "ignored",
  },
  "task-complete-again": {
    spec: "2.10",
    question: "What happens if a task update sends `Complete` for a completed task?",
    kind: "engine",
    options: { refused: "The update returns 409.", accepted: "The update returns 200 and changes nothing." },
    specified: "refused",
    observed: "refused",
  },
  "task-order": {
    spec: "3.3",
    question: "Are all tasks of a v1 journey open immediately?",
    kind: "engine",
    options: {
      "by-segment":
        "No. Only the tasks of the current segment are open. The tasks of the next segment open when the current segment has finished.",
    },
    specified: "by-segment",
    observed: "by-segment",
  },
  "v1-task-schema-deprecated": {
    spec: "4.3",
    question: "Is task/schema deprecated, like the other v1 task endpoints?",
    kind: "wire",
    options: {
      yes: "Yes. The specification's migration rules deprecate all task endpoints.",
      no: "No. The specification's table of endpoints does not mark task/schema as deprecated.",
    },
    specified: "yes",
    observed: "yes",
  },
  "deprecation-notice": {
    spec: "9",
    question: "How does a deprecated endpoint announce its deprecation?",
    kind: "wire",
    options: {
      header:
        "With a `Deprecation` header, which contains a fixed date. Journey Kit adds this header. There is no `Sunset` header.",
    },
    specified: "header",
    observed: "header",
  },
} as const satisfies Record<string, Gap>;
