import { readPath } from "@journey-kit/schemas/calls";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { type Endpoint, endpointFor, endpoints } from "@journey-kit/schemas/endpoints";
import { type ProfileInput, resolveProfile } from "@journey-kit/schemas/tables";
import type { MethodName } from "./call/methods.ts";
import type { Validate } from "./call/send.ts";
import { JourneyError } from "./errors.ts";

/**
 * A body violates the specification. If the request is invalid, nothing was sent. If the response is invalid, the call
 * has succeeded. Contains paths but no values. Thrown only if the option `validate` is set.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   200   {"instanceId": 7}
 * ```
 */
export class ValidationError extends JourneyError {
  override readonly name = "ValidationError";
  declare readonly side: "request" | "response";
  declare readonly route: EndpointName;
  /** Up to 20 problems in the form `path: kind`, for example `context.subject: missing`. */
  declare readonly issues: readonly string[];

  constructor(side: "request" | "response", route: EndpointName, issues: readonly string[]) {
    super(`Invalid ${side} for ${route}: ${issues.join(", ")}.`);
    this.side = side;
    this.route = route;
    this.issues = issues;
  }
}

const maxIssues = 20;

/**
 * Validates every request and every response. Pass it as the `validate` option of the client. Spec 4.
 *
 * A request must be valid under the profile `specified`; otherwise it is not sent. A response may follow any reading.
 * This entry point loads Zod, which is several times larger than the client.
 *
 * @throws {ValidationError} When a body violates the specification. If the response is invalid, the call has succeeded.
 * @example
 * import { validate } from "@journey-kit/client/validate";
 * const client = createJourneyClient({ baseUrl, auth, validate });
 */
export const validate: Required<Validate> = createValidators((name) => endpoints[name]);

/**
 * Creates validators for one profile. They accept only requests and responses that are valid under this profile.
 *
 * @throws {ProfileError} When a preset, gap or reading is unknown, or when a reading requires another reading that is
 *   not set.
 */
export function createValidate(choice: ProfileInput): Required<Validate> {
  const profile = resolveProfile(choice);
  return createValidators((name) => endpointFor(name, profile));
}

function createValidators(schemasOf: (name: MethodName) => Pick<Endpoint, "request" | "response">): Required<Validate> {
  const check = (side: "request" | "response") => (name: MethodName, body: unknown) => {
    const { error } = schemasOf(name)[side].safeParse(body);
    if (error === undefined) return;
    const issues = error.issues.slice(0, maxIssues).map(({ path, code }) => {
      return `${path.join(".") || "body"}: ${readPath(body, path) === undefined ? "missing" : code}`;
    });
    throw new ValidationError(side, name, issues);
  };
  return { request: check("request"), response: check("response") };
}
