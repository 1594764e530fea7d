import type fc from "fast-check";
import { finishedModules, isDone, isV2, type Model, nameOf, pick, type Run } from "./model.ts";
import { at, expectSame, post, type Session } from "./session.ts";

/** Fetches the state of an instance: status, finished modules, outcome, times. Spec 2.2, 3.1, 4.2, 4.3, 9. */
export class FetchState implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth);
    if (run !== undefined) await fetchState(model, session, run);
  }

  toString(): string {
    return `fetch the state of instance ${this.nth}`;
  }
}

async function fetchState(model: Model, session: Session, run: Run): Promise<void> {
  const name = isV2(run) ? "v2.fetchState" : "v1.fetchState";
  const { body } = await post(session, `fetch the state of ${nameOf(run)}`, name, { instanceId: run.instanceId }, 200);
  const done = isDone(run);
  expectSame(session, "instanceId", at(body, "instanceId"), run.instanceId);
  expectSame(session, "status", at(body, "status"), done ? "Completed" : "InProgress");
  expectSame(session, "whether it has a completedTime", at(body, "metaData.completedTime") !== undefined, done);
  if (isV2(run)) checkProcess(model, session, run, at(body, "context.process"));
  else checkFlow(model, session, run, at(body, "data.process"));
}

function checkProcess(model: Model, session: Session, run: Run, process: unknown): void {
  const done = isDone(run);
  expectSame(session, "result.status", at(process, "result.status"), done ? "completed" : "pending");
  expectSame(session, "result.outcome", at(process, "result.outcome"), done ? run.journey.accept : undefined);
  const steps = at(process, "steps");
  const names = Array.isArray(steps) ? steps.map((step) => String(at(step, "name"))).toSorted() : steps;
  const finished = finishedModules(model, run).map((module) => module.name);
  expectSame(session, "names of the steps", names, finished.toSorted());
}

function checkFlow(model: Model, session: Session, run: Run, process: unknown): void {
  expectSame(session, "outcome", at(process, "outcome"), isDone(run) ? run.journey.accept : undefined);
  const finished = new Set(finishedModules(model, run).map(({ variant }) => variant));
  expectSame(
    session,
    "variants of the flow",
    Object.keys(at(process, "flow") ?? {}).toSorted(),
    [...finished].toSorted(),
  );
}
