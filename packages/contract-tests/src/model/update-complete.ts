import type fc from "fast-check";
import { learnTaskIds } from "./list-tasks.ts";
import { type Model, nthOf, openWork } from "./model.ts";
import type { Session } from "./session.ts";
import { pickWithTask, update, whole } from "./update.ts";

/** Completes an open task with all that it needs, or with what prefill did not give. Spec 2.10, 3.3. */
export class UpdateComplete implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly task: number;
  readonly extent: "all" | "only what is missing";

  constructor(nth: number, task: number, extent: "all" | "only what is missing") {
    this.nth = nth;
    this.task = task;
    this.extent = extent;
  }

  check(model: Readonly<Model>): boolean {
    return pickWithTask(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pickWithTask(model, this.nth);
    const work = run && nthOf(openWork(run), this.task);
    if (run === undefined || work === undefined) return;
    await learnTaskIds(model, session, run);
    const isSent = ({ element }: { readonly element: string }) => this.extent === "all" || !run.given.has(element);
    await update(model, session, run, work, whole(work).filter(isSent));
  }

  toString(): string {
    return `complete task ${this.task} of open v1 instance ${this.nth} with ${this.extent}`;
  }
}
