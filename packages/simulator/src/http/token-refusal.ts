import type { TokenError } from "@journey-kit/schemas";

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
