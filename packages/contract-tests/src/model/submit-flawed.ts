import type fc from "fast-check";
import type { Kind } from "../target/sample.ts";
import { type Model, nthOf } from "./model.ts";
import type { Session } from "./session.ts";
import { lacking, pickOpen, submit } from "./submission.ts";

/**
 * Submits an element that is invalid or without data, alone or among the others: a required one refuses the whole
 * submit, an optional one is stripped and stays outstanding. Spec 4.2, submit rules 1 and 2; gaps `required-invalid`, `optional-absent`.
 */
export class SubmitFlawed implements fc.AsyncCommand<Model, Session> {
  readonly nth: number;
  readonly element: number;
  readonly kind: Exclude<Kind, "valid">;
  readonly company: "alone" | "among the others";

  constructor(nth: number, element: number, kind: Exclude<Kind, "valid">, company: "alone" | "among the others") {
    this.nth = nth;
    this.element = element;
    this.kind = kind;
    this.company = company;
  }

  check(model: Readonly<Model>): boolean {
    return pickOpen(model, this.nth) !== undefined;
  }

  async run(model: Model, session: Session): Promise<void> {
    const run = pickOpen(model, this.nth);
    if (run === undefined) return;
    const parts = lacking(run);
    const chosen = nthOf(parts, this.element);
    const flawed = parts.map((part) => (part === chosen ? { ...part, kind: this.kind } : part));
    const sent = this.company === "alone" ? flawed.filter(({ kind }) => kind === this.kind) : flawed;
    await submit(model, session, run, sent);
  }

  toString(): string {
    const { nth, element, kind, company } = this;
    return `submit outstanding element ${element} ${kind}, ${company}, to open v2 instance ${nth}`;
  }
}
