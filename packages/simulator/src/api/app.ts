import { type EndpointName, endpointNames, endpointOf, type endpoints, pathsOf } from "@journey-kit/schemas/endpoints";
import { Hono, type MiddlewareHandler } from "hono";
import type { SimulatorContext } from "../context/context.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { parameterForm, targetOf } from "./address.ts";
import { requireControlToken } from "./control-token.ts";
import { requireBody, requireCaller, requireEndpoint, respondResult } from "./middleware/endpoint.ts";
import { damageResponse, replaceResponse } from "./middleware/faults.ts";
import { openRequest } from "./middleware/open-request.ts";
import { allowOrigins } from "./middleware/origins.ts";
import { recordRequest } from "./middleware/record.ts";
import { refuseError, refuseMethod, refusePath } from "./middleware/refuse.ts";
import { reportRequest } from "./middleware/report.ts";
import { traceRequest } from "./middleware/trace.ts";
import { showPage, submitPage } from "./pages/hosted.ts";
import type { ApiEnv, ApiRequest, Handler, WorldRequest } from "./request.ts";
import { createControlApp } from "./routes/control.ts";
import { connectDevice, startDevice } from "./routes/device.ts";
import { checkHealth, extensionHandlers } from "./routes/extension.ts";
import { requestToken } from "./routes/token.ts";
import { v1Handlers } from "./routes/v1.ts";
import { v2Handlers } from "./routes/v2.ts";

export type App = Hono<ApiEnv>;

/** An endpoint that needs no bearer token. */
type PublicName = {
  [Name in EndpointName]: (typeof endpoints)[Name]["security"] extends "none" ? Name : never;
}[EndpointName];

const publicHandlers: Readonly<Record<PublicName, Handler<ApiRequest>>> = {
  "token.requestToken": requestToken,
  "v2.connectDevice": connectDevice,
  "v2.checkHealth": checkHealth,
  "hosted.showPage": showPage,
  "hosted.submitPage": submitPage,
};

/** Endpoints that act in the world of a bearer token. */
const handlers: Readonly<Record<Exclude<EndpointName, PublicName>, Handler<WorldRequest>>> = {
  ...v1Handlers,
  ...v2Handlers,
  ...extensionHandlers,
  "v2.startDevice": startDevice,
};

/** Creates the service, with the control API below `/_sim`. Every request waits for `ready`. */
export function createApp(simulator: SimulatorContext, ready?: Promise<void>): App {
  const app: App = new Hono<ApiEnv>({ getPath: ({ url }) => targetOf(url).path });
  if (ready !== undefined) app.use(waitFor(ready));
  app.use(
    allowOrigins(simulator),
    ...traceRequest(simulator),
    openRequest(simulator),
    reportRequest(simulator),
    damageResponse(simulator),
    recordRequest(simulator),
    replaceResponse,
  );
  if (simulator.controlToken !== undefined) app.use(requireControlToken(simulator.controlToken));
  for (const name of endpointNames) {
    const endpoint = endpointOf(name);
    const paths = pathsOf(endpoint).map(patternOf);
    if (isPublic(name)) {
      app.on(endpoint.method, paths, requireEndpoint, async (c) =>
        respondResult(c, endpoint, await publicHandlers[name](simulator, c.get("request"))),
      );
    } else {
      const requirements = [
        requireEndpoint,
        requireCaller(simulator, endpoint),
        requireBody(simulator, endpoint),
      ] as const;
      app.on(endpoint.method, paths, ...requirements, async (c) => {
        const request = { ...c.get("request"), ...c.get("caller"), name, body: c.get("body") };
        return respondResult(c, endpoint, await handlers[name](simulator, request));
      });
    }
  }
  for (const [path, methods] of methodsByPath) app.all(path, refuseMethod(methods));
  app.route("/_sim", createControlApp(simulator));
  return app.notFound(refusePath).onError(refuseError(simulator));
}

/** Waits until saved worlds are open. If one cannot be opened, the caller is not at fault. */
const waitFor =
  (ready: Promise<void>): MiddlewareHandler<ApiEnv> =>
  async (_, next) => {
    await ready.catch((error: unknown) => {
      if (!(error instanceof RefusalError)) throw error;
      throw new RefusalError("INTERNAL_ERROR", ["A saved world cannot be opened.", ...error.refusal.problems]);
    });
    return next();
  };

const isPublic = (name: EndpointName): name is PublicName => endpointOf(name).security === "none";

/** Converts a path to a router pattern that limits the form of its parameters. */
const patternOf = (path: string): string => path.replaceAll(/:\w+/g, `$&{${parameterForm}}`);

const methodsByPath = new Map<string, string[]>();
for (const endpoint of endpointNames.map(endpointOf)) {
  for (const path of pathsOf(endpoint).map(patternOf)) {
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), endpoint.method]);
  }
}
