import fc from "fast-check";
import { readAt, readList } from "../target/member.ts";
import { type Kind, type Part, toSubject, toText } from "../target/sample.ts";
import { type Command, command, nth } from "./command.ts";
import { type Context, expectSame, fail, post } from "./context.ts";
import { expectUpdate, statusOf } from "./expectation.ts";
import { currentId } from "./interaction.ts";
import { type Collection, collectionsOf, elementsOf } from "./journey.ts";
import { findInstance, type Instance, isV1, isV2, type Model, nameOf, nthOf, openCollections } from "./model.ts";
import { accept } from "./progress.ts";

/** Lists the open tasks of a v1 instance. Spec 2.3, 4.3; gaps `task-order`, `task-list-contents`. */
export const listTasksOf = (n: number): Command =>
  command({
    pick: (model) => findInstance(model, n, isV1),
    run: (instance, context) => listTasks(context, instance),
    describe: () => `list the tasks of v1 instance ${n}`,
  });

async function listTasks(context: Context, instance: Instance): Promise<void> {
  const { instanceId } = instance;
  const step = `list the tasks of ${nameOf(instance)}`;
  const { body } = await post(context, { step, name: "v1.listTasks", body: { instanceId }, expected: "success" });
  expectSame(context, "instanceId", readAt(body, "instanceId"), instanceId);
  expectSame(context, "status", readAt(body, "status"), statusOf(context.model, instance, "tasks"));
  checkTasks(context, instance, body);
}

/** Checks that a list has the open tasks in the order of the journey, and remembers their ids. */
function checkTasks(context: Context, instance: Instance, body: unknown): void {
  const ids = readList(body, "tasks").map((task) => String(readAt(task, "taskId")));
  const open = openCollections(instance);
  expectSame(context, "number of open tasks", ids.length, open.length);
  open.forEach(({ id }, i) => {
    const taskId = ids[i] ?? "";
    expectSame(context, `taskId of ${id}`, taskId, instance.serviceIds.get(id) ?? taskId);
    if (ids.indexOf(taskId) !== i) fail(context, `Two tasks have the taskId ${taskId}.`);
    instance.serviceIds.set(id, taskId);
  });
}

/** Lists the open tasks with their schemas; on v2 that is the current interaction. Spec 2.4, 4.2, 4.3; gap `v2-task-list`. */
export const listTaskSchemasOf = (n: number): Command =>
  command({
    pick: (model) => findInstance(model, n),
    run: async (instance, context) => {
      const step = `list the task schemas of ${nameOf(instance)}`;
      const name = `${instance.journey.generation}.listTaskSchemas` as const;
      const { instanceId } = instance;
      const { body } = await post(context, { step, name, body: { instanceId }, expected: "success" });
      expectSame(context, "status", readAt(body, "status"), statusOf(context.model, instance, "tasks"));
      if (isV2(instance)) {
        const expected = openCollections(instance).length === 0 ? [] : [await currentId(context, instance)];
        expectSame(context, "task ids", readAt(body, "tasks[*].taskId"), expected);
      } else checkTasks(context, instance, body);
      const schemas = Object.keys(Object(readAt(body, "schemas")));
      const references = readList(body, "tasks").map((task) => String(readAt(task, "schema.$ref")));
      expectSame(context, "references to schemas", references.toSorted(), schemas.toSorted());
    },
    describe: () => `list the task schemas of instance ${n}`,
  });

interface OpenTask {
  readonly instance: Instance;
  readonly task: Collection;
}

/** The given task of the n-th v1 instance that has some. */
function pickTask(
  model: Readonly<Model>,
  n: number,
  number: number,
  tasksOf: (instance: Instance) => readonly Collection[],
): OpenTask | undefined {
  const instance = findInstance(model, n, (one) => isV1(one) && tasksOf(one).length > 0);
  const task = instance && nthOf(tasksOf(instance), number);
  return instance && task && { instance, task };
}

/** Tasks that are completed and were listed before. */
const completedTasks = ({ journey, handled, serviceIds }: Instance): readonly Collection[] =>
  collectionsOf(journey).filter(({ id }) => handled.has(id) && serviceIds.has(id));

/** Valid data for all elements of a task. */
const toValid = (task: Collection): readonly Part[] => elementsOf(task).map((element) => ({ element, kind: "valid" }));

/** Completes a task with some data. Spec 2.10, 3.3, 4.3. */
async function complete(context: Context, { instance, task }: OpenTask, parts: readonly Part[]): Promise<void> {
  const { instanceId, serviceIds } = instance;
  if (!serviceIds.has(task.id)) await listTasks(context, instance);
  const expected = expectUpdate(instance, task, parts);
  const step = `complete task ${task.id} of ${nameOf(instance)} with ${toText(parts)}`;
  const taskId = serviceIds.get(task.id);
  const body = { intent: "Complete", instanceId, taskId, context: { subject: toSubject(parts) } };
  const answer = await post(context, { step, name: "v1.updateTask", body, expected });
  if (expected !== "success") return;
  expectSame(context, "instanceId", readAt(answer.body, "instanceId"), instanceId);
  expectSame(context, "taskId", readAt(answer.body, "taskId"), taskId);
  accept(context.model, instance, task, parts);
}

/** Completes an open task with all of its elements, or with those that prefill did not provide. Spec 2.10, 3.3. */
const completeTask = (n: number, number: number, extent: "all" | "only what is missing"): Command =>
  command({
    pick: (model) => pickTask(model, n, number, openCollections),
    run: (open, context) => {
      const { provided } = open.instance;
      const parts = toValid(open.task).filter(({ element }) => extent === "all" || !provided.has(element));
      return complete(context, open, parts);
    },
    describe: () => `complete task ${number} of open v1 instance ${n} with ${extent}`,
  });

/** Completes an open task with one element invalid or without data. Spec 2.10; gap `task-complete-incomplete`. */
const completeFlawed = (n: number, number: number, element: number, kind: Exclude<Kind, "valid">): Command =>
  command({
    pick: (model) => pickTask(model, n, number, openCollections),
    run: (open, context) => {
      const parts = toValid(open.task);
      const flawed = nthOf(parts, element);
      return complete(
        context,
        open,
        parts.map((part) => (part === flawed ? { ...part, kind } : part)),
      );
    },
    describe: () => `complete task ${number} of open v1 instance ${n}, element ${element} ${kind}`,
  });

/** Completes a task a second time. Gap `task-complete-again`. */
const completeAgain = (n: number, number: number): Command =>
  command({
    pick: (model) => pickTask(model, n, number, completedTasks),
    run: (completed, context) => complete(context, completed, toValid(completed.task)),
    describe: () => `complete completed task ${number} of v1 instance ${n} again`,
  });

/** Completes a task that the instance does not have: another instance's, or nobody's. Spec 2.3. */
const completeElsewhere = (n: number, otherN: number): Command =>
  command({
    pick: (model) => findInstance(model, n, isV1),
    run: async (instance, context) => {
      const isOther = (one: Instance) => isV1(one) && one !== instance && one.serviceIds.size > 0;
      const other = findInstance(context.model, otherN, isOther);
      const [taskId = "nothing"] = other?.serviceIds.values() ?? [];
      const step = `complete a task of ${other === undefined ? "nobody" : nameOf(other)} on ${nameOf(instance)}`;
      const body = { intent: "Complete", instanceId: instance.instanceId, taskId, context: { subject: {} } };
      await post(context, { step, name: "v1.updateTask", body, expected: 404 });
    },
    describe: () => `complete a task of v1 instance ${otherN} on v1 instance ${n}`,
  });

const flaw = fc.constantFrom<Exclude<Kind, "valid">>("absent", "invalid");

/** Updates of v1 tasks, valid and refused ones. */
export const updateCommands: readonly fc.Arbitrary<Command>[] = [
  fc.tuple(nth, fc.nat(1), fc.constantFrom("all", "only what is missing")).map((args) => completeTask(...args)),
  fc.tuple(nth, fc.nat(1), fc.nat(2), flaw).map((args) => completeFlawed(...args)),
  fc.tuple(nth, fc.nat(2)).map((args) => completeAgain(...args)),
  fc.tuple(nth, nth).map((args) => completeElsewhere(...args)),
];
