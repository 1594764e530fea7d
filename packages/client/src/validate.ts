import { type Endpoint, endpointFor, endpoints } from "@journey-kit/schemas/endpoints";
import { type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import type { MethodName } from "./call/bodies.ts";
import type { Validate } from "./call/send.ts";
import { ValidationError } from "./errors/validation.ts";

export { ValidationError } from "./errors/validation.ts";

const most = 20; // problems per response; more would not help

/**
 * Validates every response against its schema, in any reading; pass it as the client's `validate` option. This entry
 * loads Zod, which is several times larger than the client. Spec 4.
 *
 * @throws {ValidationError} When a body violates the specification; the call has succeeded.
 * @example
 * import { validate } from "@journey-kit/client/validate";
 * const client = createJourneyClient({ baseUrl, auth, validate });
 */
export const validate: Validate = (name, body) => check(name, endpoints[name], body);

/**
 * Like {@link validate}, but accepts only the responses of a server with these readings.
 *
 * @throws {ProfileError} If a preset, gap or reading is unknown, or a reading requires another reading that is not set.
 */
export function createValidate(choice: ProfileChoice): Validate {
  const profile = resolveProfile(choice);
  return (name, body) => check(name, endpointFor(name, profile), body);
}

function check(name: MethodName, { response }: Pick<Endpoint, "response">, body: unknown): void {
  const { error } = response.safeParse(body);
  if (error === undefined) return;
  const issues = error.issues.slice(0, most).map(({ path, code }) => `${path.join(".") || "body"}: ${code}`);
  throw new ValidationError(name, issues);
}
