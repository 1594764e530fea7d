import type { Health } from "@journey-kit/schemas/control";
import { controlRoutes } from "@journey-kit/schemas/control-routes";
import { presets } from "@journey-kit/schemas/profile";
import { addressOf, toLoggedPath } from "../../api/address.ts";
import type { App } from "../../api/app.ts";
import type { SimulatorOptions } from "../../service.ts";
import {
  createListenerError,
  findProbe,
  type ListenerRefusal,
  type ListenerResponse,
  type Probe,
} from "../listener.ts";

const alive: Health = { status: "alive" };

/** An app that loads the service when it is needed. */
export interface LazyApp extends Pick<App, "fetch"> {
  /** Loads the service before a request needs it. */
  readonly load: () => Promise<void>;
}

/**
 * Creates an app that loads the service with the first request that needs the service. Health checks do not need the
 * service, so they succeed before the engine and the schemas of every endpoint are loaded. Readiness checks are refused
 * until then. After either check, the app starts to load the service. Requests that arrive while the service is loading
 * wait for it. If the service cannot be loaded, these requests are refused, and the next request tries again.
 */
export function createLazyApp(
  load: () => Promise<Pick<App, "fetch">>,
  { onRequest, onError }: Pick<SimulatorOptions, "onRequest" | "onError"> = {},
): LazyApp {
  let app: Pick<App, "fetch"> | undefined;
  let loading: Promise<Pick<App, "fetch"> | ListenerRefusal> | undefined;
  const open = (): Promise<Pick<App, "fetch"> | ListenerRefusal> => {
    loading ??= load().then(
      (loaded) => {
        app = loaded;
        return loaded;
      },
      (error: unknown) => {
        loading = undefined;
        onError?.(error);
        return isUnavailable(error) ? "STORE_UNAVAILABLE" : "INTERNAL_ERROR";
      },
    );
    return loading;
  };
  const respond = ({ method, url }: Request, endpoint: Probe | undefined, error?: ListenerRefusal): Response => {
    const { id, status, headers, body } =
      error === undefined ? createHealth() : createListenerError(presets.specified, error);
    const path = toLoggedPath(url, endpoint && controlRoutes[endpoint].path);
    onRequest?.({ id, method, path, endpoint, status, error, world: undefined, fault: undefined, duration: 0 });
    return new Response(method === "HEAD" ? null : body, { status, headers }); // `Response.json` bypasses the adapter's fast response
  };
  return {
    load: async () => void (await open()),
    fetch: (request, bindings) => {
      if (app !== undefined) return app.fetch(request, bindings);
      const { method, url } = request;
      const { region, path } = addressOf(url);
      const isRead = method === "GET" || method === "HEAD";
      const probe = isRead && region === undefined ? findProbe(path) : undefined;
      if (probe === undefined) {
        return open().then((found) =>
          typeof found === "string" ? respond(request, undefined, found) : found.fetch(request, bindings),
        );
      }
      setImmediate(open); // after the response is sent
      return respond(request, probe, probe === "readHealth" ? undefined : "NOT_READY");
    },
  };
}

function createHealth(): ListenerResponse {
  const id = crypto.randomUUID();
  const headers = { "x-request-id": id, "content-type": "application/json" };
  return { id, status: 200, headers, body: JSON.stringify(alive) };
}

/** Compares the name, because importing the class would load the service. */
const isUnavailable = (error: unknown): boolean => error instanceof Error && error.name === "UnavailableError";
