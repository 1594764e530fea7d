import type fc from "fast-check";
import { type Work, workOf } from "./journey.ts";
import { isV1, type Model, nthOf, pick, type Run } from "./model.ts";
import type { Session } from "./session.ts";
import { update, whole } from "./update.ts";

/** Completes a task a second time. Gap `task-complete-again`. */
export class UpdateAgain implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly task: number;

  constructor(nth: number, task: number) {
    this.nth = nth;
    this.task = task;
  }

  check(model: Readonly<Model>): boolean {
    return pickCompleted(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pickCompleted(model, this.nth);
    const work = run && nthOf(completedWork(run), this.task);
    if (run !== undefined && work !== undefined) await update(model, session, run, work, whole(work));
  }

  toString(): string {
    return `complete completed task ${this.task} of v1 instance ${this.nth} again`;
  }
}

/** Tasks that are completed and that a list has shown before. */
const completedWork = (run: Run): readonly Work[] =>
  workOf(run.journey).filter(({ id }) => run.handled.has(id) && run.offered.has(id));

const pickCompleted = (model: Readonly<Model>, nth: number): Run | undefined =>
  pick(model, nth, (run) => isV1(run) && completedWork(run).length > 0);
