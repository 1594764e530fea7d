import type { TokenError } from "@journey-kit/schemas";
import type { ErrorName } from "@journey-kit/schemas/tables";
import { UnavailableError } from "../database/database.ts";
import type { InstanceRecord } from "../engine/commands.ts";
import type { Basis, Refusal } from "../engine/result.ts";
import { renderError } from "../render/error.ts";
import type { LimitError } from "../world/control-error.ts";
import { type ApiRequest, type Outcome, toOutcome } from "./request.ts";

/** Details of a refusal that its response body does not contain. */
interface RefusalDetails {
  readonly headers?: Readonly<Record<string, string>>;
  /** The instance that the request is about. */
  readonly record?: InstanceRecord;
}

/**
 * Refuses a request. `onError` renders the error, because the form depends on the generation and profile of the
 * request. Spec 7.
 */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly refusal: Refusal;
  readonly basis: readonly Basis[];
  readonly details: RefusalDetails;

  constructor(
    name: ErrorName,
    problems: string | Refusal["problems"],
    basis: readonly Basis[] = [],
    details: RefusalDetails = {},
  ) {
    super(name);
    this.refusal = { name, problems: typeof problems === "string" ? [problems] : problems };
    this.basis = basis;
    this.details = details;
  }
}

/** Converts a `LimitError`. If there were too many requests at once, the caller may try again after a second. */
export const toLimitRefusal = ({ refusal: { name, problems } }: LimitError): RefusalError =>
  new RefusalError(name, problems, [], name === "TOO_MANY_AT_ONCE" ? { headers: { "retry-after": "1" } } : {});

/** Refuses a request because the store cannot be used, and says why, if known. The caller may try again after a second. */
export function createStoreRefusal(error?: unknown): RefusalError {
  const reason = error instanceof UnavailableError ? error.reason : undefined;
  const problem = reason === undefined ? "The store does not respond." : `The store cannot be used: ${reason}.`;
  return new RefusalError("STORE_UNAVAILABLE", problem, [], { headers: { "retry-after": "1" } });
}

/** Refuses a token request, with the error code of RFC 6749 5.2. */
export class TokenRefusal extends Error {
  override readonly name = "TokenRefusal";
  readonly error: TokenError["error"];
  readonly scheme: "form" | "basic";

  constructor(error: TokenError["error"], description: string, scheme: "form" | "basic" = "form") {
    super(description);
    this.error = error;
    this.scheme = scheme;
  }
}

/** The parts of a request that are needed to render an error. */
export type ErrorRequest = Pick<ApiRequest, "id" | "recorder" | "generation" | "outcome">;

/**
 * Renders a refusal as a response, with the headers of its endpoint. Every error body of the service comes from this
 * function. Spec 7, 9.
 */
export function renderErrorResponse(
  { id, recorder, generation }: ErrorRequest,
  { refusal, basis, details }: RefusalError,
  headers: Readonly<Record<string, string>> = {},
): Outcome {
  recorder.addBasis(...basis);
  const { status, body } = renderError(recorder, refusal, generation);
  return toOutcome(
    { id, recorder },
    { status, body, refusal, ...details, headers: { ...headers, ...details.headers } },
  );
}
