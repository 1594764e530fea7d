import type fc from "fast-check";
import type { Part } from "../target/sample.ts";
import { type Model, nthOf } from "./model.ts";
import type { Session } from "./session.ts";
import { lacking, pickOpen, submit } from "./submission.ts";

/** Submits an element that was accepted before, or one twice, alone or among new ones. Spec 4.2, submit rule 3. */
export class SubmitDuplicate implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly element: number;
  readonly company: "alone" | "among new ones";

  constructor(nth: number, element: number, company: "alone" | "among new ones") {
    this.nth = nth;
    this.element = element;
    this.company = company;
  }

  check(model: Readonly<Model>): boolean {
    return pickOpen(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pickOpen(model, this.nth);
    if (run === undefined) return;
    const fresh = lacking(run);
    const given = nthOf([...run.given], this.element);
    const repeated: readonly Part[] =
      given === undefined ? [...fresh.slice(0, 1), ...fresh.slice(0, 1)] : [{ element: given, kind: "valid" }];
    await submit(model, session, run, this.company === "alone" ? repeated : [...fresh, ...repeated]);
  }

  toString(): string {
    return `submit accepted element ${this.element} again, ${this.company}, to open v2 instance ${this.nth}`;
  }
}
