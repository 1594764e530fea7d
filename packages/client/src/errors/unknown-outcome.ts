import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/** What identifies a request whose outcome is unknown. */
export interface Sent {
  /** Time of the first attempt, in milliseconds of the client's clock. */
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
 * The response to a request that must not be repeated was lost, so it may or may not have succeeded. `cause` explains
 * how. Carries the ids of the request and no other data of it. Before starting again, look for an instance with its
 * `uid`, or give the request id to the service's support.
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
    super(`${route} lost its response: it may have been done.`, { cause });
    this.route = route;
    this.sent = sent;
  }
}
