import type { TokenError } from "@journey-kit/schemas";
import type { ErrorName } from "@journey-kit/schemas/errors";
import type { Basis, Refusal } from "../engine/result.ts";

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

/** Why the token endpoint gives no token, as RFC 6749 5.2 names it. */
export class TokenRefusal extends Error {
  override readonly name = "TokenRefusal";
  readonly error: TokenError["error"];
  readonly scheme: "form" | "basic";

  constructor(error: TokenError["error"], description: string, scheme: "form" | "basic" = "form") {
    super(description);
    this.error = error;
    this.scheme = scheme;
  }
}
