import type fc from "fast-check";
import type { Kind } from "../target/sample.ts";
import { learnTaskIds } from "./list-tasks.ts";
import { type Model, nthOf, openWork } from "./model.ts";
import type { Session } from "./session.ts";
import { pickWithTask, update, whole } from "./update.ts";

/** Completes an open task with one element invalid or without data. Spec 2.10; gap `task-complete-incomplete`. */
export class UpdateFlawed implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly task: number;
  readonly element: number;
  readonly kind: Exclude<Kind, "valid">;

  constructor(nth: number, task: number, element: number, kind: Exclude<Kind, "valid">) {
    this.nth = nth;
    this.task = task;
    this.element = element;
    this.kind = kind;
  }

  check(model: Readonly<Model>): boolean {
    return pickWithTask(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pickWithTask(model, this.nth);
    const work = run && nthOf(openWork(run), this.task);
    if (run === undefined || work === undefined) return;
    await learnTaskIds(model, session, run);
    const parts = whole(work);
    const flawed = this.element % parts.length;
    await update(
      model,
      session,
      run,
      work,
      parts.map((part, i) => (i === flawed ? { ...part, kind: this.kind } : part)),
    );
  }

  toString(): string {
    return `complete task ${this.task} of open v1 instance ${this.nth}, element ${this.element} ${this.kind}`;
  }
}
