import { type Endpoint, endpointFor, endpoints } from "@journey-kit/schemas/endpoints";
import { type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import type { MethodName } from "./call/bodies.ts";
import type { Validate } from "./call/send.ts";
import { ValidationError } from "./errors/validation.ts";

export { ValidationError } from "./errors/validation.ts";

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
export const validate: Required<Validate> = toValidate((name) => endpoints[name]);

/**
 * Creates validators for one profile. They accept only the requests and responses of a server with that profile.
 *
 * @throws {ProfileError} When a preset, gap or reading is unknown, or when a reading requires another reading that is
 *   not set.
 */
export function createValidate(choice: ProfileChoice): Required<Validate> {
  const profile = resolveProfile(choice);
  return toValidate((name) => endpointFor(name, profile));
}

function toValidate(schemasOf: (name: MethodName) => Pick<Endpoint, "request" | "response">): Required<Validate> {
  const check = (side: "request" | "response") => (name: MethodName, body: unknown) => {
    const { error } = schemasOf(name)[side].safeParse(body);
    if (error === undefined) return;
    const issues = error.issues.slice(0, maxIssues).map(({ path, code }) => {
      return `${path.join(".") || "body"}: ${valueAt(body, path) === undefined ? "missing" : code}`;
    });
    throw new ValidationError(side, name, issues);
  };
  return { request: check("request"), response: check("response") };
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((owner, name) => Object(owner)[name], body);
