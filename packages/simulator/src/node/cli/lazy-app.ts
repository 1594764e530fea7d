import type { Health } from "@journey-kit/schemas/control";
import { controlRoutes } from "@journey-kit/schemas/control-routes";
import { addressOf } from "../../api/address.ts";
import type { App } from "../../api/app.ts";
import type { AnsweredRequest } from "../../context/context.ts";

const ready: Health = { status: "ready" };

/** An app that loads the service when it is needed. */
export interface LazyApp extends Pick<App, "fetch"> {
  /** Loads the service before a request needs it. */
  readonly load: () => Promise<unknown>;
}

/**
 * Creates an app that loads the service with the first request that needs it. A health check does not need it: whoever
 * waits for the program to start gets a response before the engine and the schemas of every endpoint are loaded. The
 * service is then loaded at once. Requests that arrive earlier wait for it.
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
  return {
    load: open,
    fetch: (request, bindings) => {
      if (app !== undefined) return app.fetch(request, bindings);
      if (!isHealthCheck(request)) return open().then((loaded) => loaded.fetch(request, bindings));
      setImmediate(open); // after the response is sent
      const { path } = controlRoutes.readHealth;
      onRequest?.({
        method: "GET",
        path,
        status: 200,
        error: undefined,
        world: undefined,
        fault: undefined,
        duration: 0,
      });
      const headers = { "x-request-id": crypto.randomUUID(), "content-type": "application/json" };
      return new Response(JSON.stringify(ready), { headers }); // `Response.json` bypasses the adapter's fast response
    },
  };
}

function isHealthCheck({ method, url }: Request): boolean {
  const { region, path } = addressOf(url);
  return method === "GET" && region === undefined && path === controlRoutes.readHealth.path;
}
