import type fc from "fast-check";
import { at } from "../target/member.ts";
import { hasWrongForm, type Part, toSubject, toText } from "../target/sample.ts";
import { collectedBy, type Journey, workOf } from "./journey.ts";
import { createRun, type Model, type Run, type Script } from "./model.ts";
import { settle } from "./progress.ts";
import { arm } from "./script.ts";
import { expectSame, fail, post, type Session } from "./session.ts";

/** Starts a v2 instance with any prefill; invalid prefill is refused and leaves no instance. Spec 2.7, 3.1, 4.2. */
export class StartV2 implements fc.AsyncCommand<Model, Session> {
  readonly journey: Journey;
  readonly delivery: "api" | "page";
  readonly prefill: readonly Part[];
  readonly script: Script;

  constructor(journey: Journey, delivery: "api" | "page", prefill: readonly Part[], script: Script) {
    this.journey = journey;
    this.delivery = delivery;
    this.prefill = prefill;
    this.script = script;
  }

  check(model: Readonly<Model>): boolean {
    return this.script === "accept" || model.isControlled;
  }

  async run(model: Model, session: Session): Promise<void> {
    const { journey, delivery, prefill, script } = this;
    const isRefused = hasInvalid(journey, prefill);
    if (!isRefused) await arm(session, script); // a start that is refused leaves what is armed to the next one
    const body = { resourceId: journey.resourceId, context: { config: { delivery }, subject: toSubject(prefill) } };
    const answer = await post(session, this.toString(), "v2.startJourney", body, isRefused ? 400 : "success");
    if (isRefused) return;
    const run = createRun(model, journey, prefill, script);
    keepStarted(model, session, run, answer.body, delivery === "page");
    settle(model, run);
  }

  toString(): string {
    return `start ${this.journey.resourceId} for ${this.delivery} with ${toText(this.prefill)}${toEnding(this.script)}`;
  }
}

/** Whether prefill is refused: an element of the journey is invalid, or anything has a wrong type. Spec 2.5, 2.8. */
export function hasInvalid(journey: Journey, prefill: readonly Part[]): boolean {
  const collected = workOf(journey).flatMap(collectedBy);
  return prefill.some((part) => part.kind === "invalid" && (collected.includes(part.element) || hasWrongForm(part)));
}

/** Names a script for a reader. */
export const toEnding = (script: Script): string => (script === "accept" ? "" : `, to ${script}`);

/** Checks the answer to a start and remembers the instance. */
export function keepStarted(model: Model, session: Session, run: Run, body: unknown, isHosted: boolean): void {
  const instanceId = String(at(body, "instanceId"));
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(instanceId)) fail(session, `The instanceId ${instanceId} cannot be submitted to.`);
  if (model.runs.some((one) => one.instanceId === instanceId)) fail(session, `The instanceId ${instanceId} is taken.`);
  expectSame(session, "whether there is an instanceUrl", at(body, "instanceUrl") !== undefined, isHosted);
  run.instanceId = instanceId;
  model.runs.push(run);
}
