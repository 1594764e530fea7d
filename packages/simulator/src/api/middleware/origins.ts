import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { SimulatorContext } from "../../context/context.ts";
import { targetOf } from "../address.ts";
import type { ApiContext, ApiEnv, ApiRequest } from "../request.ts";

const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Allows web pages from loopback origins, and from the origins in `simulator.cors`, to call the API. The control API and
 * hosted pages send no CORS headers. An `OPTIONS` request that is not a preflight reaches the routes, which refuse the
 * method.
 */
export function allowOrigins({ cors: origins }: SimulatorContext): MiddlewareHandler<ApiEnv> {
  const isAllowed = (origin: string) => loopbackOrigin.test(origin) || origins.includes(origin);
  const allow = cors({
    origin: origins.includes("*") ? "*" : (origin) => (isAllowed(origin) ? origin : null),
    allowMethods: ["GET", "POST"],
    exposeHeaders: ["X-Request-ID", "X-Sim-Basis", "Retry-After", "Deprecation"],
  });
  return (c, next) => {
    const header = headerOf(c);
    c.set("header", header);
    if (header("origin") === undefined) return next();
    const { path, isControl } = targetOf(c.req.raw.url);
    if (isControl || path.startsWith("/journey/")) return next();
    if (c.req.method !== "OPTIONS") return allow(c, next);
    if (header("access-control-request-method") === undefined) return next();
    c.header("X-Request-ID", crypto.randomUUID()); // `allow` responds to preflights itself
    return allow(c, next);
  };
}

/**
 * Returns a function that reads a request header. Uses the headers that Node has parsed, if there are any, or else a
 * copy in a map, because `Headers.get` is slow.
 */
function headerOf(c: ApiContext): ApiRequest["header"] {
  const bound = c.env?.header; // an application that mounts this one may have its own environment
  if (typeof bound === "function") return bound;
  const headers = new Map(c.req.raw.headers);
  return (name) => headers.get(name);
}
