import { type Endpoint, resolveReading } from "@journey-kit/schemas/endpoints";
import type { MiddlewareHandler } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { targetOf } from "../address.ts";
import { authenticate, limitRate } from "../auth.ts";
import { readJson } from "../body.ts";
import { type ApiContext, type ApiEnv, type HandlerResult, respond, toRecordedResponse } from "../request.ts";
import { deprecationOf } from "./refuse.ts";

/** Continues only if the endpoint is at this path under the profile of the request. */
export const requireEndpoint: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { name, gap, citations } = c.get("request");
  if (name === undefined) return c.notFound();
  if (gap !== undefined) citations.choose(gap);
  return next();
};

/** Authenticates and authorises the caller. Refuses query parameters; gap `query-parameters`. */
export const requireCaller =
  (simulator: SimulatorContext, endpoint: Endpoint): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const request = c.get("request");
    c.set("caller", authenticate(simulator, request, endpoint));
    if (request.hasRegionPrefix) request.citations.cite("regions-shared");
    if (targetOf(c.req.raw.url).hasQuery && request.citations.choose("query-parameters") === "refused") {
      throw new RefusalError("UNEXPECTED_PARAMETER", "The endpoint does not accept query parameters.");
    }
    return next();
  };

/** Reads the body, and then refuses the request if the caller exceeds the rate limit. */
export const requireBody =
  (simulator: SimulatorContext, { rateLimited }: Endpoint): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const request = c.get("request");
    c.set("body", await readJson(request));
    if (rateLimited === true) await limitRate(simulator, c.get("caller"), request.citations);
    return next();
  };

/** Creates the response from the result of a handler. The status defaults to the status of the endpoint. */
export function respondResult(c: ApiContext, endpoint: Endpoint, result: HandlerResult): Response {
  const request = c.get("request");
  if (result.refusal !== undefined) return respond(request, toRecordedResponse(request, result));
  const { citations, profile } = request;
  const status = result.status ?? resolveReading(profile, endpoint.status) ?? 200;
  if (typeof endpoint.status === "object" && result.status === undefined) citations.choose(endpoint.status.gap);
  const deprecation = deprecationOf(request, endpoint);
  const headers = deprecation === undefined ? result.headers : { ...deprecation, ...result.headers };
  return respond(request, toRecordedResponse(request, { ...result, status, headers }));
}
