import type fc from "fast-check";
import { type Part, toSubject, toText } from "../sample.ts";
import { collectedBy, type Journey, workOf } from "./journey.ts";
import { type Model, remember } from "./model.ts";
import { at, expectSame, fail, post, type Session } from "./session.ts";

/** Starts a v2 instance with any prefill; invalid prefill is refused and leaves no instance. Spec 2.7, 3.1, 4.2. */
export class StartV2 implements fc.AsyncCommand<Model, Session> {
  readonly journey: Journey;
  readonly delivery: "api" | "page";
  readonly prefill: readonly Part[];

  constructor(journey: Journey, delivery: "api" | "page", prefill: readonly Part[]) {
    this.journey = journey;
    this.delivery = delivery;
    this.prefill = prefill;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, session: Session): Promise<void> {
    const { journey, delivery, prefill } = this;
    const collected = workOf(journey).flatMap(collectedBy);
    const isInvalid = prefill.some(({ element, kind }) => kind === "invalid" && collected.includes(element));
    const body = { resourceId: journey.resourceId, context: { config: { delivery }, subject: toSubject(prefill) } };
    const answer = await post(session, this.toString(), "v2.startJourney", body, isInvalid ? 400 : 201);
    if (!isInvalid) keepStarted(model, session, journey, prefill, answer.body, delivery === "page");
  }

  toString(): string {
    return `start ${this.journey.resourceId} for ${this.delivery} with ${toText(this.prefill)}`;
  }
}

/** Checks the answer to a start and remembers the instance. */
export function keepStarted(
  model: Model,
  session: Session,
  journey: Journey,
  prefill: readonly Part[],
  body: unknown,
  isHosted: boolean,
) {
  const instanceId = String(at(body, "instanceId"));
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(instanceId)) fail(session, `The instanceId ${instanceId} cannot be submitted to.`);
  if (model.runs.some((run) => run.instanceId === instanceId)) fail(session, `The instanceId ${instanceId} is taken.`);
  expectSame(session, "whether there is an instanceUrl", at(body, "instanceUrl") !== undefined, isHosted);
  return remember(model, journey, instanceId, prefill);
}
