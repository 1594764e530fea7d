import type fc from "fast-check";
import { type Part, toSubject, toText } from "../sample.ts";
import { collectedBy, type Journey, workOf } from "./journey.ts";
import { type Model, waitForModules } from "./model.ts";
import { post, type Session } from "./session.ts";
import { keepStarted } from "./start-v2.ts";

/** Starts a v1 instance with any prefill, which is validated for hosted pages alone. Spec 2.7, 4.3, 9. */
export class StartV1 implements fc.AsyncCommand<Model, Session> {
  readonly journey: Journey;
  readonly mode: "async" | "sync";
  readonly delivery: "api" | "page";
  readonly prefill: readonly Part[];

  constructor(journey: Journey, mode: "async" | "sync", delivery: "api" | "page", prefill: readonly Part[]) {
    this.journey = journey;
    this.mode = mode;
    this.delivery = delivery;
    this.prefill = prefill;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, session: Session): Promise<void> {
    const { journey, mode, delivery, prefill } = this;
    const collected = workOf(journey).flatMap(collectedBy);
    const isInvalid = prefill.some(({ element, kind }) => kind === "invalid" && collected.includes(element));
    const isRefused = isInvalid && delivery === "page";
    const config = { delivery, ...(mode === "async" && { async: true }) };
    const body = { resourceId: journey.resourceId, context: { config, subject: toSubject(prefill) } };
    const answer = await post(session, this.toString(), "v1.startJourney", body, isRefused ? 400 : 201);
    if (isRefused) return;
    const run = keepStarted(model, session, journey, prefill, answer.body, delivery === "page");
    if (mode === "sync") waitForModules(model, run); // where tasks are open no module runs, and it answers at once
  }

  toString(): string {
    const { journey, mode, delivery, prefill } = this;
    return `start ${journey.resourceId} ${mode} for ${delivery} with ${toText(prefill)}`;
  }
}
