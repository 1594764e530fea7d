import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/** The ids of a request whose outcome is unknown. */
export interface Sent {
  /** Time of the first attempt in milliseconds, by the client's clock. */
  readonly at: number;
  /** The caller's `X-Request-ID`. Gap `x-request-id-echo`. */
  readonly requestId?: string;
  /** The journey to start. */
  readonly resourceId?: string;
  /** The correlation identifier of a start. Spec 2.8. */
  readonly uid?: string;
  readonly instanceId?: string;
  readonly interactionId?: string;
  readonly taskId?: string;
}

/**
 * The response to a request was lost, and the request is not safe to repeat. The service may or may not have executed
 * it. `cause` is the error of the lost response. Contains the ids of the request and no other data.
 *
 * Before you start a journey again, look for an instance with the same `uid`, or give the request id to the service's
 * support.
 *
 * ```
 * POST /v2/captain/journey/start   ->   (the connection ends, or 504)
 * ```
 */
export class UnknownOutcomeError extends JourneyError {
  override readonly name = "UnknownOutcomeError";
  declare readonly route: RouteName;
  declare readonly sent: Sent;

  constructor(route: RouteName, sent: Sent, cause: unknown) {
    super(`Lost the response to ${route}. The request may have succeeded.`, { cause });
    this.route = route;
    this.sent = sent;
  }
}
