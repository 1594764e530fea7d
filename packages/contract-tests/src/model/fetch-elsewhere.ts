import type fc from "fast-check";
import { isV2, type Model, nameOf, pick } from "./model.ts";
import { post, type Session } from "./session.ts";

/** Fetches an instance that the service cannot know: of the other generation, or of nobody. Spec 1; gap `unknown-instance`. */
export class FetchElsewhere implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly whose: "of the other generation" | "that nobody started";

  constructor(nth: number, whose: "of the other generation" | "that nobody started") {
    this.nth = nth;
    this.whose = whose;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth);
    if (run === undefined) return;
    const isUnknown = this.whose === "that nobody started";
    const name = isV2(run) === isUnknown ? "v2.fetchState" : "v1.fetchState";
    const instanceId = isUnknown ? `${run.instanceId}-`.slice(-64) : run.instanceId;
    await post(session, `fetch the state of an instance ${this.whose}, ${nameOf(run)}`, name, { instanceId }, 404);
  }

  toString(): string {
    return `fetch an instance ${this.whose}, after instance ${this.nth}`;
  }
}
