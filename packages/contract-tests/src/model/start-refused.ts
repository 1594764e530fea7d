import type fc from "fast-check";
import { at } from "../target/member.ts";
import type { Journey } from "./journey.ts";
import type { Model } from "./model.ts";
import { expectSame, post, type Session } from "./session.ts";

const flaws = {
  "without a delivery": { v1: undefined, v2: 400 },
  "without a subject": { v1: undefined, v2: 400 },
  "without a version": { v1: 400, v2: 400 },
  "of a journey that is not published": { v1: 404, v2: 404 },
  "on the other generation": { v1: 400, v2: 400 },
} as const;

/** What can be wrong with a start. */
export type Flaw = keyof typeof flaws;

/** Every flaw that a start can have. */
export const flawNames = Object.keys(flaws) as Flaw[]; // `Object.keys` forgets the literal keys it was given

/** Starts an instance in a way that is refused. Spec 1, 2.1, 2.7, 4.2. */
export class StartRefused implements fc.AsyncCommand<Model, Session> {
  readonly journey: Journey;
  readonly flaw: Flaw;

  constructor(journey: Journey, flaw: Flaw) {
    this.journey = journey;
    this.flaw = flaw;
  }

  check(): boolean {
    return flaws[this.flaw][this.journey.generation] !== undefined;
  }

  async run(_: Model, session: Session): Promise<void> {
    const { flaw, journey } = this;
    const config = flaw === "without a delivery" ? {} : { delivery: "api" };
    const context = { config, ...(flaw !== "without a subject" && { subject: {} }) };
    const status = flaws[flaw][journey.generation] ?? "success";
    const answer = await post(
      session,
      this.toString(),
      this.endpoint(),
      { resourceId: this.resourceId(), context },
      status,
    );
    if (flaw !== "without a delivery") return;
    expectSame(
      session,
      "code and name",
      [at(answer.body, "errors.0.code"), at(answer.body, "errors.0.name")],
      ["4002", "MISSING_FIELD"],
    );
  }

  private endpoint() {
    const isV2 = (this.journey.generation === "v2") !== (this.flaw === "on the other generation");
    return isV2 ? "v2.startJourney" : "v1.startJourney";
  }

  private resourceId(): string {
    const { resourceId } = this.journey;
    if (this.flaw === "without a version") return resourceId.replace(/@.*/, "");
    return this.flaw === "of a journey that is not published" ? `no-${resourceId}` : resourceId;
  }

  toString(): string {
    return `start ${this.journey.resourceId} ${this.flaw}`;
  }
}
