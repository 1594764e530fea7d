import type { MiddlewareHandler } from "hono";
import type { SimulatorContext, TracedRequest } from "../../context/context.ts";
import { timeOf } from "../../world/clock.ts";
import { targetOf, toLoggedPath } from "../address.ts";
import type { ApiContext, ApiEnv } from "../request.ts";
import { toAnswered } from "./report.ts";

/** Runs each request to the service inside a span. Without traces, there is no middleware. */
export function traceRequest({ traces }: SimulatorContext): readonly MiddlewareHandler<ApiEnv>[] {
  if (traces === undefined) return [];
  return [
    (c, next) =>
      targetOf(c.req.raw.url).isControl ? next() : traces.traceRequest(c.get("header"), next, () => toTraced(c)),
  ];
}

function toTraced(c: ApiContext): TracedRequest {
  const scheme = c.req.raw.url.startsWith("https:") ? "https" : "http";
  const request = c.get("request");
  if (request === undefined) return { scheme, ...toUnopened(c) };
  const { outcome, fault, settings, startedAt } = request;
  return {
    ...{ scheme, ...toAnswered(c, 0) },
    instanceId: outcome?.record?.instance.id ?? fault?.instanceId,
    basis: outcome?.headers["x-sim-basis"] ?? "",
    clockOffset: settings && timeOf(settings.clock, startedAt) - startedAt,
  };
}

/** A request that failed before its world and its endpoint were known, for example because the store is down. */
const toUnopened = ({ req, res }: ApiContext): Omit<TracedRequest, "scheme"> => ({
  id: res.headers.get("x-request-id") ?? "",
  method: req.method,
  path: toLoggedPath(req.raw.url),
  endpoint: undefined,
  status: res.status,
  error: undefined,
  world: undefined,
  fault: undefined,
  instanceId: undefined,
  basis: res.headers.get("x-sim-basis") ?? "",
  clockOffset: undefined,
});
