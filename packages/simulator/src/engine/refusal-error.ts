import type { TokenError } from "@journey-kit/schemas";
import { describeLimit, type ErrorName, limits, type RefusingLimit } from "@journey-kit/schemas/tables";
import type { InstanceRecord } from "./commands.ts";
import { createRefusal, type Problem, type Refusal } from "./result.ts";

/** Details of a refusal that its error body does not contain. */
interface RefusalDetails {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The instance that the request is about. */
  readonly record?: InstanceRecord | undefined;
  /** The limit that the request exceeds. */
  readonly limit?: RefusingLimit;
  /** The error code of RFC 6749 5.2, if a token was refused. */
  readonly code?: TokenError["error"];
}

/**
 * A request to the service, or an operation on a world, was refused, and nothing changed. The error body has the same
 * names and problems. Its form depends on the API version and the profile of the request. Spec 7.
 */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly refusal: Refusal;
  /** One entry for each problem. */
  readonly errors: readonly { readonly name: ErrorName; readonly problem: string; readonly path?: string }[];
  readonly details: RefusalDetails;

  constructor(name: ErrorName, problems: string | readonly [Problem, ...Problem[]], details: RefusalDetails = {}) {
    const refusal = createRefusal(name, problems);
    super(refusal.problems.join(" "));
    this.refusal = refusal;
    this.errors = refusal.problems.map((problem, i) => {
      const path = refusal.places?.[i]?.path;
      return { name, problem, ...(path !== undefined && { path }) };
    });
    this.details = details;
  }
}

/**
 * Refuses a request that exceeds a limit of the simulator. If there were too many requests at once, the caller may try
 * again after a second.
 *
 * @param value The value of the limit.
 * @param path The member of the request that exceeds the limit.
 */
export function exceeds(limit: RefusingLimit, value: number, path?: string): RefusalError {
  const { error } = limits[limit];
  const text = describeLimit(limit, value);
  const problem = path === undefined ? text : { text: `${path}: ${text}`, path };
  const headers = error === "TOO_MANY_AT_ONCE" ? { headers: { "retry-after": "1" } } : {};
  return new RefusalError(error, [problem], { limit, ...headers });
}
