import type fc from "fast-check";
import type { Model } from "./model.ts";
import type { Session } from "./session.ts";
import { lacking, pickOpen, submit } from "./submission.ts";

/** Submits some of what the current interaction waits for, or all of it. Spec 3.2. */
export class SubmitSome implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  /** How many elements; with a minus, the last ones. */
  readonly count: number;

  constructor(nth: number, count: number) {
    this.nth = nth;
    this.count = count;
  }

  check(model: Readonly<Model>): boolean {
    return pickOpen(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pickOpen(model, this.nth);
    if (run === undefined) return;
    const parts = lacking(run);
    await submit(model, session, run, this.count < 0 ? parts.slice(this.count) : parts.slice(0, this.count));
  }

  toString(): string {
    const { nth, count } = this;
    return `submit the ${count < 0 ? "last" : "first"} ${Math.abs(count)} outstanding to open v2 instance ${nth}`;
  }
}
