import type fc from "fast-check";
import { sampleNames } from "../target/sample.ts";
import { collectedBy } from "./journey.ts";
import { type Model, nthOf, openWork } from "./model.ts";
import type { Session } from "./session.ts";
import { lacking, pickOpen, submit } from "./submission.ts";

/** Submits an element that the current interaction does not collect. Gap `foreign-element`. */
export class SubmitForeign implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly element: number;
  readonly company: "alone" | "among its own";

  constructor(nth: number, element: number, company: "alone" | "among its own") {
    this.nth = nth;
    this.element = element;
    this.company = company;
  }

  check(model: Readonly<Model>): boolean {
    return pickOpen(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pickOpen(model, this.nth);
    const [work] = run === undefined ? [] : openWork(run);
    const own = work === undefined ? [] : collectedBy(work);
    const foreign = nthOf(
      sampleNames.filter((name) => !own.includes(name)),
      this.element,
    );
    if (run === undefined || foreign === undefined) return;
    const parts = this.company === "alone" ? [] : lacking(run);
    await submit(model, session, run, [...parts, { element: foreign, kind: "valid" }]);
  }

  toString(): string {
    return `submit foreign element ${this.element}, ${this.company}, to open v2 instance ${this.nth}`;
  }
}
