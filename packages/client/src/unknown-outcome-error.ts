import type { RouteName } from "@journey-kit/schemas/paths";
import type { Sent } from "./sent.ts";

/**
 * A request that must not be repeated was sent and its answer was lost: it may have been done or not. `cause` says how
 * it was lost. Look for an instance with its `uid`, or ask the service with the request id, before starting again.
 *
 * ```
 * POST /v2/captain/journey/start   ->   (the connection ends, or 504)
 * ```
 */
export class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";
  declare readonly route: RouteName;
  declare readonly sent: Sent;

  constructor(route: RouteName, sent: Sent, cause: unknown) {
    super(`${route} lost its answer: it may have been done.`, { cause });
    this.route = route;
    this.sent = sent;
  }
}
