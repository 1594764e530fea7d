/**
 * The token endpoint gave no token that can be used. It carries neither credentials nor tokens. Spec 4.1.
 *
 * ```
 * POST /as/token.oauth2   ->   401
 * grant_type=…                 {"error": "invalid_client", "error_description": "…"}
 * ```
 */
export class AuthError extends Error {
  override readonly name = "AuthError";
  /** HTTP status. */
  readonly status: number;
  /** Why, as RFC 6749 5.2 names it, for example `invalid_client`; undefined where the endpoint did not say. */
  readonly error: string | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, error: string | undefined, description: string, requestId: string | undefined) {
    super(`The token endpoint answered ${status}${error ? ` ${error}` : ""}: ${description}`);
    this.status = status;
    this.error = error;
    this.requestId = requestId;
  }
}
