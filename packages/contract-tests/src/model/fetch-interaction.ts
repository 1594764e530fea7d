import type fc from "fast-check";
import { at } from "../target/member.ts";
import { collectedBy, type Work } from "./journey.ts";
import { isV2, type Model, nameOf, openWork, outstanding, pick, type Run } from "./model.ts";
import { expectSame, fail, post, type Session } from "./session.ts";
import { outcomeOf, statusOf } from "./word.ts";

/** Fetches the current interaction: what it collects, that modules run, or the end. Spec 2.5, 4.2. */
export class FetchInteraction implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth, isV2) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth, isV2);
    if (run !== undefined) await fetchInteraction(model, session, run);
  }

  toString(): string {
    return `fetch the interaction of v2 instance ${this.nth}`;
  }
}

/** Fetches the current interaction, checks it and remembers its id. `bearer` stands in for the access token. */
export async function fetchInteraction(model: Model, session: Session, run: Run, bearer?: string): Promise<void> {
  const told = `fetch the interaction of ${nameOf(run)}${bearer === undefined ? "" : " as its end user"}`;
  const sent = { instanceId: run.instanceId };
  const { body } = await post(session, told, "v2.fetchInteraction", sent, "success", bearer);
  expectSame(session, "instanceId", at(body, "instanceId"), run.instanceId);
  expectSame(session, "journey.status", at(body, "journey.status"), statusOf(model, run, "interaction"));
  const [work] = openWork(run);
  if (work !== undefined) checkWork(session, run, work, body);
  else if (run.end !== undefined) checkEnd(model, session, run, body);
  else {
    expectSame(session, "processing", at(body, "processing"), true);
    expectSame(session, "interactionId while modules run", at(body, "interactionId"), undefined);
  }
}

function checkWork(session: Session, run: Run, work: Work, body: unknown): void {
  const { id, required, optional } = work;
  expectSame(session, "outstanding", sorted(at(body, "outstanding")), sorted(outstanding(run, work)));
  expectSame(session, "collects", sorted(at(body, "collects")), sorted(collectedBy(work)));
  for (const name of required) expectSame(session, `spec.${name}`, at(body, `spec.${name}`), "required");
  for (const name of optional) expectSame(session, `spec.${name}`, at(body, `spec.${name}`), "optional");
  const interactionId = String(at(body, "interactionId"));
  const known = run.offered.get(id) ?? interactionId;
  expectSame(session, `interactionId of ${id}`, interactionId, known);
  if (!run.offered.has(id) && [...run.offered.values()].includes(interactionId)) {
    fail(session, `${id} has the interactionId of another interaction, ${interactionId}.`);
  }
  run.offered.set(id, interactionId);
}

function checkEnd(model: Model, session: Session, run: Run, body: unknown): void {
  expectSame(session, "outstanding at the end", at(body, "outstanding"), []);
  expectSame(session, "collects at the end", at(body, "collects"), []);
  expectSame(session, "result.outcome at the end", at(body, "result.outcome"), outcomeOf(model, run));
}

const sorted = (names: unknown): unknown => (Array.isArray(names) ? names.toSorted() : names);

/** The id of the current interaction, fetched first where it is not known yet. */
export async function currentId(model: Model, session: Session, run: Run): Promise<string> {
  const [work] = openWork(run);
  if (work !== undefined && !run.offered.has(work.id)) await fetchInteraction(model, session, run);
  return (work && run.offered.get(work.id)) ?? "nowhere";
}
