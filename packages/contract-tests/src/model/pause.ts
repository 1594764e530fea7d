import type fc from "fast-check";
import { type Model, nameOf, pick } from "./model.ts";
import { timeOf } from "./progress.ts";
import { attempt, type Session } from "./session.ts";

/** Pauses an instance that goes on; one that has ended or is paused refuses. Spec 3.1; gap `paused`. */
export class Pause implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }

  check(model: Readonly<Model>): boolean {
    return model.isControlled && pick(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth);
    if (run === undefined) return;
    const mayPause = run.end === undefined && run.pausedAt === undefined;
    await attempt(session, `pause ${nameOf(run)}`, mayPause, (control) => control.instance(run.instanceId).pause());
    run.pausedAt ??= mayPause ? timeOf(model, run) : undefined;
  }

  toString(): string {
    return `pause instance ${this.nth}`;
  }
}
