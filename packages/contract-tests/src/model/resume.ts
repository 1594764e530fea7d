import type fc from "fast-check";
import { type Model, nameOf, pick } from "./model.ts";
import { resume } from "./progress.ts";
import { attempt, type Session } from "./session.ts";

/** Resumes an instance; one that is not paused refuses. Spec 3.1; gap `paused`. */
export class Resume implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly whose: "that is paused" | "of all";

  constructor(nth: number, whose: "that is paused" | "of all") {
    this.nth = nth;
    this.whose = whose;
  }

  check(model: Readonly<Model>): boolean {
    return model.isControlled && this.choose(model) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = this.choose(model);
    if (run === undefined) return;
    const { pausedAt } = run;
    const isPaused = pausedAt !== undefined;
    await attempt(session, `resume ${nameOf(run)}`, isPaused, (control) => control.instance(run.instanceId).resume());
    if (isPaused) resume(model, run, pausedAt);
  }

  private choose(model: Readonly<Model>) {
    return pick(model, this.nth, ({ pausedAt }) => this.whose === "of all" || pausedAt !== undefined);
  }

  toString(): string {
    return `resume instance ${this.nth} ${this.whose}`;
  }
}
