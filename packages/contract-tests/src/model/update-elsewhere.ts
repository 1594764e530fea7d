import type fc from "fast-check";
import { isV1, type Model, nameOf, pick } from "./model.ts";
import { post, type Session } from "./session.ts";

/** Completes a task that the instance does not have: another instance's, or nobody's. Spec 2.3. */
export class UpdateElsewhere implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly other: number;

  constructor(nth: number, other: number) {
    this.nth = nth;
    this.other = other;
  }

  check(model: Readonly<Model>): boolean {
    return pick(model, this.nth, isV1) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pick(model, this.nth, isV1);
    if (run === undefined) return;
    const other = pick(model, this.other, (one) => isV1(one) && one !== run && one.offered.size > 0);
    const [taskId = "nothing"] = other?.offered.values() ?? [];
    const told = `complete a task of ${other === undefined ? "nobody" : nameOf(other)} on ${nameOf(run)}`;
    const body = { intent: "Complete", instanceId: run.instanceId, taskId, context: { subject: {} } };
    await post(session, told, "v1.updateTask", body, 404);
  }

  toString(): string {
    return `complete a task of v1 instance ${this.other} on v1 instance ${this.nth}`;
  }
}
