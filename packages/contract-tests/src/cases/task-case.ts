import { toSubject } from "../target/sample.ts";
import { by, refused, succeeds, withHeaders } from "./answer.ts";
import {
  changed,
  fetchState,
  fetchStateV1,
  fetchTaskSchema,
  listTaskSchemas,
  listTasks,
  post,
  toParts,
  update,
} from "./ask.ts";
import type { CaseTable } from "./case.ts";
import { completed, noted, settled, started, startedV1, tried } from "./given.ts";
import { hiddenUnder, identity } from "./person.ts";
import { distinct, each, filled, like, members, object, other } from "./shape.ts";

const open = [startedV1("identity-check-v1")];
const draft07 = "http://json-schema.org/draft-07/schema#";
const updated = succeeds({ instanceId: "$instance", taskId: "$task" });
const taskNoted = noted(listTasks, { task: "tasks[0].taskId" }, "saved the id of the first task as $task");
const isDeprecated = { deprecation: like(/^@\d+$/) };
const listV2 = post("v2.listTaskSchemas", { instanceId: "$instance" });

const reference = by("task-schema-reference", {
  key: succeeds({ "tasks[*].schema.$ref": each({ is: "key", of: "schemas", after: "" }) }),
  pointer: succeeds({ "tasks[*].schema.$ref": each({ is: "key", of: "schemas", after: "#/schemas/" }) }),
});

/** Tasks of v1 and the tasks that v2 still lists. Spec 2.3, 2.4, 2.10, 3.3, 4.2, 4.3. */
export const taskCases: CaseTable = {
  "task-id-unique": {
    given: open,
    ask: listTasks,
    answer: succeeds({ "tasks[*].taskId": distinct, "tasks[1].taskId": filled }),
  },
  "task-id-unique/unknown": {
    given: open,
    ask: changed(update(...identity), { taskId: "no-such-task" }),
    answer: refused("UNKNOWN_TASK"),
  },
  "task-id-unique/of-another-instance": {
    given: [
      ...open,
      taskNoted,
      noted(listTasks, { foreign: "tasks[0].taskId" }, "saved the same id as $foreign"),
      startedV1("identity-check-v1"),
    ],
    ask: changed(update("FullName", "DateOfBirth"), { taskId: "$foreign" }),
    answer: refused("UNKNOWN_TASK"),
  },
  "task-variant-id": { given: open, ask: listTasks, answer: succeeds({ "tasks[*].variantId": each(filled) }) },
  "task-schema-reference": { given: open, ask: listTaskSchemas, answer: reference },
  "task-schema-draft-07": {
    given: open,
    ask: fetchTaskSchema,
    answer: succeeds({ $schema: draft07, type: "object", properties: object, required: { is: "list" } }),
  },
  "task-schema-draft-07/place-of-the-name": {
    given: open,
    ask: fetchTaskSchema,
    answer: by("task-schema-root", {
      context: succeeds({ "properties.context.properties.subject.properties.identity.required": filled }),
      subject: succeeds({ "properties.identity.required": filled }),
    }),
  },
  "task-schemas-map": {
    given: open,
    ask: listTaskSchemas,
    answer: succeeds({ "schemas[*].$schema": members([draft07, draft07]), "schemas[*].type": each("object") }),
  },
  "task-update-intent-required": { given: open, ask: update("FullName", "DateOfBirth"), answer: updated },
  "task-update-intent-required/absent": {
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { intent: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  "task-update-intent-required/save": {
    given: open,
    ask: changed(update("FullName"), { intent: "Save" }),
    answer: by("v1-intent-values", { "complete-only": refused("MISSING_FIELD"), "save-and-validate": updated }),
  },
  "task-update-intent-required/nonsense": {
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { intent: "Finish" }),
    answer: refused("MISSING_FIELD"),
  },
  "task-update-ids-required/instance": {
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { instanceId: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  "task-update-ids-required/task": {
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { taskId: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  "task-update-context-required": {
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { context: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  "task-update-relevant-fields": { given: open, ask: update("FullName", "DateOfBirth"), answer: updated },
  "task-update-relevant-fields/more-than-relevant": {
    given: open,
    ask: update("FullName", "DateOfBirth", "Selfie"),
    answer: updated,
  },
  "task-update-relevant-fields/too-few": {
    given: open,
    ask: update("FullName"),
    answer: by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
  },
  "task-update-relevant-fields/invalid": {
    given: open,
    ask: update("FullName", "!DateOfBirth"),
    answer: by("required-invalid", {
      refused: refused("INVALID_FIELD"),
      outstanding: by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
    }),
  },
  "task-stages/completed": {
    given: [...open, completed("FullName", "DateOfBirth")],
    ask: listTasks,
    answer: by("task-list-contents", {
      open: succeeds({
        "tasks[0].taskId": filled,
        "tasks[*].taskId": each(filled),
        tasks: filled,
        "tasks[1]": { is: "absent" },
      }),
      all: succeeds({ "tasks[1].taskId": filled }),
    }),
  },
  "task-stages/prefilled": {
    given: [startedV1("identity-check-v1", "FullName", "DateOfBirth")],
    ask: listTasks,
    answer: by("task-list-contents", {
      open: succeeds({ "tasks[0].taskId": filled, "tasks[1]": { is: "absent" } }),
      all: succeeds({ "tasks[1].taskId": filled }),
    }),
  },
  "task-stages/part-by-part": {
    given: [startedV1("identity-check-v1", "FullName")],
    ask: update("DateOfBirth"),
    answer: updated,
  },
  "task-complete-finishes": {
    given: [startedV1("age-check-v1"), completed("DateOfBirth"), settled],
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed" }),
  },
  "task-complete-finishes/again": {
    given: [...open, taskNoted, completed("FullName", "DateOfBirth")],
    ask: update("FullName", "DateOfBirth"),
    answer: by("task-complete-again", { refused: refused("TASK_ALREADY_COMPLETED"), accepted: updated }),
  },
  "v1-task-list": {
    given: open,
    ask: listTasks,
    answer: succeeds({
      instanceId: "$instance",
      status: "InProgress",
      "tasks[0].taskId": filled,
      "tasks[0].variantId": filled,
    }),
  },
  "v1-task-list/finished": {
    given: [startedV1("age-check-v1", "DateOfBirth"), settled],
    ask: listTasks,
    answer: by("task-list-contents", {
      open: succeeds({ status: "Completed", tasks: [] }),
      all: succeeds({ status: "Completed", "tasks[0].taskId": filled }),
    }),
  },
  "v1-task-schema-201": { given: open, ask: fetchTaskSchema, answer: succeeds({ type: "object" }) },
  "v1-task-schema-201/no-task-id": { ask: post("v1.fetchTaskSchema"), answer: refused("MISSING_FIELD") },
  "v1-task-list-schema-201": {
    given: open,
    ask: listTaskSchemas,
    answer: succeeds({ instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled }),
  },
  "v1-task-update-response": { given: open, ask: update("FullName", "DateOfBirth"), answer: updated },
  "v1-task-endpoints-deprecated/list": { given: open, ask: listTasks, answer: withHeaders(succeeds(), isDeprecated) },
  "v1-task-endpoints-deprecated/update": {
    given: open,
    ask: update("FullName", "DateOfBirth"),
    answer: withHeaders(succeeds(), isDeprecated),
  },
  "v1-task-endpoints-deprecated/schema": {
    given: open,
    ask: fetchTaskSchema,
    answer: by("v1-task-schema-deprecated", {
      yes: withHeaders(succeeds(), isDeprecated),
      no: withHeaders(succeeds(), { deprecation: { is: "absent" } }),
    }),
  },
  "v1-task-endpoints-deprecated/state-stays": {
    given: open,
    ask: fetchStateV1,
    answer: withHeaders(succeeds(), { deprecation: { is: "absent" } }),
  },
  "v2-task-list-deprecated": {
    given: [started("identity-check")],
    ask: listV2,
    answer: by("v2-task-list", {
      interaction: withHeaders(succeeds({ "tasks[0].taskId": other("$instance") }), isDeprecated),
      instance: withHeaders(succeeds({ "tasks[0].taskId": "$instance" }), isDeprecated),
      none: withHeaders(succeeds({ tasks: [] }), isDeprecated),
      "not-found": refused("NO_TASKS"),
    }),
  },
  "v2-task-list-deprecated/extension": {
    given: [started("identity-check")],
    ask: post("v2.listTasks", { instanceId: "$instance" }),
    answer: by("v2-task-list", {
      interaction: withHeaders(succeeds({ "tasks[0].taskId": other("$instance") }), isDeprecated),
      instance: withHeaders(succeeds({ "tasks[0].taskId": "$instance" }), isDeprecated),
      none: withHeaders(succeeds({ tasks: [] }), isDeprecated),
      "not-found": refused("NO_TASKS"),
    }),
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  "v2-task-list-deprecated/update-extension": {
    given: [
      started("age-check"),
      noted(
        post("v2.updateTask", {
          intent: "Complete",
          instanceId: "$instance",
          taskId: "$instance",
          context: { subject: toSubject(toParts(["DateOfBirth"])) },
        }),
        { updated: "instanceId" },
        "its task completed with DateOfBirth",
      ),
      settled,
    ],
    ask: fetchState,
    answer: succeeds({ status: "Completed" }),
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  "task-list-schema-response": {
    given: [started("identity-check")],
    ask: listV2,
    answer: by("v2-task-list", {
      interaction: succeeds({ instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled }),
      instance: succeeds({ instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled }),
      none: succeeds({ instanceId: "$instance", status: "InProgress", tasks: [], schemas: object }),
      "not-found": refused("NO_TASKS"),
    }),
  },
  "task-variant-id/of-the-modules": {
    given: open,
    ask: listTasks,
    answer: by("v1-variant-id", {
      shared: succeeds({ "tasks[*].variantId": each("data-verification-v1") }),
      separate: succeeds({ "tasks[*].variantId": members(["person-task", "address-task"]) }),
    }),
  },
  "task-update-intent-required/validate": {
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { intent: "Validate" }),
    answer: by("v1-intent-values", { "complete-only": refused("MISSING_FIELD"), "save-and-validate": updated }),
  },
  "task-update-intent-required/validate-keeps-nothing": {
    given: [
      ...open,
      tried(changed(update("FullName", "DateOfBirth"), { intent: "Validate" }), "tried to validate the task data"),
    ],
    ask: update("DateOfBirth"),
    answer: by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
  },
  "task-update-intent-required/save-keeps": {
    given: [...open, tried(changed(update("FullName"), { intent: "Save" }), "tried to save FullName")],
    ask: update("DateOfBirth"),
    answer: by("v1-intent-values", {
      "complete-only": by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
      "save-and-validate": updated,
    }),
    uncited: ["v1-intent-values"],
  },
  "task-update-relevant-fields/too-few-completes": {
    given: [...open, tried(update("FullName"), "tried to complete the task with FullName")],
    ask: update("FullName", "DateOfBirth"),
    answer: by("task-complete-incomplete", {
      refused: updated,
      accepted: by("task-complete-again", { refused: refused("TASK_ALREADY_COMPLETED"), accepted: updated }),
    }),
    uncited: ["task-complete-incomplete"],
  },
};
