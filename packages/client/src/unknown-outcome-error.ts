import type { RouteName } from "@journey-kit/schemas/paths";
import type { Sent } from "./sent.ts";

/**
 * The response to a request that must not be repeated was lost, so it may or may not have succeeded. `cause` explains
 * how. Before starting again, look for an instance with its `uid`, or give the request id to the service's support.
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
    super(`${route} lost its response: it may have been done.`, { cause });
    this.route = route;
    this.sent = sent;
  }
}
