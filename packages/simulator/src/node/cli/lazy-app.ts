import type { Health } from "@journey-kit/schemas/control";
import { controlRoutes } from "@journey-kit/schemas/control-routes";
import type { ErrorName } from "@journey-kit/schemas/errors";
import { presets } from "@journey-kit/schemas/profile";
import { addressOf } from "../../api/address.ts";
import type { App } from "../../api/app.ts";
import type { AnsweredRequest } from "../../context/context.ts";
import { createListenerError } from "../listener.ts";

const alive: Health = { status: "alive" };

/** An app that loads the service when it is needed. */
export interface LazyApp extends Pick<App, "fetch"> {
  /** Loads the service before a request needs it. */
  readonly load: () => Promise<unknown>;
}

/**
 * Creates an app that loads the service with the first request that needs it. A health check does not need it: whoever
 * waits for the program to start gets a response before the engine and the schemas of every endpoint are loaded. A
 * readiness check is refused until then. After either check, the service is loaded at once. Requests that arrive earlier
 * wait for it.
 */
export function createLazyApp(
  load: () => Promise<Pick<App, "fetch">>,
  onRequest?: (request: AnsweredRequest) => void,
): LazyApp {
  let app: Pick<App, "fetch"> | undefined;
  let loading: Promise<Pick<App, "fetch">> | undefined;
  const open = (): Promise<Pick<App, "fetch">> => {
    loading ??= load().then((loaded) => {
      app = loaded;
      return loaded;
    });
    return loading;
  };
  const report = (endpoint: CheckName, id: string, status: number, error: ErrorName | undefined): void =>
    onRequest?.({
      id,
      method: "GET",
      path: controlRoutes[endpoint].path,
      endpoint,
      status,
      error,
      world: undefined,
      fault: undefined,
      duration: 0,
    });
  const respond = (check: CheckName): Response => {
    if (check === "readReadiness") {
      const { id, status, headers, body } = createListenerError(presets.specified, "NOT_READY");
      report(check, id, status, "NOT_READY");
      return new Response(body, { status, headers });
    }
    const id = crypto.randomUUID();
    report(check, id, 200, undefined);
    const headers = { "x-request-id": id, "content-type": "application/json" };
    return new Response(JSON.stringify(alive), { headers }); // `Response.json` bypasses the adapter's fast response
  };
  return {
    load: open,
    fetch: (request, bindings) => {
      if (app !== undefined) return app.fetch(request, bindings);
      const check = findCheck(request);
      if (check === undefined) return open().then((loaded) => loaded.fetch(request, bindings));
      setImmediate(open); // after the response is sent
      return respond(check);
    },
  };
}

const checks = ["readHealth", "readReadiness"] as const;
type CheckName = (typeof checks)[number];

function findCheck({ method, url }: Request): CheckName | undefined {
  const { region, path } = addressOf(url);
  if (method !== "GET" || region !== undefined) return undefined;
  return checks.find((name) => path === controlRoutes[name].path);
}
