import { type Endpoint, endpointOf, endpoints, isDeprecated, isNotSimulated } from "@journey-kit/schemas/endpoints";
import type { ErrorName } from "@journey-kit/schemas/tables";
import type { ErrorHandler, Handler, NotFoundHandler } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import { AbortedError } from "../../context/wait.ts";
import { isReported, UnavailableError } from "../../database/database.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { createCitations, problemsOf, readingBasis } from "../../engine/result.ts";
import { suggestPaths } from "../../world/parse.ts";
import { apiVersionOf, targetOf } from "../address.ts";
import { createStoreRefusal, type ErrorRequest, renderErrorResponse } from "../errors.ts";
import { type ApiContext, type ApiEnv, type ApiRequest, respond } from "../request.ts";
import { ConnectionError } from "./faults.ts";
import { reportUnopened, toLoggedId } from "./report.ts";

/** Converts every error to the response of a refusal. Spec 7. */
export const refuseError =
  (simulator: SimulatorContext): ErrorHandler<ApiEnv> =>
  (error, c) => {
    // The caller's `fetch` rejects, as it would for a broken connection or after an abort.
    if (error instanceof ConnectionError || error instanceof AbortedError) throw error;
    const opened = c.get("request");
    if (opened !== undefined) {
      const refusal = addSuggestions(opened, refusalFor(simulator, opened, error));
      return respondRefusal(opened, refusal, opened.name && deprecationOf(opened, endpointOf(opened.name)));
    }
    const request = unopened(simulator, c);
    const response = respondRefusal(request, refusalFor(simulator, request, error));
    reportUnopened(simulator, c, request);
    return response;
  };

/** Refuses a path without an endpoint. */
export const refusePath: NotFoundHandler<ApiEnv> = (c) => respondRefusal(c.get("request"), toUnknownPath(c));

/** The error context of a request that failed before its world and endpoint were known. */
const unopened = ({ profile }: SimulatorContext, c: ApiContext): ErrorRequest => ({
  id: crypto.randomUUID(),
  citations: createCitations(profile, ["request-id-always"]),
  apiVersion: apiVersionOf(targetOf(c.req.raw.url).path),
});

/** Converts an error to a refusal, and reports an unexpected error. */
function refusalFor({ onError }: SimulatorContext, request: ErrorRequest, error: Error): RefusalError {
  if (error instanceof RefusalError) return error;
  if (isReported(error)) onError?.(error, toLoggedId(request));
  if (error instanceof UnavailableError) return createStoreRefusal(error);
  return new RefusalError("INTERNAL_ERROR", "The simulator failed.");
}

const respondRefusal = (
  request: ErrorRequest,
  error: RefusalError,
  headers?: Readonly<Record<string, string>>,
): Response => respond(request, renderErrorResponse(request, error, headers));

const suggestible: readonly ErrorName[] = ["MISSING_FIELD", "WRONG_VALUE", "UNEXPECTED_FIELD"];

/** Adds the members that the caller may have misspelt to the last problem of a refused body. */
function addSuggestions(request: ApiRequest, error: RefusalError): RefusalError {
  const { name } = error.refusal;
  if (request.name === undefined || !suggestible.includes(name)) return error;
  const paths = suggestPaths(endpoints[request.name].request, request.received).map((path) => `\`${path}\``);
  if (paths.length === 0) return error;
  const found = name === "UNEXPECTED_FIELD" ? "" : " The body has an unknown member.";
  const [first, ...more] = problemsOf(error.refusal);
  const last = more.pop() ?? first;
  const suggested = { ...last, text: `${last.text}${found} Did you mean ${paths.join(", ")}?` };
  return new RefusalError(name, last === first ? [suggested] : [first, ...more, suggested], error.details);
}

/** The `Deprecation` header of a deprecated endpoint. Gap `deprecation-notice`. */
export function deprecationOf(
  { citations, profile }: ApiRequest,
  route: Endpoint,
): Readonly<Record<string, string>> | undefined {
  if (route.deprecated === undefined) return undefined;
  if (route.apiVersion === "v1") citations.cite("v1-task-endpoints-deprecated");
  if (route.deprecated.when !== undefined) citations.choose(route.deprecated.when.gap);
  return isDeprecated(profile, route) ? { deprecation: `@${route.deprecated.since}` } : undefined;
}

/** Refuses any method of a path but these. */
export const refuseMethod =
  (methods: readonly string[]): Handler<ApiEnv> =>
  (c) => {
    if (c.get("request").name === undefined) return c.notFound();
    c.get("request").citations.cite("post-only");
    throw new RefusalError("METHOD_NOT_ALLOWED", `The endpoint only accepts ${methods.join(" and ")}.`, {
      headers: { allow: methods.join(", ") },
    });
  };

function toUnknownPath(c: ApiContext): RefusalError {
  const { profile, gap, citations } = c.get("request");
  if (targetOf(c.req.raw.url).isControl)
    return new RefusalError("UNKNOWN_PATH", "The control API has no endpoint at this path.");
  if (profile["extension-endpoints"] === "present" && isNotSimulated(targetOf(c.req.raw.url).path)) {
    const problem = "Published clients call this endpoint, but the simulator does not serve it.";
    citations.cite("extension-endpoints=present");
    return new RefusalError("NOT_SIMULATED", problem);
  }
  citations.cite("generation-prefixes");
  if (gap !== undefined) citations.cite(readingBasis(profile, gap));
  const problem =
    profile["unknown-path"] === "unauthorized" ? "Authentication required" : "There is no endpoint at this path.";
  return new RefusalError("UNKNOWN_PATH", problem);
}
