import { controlRoutes } from "@journey-kit/schemas/calls";
import type { MiddlewareHandler } from "hono";
import type { AnsweredRequest, SimulatorContext } from "../../context/context.ts";
import { toWord } from "../../journal/redact.ts";
import { memoizeText } from "../../world/cache.ts";
import type { Millis } from "../../world/time.ts";
import { redactPath, toLoggedPath } from "../address.ts";
import type { ErrorRequest } from "../errors.ts";
import type { ApiContext, ApiEnv, ApiRequest } from "../request.ts";

/** Reports each finished request to `onRequest`. */
export function reportRequest({ onRequest, stopwatch }: SimulatorContext): MiddlewareHandler<ApiEnv> {
  if (onRequest === undefined) return (_, next) => next();
  return async (c, next) => {
    try {
      await next();
    } finally {
      onRequest(toAnswered(c, stopwatch()));
    }
  };
}

export function toAnswered(c: ApiContext, now: Millis): AnsweredRequest {
  const request = c.get("request");
  const { name, control, pattern, world = control?.world, outcome } = request;
  const path = pattern ?? (control ? controlRoutes[control.name].path : redactPath(request.path));
  return {
    id: toLoggedId(request),
    method: request.method,
    path: withRegion(request, path),
    endpoint: name ?? control?.name,
    status: outcome?.status ?? c.res.status,
    error: outcome?.refusal?.name,
    world: world && toLoggedWorld(world),
    fault: request.fault?.rule,
    duration: now - request.begunAt,
  };
}

export const withRegion = ({ hasRegionPrefix, region }: ApiRequest, path: string): string =>
  hasRegionPrefix ? `/${region}${path}` : path;

/** Reports a request that failed before its world and its fault were known, for example because the store is down. */
export function reportUnopened({ onRequest }: SimulatorContext, c: ApiContext, { id, outcome }: ErrorRequest): void {
  onRequest?.({
    id: toLoggedId({ id }),
    method: c.req.method,
    path: toLoggedPath(c.req.raw.url),
    endpoint: undefined,
    status: outcome?.status ?? 500,
    error: outcome?.refusal?.name,
    world: undefined,
    fault: undefined,
    duration: 0,
  });
}

/** A client id as a log shows it, which is redacted unless it looks like a name. */
export const toLoggedWorld = memoizeText(toWord);

/**
 * The request id of a response as a log shows it, which is redacted unless it looks like a name: a caller may have used
 * a token as its request id by mistake.
 */
export const toLoggedId = ({ id }: Pick<ApiRequest, "id">): string => toWord(id);
