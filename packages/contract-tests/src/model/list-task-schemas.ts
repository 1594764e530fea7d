import type fc from "fast-check";
import { at } from "../target/member.ts";
import { currentId } from "./fetch-interaction.ts";
import { keepTaskIds } from "./list-tasks.ts";
import { isV2, type Model, nameOf, openWork, pick, type Run } from "./model.ts";
import { expectSame, post, type Session } from "./session.ts";
import { statusOf } from "./word.ts";

/** Lists open work with its schemas; on v2 that is the current interaction. Spec 2.4, 4.2, 4.3; gap `v2-task-list`. */
export class ListTaskSchemas implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth);
    if (run === undefined) return;
    const name = isV2(run) ? "v2.listTaskSchemas" : "v1.listTaskSchemas";
    const told = `list the task schemas of ${nameOf(run)}`;
    const { body } = await post(session, told, name, { instanceId: run.instanceId }, "success");
    expectSame(session, "status", at(body, "status"), statusOf(model, run, "tasks"));
    const tasks = at(body, "tasks");
    if (isV2(run)) await checkInteraction(model, session, run, tasks);
    else keepTaskIds(session, run, tasks);
    const schemas = Object.keys(at(body, "schemas") ?? {});
    const references = Array.isArray(tasks) ? tasks.map((task) => String(at(task, "schema.$ref"))) : [];
    expectSame(session, "references to schemas", references.toSorted(), schemas.toSorted());
  }

  toString(): string {
    return `list the task schemas of instance ${this.nth}`;
  }
}

async function checkInteraction(model: Model, session: Session, run: Run, tasks: unknown): Promise<void> {
  const expected = openWork(run).length === 0 ? [] : [await currentId(model, session, run)];
  const ids = Array.isArray(tasks) ? tasks.map((task) => at(task, "taskId")) : tasks;
  expectSame(session, "task ids", ids, expected);
}
