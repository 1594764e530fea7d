import { endpoints } from "@journey-kit/schemas/endpoints";
import type { Validate } from "./send.ts";
import { ValidationError } from "./validation-error.ts";

export { ValidationError } from "./validation-error.ts";

const most = 20; // problems of one answer; more help nobody

/**
 * Holds every answer to its schema, in any reading: the `validate` of a client's options. This entry loads Zod, which
 * weighs several times what the client does. Spec 4.
 *
 * @throws {ValidationError} When a body is not as specified; what was asked has been done.
 * @example
 * import { validate } from "@journey-kit/client/validate";
 * const client = createJourneyClient({ baseUrl, auth, validate });
 */
export const validate: Validate = (name, body) => {
  const { error } = endpoints[name].response.safeParse(body);
  if (error === undefined) return;
  const issues = error.issues.slice(0, most).map(({ path, code }) => `${path.join(".") || "body"}: ${code}`);
  throw new ValidationError(name, issues);
};
