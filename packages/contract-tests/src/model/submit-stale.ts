import type fc from "fast-check";
import { isV2, type Model, nthOf, openWork, pick, type Run } from "./model.ts";
import type { Session } from "./session.ts";
import { lacking, submit } from "./submission.ts";

/** Submits to an interaction that is not current: an earlier one, or none at all. Gap `stale-interaction`. */
export class SubmitStale implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly earlier: number;

  constructor(nth: number, earlier: number) {
    this.nth = nth;
    this.earlier = earlier;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth, isV2) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth, isV2);
    if (run === undefined) return;
    const parts = lacking(run);
    const elsewhere = nthOf(staleIds(run), this.earlier) ?? "nowhere";
    await submit(model, session, run, parts.length > 0 ? parts : [{ element: "FullName", kind: "valid" }], elsewhere);
  }

  toString(): string {
    return `submit to former interaction ${this.earlier} of v2 instance ${this.nth}`;
  }
}

const staleIds = (run: Run): readonly string[] =>
  [...run.offered].filter(([id]) => id !== openWork(run)[0]?.id).map(([, interactionId]) => interactionId);
