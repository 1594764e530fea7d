import type fc from "fast-check";
import { fetchInteraction } from "./fetch-interaction.ts";
import { isV2, type Model, nameOf, pick, type Run } from "./model.ts";
import { post, type Session } from "./session.ts";

const hasEndUser = ({ endUser }: Run): boolean => endUser !== undefined;

/** What an end user may fetch, and what is not for them. */
export type Reach = "its interaction" | "its state" | "another interaction";

/** Fetches with the token of an end user, which opens the interactions of its own instance alone. Spec 5; gap `interaction-token`. */
export class ActAsEndUser implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly reach: Reach;

  constructor(nth: number, reach: Reach) {
    this.nth = nth;
    this.reach = reach;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth, hasEndUser) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth, hasEndUser);
    if (run?.endUser === undefined) return;
    const { text, until } = run.endUser;
    const isGood = model.now < until;
    if (this.reach === "its interaction" && isGood) return fetchInteraction(model, session, run, text);
    const name = this.reach === "its state" ? "v2.fetchState" : "v2.fetchInteraction";
    const other = pick(model, this.nth, (one) => isV2(one) && one !== run)?.instanceId ?? "nobody-started-it";
    const instanceId = this.reach === "another interaction" ? other : run.instanceId;
    const told = `fetch ${this.reach} as the end user of ${nameOf(run)}`;
    await post(session, told, name, { instanceId }, isGood ? 403 : 401, text);
  }

  toString(): string {
    return `fetch ${this.reach} as connected end user ${this.nth}`;
  }
}
