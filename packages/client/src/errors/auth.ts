import type { ApiError } from "./api.ts";
import { JourneyError } from "./base.ts";

/**
 * The token endpoint returned no usable token. Contains no credentials or tokens. Spec 4.1.
 *
 * ```
 * POST /as/token.oauth2   ->   401
 * grant_type=…                 {"error": "invalid_client", "error_description": "…"}
 * ```
 */
export class AuthError extends JourneyError {
  override readonly name = "AuthError";
  /** HTTP status. */
  declare readonly status: number;
  /** Error code of RFC 6749 5.2, for example `invalid_client`; undefined if the response has no code. */
  declare readonly error: string | undefined;
  declare readonly requestId: string | undefined;
  /** Milliseconds to wait before retrying, from `Retry-After`. */
  declare readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    { status, requestId, retryAfterMs }: Pick<ApiError, "status" | "requestId"> & Partial<ApiError>,
    error?: string,
  ) {
    super(message);
    this.status = status;
    this.error = error;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}
