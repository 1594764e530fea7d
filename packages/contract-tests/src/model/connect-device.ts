import type fc from "fast-check";
import { at } from "../target/member.ts";
import { type Model, nameOf, pick, type Run } from "./model.ts";
import { expectSame, post, type Session } from "./session.ts";

const hasConnect = ({ connect }: Run): boolean => connect !== undefined;

/** Exchanges a connect token, which may have expired or been used, for an end-user token. Gap `device-start`. */
export class ConnectDevice implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;

  constructor(nth: number) {
    this.nth = nth;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth, hasConnect) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth, hasConnect);
    if (run?.connect === undefined) return;
    const { text, until } = run.connect;
    const isGood = model.now < until;
    const told = `connect the device of ${nameOf(run)}`;
    const sent = { connectToken: text };
    const { body } = await post(session, told, "v2.connectDevice", sent, isGood ? "success" : 401, text);
    if (!isGood) return;
    run.connect = { text, until: 0 }; // it works once
    expectSame(session, "tokenType", at(body, "tokenType"), "end-user");
    expectSame(session, "instanceId of the end-user token", at(body, "instanceId"), run.instanceId);
    const seconds = Number(at(body, "expiresIn"));
    run.endUser = { text: String(at(body, "endUserToken")), until: model.now + seconds * 1_000 };
  }

  toString(): string {
    return `connect started device ${this.nth}`;
  }
}
