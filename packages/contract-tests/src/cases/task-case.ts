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
import type { Case } from "./case.ts";
import { completed, noted, settled, started, startedV1 } from "./given.ts";
import { hiddenUnder, identity } from "./person.ts";
import { distinct, each, filled, like, members, object } from "./shape.ts";

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
export const taskCases: readonly Case[] = [
  {
    rule: "task-id-unique",
    given: open,
    ask: listTasks,
    answer: succeeds({ "tasks[*].taskId": distinct, "tasks[1].taskId": filled }),
  },
  {
    rule: "task-id-unique",
    facet: "unknown",
    given: open,
    ask: changed(update(...identity), { taskId: "no-such-task" }),
    answer: refused("UNKNOWN_TASK"),
  },
  {
    rule: "task-id-unique",
    facet: "of-another-instance",
    given: [
      ...open,
      taskNoted,
      noted(listTasks, { foreign: "tasks[0].taskId" }, "saved the same id as $foreign"),
      startedV1("identity-check-v1"),
    ],
    ask: changed(update("FullName", "DateOfBirth"), { taskId: "$foreign" }),
    answer: refused("UNKNOWN_TASK"),
  },
  { rule: "task-variant-id", given: open, ask: listTasks, answer: succeeds({ "tasks[*].variantId": each(filled) }) },
  { rule: "task-schema-reference", given: open, ask: listTaskSchemas, answer: reference },
  {
    rule: "task-schema-draft-07",
    given: open,
    ask: fetchTaskSchema,
    answer: succeeds({ $schema: draft07, type: "object", properties: object, required: { is: "list" } }),
  },
  {
    rule: "task-schema-draft-07",
    facet: "place-of-the-name",
    given: open,
    ask: fetchTaskSchema,
    answer: by("task-schema-root", {
      context: succeeds({ "properties.context.properties.subject.properties.identity.required": filled }),
      subject: succeeds({ "properties.identity.required": filled }),
    }),
  },
  {
    rule: "task-schemas-map",
    given: open,
    ask: listTaskSchemas,
    answer: succeeds({ "schemas[*].$schema": members([draft07, draft07]), "schemas[*].type": each("object") }),
  },
  { rule: "task-update-intent-required", given: open, ask: update("FullName", "DateOfBirth"), answer: updated },
  {
    rule: "task-update-intent-required",
    facet: "absent",
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { intent: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "task-update-intent-required",
    facet: "save",
    given: open,
    ask: changed(update("FullName"), { intent: "Save" }),
    answer: by("v1-intent-values", { "complete-only": refused("MISSING_FIELD"), "save-and-validate": updated }),
  },
  {
    rule: "task-update-intent-required",
    facet: "nonsense",
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { intent: "Finish" }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "task-update-ids-required",
    facet: "instance",
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { instanceId: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "task-update-ids-required",
    facet: "task",
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { taskId: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "task-update-context-required",
    given: open,
    ask: changed(update("FullName", "DateOfBirth"), { context: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "task-update-relevant-fields",
    given: open,
    ask: update("FullName", "DateOfBirth"),
    answer: updated,
  },
  {
    rule: "task-update-relevant-fields",
    facet: "more-than-relevant",
    given: open,
    ask: update("FullName", "DateOfBirth", "Selfie"),
    answer: updated,
  },
  {
    rule: "task-update-relevant-fields",
    facet: "too-few",
    given: open,
    ask: update("FullName"),
    answer: by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
  },
  {
    rule: "task-update-relevant-fields",
    facet: "invalid",
    given: open,
    ask: update("FullName", "!DateOfBirth"),
    answer: by("required-invalid", {
      refused: refused("INVALID_FIELD"),
      outstanding: by("task-complete-incomplete", { refused: refused("MISSING_FIELD"), accepted: updated }),
    }),
  },
  {
    rule: "task-stages",
    facet: "completed",
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
  {
    rule: "task-stages",
    facet: "prefilled",
    given: [startedV1("identity-check-v1", "FullName", "DateOfBirth")],
    ask: listTasks,
    answer: by("task-list-contents", {
      open: succeeds({ "tasks[0].taskId": filled, "tasks[1]": { is: "absent" } }),
      all: succeeds({ "tasks[1].taskId": filled }),
    }),
  },
  {
    rule: "task-stages",
    facet: "part-by-part",
    given: [startedV1("identity-check-v1", "FullName")],
    ask: update("DateOfBirth"),
    answer: updated,
  },
  {
    rule: "task-complete-finishes",
    given: [startedV1("age-check-v1"), completed("DateOfBirth"), settled],
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "task-complete-finishes",
    facet: "again",
    given: [...open, taskNoted, completed("FullName", "DateOfBirth")],
    ask: update("FullName", "DateOfBirth"),
    answer: by("task-complete-again", { refused: refused("TASK_ALREADY_COMPLETED"), accepted: updated }),
  },
  {
    rule: "v1-task-list",
    given: open,
    ask: listTasks,
    answer: succeeds({
      instanceId: "$instance",
      status: "InProgress",
      "tasks[0].taskId": filled,
      "tasks[0].variantId": filled,
    }),
  },
  {
    rule: "v1-task-list",
    facet: "finished",
    given: [startedV1("age-check-v1", "DateOfBirth"), settled],
    ask: listTasks,
    answer: by("task-list-contents", {
      open: succeeds({ status: "Completed", tasks: [] }),
      all: succeeds({ status: "Completed", "tasks[0].taskId": filled }),
    }),
  },
  { rule: "v1-task-schema-201", given: open, ask: fetchTaskSchema, answer: succeeds({ type: "object" }) },
  {
    rule: "v1-task-schema-201",
    facet: "no-task-id",
    given: [],
    ask: post("v1.fetchTaskSchema"),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "v1-task-list-schema-201",
    given: open,
    ask: listTaskSchemas,
    answer: succeeds({ instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled }),
  },
  { rule: "v1-task-update-response", given: open, ask: update("FullName", "DateOfBirth"), answer: updated },
  {
    rule: "v1-task-endpoints-deprecated",
    facet: "list",
    given: open,
    ask: listTasks,
    answer: withHeaders(succeeds(), isDeprecated),
  },
  {
    rule: "v1-task-endpoints-deprecated",
    facet: "update",
    given: open,
    ask: update("FullName", "DateOfBirth"),
    answer: withHeaders(succeeds(), isDeprecated),
  },
  {
    rule: "v1-task-endpoints-deprecated",
    facet: "schema",
    given: open,
    ask: fetchTaskSchema,
    answer: by("v1-task-schema-deprecated", {
      yes: withHeaders(succeeds(), isDeprecated),
      no: withHeaders(succeeds(), { deprecation: { is: "absent" } }),
    }),
  },
  {
    rule: "v1-task-endpoints-deprecated",
    facet: "state-stays",
    given: open,
    ask: fetchStateV1,
    answer: withHeaders(succeeds(), { deprecation: { is: "absent" } }),
  },
  {
    rule: "v2-task-list-deprecated",
    given: [started("identity-check")],
    ask: listV2,
    answer: by("v2-task-list", {
      interaction: withHeaders(succeeds({ "tasks[0].taskId": filled }), isDeprecated),
      instance: withHeaders(succeeds({ "tasks[0].taskId": "$instance" }), isDeprecated),
      none: withHeaders(succeeds({ tasks: [] }), isDeprecated),
      "not-found": refused("NO_TASKS"),
    }),
  },
  {
    rule: "v2-task-list-deprecated",
    facet: "extension",
    given: [started("identity-check")],
    ask: post("v2.listTasks", { instanceId: "$instance" }),
    answer: by("v2-task-list", {
      interaction: withHeaders(succeeds({ "tasks[0].taskId": filled }), isDeprecated),
      instance: withHeaders(succeeds({ "tasks[0].taskId": "$instance" }), isDeprecated),
      none: withHeaders(succeeds({ tasks: [] }), isDeprecated),
      "not-found": refused("NO_TASKS"),
    }),
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  {
    rule: "v2-task-list-deprecated",
    facet: "update-extension",
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
  {
    rule: "task-list-schema-response",
    given: [started("identity-check")],
    ask: listV2,
    answer: by("v2-task-list", {
      interaction: succeeds({ instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled }),
      instance: succeeds({ instanceId: "$instance", status: "InProgress", tasks: filled, schemas: filled }),
      none: succeeds({ instanceId: "$instance", status: "InProgress", tasks: [], schemas: object }),
      "not-found": refused("NO_TASKS"),
    }),
  },
];
