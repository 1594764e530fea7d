import type fc from "fast-check";
import { at } from "../target/member.ts";
import { isV2, type Model, nameOf, pick } from "./model.ts";
import { expectSame, post, type Session } from "./session.ts";

/** Asks for a connect token for the device of an end user. Spec 4.2; gap `device-start`. */
export class StartDevice implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth, isV2) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth, isV2);
    if (run === undefined) return;
    const sent = { instanceId: run.instanceId, scope: ["selfie"] };
    const { body } = await post(session, `start a device of ${nameOf(run)}`, "v2.startDevice", sent, "success");
    expectSame(session, "tokenType", at(body, "tokenType"), "connect");
    expectSame(session, "scope", at(body, "scope"), sent.scope);
    const seconds = Number(at(body, "expiresIn"));
    run.connect = { text: String(at(body, "connectToken")), until: model.now + seconds * 1_000 };
  }

  toString(): string {
    return `start a device of v2 instance ${this.nth}`;
  }
}
