import type { CaseRequest, CaseRow, CaseTable, Shows } from "./case.ts";
import { by, refused, withHeaders } from "./expectations.ts";
import { armed, completed, noted, settled, started, tried } from "./given.ts";
import {
  changed,
  fetchTaskSchema,
  listTaskSchemas,
  listTasks,
  post,
  refuses,
  stateAfter,
  stateV1After,
  tasksAfter,
  update,
} from "./requests.ts";
import { hiddenUnder, identity } from "./scenarios.ts";
import { absent, distinct, each, filled, matching, members, object, other } from "./shape.ts";

const openTasks = [started("identity-check-v1")];
const draft07 = "http://json-schema.org/draft-07/schema#";
const bothParts = update("FullName", "DateOfBirth");
const updated = { instanceId: "$instance", taskId: "$task" };
const taskNoted = noted(listTasks, { task: "tasks[0].taskId" }, "saved the id of the first task as $task");
const deprecated = (shows: Shows = {}) => withHeaders(shows, { deprecation: matching(/^@\d+$/) });
const notDeprecated = withHeaders({}, { deprecation: absent });
const listV2 = post("v2.listTaskSchemas", { instanceId: "$instance" });

/** A case about an update of the first of two open tasks. */
const updateOf = (request: CaseRequest, response: CaseRow["response"] = updated): CaseRow => ({
  given: openTasks,
  request,
  response,
});
const ifIncomplete = by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated });
const ifSavable = (response: CaseRow["response"]) =>
  by("v1-intent-values", { "complete-only": refused("MISSING_FIELD"), "save-and-validate": response });

const reference = by("task-schema-reference", {
  key: { "tasks[*].schema.$ref": each({ is: "key", of: "schemas", after: "" }) },
  pointer: { "tasks[*].schema.$ref": each({ is: "key", of: "schemas", after: "#/schemas/" }) },
});

/** The v2 task list, which shows the current interaction as a task under some readings. Gap `v2-task-list`. */
const listed = by("v2-task-list", {
  interaction: deprecated({ "tasks[0].taskId": other("$instance") }),
  instance: deprecated({ "tasks[0].taskId": "$instance" }),
  none: deprecated({ tasks: [] }),
  "not-found": refused("NO_TASKS"),
});

/** Cases about v1 tasks and the deprecated task lists of v2. Spec 2.3, 2.4, 2.10, 3.3, 4.2, 4.3. */
export const taskCases: CaseTable = {
  "task-id-unique": tasksAfter(openTasks, { "tasks[*].taskId": distinct, "tasks[1].taskId": filled }),
  "task-id-unique/unknown": updateOf(changed(update(...identity), { taskId: "no-such-task" }), refused("UNKNOWN_TASK")),
  "task-id-unique/of-another-instance": {
    given: [
      ...openTasks,
      taskNoted,
      noted(listTasks, { foreign: "tasks[0].taskId" }, "saved the id of the first task as $foreign"),
      started("identity-check-v1"),
    ],
    request: changed(bothParts, { taskId: "$foreign" }),
    response: refused("UNKNOWN_TASK"),
  },
  "task-variant-id": tasksAfter(openTasks, { "tasks[*].variantId": each(filled) }),
  "task-schema-reference": { given: openTasks, request: listTaskSchemas, response: reference },
  "task-schema-draft-07": {
    given: openTasks,
    request: fetchTaskSchema,
    response: { $schema: draft07, type: "object", properties: object, required: { is: "list" } },
  },
  "task-schema-draft-07/place-of-the-name": {
    given: openTasks,
    request: fetchTaskSchema,
    response: by("task-schema-root", {
      context: { "properties.context.properties.subject.properties.identity.required": filled },
      subject: { "properties.identity.required": filled },
    }),
  },
  "task-schemas-map": {
    given: openTasks,
    request: listTaskSchemas,
    response: { "schemas[*].$schema": members([draft07, draft07]), "schemas[*].type": each("object") },
  },
  "task-update-intent-required": updateOf(bothParts),
  "task-update-intent-required/absent": updateOf(changed(bothParts, { intent: undefined }), refused("MISSING_FIELD")),
  "task-update-intent-required/save": updateOf(changed(update("FullName"), { intent: "Save" }), ifSavable(updated)),
  "task-update-intent-required/nonsense": updateOf(changed(bothParts, { intent: "Finish" }), refused("MISSING_FIELD")),
  "task-update-ids-required/instance": updateOf(
    changed(bothParts, { instanceId: undefined }),
    refused("MISSING_FIELD"),
  ),
  "task-update-ids-required/task": updateOf(changed(bothParts, { taskId: undefined }), refused("MISSING_FIELD")),
  "task-update-context-required": updateOf(changed(bothParts, { context: undefined }), refused("MISSING_FIELD")),
  "task-update-relevant-fields": updateOf(bothParts),
  "task-update-relevant-fields/more-than-relevant": updateOf(update("FullName", "DateOfBirth", "Selfie")),
  "task-update-relevant-fields/too-few": updateOf(update("FullName"), ifIncomplete),
  "task-update-relevant-fields/invalid": updateOf(
    update("FullName", "!DateOfBirth"),
    by("required-invalid", { refused: refused("INVALID_FIELD"), outstanding: ifIncomplete }),
  ),
  "task-update-relevant-fields/invalid-optional": {
    given: [...openTasks, noted(listTasks, { task: "tasks[1].taskId" }, "saved the id of the second task as $task")],
    request: update("CurrentAddress", "!SSN"),
    response: by("task-optional-invalid", { stripped: updated, refused: refused("INVALID_FIELD") }),
  },
  "task-stages/completed": tasksAfter(
    [...openTasks, completed("FullName", "DateOfBirth")],
    by("task-list-contents", {
      open: { "tasks[0].taskId": filled, "tasks[*].taskId": each(filled), tasks: filled, "tasks[1]": absent },
      all: { "tasks[1].taskId": filled },
    }),
  ),
  "task-stages/prefilled": tasksAfter(
    [started("identity-check-v1", "FullName", "DateOfBirth")],
    by("task-list-contents", {
      open: { "tasks[0].taskId": filled, "tasks[1]": absent },
      all: { "tasks[1].taskId": filled },
    }),
  ),
  "task-stages/of-a-later-segment": tasksAfter(
    [armed("stuck"), started("document-and-selfie-v1", "FullName", "DateOfBirth")],
    by("task-list-contents", { open: { tasks: [] }, all: { "tasks[0].taskId": filled, "tasks[1]": absent } }),
  ),
  "task-stages/part-by-part": {
    given: [started("identity-check-v1", "FullName")],
    request: update("DateOfBirth"),
    response: updated,
  },
  "task-complete-finishes": stateV1After([started("age-check-v1"), completed("DateOfBirth"), settled], {
    status: "Completed",
  }),
  "task-complete-finishes/again": {
    given: [...openTasks, taskNoted, completed("FullName", "DateOfBirth")],
    request: bothParts,
    response: by("task-complete-again", { refused: refused("TASK_ALREADY_COMPLETED"), accepted: updated }),
  },
  "v1-task-list": tasksAfter(openTasks, {
    instanceId: "$instance",
    status: "InProgress",
    "tasks[0].taskId": filled,
    "tasks[0].variantId": filled,
  }),
  "v1-task-list/finished": tasksAfter(
    [started("age-check-v1", "DateOfBirth"), settled],
    by("task-list-contents", {
      open: { status: "Completed", tasks: [] },
      all: { status: "Completed", "tasks[0].taskId": filled },
    }),
  ),
  "v1-task-schema-201": { given: openTasks, request: fetchTaskSchema, response: { type: "object" } },
  "v1-task-schema-201/unknown-task": refuses(post("v1.fetchTaskSchema", { taskId: "no-such-task" }), "UNKNOWN_TASK"),
  "v1-task-schema-201/no-task-id": refuses(post("v1.fetchTaskSchema"), "MISSING_FIELD"),
  "v1-task-list-schema-201": {
    given: openTasks,
    request: listTaskSchemas,
    response: { instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled },
  },
  "v1-task-update-response": updateOf(bothParts),
  "v1-task-endpoints-deprecated/list": tasksAfter(openTasks, deprecated()),
  "v1-task-endpoints-deprecated/update": updateOf(bothParts, deprecated()),
  "v1-task-endpoints-deprecated/schema": {
    given: openTasks,
    request: fetchTaskSchema,
    response: by("v1-task-schema-deprecated", { yes: deprecated(), no: notDeprecated }),
  },
  "v1-task-endpoints-deprecated/refused": {
    request: post("v1.listTasks"),
    response: withHeaders(refused("MISSING_FIELD"), { deprecation: matching(/^@\d+$/) }),
  },
  "v1-task-endpoints-deprecated/state-stays": stateV1After(openTasks, notDeprecated),
  "v2-task-list-deprecated": { given: [started("identity-check")], request: listV2, response: listed },
  "v2-task-list-deprecated/extension": {
    given: [started("identity-check")],
    request: post("v2.listTasks", { instanceId: "$instance" }),
    response: listed,
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  "v2-task-list-deprecated/update-extension": stateAfter(
    [
      started("age-check"),
      noted(
        { ...changed(update("DateOfBirth"), { taskId: "$instance" }), route: "v2.updateTask" },
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
    openTasks,
    by("v1-variant-id", {
      shared: { "tasks[*].variantId": each("data-verification-v1") },
      separate: { "tasks[*].variantId": members(["person-task", "address-task"]) },
    }),
  ),
  "task-update-intent-required/validate": updateOf(changed(bothParts, { intent: "Validate" }), ifSavable(updated)),
  "task-update-intent-required/validate-invalid": updateOf(
    changed(update("FullName", "!DateOfBirth"), { intent: "Validate" }),
    ifSavable(by("required-invalid", { refused: refused("INVALID_FIELD"), outstanding: updated })),
  ),
  "task-update-intent-required/save-invalid": updateOf(
    changed(update("FullName", "!DateOfBirth"), { intent: "Save" }),
    ifSavable(updated),
  ),
  "task-update-intent-required/validate-keeps-nothing": {
    given: [...openTasks, tried(changed(bothParts, { intent: "Validate" }), "tried to validate the task data")],
    request: update("DateOfBirth"),
    response: ifIncomplete,
  },
  "task-update-intent-required/save-keeps": {
    given: [...openTasks, tried(changed(update("FullName"), { intent: "Save" }), "tried to save FullName")],
    request: update("DateOfBirth"),
    response: by("v1-intent-values", { "complete-only": ifIncomplete, "save-and-validate": updated }),
    uncited: ["v1-intent-values"],
  },
  "task-update-relevant-fields/too-few-completes": {
    given: [...openTasks, tried(update("FullName"), "tried to complete the task with FullName")],
    request: bothParts,
    response: by("task-complete-incomplete", {
      refused: updated,
      accepted: by("task-complete-again", { refused: refused("TASK_ALREADY_COMPLETED"), accepted: updated }),
    }),
    uncited: ["task-complete-incomplete"],
  },
};
