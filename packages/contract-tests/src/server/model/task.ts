import fc from "fast-check";
import { dataRequest, readWork } from "../../service/journey.ts";
import { readAt } from "../../service/member.ts";
import { type Part, renderParts, type SampleKind, validParts } from "../../service/sample.ts";
import { type Command, commandOn, flaw, nth, nthOfAll } from "./command.ts";
import { currentId } from "./fetch.ts";
import {
  type Collection,
  collectionsOf,
  elementsOf,
  findInstance,
  type Instance,
  isV1,
  isV2,
  nameOf,
  nthOf,
  openCollections,
  statusOf,
} from "./model.ts";
import {
  type ExpectedStatus,
  expectMembers,
  expectSame,
  failRun,
  type ModelRun,
  postExpecting,
  statusOfError,
} from "./model-run.ts";
import { accept } from "./progress.ts";

/** Lists the open tasks of a v1 instance. Spec 2.3, 4.3; gaps `task-order`, `task-list-contents`. */
const listTasksOf = (n: number): Command =>
  commandOn((model) => findInstance(model, n, isV1), {
    run: async (instance, real) => void (await listOpenTasks(real, instance, "v1.listTasks")),
    toString: () => `list the tasks of v1 instance ${n}`,
  });

/** Lists the open tasks with their schemas. On v2, lists the current interaction. Spec 2.4, 4.2, 4.3; gap `v2-task-list`. */
const listTaskSchemasOf = (n: number): Command =>
  commandOn((model) => findInstance(model, n), {
    run: async (instance, real) => {
      const body = await listOpenTasks(real, instance, `${instance.journey.apiVersion}.listTaskSchemas`);
      expectMembers(real, body, { "tasks[*].schema.$ref": Object.keys(Object(readAt(body, "schemas"))) });
    },
    toString: () => `list the task schemas of instance ${n}`,
  });

type ListName = "v1.listTasks" | "v1.listTaskSchemas" | "v2.listTaskSchemas";

/** Lists the open tasks, which must be in the order of the journey, and saves their ids. */
async function listOpenTasks(real: ModelRun, instance: Instance, route: ListName): Promise<unknown> {
  const { instanceId, serviceIds } = instance;
  const step = `list the ${route === "v1.listTasks" ? "tasks" : "task schemas"} of ${nameOf(instance)}`;
  const shows = {
    status: statusOf(real.model, instance, "tasks"),
    ...(route === "v1.listTasks" && { instanceId }),
  };
  const { body } = await postExpecting(real, { step, route, body: { instanceId }, shows });
  const open = openCollections(instance);
  if (isV2(instance)) {
    expectMembers(real, body, { "tasks[*].taskId": open.length > 0 ? [await currentId(real, instance)] : [] });
    return body;
  }
  const ids = readWork("v1", body).map(({ id }) => id);
  expectSame(real, "number of open tasks", ids.length, open.length);
  if (new Set(ids).size < ids.length) failRun(real, "Two tasks have the same taskId.");
  open.forEach(({ id }, i) => {
    expectSame(real, `taskId of ${id}`, ids[i], serviceIds.get(id) ?? ids[i]);
    serviceIds.set(id, ids[i] ?? "");
  });
  return body;
}

/** Completes a task with some data. Spec 2.10, 3.3, 4.3. */
async function complete(real: ModelRun, instance: Instance, task: Collection, parts: readonly Part[]): Promise<void> {
  const { instanceId, serviceIds } = instance;
  if (!serviceIds.has(task.id)) await listOpenTasks(real, instance, "v1.listTasks");
  const expected = expectUpdate(instance, task, parts);
  const step = `complete task ${task.id} of ${nameOf(instance)} with ${renderParts(parts)}`;
  const taskId = serviceIds.get(task.id);
  const shows = expected === "success" ? { instanceId, taskId } : {};
  await postExpecting(real, { step, ...dataRequest("v1", instanceId, taskId, parts), expected, shows });
  if (expected === "success") accept(real.model, instance, task, parts);
}

/** The expected result of completing a task. Spec 2.10, 3.3; gaps `task-complete-incomplete`, `task-complete-again`. */
function expectUpdate({ handled, provided }: Instance, task: Collection, parts: readonly Part[]): ExpectedStatus {
  if (handled.has(task.id)) return 409;
  const own = parts.filter(({ element }) => elementsOf(task).includes(element));
  if (own.some(({ element, kind }) => kind === "invalid" && task.required.includes(element))) return 400;
  const isSent = (name: string) => own.some(({ element, kind }) => element === name && kind === "valid");
  return task.required.every((name) => provided.has(name) || isSent(name)) ? "success" : 400;
}

const completeWith = (
  n: number,
  number: number,
  description: string,
  choose: (task: Collection, instance: Instance) => readonly Part[],
  tasksOf: (instance: Instance) => readonly Collection[] = openCollections,
): Command =>
  commandOn(
    (model) => {
      const instance = findInstance(model, n, (one) => isV1(one) && tasksOf(one).length > 0);
      const task = instance && nthOf(tasksOf(instance), number);
      return instance && task && { instance, task };
    },
    {
      run: ({ instance, task }, real) => complete(real, instance, task, choose(task, instance)),
      toString: () => description,
    },
  );

/** Completes an open task with all of its elements, or with those that prefill did not provide. Spec 2.10, 3.3. */
const completeTask = (n: number, number: number, extent: "all" | "only what is missing") =>
  completeWith(n, number, `complete task ${number} of open v1 instance ${n} with ${extent}`, (task, { provided }) =>
    validParts(elementsOf(task).filter((name) => extent === "all" || !provided.has(name))),
  );

/** Completes an open task with one element invalid or without data. Spec 2.10; gap `task-complete-incomplete`. */
const completeFlawed = (n: number, number: number, element: number, kind: SampleKind) =>
  completeWith(n, number, `complete task ${number} of open v1 instance ${n}, element ${element} ${kind}`, (task) => {
    const flawed = nthOf(elementsOf(task), element);
    return validParts(elementsOf(task)).map((part) => (part.element === flawed ? { ...part, kind } : part));
  });

/** Completes a task a second time. Gap `task-complete-again`. */
const completeAgain = (n: number, number: number) =>
  completeWith(
    n,
    number,
    `complete completed task ${number} of v1 instance ${n} again`,
    (task) => validParts(elementsOf(task)),
    ({ journey, handled, serviceIds }) =>
      collectionsOf(journey).filter(({ id }) => handled.has(id) && serviceIds.has(id)),
  );

/** Completes a task that belongs to another instance or does not exist. Spec 2.3; gap `unknown-task`. */
const completeElsewhere = (n: number, otherN: number): Command =>
  commandOn((model) => findInstance(model, n, isV1), {
    run: async (instance, real) => {
      const isOther = (one: Instance) => isV1(one) && one !== instance && one.serviceIds.size > 0;
      const other = findInstance(real.model, otherN, isOther);
      const [taskId = "nothing"] = other?.serviceIds.values() ?? [];
      const step = `complete ${other === undefined ? "an unknown task" : `a task of ${nameOf(other)}`} on ${nameOf(instance)}`;
      const expected = statusOfError(real.model, "UNKNOWN_TASK");
      await postExpecting(real, { step, ...dataRequest("v1", instance.instanceId, taskId, [], {}), expected });
    },
    toString: () => `complete a task of v1 instance ${otherN} on v1 instance ${n}`,
  });

export const taskCommands: readonly fc.Arbitrary<Command>[] = [
  nth.map(listTasksOf),
  nthOfAll.map(listTaskSchemasOf),
  fc.tuple(nth, fc.nat(1), fc.constantFrom("all", "only what is missing")).map((args) => completeTask(...args)),
  fc.tuple(nth, fc.nat(1), fc.nat(2), flaw).map((args) => completeFlawed(...args)),
  fc.tuple(nth, fc.nat(2)).map((args) => completeAgain(...args)),
  fc.tuple(nth, nth).map((args) => completeElsewhere(...args)),
];
