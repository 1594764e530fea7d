import type fc from "fast-check";
import type { Model } from "./model.ts";
import { pass } from "./progress.ts";
import type { Session } from "./session.ts";
import { lifetimeOf, renew } from "./token.ts";

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
    pass(model, this.by);
    if (model.now - model.tokenSince >= lifetimeOf(model)) renew(model, session);
  }

  toString(): string {
    return `let ${this.by} ms pass`;
  }
}
