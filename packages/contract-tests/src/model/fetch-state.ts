import type fc from "fast-check";
import { at } from "../target/member.ts";
import { type Model, nameOf, pick, type Run } from "./model.ts";
import { finishedModules } from "./progress.ts";
import { expectSame, post, type Session } from "./session.ts";
import { outcomeOf, statusOf } from "./word.ts";

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
  const { generation } = run.journey;
  const told = `fetch the state of ${nameOf(run)}`;
  const { body } = await post(session, told, `${generation}.fetchState`, { instanceId: run.instanceId }, "success");
  expectSame(session, "instanceId", at(body, "instanceId"), run.instanceId);
  expectSame(session, "status", at(body, "status"), statusOf(model, run, "state"));
  const isCompleted = run.end !== undefined && run.end !== "failed";
  const hasTime = isCompleted || (run.end === "failed" && model.profile["completed-time-on-failure"] === "set");
  expectSame(session, "whether it has a completedTime", at(body, "metaData.completedTime") !== undefined, hasTime);
  if (generation === "v2") checkProcess(model, session, run, at(body, "context.process"));
  else checkFlow(model, session, run, at(body, "data.process"));
}

function checkProcess(model: Model, session: Session, run: Run, process: unknown): void {
  const status = run.end === undefined ? "pending" : run.end === "failed" ? "failed" : "completed";
  expectSame(session, "result.status", at(process, "result.status"), status);
  expectSame(session, "result.outcome", at(process, "result.outcome"), outcomeOf(model, run));
  const steps = at(process, "steps");
  const names = Array.isArray(steps) ? steps.map((step) => String(at(step, "name"))).toSorted() : steps;
  const finished = finishedModules(model, run).map((module) => module.name);
  expectSame(session, "names of the steps", names, finished.toSorted());
}

function checkFlow(model: Model, session: Session, run: Run, process: unknown): void {
  expectSame(session, "outcome", at(process, "outcome"), outcomeOf(model, run));
  const finished = new Set(finishedModules(model, run).map(({ variant }) => variant));
  const variants = Object.keys(at(process, "flow") ?? {}).toSorted();
  expectSame(session, "variants of the flow", variants, [...finished].toSorted());
}
