import { endpoints } from "@journey-kit/schemas/endpoints";
import type { GapId } from "@journey-kit/schemas/gaps";
import { type Profile, presets } from "@journey-kit/schemas/profile";
import { type Region, regions } from "@journey-kit/schemas/regions";
import { pathsOf, pathsUnder, type RouteName, routeNames, routeOf } from "@journey-kit/schemas/routes";
import type { MiddlewareHandler } from "hono";
import type { SimulatorContext } from "../context/context.ts";
import type { Claims, Tokens } from "../context/tokens.ts";
import type { InstanceRecord } from "../engine/commands.ts";
import { createRecorder } from "../engine/result.ts";
import type { InstanceSnapshot } from "../journal/journal.ts";
import { isWord, redact, toPlaceholder, toWord } from "../journal/redact.ts";
import { canBreakOff } from "../world/fault.ts";
import { clientOf } from "./auth.ts";
import { createFormReader, createTextReader } from "./body.ts";
import { breakOff, decideFault, faultAfter, faultBefore, findConnectClaims } from "./faults.ts";
import type { ApiContext, ApiEnv, ApiRequest } from "./request.ts";
import { readClientId, readForm } from "./routes/token.ts";

/**
 * Wraps every request. Resolves the region, world and readings, applies the world's faults before and after the
 * endpoint, and records the exchange in the world's journal.
 */
export const observe =
  (simulator: SimulatorContext): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const request = await openRequest(simulator, c);
    c.set("request", request);
    const isPlanned =
      request.name !== undefined && request.settings !== undefined && request.settings.faults.rules.length > 0;
    if (!isPlanned) {
      await next();
      recordExchange(simulator, request);
      return report(simulator, request, c.res.status);
    }
    request.fault = await decideFault(simulator, request);
    const early = faultBefore(request);
    if (early === undefined) await next();
    else c.res = early instanceof Response ? early : new Response(null, { status: early.status });
    if (request.settings !== undefined && canBreakOff(request.settings.faults)) {
      // HTTP clients silently retry when a reused connection breaks.
      c.res.headers.set("connection", "close");
    }
    recordExchange(simulator, request); // before a delay, because the caller may not wait for the response
    const isBroken = early !== undefined && !(early instanceof Response);
    const late = isBroken ? early : await faultAfter(simulator, request, c.res);
    report(simulator, request, c.res.status);
    c.res = undefined; // replaces the response instead of merging its headers
    c.res = late instanceof Response ? late : breakOff(c.env, late);
  };

/** Reports a finished request to `onRequest`. */
function report(simulator: SimulatorContext, request: ApiRequest, status: number): void {
  const { method, path, region, hasRegionPrefix, world, fault, outcome, startedAt } = request;
  simulator.onRequest?.({
    method,
    path: hasRegionPrefix ? `/${region}${path}` : path,
    status,
    error: outcome?.refusal?.name,
    world,
    fault: fault?.rule,
    duration: simulator.system() - startedAt,
  });
}

const regionPrefixes = regions.map((region) => ({ region, prefix: `/${region}/`, label: `${region}.` }));

/** Splits a URL into origin, region prefix and path. Spec 1; gap `region-address`. */
export function splitUrl(url: string): { readonly origin: string; readonly region?: Region; readonly path: string } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?", start);
  const origin = url.slice(0, start);
  const path = url.slice(start, query === -1 ? undefined : query);
  for (const { region, prefix } of regionPrefixes) {
    if (path.startsWith(prefix)) return { origin, region, path: path.slice(prefix.length - 1) };
  }
  return { origin, path };
}

/** The region in the first label of a host name. Gap `region-address`. */
const regionOfHost = (host: string): Region | undefined =>
  regionPrefixes.find(({ label }) => host.startsWith(label))?.region;

/** Whether a path belongs to the control plane. */
export const isControlPath = (path: string): boolean => path === "/_sim" || path.startsWith("/_sim/");

/** A path of an endpoint, and the gap that decides whether it exists. */
interface Place {
  readonly name: RouteName;
  readonly path: string;
  readonly gap: GapId | undefined;
}

const places = routeNames.flatMap((name): readonly Place[] => {
  const { path, alias } = routeOf(name);
  return [path, ...(alias === undefined ? [] : [alias])].flatMap((one) => {
    const gap = typeof one === "string" ? undefined : one.gap;
    const paths = typeof one === "string" ? [one] : Object.values(one.by).filter((each) => each !== undefined);
    return paths.map((each) => ({ name, path: each, gap }));
  });
});
const fixedPlaces = new Map(places.map((place) => [place.path, place]));
const patterns = places
  .filter(({ path }) => path.includes(":"))
  .map((place) => ({ place, form: new RegExp(`^${place.path.replaceAll(/:\w+/g, "[\\w-]{1,64}")}$`) }));

/** The endpoint at a path under some profile. Hosted pages have one path and two methods. */
export function placeAt(path: string, method = "GET"): Place | undefined {
  const fixed = fixedPlaces.get(path);
  if (fixed !== undefined) return fixed;
  const found = patterns.filter(({ form }) => form.test(path)).map(({ place }) => place);
  return found.find(({ name }) => routeOf(name).method === method) ?? found[0];
}

/** Whether an endpoint is at a path under a profile. Gaps `device-start`, `extension-endpoints`. */
const isThere = ({ name, path, gap }: Place, profile: Profile): boolean =>
  gap === undefined || pathsUnder(profile, routeOf(name)).includes(path);

/** Reads headers as Node parsed them, if it did, because creating a `Headers` object is slow. */
export function headerOf(c: ApiContext): ApiRequest["header"] {
  const bound = c.env?.header; // an application that mounts this one may have its own environment
  return typeof bound === "function" ? bound : (name) => c.req.raw.headers.get(name) ?? undefined;
}

async function openRequest(simulator: SimulatorContext, c: ApiContext): Promise<ApiRequest> {
  const { raw } = c.req;
  const startedAt = simulator.system();
  const header = headerOf(c);
  const { path, origin, region } = splitUrl(raw.url);
  const place = placeAt(path, raw.method);
  const text = createTextReader(raw, header);
  const claims = readBearer(simulator.tokens, header("authorization"));
  const unknown = { name: place?.name, path, header, text, claims, profile: simulator.profile };
  const isControl = isControlPath(path);
  const world = isControl ? undefined : await findWorld(simulator, unknown);
  const settings = world === undefined ? undefined : await simulator.store.settings(world);
  // The control plane is not part of the service, so readings do not affect it.
  const profile = isControl ? presets.specified : (settings?.profile ?? simulator.profile);
  const recorder = createRecorder(profile, new Set(["request-id-always"]));
  const sentId = header("x-request-id");
  const isEchoed = sentId !== undefined && recorder.reading("x-request-id-echo") === "echoed";
  return {
    name: place !== undefined && isThere(place, profile) ? place.name : undefined,
    generation: path.startsWith("/captain/api") ? "v1" : "v2",
    method: raw.method,
    path,
    region: region ?? regionOfHost(header("host") ?? origin.slice(origin.indexOf("//") + 2)) ?? simulator.region,
    hasRegionPrefix: region !== undefined,
    origin,
    header,
    text,
    form: createFormReader(raw, header),
    id: isEchoed && /^[\w.-]{1,128}$/.test(sentId) ? sentId : crypto.randomUUID(),
    startedAt,
    profile,
    world,
    settings,
    claims,
    recorder,
    fault: undefined,
    received: undefined,
  };
}

const prefix = "Bearer ";
const bearerForm = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Reads a bearer token; undefined unless its signature is valid. */
function readBearer(tokens: Tokens, header = ""): Claims | undefined {
  const token = header.startsWith(prefix) ? header.slice(prefix.length).trimEnd() : bearerForm.exec(header)?.[1];
  return token === undefined ? undefined : tokens.verify(token);
}

/** Finds the world of a request from its token, its credentials or its link. */
async function findWorld(
  simulator: SimulatorContext,
  request: Pick<ApiRequest, "name" | "path" | "header" | "text" | "claims" | "profile">,
): Promise<string | undefined> {
  switch (request.name) {
    case "hosted.showPage":
    case "hosted.submitPage":
      return simulator.store.findWorld(request.path.slice("/journey/".length));
    case "v2.connectDevice":
      return (await findConnectClaims(simulator, request))?.world;
    case "token.requestToken": {
      const form = await readForm(request).catch(() => undefined); // the endpoint reports the error
      const clientId = form && readClientId(request, form);
      return clientId !== undefined && clientOf(simulator, clientId) !== undefined ? clientId : undefined;
    }
    default:
      return request.claims?.world;
  }
}

/** Records a request in the journal of its world; does nothing if its world is unknown. */
export function recordExchange(
  { journals, system }: Pick<SimulatorContext, "journals" | "system">,
  request: ApiRequest,
): void {
  const { name, world, settings, received, outcome, fault } = request;
  if (world === undefined || settings === undefined || outcome === undefined) return;
  const { status, headers, body, record, refusal } = outcome;
  const isStart = name === "v2.startJourney" || name === "v1.startJourney";
  journals.of(world).record(
    {
      startedAt: request.startedAt,
      endedAt: system(),
      clock: settings.clock,
      method: request.method,
      path: name === undefined ? redactPath(request.path) : request.path,
      requestHeaders: headersOf(request),
      requestBody: redactRequest(name, received),
      endpoint: name,
      snapshot: record && toSnapshot(record),
      status,
      responseHeaders: withSafeId(headers),
      responseBody:
        name !== undefined && status < 400 && routeOf(name).issuesToken === true
          ? redact(endpoints[name].response, body, "service")
          : typeof body === "string"
            ? undefined // a hosted page shows what the person entered
            : body,
      refusal,
      basis: headers["x-sim-basis"] ?? "",
      fault,
      notices: [],
    },
    isStart ? received : undefined,
  );
}

function redactRequest(name: RouteName | undefined, received: unknown): unknown {
  if (received === undefined || typeof received === "string") return received;
  return name === undefined ? toPlaceholder(received) : redact(endpoints[name].request, received, "caller");
}

const toSnapshot = ({ generation, instance }: InstanceRecord): InstanceSnapshot => ({
  instanceId: instance.id,
  phase: instance.progress.phase,
  stages: generation === "v1" ? instance.collection.stages : [],
});

const shownHeaders = ["content-type", "content-length", "accept", "x-request-id", "x-sim-scenario"] as const;
const mediaTypes =
  /^(\*\/\*|(application|text|multipart)\/(json|\*|plain|html|form-data|x-www-form-urlencoded))\s*(;|$)/i;

/** The headers that the journal records. A credential is reduced to its scheme and length. */
function headersOf({ header }: ApiRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of shownHeaders) {
    const value = header(name);
    if (value !== undefined) headers[name] = toHeader(name, value);
  }
  const authorization = header("authorization");
  if (authorization !== undefined) {
    const scheme = /^(Bearer|Basic) /i.exec(authorization)?.[0] ?? "";
    headers.authorization = `${scheme}${toPlaceholder(authorization.slice(scheme.length))}`;
  }
  return headers;
}

function toHeader(name: (typeof shownHeaders)[number], value: string): string {
  if (name !== "content-type" && name !== "accept") return toWord(value);
  if (value === "application/json") return value;
  return mediaTypes.test(value) ? (value.split(/[;,]/, 1)[0] ?? "") : `${toPlaceholder(value)}`;
}

/** A caller can choose the request id, so it can contain anything. */
const withSafeId = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const id = headers["x-request-id"] ?? "";
  return isWord(id) ? headers : { ...headers, "x-request-id": toWord(id) };
};

const knownSegments = new Set<string>(["", "journey", ...regions]);
for (const path of routeNames.map(routeOf).flatMap(pathsOf)) {
  for (const segment of path.split("/")) knownSegments.add(segment);
}

/** Redacts the unknown segments of a path without an endpoint. */
const redactPath = (path: string): string =>
  path
    .split("/")
    .slice(0, 20)
    .map((segment) => (knownSegments.has(segment) ? segment : toPlaceholder(segment)))
    .join("/");
