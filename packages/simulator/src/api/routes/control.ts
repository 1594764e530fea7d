import { type ControlRouteName, controlRouteNames, controlRouteOf } from "@journey-kit/schemas/calls";
import type { Health, Readiness } from "@journey-kit/schemas/control";
import { Hono } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { createStoreRefusal } from "../errors.ts";
import { isCrossOrigin, isFollowedLink } from "../origin.ts";
import type { ApiContext, ApiEnv } from "../request.ts";
import type { ControlHandler } from "./control-handlers.ts";

const prefix = "/_sim";

const alive: Health = { status: "alive" };
const ready: Readiness = { status: "ready" };

/** Milliseconds that a readiness check waits for the store. */
const storeTime = 2_000;

/**
 * Creates the control API, to be mounted at `/_sim`. This app checks the method and the origin of a request; the
 * handlers do the rest. Loading the handlers and their schemas would double the startup time, so the first request that
 * needs them loads them. Health and readiness checks do not need them.
 *
 * Handlers throw {@link RefusalError}, and the mounting app renders it.
 */
export function createControlApp(context: SimulatorContext): Hono<ApiEnv> {
  let loading: Promise<ControlHandler> | undefined;
  const load = async (): Promise<ControlHandler> =>
    (await import("./control-handlers.ts")).createControlHandler(context);
  const handle = async (c: ApiContext, name: ControlRouteName): Promise<Response> => {
    const { method } = controlRouteOf(name);
    const isHead = c.req.method === "HEAD" && method === "GET";
    const request = c.get("request");
    request.control = { name, world: c.req.param("world") };
    c.header("X-Request-ID", request.id);
    if (c.req.method !== method && !isHead) return refuseControlMethod(name);
    if (name === "readHealth") return c.json(alive);
    if (name === "readReadiness") {
      await checkReadiness(context, c);
      return c.json(ready);
    }
    refuseCrossOrigin(c);
    loading ??= load();
    const response = await (await loading)(c, name);
    if (isHead) await response.body?.cancel(); // Hono drops the body, which may be an open stream
    return response;
  };
  const app = new Hono<ApiEnv>();
  for (const name of controlRouteNames) app.on(controlRouteOf(name).method, pathOf(name), (c) => handle(c, name));
  for (const name of controlRouteNames) app.all(pathOf(name), (c) => handle(c, name));
  return app;
}

/** Refuses the request if the store cannot be used or does not respond in time, or if the listener is about to stop. */
async function checkReadiness({ store }: SimulatorContext, c: ApiContext): Promise<void> {
  if (c.env?.stopping?.aborted === true) {
    const headers = { "retry-after": "1" };
    throw new RefusalError("NOT_READY", "The simulator is shutting down.", { headers });
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createStoreRefusal()), storeTime);
  });
  try {
    await Promise.race([store.check(), timeout]);
  } catch (error) {
    throw error instanceof RefusalError ? error : createStoreRefusal(error);
  } finally {
    clearTimeout(timer);
  }
}

const pathOf = (name: ControlRouteName): string => controlRouteOf(name).path.slice(prefix.length);

function refuseControlMethod(name: ControlRouteName): never {
  const rows = controlRouteNames.filter((other) => pathOf(other) === pathOf(name)).map(controlRouteOf);
  const allow = rows.flatMap(({ method }) => (method === "GET" ? [method, "HEAD"] : [method])).join(", ");
  throw new RefusalError("METHOD_NOT_ALLOWED", `The endpoint accepts ${allow}.`, { headers: { allow } });
}

/**
 * Refuses web pages from another origin. Such a page cannot read a response, but a request costs as much as any other. A
 * person may follow a link to a response.
 */
function refuseCrossOrigin(c: ApiContext): void {
  const request = c.get("request");
  if (!isCrossOrigin(request) || (request.method === "GET" && isFollowedLink(request))) return;
  throw new RefusalError("CONTROL_NOT_ALLOWED", "The control API refuses web pages from other origins.");
}
