import type fc from "fast-check";
import { type Model, nameOf, pick } from "./model.ts";
import { pass } from "./progress.ts";
import { post, type Session } from "./session.ts";
import { lifetimeOf, renew } from "./token.ts";

/** Lets the access token expire: the old one opens nothing, a new one works. Spec 5; gaps `token-lifetime`, `invalid-token`. */
export class ExpireToken implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }

  check(model: Readonly<Model>): boolean {
    return model.isTimed && pick(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth);
    if (run === undefined) return;
    const old = await session.caller.bearer();
    const lifetime = lifetimeOf(model);
    await session.advance?.(lifetime);
    session.story.push(`let ${lifetime} ms pass`);
    pass(model, lifetime);
    renew(model, session);
    const name = `${run.journey.generation}.fetchState` as const;
    const body = { instanceId: run.instanceId };
    await post(session, `fetch the state of ${nameOf(run)} with the old token`, name, body, 401, old);
    await post(session, `fetch the state of ${nameOf(run)} with a new token`, name, body, "success");
  }

  toString(): string {
    return `let the token expire and fetch the state of instance ${this.nth}`;
  }
}
