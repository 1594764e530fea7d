import type fc from "fast-check";
import { type Model, settle } from "./model.ts";
import type { Session } from "./session.ts";

/** Lets time pass for the whole target. Spec 1. */
export class Advance implements fc.AsyncCommand<Model, Session> {
  /** Milliseconds. */
  readonly by: number;

  constructor(by: number) {
    this.by = by;
  }

  check(model: Readonly<Model>): boolean {
    return model.isTimed;
  }

  async run(model: Model, session: Session): Promise<void> {
    await session.advance?.(this.by);
    session.story.push(this.toString());
    model.now += this.by;
    for (const run of model.runs) settle(model, run);
  }

  toString(): string {
    return `let ${this.by} ms pass`;
  }
}
