import { at } from "../target/member.ts";
import type { Answer } from "../target/target.ts";
import { type Lab, need } from "./lab.ts";
import { facts, type Subject } from "./person.ts";
import { byStatus, isOk, probe } from "./probe.ts";
import { acceptedV1 } from "./situation.ts";
import { start, v1 } from "./start.ts";

/** A new v1 instance with its tasks. */
interface Listed {
  readonly instanceId: string;
  readonly answer: Answer;
}

const list = async (lab: Lab, subject: Subject = {}): Promise<Listed> => {
  const instanceId = await start(lab, v1(lab, subject));
  return { instanceId, answer: await lab.call("v1.listTasks", { instanceId }) };
};

const listNew = (lab: Lab): Promise<Listed> => lab.once("new tasks", () => list(lab));

const tasksOf = ({ body }: Answer): readonly unknown[] => {
  const tasks = at(body, "tasks");
  return Array.isArray(tasks) ? tasks : [];
};

/** Updates the first task of a listing. */
const update = (lab: Lab, { instanceId, answer }: Listed, intent: string, subject: Subject): Promise<Answer> => {
  const taskId = at(need(answer, "task/list").body, "tasks.0.taskId");
  return lab.call("v1.updateTask", { intent, instanceId, taskId, context: { subject } });
};

/** What holds the detail of a v1 state: the flow, and perhaps the outcome. Gap `v1-flow-place`. */
const processOf = ({ body }: Answer): unknown => at(body, "data.process") ?? at(body, "data.context.process");

/** Probes of v1 tasks. Spec 2.3, 2.4, 2.10, 4.3. */
export const taskProbes = [
  probe({
    id: "list-tasks",
    sends: "task/list of a new instance, and state/fetch of one that is done",
    send: async (lab) => ({ answer: (await listNew(lab)).answer, done: (await acceptedV1(lab)).state }),
    tells: {
      "v1-list-status": ({ answer }) => byStatus({ 200: "ok", 201: "created" })(answer),
      "v1-variant-id": ({ answer, done }) => {
        const flow = Object.keys(Object(at(processOf(done), "flow")));
        const variants = tasksOf(answer).map((task) => String(at(task, "variantId")));
        if (flow.length === 0 || variants.length === 0) return undefined;
        return variants.every((variant) => flow.includes(variant)) ? "shared" : "separate";
      },
    },
  }),
  probe({
    id: "list-schemas",
    sends: "task/list/schema",
    send: async (lab) => lab.call("v1.listTaskSchemas", { instanceId: (await listNew(lab)).instanceId }),
    tells: {
      "task-schema-reference": ({ body }) => {
        const [reference, schemas] = [at(body, "tasks.0.schema.$ref"), Object(at(body, "schemas"))];
        if (typeof reference !== "string") return [];
        if (reference.startsWith("#/schemas/")) return "pointer";
        return Object.hasOwn(schemas, reference) ? "key" : [];
      },
    },
  }),
  probe({
    id: "fetch-schema",
    sends: "task/schema and task/list",
    send: async (lab) => {
      const { answer } = await listNew(lab);
      return { answer, schema: await lab.call("v1.fetchTaskSchema", { taskId: at(answer.body, "tasks.0.taskId") }) };
    },
    tells: {
      "task-schema-root": ({ schema: { body } }) => {
        if (at(body, "properties.context") !== undefined) return "context";
        return at(body, "properties.identity") !== undefined ? "subject" : [];
      },
      "v1-task-schema-deprecated": ({ answer, schema }) => {
        if (answer.headers.get("deprecation") === null) return undefined; // it says so of no endpoint
        return schema.headers.get("deprecation") === null ? "no" : "yes";
      },
    },
  }),
  probe({
    id: "list-after-one",
    sends: "task/list where prefill completed a task",
    send: async (lab) => ({
      all: (await listNew(lab)).answer,
      answer: (await list(lab, facts.nameAndBirth)).answer,
    }),
    tells: {
      "task-list-contents": ({ all, answer }) =>
        !isOk(answer) ? undefined : tasksOf(answer).length < tasksOf(all).length ? "open" : "all",
    },
  }),
  probe({
    id: "validate-task",
    sends: "task/update with the intent `Validate`",
    send: async (lab) => update(lab, await list(lab), "Validate", facts.nameAndBirth),
    tells: { "v1-intent-values": byStatus({ ok: "save-and-validate", 400: "complete-only" }) },
  }),
  probe({
    id: "complete-half",
    sends: "task/update with `Complete` and half of what is required",
    send: async (lab) => update(lab, await list(lab), "Complete", facts.name),
    tells: { "task-complete-incomplete": byStatus({ ok: "accepted", 400: "refused" }) },
  }),
  probe({
    id: "complete-twice",
    sends: "task/update with `Complete`, twice",
    send: async (lab) => {
      const listed = await list(lab);
      const once = await update(lab, listed, "Complete", facts.nameAndBirth);
      return { once, again: await update(lab, listed, "Complete", facts.nameAndBirth) };
    },
    tells: {
      "v1-update-status": ({ once }) => byStatus({ 200: "ok", 201: "created" })(once),
      "task-complete-again": ({ once, again }) =>
        isOk(once) ? byStatus({ ok: "accepted", 409: "refused" })(again) : undefined,
    },
  }),
];

/** Probes of the v1 state. Spec 4.3, 9. */
export const v1StateProbes = [
  probe({
    id: "state-v1",
    sends: "v1 state/fetch of an accepted journey, with and without `filterKeys`",
    send: async (lab) => {
      const { instanceId, state } = await acceptedV1(lab);
      return { state, bare: await lab.call("v1.fetchState", { instanceId }) };
    },
    tells: {
      "v1-state-data": ({ state, bare }) => {
        if (at(state.body, "data") === undefined) return [];
        return at(bare.body, "data") === undefined ? "by-filter-keys" : "always";
      },
      "v1-flow-place": ({ state: { body } }) => {
        if (at(body, "data.process.flow") !== undefined) return "process";
        return at(body, "data.context.process.flow") !== undefined ? "context-process" : [];
      },
      "v1-outcome-place": ({ state }) => {
        if (at(processOf(state), "outcome") !== undefined) return "beside-flow";
        const entries = Object.values(Object(at(processOf(state), "flow")));
        const hasDecision = entries.some((entry) => /^(Decision: )?Accept$/.test(String(at(entry, "result.outcome"))));
        return hasDecision ? "flow-entry" : "absent";
      },
      "v1-result": ({ state }) => (at(state.body, "data.context.result.status") === undefined ? "absent" : "status"),
    },
  }),
];
