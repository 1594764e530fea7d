import type fc from "fast-check";
import { type Model, nameOf, pick } from "./model.ts";
import { attempt, type Session } from "./session.ts";

/** Decides a referred instance; one that no reviewer was asked about refuses. Spec 1; gap `refer-ends-journey`. */
export class Review implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly outcome: "accept" | "reject";
  readonly whose: "that waits for it" | "of all";

  constructor(nth: number, outcome: "accept" | "reject", whose: "that waits for it" | "of all") {
    this.nth = nth;
    this.outcome = outcome;
    this.whose = whose;
  }

  check(model: Readonly<Model>): boolean {
    return model.isControlled && this.choose(model) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = this.choose(model);
    if (run === undefined) return;
    const mayDecide = run.inReview && run.pausedAt === undefined;
    const told = `${this.outcome} ${nameOf(run)} in review`;
    await attempt(session, told, mayDecide, (control) =>
      control.instance(run.instanceId).review({ outcome: this.outcome }),
    );
    if (!mayDecide) return;
    run.inReview = false;
    run.end = this.outcome;
  }

  private choose(model: Readonly<Model>) {
    return pick(model, this.nth, ({ inReview }) => this.whose === "of all" || inReview);
  }

  toString(): string {
    return `${this.outcome} instance ${this.nth} ${this.whose}`;
  }
}
