import type { ControlRouteName } from "@journey-kit/schemas/calls";
import { listOf, memberOf } from "@journey-kit/schemas/calls";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { ApiError, ConnectionError, type ErrorEntry } from "../errors.ts";

/** Sends a request, like the global `fetch` or the `fetch` of a simulator. */
export type Fetch = (request: Request) => Promise<Response>;

type Received = Awaited<ReturnType<typeof receive>>;

/**
 * Sends a request and reads the whole response. `body` is undefined if the body is not JSON.
 *
 * @throws {ConnectionError} When no complete response arrives.
 */
export async function receive(route: EndpointName | ControlRouteName, fetch: Fetch, request: Request) {
  try {
    const response = await fetch(request);
    return { response, body: parseJsonText(await response.text()) };
  } catch (error) {
    throw new ConnectionError(route, error);
  }
}

/** Hides the parser's error, which would quote the text. */
function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a value is valid in an `Authorization` header. Without this check, the platform's error would quote the
 * value.
 */
export const isToken = (value: unknown): value is string => typeof value === "string" && /^[!-~]+$/.test(value);

/** Removes secrets from text that a service sent. */
export type Redact = (text: string) => string;

const redacted = "[redacted]";

/**
 * Creates a function that redacts `secrets`, raw or form-encoded. The function also redacts any word of more than 64
 * characters, which may be an image or another token. Spec 5.
 */
export const createRedact =
  (secrets: readonly string[]): Redact =>
  (text) =>
    secrets
      .filter(Boolean)
      .flatMap((secret) => [secret, `${new URLSearchParams({ "": secret })}`.slice(1)])
      .reduce((left, secret) => left.replaceAll(secret, redacted), text)
      .replace(/[\w+/=%.-]{65,}/g, redacted);

/** The request id of a response. Spec 7. */
export const requestIdOf = (headers: Headers, redact: Redact): string | undefined =>
  redact(headers.get("x-request-id") ?? "") || undefined;

/**
 * Converts `Retry-After`, in seconds or as a date, to milliseconds from `now`: 0 for a date that has passed, undefined if
 * the header is missing or invalid.
 */
function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const asked = headers.get("retry-after") || "none";
  const waitMs = Number(asked) >= 0 ? Number(asked) * 1_000 : Math.max(0, Date.parse(asked) - now);
  return waitMs >= 0 ? waitMs : undefined;
}

/**
 * Reads the errors in a body: the list `errors`, or a single error in the older v1 form `{status, message, error}` or
 * in the form of a token endpoint. Spec 7, 9; gaps `v1-error-body`, `token-error-body`.
 *
 * @returns An empty list if the body has none of these forms.
 */
function parseErrorEntries(body: unknown, redact: Redact): readonly ErrorEntry[] {
  const errors = memberOf(body, "errors");
  if (errors !== undefined) return listOf(errors).map((entry) => parseErrorEntry(entry, redact));
  const name = memberOf(body, "error");
  const problem = memberOf(body, "message") ?? memberOf(body, "error_description");
  return name === undefined && problem === undefined ? [] : [parseErrorEntry({ name, problem }, redact)];
}

function parseErrorEntry(entry: unknown, redact: Redact): ErrorEntry {
  const texts = ["code", "name", "problem", "action", "location", "path"].flatMap((name) => {
    const value = memberOf(entry, name);
    return typeof value === "string" || typeof value === "number" ? [[name, redact(`${value}`)]] : [];
  });
  return { name: "", problem: "", ...Object.fromEntries(texts) };
}

/** Converts an error response, or a 2xx response without JSON, to an error. Spec 7. */
export const toApiError = (
  route: EndpointName | ControlRouteName,
  { response: { status, headers }, body }: Received,
  redact: Redact,
  now: number,
): ApiError =>
  new ApiError(
    route,
    status,
    parseErrorEntries(body, redact),
    requestIdOf(headers, redact),
    parseRetryAfter(headers, now),
  );
