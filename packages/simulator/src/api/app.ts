import {
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpointOf,
  endpoints,
  isDeprecated,
  isNotSimulated,
  pathsOf,
  resolveReading,
} from "@journey-kit/schemas/endpoints";
import type { ErrorName } from "@journey-kit/schemas/tables";
import { Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { SimulatorContext } from "../context/context.ts";
import { AbortedError } from "../context/wait.ts";
import { isReported, UnavailableError } from "../database/database.ts";
import { createRecorder, readingBasis } from "../engine/result.ts";
import { LimitError } from "../world/control-error.ts";
import { suggestPaths } from "../world/parse.ts";
import { addressOf, generationOf, parameterForm } from "./address.ts";
import { authenticate, limitRate } from "./auth.ts";
import { readJson } from "./body.ts";
import { createStoreRefusal, type ErrorRequest, RefusalError, renderErrorResponse, toLimitRefusal } from "./errors.ts";
import { ConnectionError } from "./faults.ts";
import { observe, reportUnopened, toLoggedId } from "./observe.ts";
import { showPage, submitPage } from "./pages/hosted.ts";
import {
  type ApiContext,
  type ApiEnv,
  type ApiRequest,
  type HandlerResult,
  respond,
  toOutcome,
  type WorldRequest,
} from "./request.ts";
import { createControlApp } from "./routes/control.ts";
import { connectDevice, startDevice } from "./routes/device.ts";
import * as extension from "./routes/extension.ts";
import { requestToken } from "./routes/token.ts";
import * as v1 from "./routes/v1.ts";
import * as v2 from "./routes/v2.ts";

/** The service as a Hono application. */
export type App = Hono<ApiEnv>;

/** An endpoint that needs no bearer token. */
type PublicName = {
  [Name in EndpointName]: (typeof endpoints)[Name]["security"] extends "none" ? Name : never;
}[EndpointName];

type Handler<Request> = (simulator: SimulatorContext, request: Request) => Promise<HandlerResult>;

const publicHandlers: Readonly<Record<PublicName, Handler<ApiRequest>>> = {
  "token.requestToken": requestToken,
  "v2.connectDevice": connectDevice,
  "v2.checkHealth": extension.checkHealth,
  "hosted.showPage": showPage,
  "hosted.submitPage": submitPage,
};

/** Endpoints that act in the world of a bearer token. */
const handlers: Readonly<Record<Exclude<EndpointName, PublicName>, Handler<WorldRequest>>> = {
  "v2.startJourney": v2.startJourney,
  "v2.fetchState": v2.fetchState,
  "v2.fetchInteraction": v2.fetchInteraction,
  "v2.submitInteraction": v2.submitInteraction,
  "v2.listTaskSchemas": v2.listTaskSchemas,
  "v2.startDevice": startDevice,
  "v2.deleteInstance": extension.deleteInstance,
  "v2.terminateInstance": extension.terminateInstance,
  "v2.listTasks": extension.listTasks,
  "v2.fetchTaskSchema": extension.fetchTaskSchema,
  "v2.updateTask": extension.updateTask,
  "v1.startJourney": v1.startJourney,
  "v1.fetchState": v1.fetchState,
  "v1.listTasks": v1.listTasks,
  "v1.fetchTaskSchema": v1.fetchTaskSchema,
  "v1.listTaskSchemas": v1.listTaskSchemas,
  "v1.updateTask": v1.updateTask,
};

/** Creates the service, with the control API below `/_sim`. */
export function createApp(simulator: SimulatorContext): App {
  const app: App = new Hono<ApiEnv>({ getPath: ({ url }) => addressOf(url).path });
  app.use(allowOrigins(simulator, observe(simulator)));
  const methods = new Map<string, readonly string[]>();
  for (const name of endpointNames) {
    const route = endpointOf(name);
    for (const path of pathsOf(route).map(toPattern)) {
      app.on(route.method, path, (c) => handle(simulator, c, name, route));
      methods.set(path, [...(methods.get(path) ?? []), route.method]);
    }
  }
  for (const [path, allowed] of methods) {
    app.all(path, (c) => (c.get("request").name === undefined ? c.notFound() : refuseMethod(allowed)));
  }
  app.route("/_sim", createControlApp(simulator));
  app.notFound((c) => refuse(c.get("request"), toUnknownPath(c)));
  app.onError((error, c) => {
    // The caller's `fetch` rejects, as it would for a broken connection or after an abort.
    if (error instanceof ConnectionError || error instanceof AbortedError) throw error;
    const opened = c.get("request");
    if (opened !== undefined) {
      const refusal = addSuggestions(opened, toRefusal(simulator, opened, error));
      return refuse(opened, refusal, opened.name && deprecationOf(opened, endpointOf(opened.name)));
    }
    const request = unopened(simulator, c);
    const response = refuse(request, toRefusal(simulator, request, error));
    reportUnopened(simulator, c, request);
    return response;
  });
  return app;
}

const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Allows web pages from loopback origins, and from the origins in `simulator.cors`, to call `inner`. The control API
 * and hosted pages send no CORS headers. An `OPTIONS` request that is not a preflight reaches the routes, which refuse
 * the method.
 */
function allowOrigins(
  { cors: origins }: SimulatorContext,
  inner: MiddlewareHandler<ApiEnv>,
): MiddlewareHandler<ApiEnv> {
  const isAllowed = (origin: string) => loopbackOrigin.test(origin) || origins.includes(origin);
  const allow = cors({
    origin: origins.includes("*") ? "*" : (origin) => (isAllowed(origin) ? origin : null),
    allowMethods: ["GET", "POST"],
    exposeHeaders: ["X-Request-ID", "X-Sim-Basis", "Retry-After", "Deprecation"],
  });
  return (c, next) => {
    const header = headerOf(c);
    c.set("header", header);
    if (header("origin") === undefined) return inner(c, next);
    const { path, isControl } = addressOf(c.req.raw.url);
    if (isControl || path.startsWith("/journey/")) return inner(c, next);
    const respond = async () => void (await inner(c, next));
    if (c.req.method !== "OPTIONS") return allow(c, respond);
    if (header("access-control-request-method") === undefined) return inner(c, next);
    c.header("X-Request-ID", crypto.randomUUID()); // `allow` responds to preflights itself
    return allow(c, respond);
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

/** The error context of a request that failed before its world and endpoint were known. */
const unopened = ({ profile }: SimulatorContext, c: ApiContext): ErrorRequest => ({
  id: crypto.randomUUID(),
  recorder: createRecorder(profile, ["request-id-always"]),
  generation: generationOf(addressOf(c.req.raw.url).path),
});

/** Converts an error to a refusal, and reports an unexpected error. */
function toRefusal({ onError }: SimulatorContext, request: ErrorRequest, error: Error): RefusalError {
  if (error instanceof RefusalError) return error;
  if (error instanceof LimitError) return toLimitRefusal(error);
  if (isReported(error)) onError?.(error, toLoggedId(request));
  if (error instanceof UnavailableError) return createStoreRefusal(error);
  return new RefusalError("INTERNAL_ERROR", "The simulator failed.");
}

const refuse = (request: ErrorRequest, error: RefusalError, headers?: Readonly<Record<string, string>>): Response =>
  respond(request, renderErrorResponse(request, error, headers));

const suggestible: readonly ErrorName[] = ["MISSING_FIELD", "WRONG_VALUE", "UNEXPECTED_FIELD"];

/** Adds the members that the caller may have misspelt to the last problem of a refused body. */
function addSuggestions(request: ApiRequest, error: RefusalError): RefusalError {
  const { name, problems } = error.refusal;
  if (request.name === undefined || !suggestible.includes(name)) return error;
  const paths = suggestPaths(endpoints[request.name].request, request.received).map((path) => `\`${path}\``);
  if (paths.length === 0) return error;
  const found = name === "UNEXPECTED_FIELD" ? "" : " The body has an unknown member.";
  const [first, ...more] = problems.with(-1, `${problems.at(-1)}${found} Did you mean ${paths.join(", ")}?`);
  return new RefusalError(name, [first ?? "", ...more], error.basis, error.details);
}

/** Converts a path to a router pattern that limits the form of its parameters. */
const toPattern = (path: string): string => path.replaceAll(/:\w+/g, `$&{${parameterForm}}`);

async function handle(
  simulator: SimulatorContext,
  c: ApiContext,
  name: EndpointName,
  route: Endpoint,
): Promise<Response> {
  const request = c.get("request");
  if (request.name === undefined) return c.notFound(); // the endpoint is at another path under this profile
  const { recorder, profile, gap } = request;
  if (gap !== undefined) recorder.reading(gap);
  const result = isPublic(name)
    ? await publicHandlers[name](simulator, request)
    : await handlers[name](simulator, await openWorld(simulator, c, name, route));
  if (result.refusal !== undefined) return respond(request, toOutcome(request, result));
  const status = result.status ?? resolveReading(profile, route.status) ?? 200;
  if (typeof route.status === "object" && result.status === undefined) recorder.reading(route.status.gap);
  const deprecation = deprecationOf(request, route);
  const headers = deprecation === undefined ? result.headers : { ...deprecation, ...result.headers };
  return respond(request, toOutcome(request, { ...result, status, headers }));
}

const isPublic = (name: EndpointName): name is PublicName => endpointOf(name).security === "none";

/** Authenticates the caller, reads the body and applies the rate limit. Gap `query-parameters`. */
async function openWorld(
  simulator: SimulatorContext,
  c: ApiContext,
  name: EndpointName,
  route: Endpoint,
): Promise<WorldRequest> {
  const request = c.get("request");
  const { claims, world, client, settings, now } = authenticate(simulator, request, route);
  if (request.hasRegionPrefix) request.recorder.addBasis("regions-shared");
  if (addressOf(c.req.raw.url).hasQuery && request.recorder.reading("query-parameters") === "refused") {
    throw new RefusalError("UNEXPECTED_PARAMETER", "The endpoint does not accept query parameters.");
  }
  const body = await readJson(request);
  if (route.rateLimited === true) await limitRate(simulator, { world, settings, now, recorder: request.recorder });
  return { ...request, claims, world, client, settings, now, name, body };
}

/** The `Deprecation` header of a deprecated endpoint. Gap `deprecation-notice`. */
function deprecationOf(
  { recorder, profile }: ApiRequest,
  route: Endpoint,
): Readonly<Record<string, string>> | undefined {
  if (route.deprecated === undefined) return undefined;
  if (route.generation === "v1") recorder.addBasis("v1-task-endpoints-deprecated");
  if (route.deprecated.when !== undefined) recorder.reading(route.deprecated.when.gap);
  return isDeprecated(profile, route) ? { deprecation: `@${route.deprecated.since}` } : undefined;
}

function refuseMethod(methods: readonly string[]): never {
  throw new RefusalError("METHOD_NOT_ALLOWED", `The endpoint only accepts ${methods.join(" and ")}.`, ["post-only"], {
    headers: { allow: methods.join(", ") },
  });
}

function toUnknownPath(c: ApiContext): RefusalError {
  const { profile, gap } = c.get("request");
  if (addressOf(c.req.raw.url).isControl)
    return new RefusalError("UNKNOWN_PATH", "The control API has no endpoint at this path.");
  if (profile["extension-endpoints"] === "present" && isNotSimulated(addressOf(c.req.raw.url).path)) {
    const problem = "Published clients call this endpoint, but the simulator does not serve it.";
    return new RefusalError("NOT_SIMULATED", problem, ["extension-endpoints=present"]);
  }
  const basis = gap === undefined ? [] : [readingBasis(profile, gap)];
  const problem =
    profile["unknown-path"] === "unauthorized" ? "Authentication required" : "There is no endpoint at this path.";
  return new RefusalError("UNKNOWN_PATH", problem, ["generation-prefixes", ...basis]);
}
