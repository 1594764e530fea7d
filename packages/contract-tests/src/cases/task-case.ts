import { toSubject } from "../target/sample.ts";
import type { CaseTable } from "./case.ts";
import { by, refused, succeeds, withHeaders } from "./expectations.ts";
import {
  armed,
  completed,
  noted,
  settled,
  started,
  startedV1,
  stateAfter,
  stateV1After,
  tasksAfter,
  tried,
} from "./given.ts";
import { changed, fetchTaskSchema, listTaskSchemas, listTasks, post, toParts, update } from "./requests.ts";
import { hiddenUnder, identity } from "./scenarios.ts";
import { distinct, each, filled, like, members, object, other } from "./shape.ts";

const open = [startedV1("identity-check-v1")];
const draft07 = "http://json-schema.org/draft-07/schema#";
const updated = { instanceId: "$instance", taskId: "$task" };
const taskNoted = noted(listTasks, { task: "tasks[0].taskId" }, "saved the id of the first task as $task");
const isDeprecated = { deprecation: like(/^@\d+$/) };
const listV2 = post("v2.listTaskSchemas", { instanceId: "$instance" });

const reference = by("task-schema-reference", {
  key: { "tasks[*].schema.$ref": each({ is: "key", of: "schemas", after: "" }) },
  pointer: { "tasks[*].schema.$ref": each({ is: "key", of: "schemas", after: "#/schemas/" }) },
});

/** Cases about v1 tasks and the deprecated task lists of v2. Spec 2.3, 2.4, 2.10, 3.3, 4.2, 4.3. */
export const taskCases: CaseTable = {
  "task-id-unique": tasksAfter(open, { "tasks[*].taskId": distinct, "tasks[1].taskId": filled }),
  "task-id-unique/unknown": {
    given: open,
    request: changed(update(...identity), { taskId: "no-such-task" }),
    response: refused("UNKNOWN_TASK"),
  },
  "task-id-unique/of-another-instance": {
    given: [
      ...open,
      taskNoted,
      noted(listTasks, { foreign: "tasks[0].taskId" }, "saved the id of the first task as $foreign"),
      startedV1("identity-check-v1"),
    ],
    request: changed(update("FullName", "DateOfBirth"), { taskId: "$foreign" }),
    response: refused("UNKNOWN_TASK"),
  },
  "task-variant-id": tasksAfter(open, { "tasks[*].variantId": each(filled) }),
  "task-schema-reference": { given: open, request: listTaskSchemas, response: reference },
  "task-schema-draft-07": {
    given: open,
    request: fetchTaskSchema,
    response: { $schema: draft07, type: "object", properties: object, required: { is: "list" } },
  },
  "task-schema-draft-07/place-of-the-name": {
    given: open,
    request: fetchTaskSchema,
    response: by("task-schema-root", {
      context: { "properties.context.properties.subject.properties.identity.required": filled },
      subject: { "properties.identity.required": filled },
    }),
  },
  "task-schemas-map": {
    given: open,
    request: listTaskSchemas,
    response: { "schemas[*].$schema": members([draft07, draft07]), "schemas[*].type": each("object") },
  },
  "task-update-intent-required": { given: open, request: update("FullName", "DateOfBirth"), response: updated },
  "task-update-intent-required/absent": {
    given: open,
    request: changed(update("FullName", "DateOfBirth"), { intent: undefined }),
    response: refused("MISSING_FIELD"),
  },
  "task-update-intent-required/save": {
    given: open,
    request: changed(update("FullName"), { intent: "Save" }),
    response: by("v1-intent-values", { "complete-only": refused("MISSING_FIELD"), "save-and-validate": updated }),
  },
  "task-update-intent-required/nonsense": {
    given: open,
    request: changed(update("FullName", "DateOfBirth"), { intent: "Finish" }),
    response: refused("MISSING_FIELD"),
  },
  "task-update-ids-required/instance": {
    given: open,
    request: changed(update("FullName", "DateOfBirth"), { instanceId: undefined }),
    response: refused("MISSING_FIELD"),
  },
  "task-update-ids-required/task": {
    given: open,
    request: changed(update("FullName", "DateOfBirth"), { taskId: undefined }),
    response: refused("MISSING_FIELD"),
  },
  "task-update-context-required": {
    given: open,
    request: changed(update("FullName", "DateOfBirth"), { context: undefined }),
    response: refused("MISSING_FIELD"),
  },
  "task-update-relevant-fields": { given: open, request: update("FullName", "DateOfBirth"), response: updated },
  "task-update-relevant-fields/more-than-relevant": {
    given: open,
    request: update("FullName", "DateOfBirth", "Selfie"),
    response: updated,
  },
  "task-update-relevant-fields/too-few": {
    given: open,
    request: update("FullName"),
    response: by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
  },
  "task-update-relevant-fields/invalid": {
    given: open,
    request: update("FullName", "!DateOfBirth"),
    response: by("required-invalid", {
      refused: refused("INVALID_FIELD"),
      outstanding: by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
    }),
  },
  "task-stages/completed": tasksAfter(
    [...open, completed("FullName", "DateOfBirth")],
    by("task-list-contents", {
      open: { "tasks[0].taskId": filled, "tasks[*].taskId": each(filled), tasks: filled, "tasks[1]": { is: "absent" } },
      all: { "tasks[1].taskId": filled },
    }),
  ),
  "task-stages/prefilled": tasksAfter(
    [startedV1("identity-check-v1", "FullName", "DateOfBirth")],
    by("task-list-contents", {
      open: { "tasks[0].taskId": filled, "tasks[1]": { is: "absent" } },
      all: { "tasks[1].taskId": filled },
    }),
  ),
  "task-stages/of-a-later-segment": tasksAfter(
    [armed("stuck"), startedV1("document-and-selfie-v1", "FullName", "DateOfBirth")],
    by("task-list-contents", { open: { tasks: [] }, all: { "tasks[0].taskId": filled, "tasks[1]": { is: "absent" } } }),
  ),
  "task-stages/part-by-part": {
    given: [startedV1("identity-check-v1", "FullName")],
    request: update("DateOfBirth"),
    response: updated,
  },
  "task-complete-finishes": stateV1After([startedV1("age-check-v1"), completed("DateOfBirth"), settled], {
    status: "Completed",
  }),
  "task-complete-finishes/again": {
    given: [...open, taskNoted, completed("FullName", "DateOfBirth")],
    request: update("FullName", "DateOfBirth"),
    response: by("task-complete-again", { refused: refused("TASK_ALREADY_COMPLETED"), accepted: updated }),
  },
  "v1-task-list": tasksAfter(open, {
    instanceId: "$instance",
    status: "InProgress",
    "tasks[0].taskId": filled,
    "tasks[0].variantId": filled,
  }),
  "v1-task-list/finished": tasksAfter(
    [startedV1("age-check-v1", "DateOfBirth"), settled],
    by("task-list-contents", {
      open: { status: "Completed", tasks: [] },
      all: { status: "Completed", "tasks[0].taskId": filled },
    }),
  ),
  "v1-task-schema-201": { given: open, request: fetchTaskSchema, response: { type: "object" } },
  "v1-task-schema-201/no-task-id": { request: post("v1.fetchTaskSchema"), response: refused("MISSING_FIELD") },
  "v1-task-list-schema-201": {
    given: open,
    request: listTaskSchemas,
    response: { instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled },
  },
  "v1-task-update-response": { given: open, request: update("FullName", "DateOfBirth"), response: updated },
  "v1-task-endpoints-deprecated/list": tasksAfter(open, withHeaders(succeeds(), isDeprecated)),
  "v1-task-endpoints-deprecated/update": {
    given: open,
    request: update("FullName", "DateOfBirth"),
    response: withHeaders(succeeds(), isDeprecated),
  },
  "v1-task-endpoints-deprecated/schema": {
    given: open,
    request: fetchTaskSchema,
    response: by("v1-task-schema-deprecated", {
      yes: withHeaders(succeeds(), isDeprecated),
      no: withHeaders(succeeds(), { deprecation: { is: "absent" } }),
    }),
  },
  "v1-task-endpoints-deprecated/state-stays": stateV1After(
    open,
    withHeaders(succeeds(), { deprecation: { is: "absent" } }),
  ),
  "v2-task-list-deprecated": {
    given: [started("identity-check")],
    request: listV2,
    response: by("v2-task-list", {
      interaction: withHeaders({ "tasks[0].taskId": other("$instance") }, isDeprecated),
      instance: withHeaders({ "tasks[0].taskId": "$instance" }, isDeprecated),
      none: withHeaders({ tasks: [] }, isDeprecated),
      "not-found": refused("NO_TASKS"),
    }),
  },
  "v2-task-list-deprecated/extension": {
    given: [started("identity-check")],
    request: post("v2.listTasks", { instanceId: "$instance" }),
    response: by("v2-task-list", {
      interaction: withHeaders({ "tasks[0].taskId": other("$instance") }, isDeprecated),
      instance: withHeaders({ "tasks[0].taskId": "$instance" }, isDeprecated),
      none: withHeaders({ tasks: [] }, isDeprecated),
      "not-found": refused("NO_TASKS"),
    }),
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  "v2-task-list-deprecated/update-extension": stateAfter(
    [
      started("age-check"),
      noted(
        post("v2.updateTask", {
          intent: "Complete",
          instanceId: "$instance",
          taskId: "$instance",
          context: { subject: toSubject(toParts(["DateOfBirth"])) },
        }),
        { updated: "instanceId" },
        "completed the task with DateOfBirth",
      ),
      settled,
    ],
    { status: "Completed" },
    { hidden: hiddenUnder("extension-endpoints", "absent") },
  ),
  "task-list-schema-response": {
    given: [started("identity-check")],
    request: listV2,
    response: by("v2-task-list", {
      interaction: { instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled },
      instance: { instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled },
      none: { instanceId: "$instance", status: "InProgress", tasks: [], schemas: object },
      "not-found": refused("NO_TASKS"),
    }),
  },
  "task-variant-id/of-the-modules": tasksAfter(
    open,
    by("v1-variant-id", {
      shared: { "tasks[*].variantId": each("data-verification-v1") },
      separate: { "tasks[*].variantId": members(["person-task", "address-task"]) },
    }),
  ),
  "task-update-intent-required/validate": {
    given: open,
    request: changed(update("FullName", "DateOfBirth"), { intent: "Validate" }),
    response: by("v1-intent-values", { "complete-only": refused("MISSING_FIELD"), "save-and-validate": updated }),
  },
  "task-update-intent-required/validate-invalid": {
    given: open,
    request: changed(update("FullName", "!DateOfBirth"), { intent: "Validate" }),
    response: by("v1-intent-values", {
      "complete-only": refused("MISSING_FIELD"),
      "save-and-validate": by("required-invalid", { refused: refused("INVALID_FIELD"), outstanding: updated }),
    }),
  },
  "task-update-intent-required/save-invalid": {
    given: open,
    request: changed(update("FullName", "!DateOfBirth"), { intent: "Save" }),
    response: by("v1-intent-values", { "complete-only": refused("MISSING_FIELD"), "save-and-validate": updated }),
  },
  "task-update-intent-required/validate-keeps-nothing": {
    given: [
      ...open,
      tried(changed(update("FullName", "DateOfBirth"), { intent: "Validate" }), "tried to validate the task data"),
    ],
    request: update("DateOfBirth"),
    response: by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
  },
  "task-update-intent-required/save-keeps": {
    given: [...open, tried(changed(update("FullName"), { intent: "Save" }), "tried to save FullName")],
    request: update("DateOfBirth"),
    response: by("v1-intent-values", {
      "complete-only": by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
      "save-and-validate": updated,
    }),
    uncited: ["v1-intent-values"],
  },
  "task-update-relevant-fields/too-few-completes": {
    given: [...open, tried(update("FullName"), "tried to complete the task with FullName")],
    request: update("FullName", "DateOfBirth"),
    response: by("task-complete-incomplete", {
      refused: updated,
      accepted: by("task-complete-again", { refused: refused("TASK_ALREADY_COMPLETED"), accepted: updated }),
    }),
    uncited: ["task-complete-incomplete"],
  },
};
