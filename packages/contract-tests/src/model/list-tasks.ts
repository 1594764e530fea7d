import type fc from "fast-check";
import { at } from "../target/member.ts";
import { isV1, type Model, nameOf, openWork, pick, type Run } from "./model.ts";
import { expectSame, fail, post, type Session } from "./session.ts";
import { statusOf } from "./word.ts";

/** Lists the open tasks of a v1 instance. Spec 2.3, 4.3; gaps `task-order`, `task-list-contents`. */
export class ListTasks implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth, isV1) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth, isV1);
    if (run !== undefined) await listTasks(model, session, run);
  }

  toString(): string {
    return `list the tasks of v1 instance ${this.nth}`;
  }
}

/** Lists the open tasks, checks them and remembers their ids. */
async function listTasks(model: Model, session: Session, run: Run): Promise<void> {
  const told = `list the tasks of ${nameOf(run)}`;
  const { body } = await post(session, told, "v1.listTasks", { instanceId: run.instanceId }, "success");
  expectSame(session, "instanceId", at(body, "instanceId"), run.instanceId);
  expectSame(session, "status", at(body, "status"), statusOf(model, run, "tasks"));
  keepTaskIds(session, run, at(body, "tasks"));
}

/** Holds a list of tasks to the open ones, in the order of the journey, and remembers their ids. */
export function keepTaskIds(session: Session, run: Run, tasks: unknown): void {
  const ids = Array.isArray(tasks) ? tasks.map((task) => String(at(task, "taskId"))) : [];
  const open = openWork(run);
  expectSame(session, "number of open tasks", ids.length, open.length);
  open.forEach(({ id }, i) => {
    const taskId = ids[i] ?? "";
    expectSame(session, `taskId of ${id}`, taskId, run.offered.get(id) ?? taskId);
    if (ids.indexOf(taskId) !== i) fail(session, `Two tasks have the taskId ${taskId}.`);
    run.offered.set(id, taskId);
  });
}

/** The task ids of a run, fetched first where one of an open task is not known yet. */
export async function learnTaskIds(model: Model, session: Session, run: Run): Promise<ReadonlyMap<string, string>> {
  if (openWork(run).some(({ id }) => !run.offered.has(id))) await listTasks(model, session, run);
  return run.offered;
}
