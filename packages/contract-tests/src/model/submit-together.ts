import type fc from "fast-check";
import { type Part, toSubject, toText } from "../target/sample.ts";
import type { Caller } from "../target/target.ts";
import { currentId } from "./fetch-interaction.ts";
import { type Model, nameOf, openWork } from "./model.ts";
import { take } from "./progress.ts";
import { expectSame, type Session } from "./session.ts";
import { lacking, pickOpen } from "./submission.ts";

/** A session of two clients of one world. */
export interface Pair extends Session {
  readonly second: Caller;
}

/** Submits the same elements twice at once, by two clients: exactly one submit is taken. Spec 4.2, submit rule 3. */
export class SubmitTogether implements fc.AsyncCommand<Model, Pair> {
  readonly nth: number;
  readonly count: number;

  constructor(nth: number, count: number) {
    this.nth = nth;
    this.count = count;
  }

  check(model: Readonly<Model>): boolean {
    return pickOpen(model, this.nth) !== undefined;
  }

  async run(model: Model, pair: Pair): Promise<void> {
    const run = pickOpen(model, this.nth);
    const [work] = run === undefined ? [] : openWork(run);
    if (run === undefined || work === undefined) return;
    const parts: readonly Part[] = lacking(run).slice(0, this.count);
    const body = {
      instanceId: run.instanceId,
      interactionId: await currentId(model, pair, run),
      participants: parts.map(({ element }) => ({ domainElementId: element })),
      context: { subject: toSubject(parts) },
    };
    const post = async (caller: Caller) => (await caller.post("v2.submitInteraction", body)).status;
    const statuses = (await Promise.all([post(pair.caller), post(pair.second)])).toSorted();
    pair.story.push(`submit ${toText(parts)} to ${work.id} of ${nameOf(run)}, twice at once: ${statuses.join(", ")}`);
    expectSame(pair, "statuses of two submits at once", statuses, [200, 409]);
    take(model, run, work, parts);
  }

  toString(): string {
    return `submit the first ${this.count} outstanding to open v2 instance ${this.nth}, twice at once`;
  }
}
