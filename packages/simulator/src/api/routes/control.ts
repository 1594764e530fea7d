import { type ControlRouteName, controlRouteNames, controlRouteOf } from "@journey-kit/schemas/calls";
import type { Health, Readiness } from "@journey-kit/schemas/control";
import { Hono } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { createStoreRefusal } from "../errors.ts";
import { isCrossOrigin, isFollowedLink } from "../origin.ts";
import type { ApiContext, ApiEnv } from "../request.ts";
import type { ControlHandler } from "./control-handlers.ts";

const controlPrefix = "/_sim";

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
  /** Handles a request to a path, which `names` have in common. */
  const handle = async (c: ApiContext, first: ControlRouteName, names: readonly ControlRouteName[]) => {
    const isHead = c.req.method === "HEAD";
    const method = isHead ? "GET" : c.req.method;
    const name = names.find((one) => controlRouteOf(one).method === method);
    const request = c.get("request");
    request.control = { name: name ?? first, world: c.req.param("world") };
    c.header("X-Request-ID", request.id);
    if (name === undefined) return refuseControlMethod(names);
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
  for (const first of controlRouteNames) {
    const names = controlRouteNames.filter((name) => pathBelow(name) === pathBelow(first));
    if (first === names[0]) app.all(pathBelow(first), (c) => handle(c, first, names));
  }
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

const pathBelow = (name: ControlRouteName): string => controlRouteOf(name).path.slice(controlPrefix.length);

/** Refuses a method that none of the endpoints at a path accepts. */
function refuseControlMethod(names: readonly ControlRouteName[]): never {
  const methods = names.map((name) => controlRouteOf(name).method);
  const allow = methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method])).join(", ");
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
