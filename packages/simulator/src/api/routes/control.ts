import type { Health } from "@journey-kit/schemas/control";
import { type ControlRouteName, controlRouteNames, controlRouteOf } from "@journey-kit/schemas/control-routes";
import { Hono } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import { RefusalError } from "../errors.ts";
import type { ApiContext, ApiEnv } from "../request.ts";
import type { ControlHandler } from "./control-handlers.ts";

const prefix = "/_sim";

const ready: Health = { status: "ready" };

/**
 * Creates the control plane, to be mounted at `/_sim`. This app checks the method and the origin of a request; the
 * handlers do the rest. They and their schemas take half the time of a start, so the first request that needs them
 * loads them. A health check does not.
 *
 * Handlers throw {@link RefusalError}, and the mounting app renders it.
 */
export function createControlApp(context: SimulatorContext): Hono<ApiEnv> {
  let loading: Promise<ControlHandler> | undefined;
  const load = async (): Promise<ControlHandler> =>
    (await import("./control-handlers.ts")).createControlHandler(context);
  const handle = async (c: ApiContext, name: ControlRouteName): Promise<Response> => {
    const { method } = controlRouteOf(name);
    c.header("X-Request-ID", c.get("request").id);
    if (c.req.method !== method) return refuseMethod(name); // Hono routes HEAD to the handler of GET
    if (method !== "GET") refuseCrossOrigin(c);
    if (name === "readHealth") return c.json(ready);
    loading ??= load();
    return (await loading)(c, name);
  };
  const app = new Hono<ApiEnv>();
  for (const name of controlRouteNames) app.on(controlRouteOf(name).method, pathOf(name), (c) => handle(c, name));
  for (const name of controlRouteNames) app.all(pathOf(name), () => refuseMethod(name));
  return app;
}

const pathOf = (name: ControlRouteName): string => controlRouteOf(name).path.slice(prefix.length);

function refuseMethod(name: ControlRouteName): never {
  const rows = controlRouteNames.filter((other) => pathOf(other) === pathOf(name)).map(controlRouteOf);
  const allow = rows.map(({ method }) => method).join(", ");
  throw new RefusalError("METHOD_NOT_ALLOWED", `The endpoint accepts ${allow}.`, [], { headers: { allow } });
}

/** Pages from another origin, even on the same site, must not change anything. */
function refuseCrossOrigin(c: ApiContext): void {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site") ?? "none";
  const isOwn = origin === undefined || origin === new URL(c.req.url).origin;
  if (isOwn && ["same-origin", "none"].includes(site)) return;
  throw new RefusalError("CONTROL_NOT_ALLOWED", "The control plane refuses changes from other origins.");
}
