import type { ErrorName } from "@journey-kit/schemas/error-names";
import type { Basis, Refusal } from "../machine/result.ts";

/** Carries a refusal out of a handler; it is rendered in one place, which knows generation and profile. Spec 7. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly refusal: Refusal;
  readonly basis: readonly Basis[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    name: ErrorName,
    problems: string | Refusal["problems"],
    basis: readonly Basis[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(name);
    this.refusal = { name, problems: typeof problems === "string" ? [problems] : problems };
    this.basis = basis;
    this.headers = headers;
  }
}
