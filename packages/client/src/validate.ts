import { type Endpoint, endpointFor, endpoints } from "@journey-kit/schemas/endpoints";
import { type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import type { MethodName } from "./call/bodies.ts";
import type { Validate } from "./call/send.ts";
import { ValidationError } from "./errors/validation.ts";

export { ValidationError } from "./errors/validation.ts";

const most = 20; // problems per body; more would not help

/**
 * Validates every request and every response; pass it as the client's `validate` option. Spec 4.
 *
 * A request must be one that the specification accepts (profile `specified`), and is sent only if it is. A response may
 * follow any reading. This entry loads Zod, which is several times larger than the client.
 *
 * @throws {ValidationError} When a body violates the specification. If the body is a response, the call has succeeded.
 * @example
 * import { validate } from "@journey-kit/client/validate";
 * const client = createJourneyClient({ baseUrl, auth, validate });
 */
export const validate: Required<Validate> = toValidate((name) => endpoints[name]);

/**
 * Like {@link validate}, but accepts only the requests and responses of a server with these readings.
 *
 * @throws {ProfileError} If a preset, gap or reading is unknown, or a reading requires another reading that is not set.
 */
export function createValidate(choice: ProfileChoice): Required<Validate> {
  const profile = resolveProfile(choice);
  return toValidate((name) => endpointFor(name, profile));
}

function toValidate(schemasOf: (name: MethodName) => Pick<Endpoint, "request" | "response">): Required<Validate> {
  const check = (side: "request" | "response") => (name: MethodName, body: unknown) => {
    const { error } = schemasOf(name)[side].safeParse(body);
    if (error === undefined) return;
    const issues = error.issues.slice(0, most).map(({ path, code }) => {
      return `${path.join(".") || "body"}: ${valueAt(body, path) === undefined ? "missing" : code}`;
    });
    throw new ValidationError(side, name, issues);
  };
  return { request: check("request"), response: check("response") };
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((owner, name) => Object(owner)[name], body);
