import { controlRoutes } from "@journey-kit/schemas/calls";
import { type EndpointName, endpointOf, endpoints, pathsUnder } from "@journey-kit/schemas/endpoints";
import { type Profile, presets } from "@journey-kit/schemas/tables";
import type { MiddlewareHandler } from "hono";
import type { SimulatorContext } from "../context/context.ts";
import type { Claims, Tokens } from "../context/tokens.ts";
import type { InstanceRecord } from "../engine/commands.ts";
import { createRecorder } from "../engine/result.ts";
import { type Entry, type InstanceSnapshot, noStages } from "../journal/journal.ts";
import { redact, toPlaceholder, toWord } from "../journal/redact.ts";
import { memoizeText } from "../world/cache.ts";
import { canBreakOff, withoutBody } from "../world/fault.ts";
import { isWord } from "../world/word.ts";
import { addressOf, generationOf, type Place, redactPath, regionOfHost, toLoggedPath } from "./address.ts";
import { clientOf } from "./auth.ts";
import { createReaders } from "./body.ts";
import type { ErrorRequest } from "./errors.ts";
import { breakOff, decideFault, faultAfter, faultBefore, findConnectClaims } from "./faults.ts";
import type { ApiContext, ApiEnv, ApiRequest } from "./request.ts";
import { readClientId, readForm } from "./routes/token.ts";

/**
 * Wraps every request. Resolves the region, world and readings, applies the world's faults before and after the
 * endpoint, and records the exchange in the world's journal.
 */
export function observe(simulator: SimulatorContext): MiddlewareHandler<ApiEnv> {
  const readBearer = createBearerReader(simulator.tokens);
  return async (c, next) => {
    const request = await openRequest(simulator, c, readBearer);
    const isPlanned =
      request.name !== undefined && request.settings !== undefined && request.settings.faults.rules.length > 0;
    if (isPlanned) request.fault = await decideFault(simulator, request);
    c.set("request", request); // from here on, an error is reported below
    if (!isPlanned) {
      await next();
      recordExchange(simulator, request);
      return report(simulator, c);
    }
    const early = faultBefore(request);
    if (early === undefined) await next();
    else c.res = early instanceof Response ? early : new Response(null, { status: early.status });
    if (request.settings !== undefined && canBreakOff(request.settings.faults)) {
      // HTTP clients silently retry when a reused connection breaks.
      c.res.headers.set("connection", "close");
    }
    recordExchange(simulator, request); // before any delay, because the caller may not wait for the response
    const isBroken = early !== undefined && !(early instanceof Response);
    const finished = isBroken ? Promise.resolve(early) : faultAfter(simulator, request, c.res);
    const late = await finished.finally(() => report(simulator, c));
    c.res = undefined; // replaces the response instead of merging its headers
    c.res = late instanceof Response ? late : breakOff(c.env, late);
  };
}

/** Reports a finished request to `onRequest`. */
function report({ onRequest, stopwatch }: SimulatorContext, c: ApiContext): void {
  if (onRequest === undefined) return;
  const request = c.get("request");
  const { name, control, pattern, world = control?.world, outcome } = request;
  const path = pattern ?? (control ? controlRoutes[control.name].path : redactPath(request.path));
  onRequest({
    id: toLoggedId(request),
    method: request.method,
    path: withRegion(request, path),
    endpoint: name ?? control?.name,
    status: c.res.status,
    error: outcome?.refusal?.name,
    world: world && toLoggedWorld(world),
    fault: request.fault?.rule,
    duration: stopwatch() - request.begunAt,
  });
}

const withRegion = ({ hasRegionPrefix, region }: ApiRequest, path: string): string =>
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

const toLoggedWorld = memoizeText(toWord);

/**
 * The request id of a response as a log shows it, which is redacted unless it looks like a name: a caller may have used
 * a token as its request id by mistake.
 */
export const toLoggedId = ({ id }: Pick<ApiRequest, "id">): string => toWord(id);

/** Whether a path belongs to an endpoint under a profile. Gaps `device-start`, `extension-endpoints`. */
const isThere = ({ name, path, gap }: Place, profile: Profile): boolean =>
  gap === undefined || pathsUnder(profile, endpointOf(name)).includes(path);

async function openRequest(
  simulator: SimulatorContext,
  c: ApiContext,
  readBearer: (header: string | undefined) => Claims | undefined,
): Promise<ApiRequest> {
  const { raw } = c.req;
  const startedAt = simulator.system();
  const begunAt = simulator.onRequest === undefined ? 0 : simulator.stopwatch();
  const header = c.get("header");
  const { origin, region, path, isControl, places } = addressOf(raw.url);
  const place = places.find(({ name }) => endpointOf(name).method === raw.method) ?? places[0];
  const { text, json, form } = createReaders(raw, header, simulator.gate, c.env?.takeBody);
  const claims = readBearer(header("authorization"));
  const unknown = { name: place?.name, path, header, text, json, claims, profile: simulator.profile };
  const found = isControl ? undefined : findWorld(simulator, unknown);
  const world = typeof found === "object" ? await found : found; // nearly always known at once
  const settings = world === undefined ? undefined : await simulator.store.settings(world);
  // The control API is not part of the service, so readings do not affect it.
  const profile = isControl ? presets.specified : (settings?.profile ?? simulator.profile);
  const recorder = createRecorder(profile, ["request-id-always"]);
  const sentId = header("x-request-id");
  const isEchoed = sentId !== undefined && recorder.reading("x-request-id-echo") === "echoed";
  return {
    name: place !== undefined && isThere(place, profile) ? place.name : undefined,
    gap: place?.gap,
    pattern: place?.path,
    generation: generationOf(path),
    method: raw.method,
    path,
    region: region ?? regionOfHost(header("host") ?? origin.slice(origin.indexOf("//") + 2)) ?? simulator.region,
    hasRegionPrefix: region !== undefined,
    origin,
    header,
    text,
    json,
    form,
    signal: () => raw.signal,
    id: isEchoed && /^[\w.-]{1,128}$/.test(sentId) ? sentId : crypto.randomUUID(),
    startedAt,
    begunAt,
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
const bearerForm = /^Bearer \s*([A-Za-z0-9._~+/-]+=*)\s*$/i;

/**
 * Creates a reader of bearer tokens, which returns undefined unless the signature is valid. It remembers the last header,
 * because looking up a token hashes its text.
 */
function createBearerReader(tokens: Tokens): (header: string | undefined) => Claims | undefined {
  let last: { readonly header: string; readonly claims: Claims | undefined } = { header: "", claims: undefined };
  return (header = "") => {
    if (header === last.header) return last.claims;
    const token = header.startsWith(prefix) ? header.slice(prefix.length).trim() : bearerForm.exec(header)?.[1];
    last = { header, claims: token === undefined ? undefined : tokens.verify(token) };
    return last.claims;
  };
}

/** Finds the world of a request from its token, its credentials or its link. */
function findWorld(
  simulator: SimulatorContext,
  request: Pick<ApiRequest, "name" | "path" | "header" | "text" | "json" | "claims">,
): string | undefined | Promise<string | undefined> {
  switch (request.name && endpointOf(request.name).world) {
    case "link":
      return simulator.store.findWorld(request.path.slice("/journey/".length));
    case "connect-token":
      return findConnectClaims(simulator, request).then((claims) => claims?.world);
    case "credentials":
      return findClient(simulator, request);
    case "bearer":
    case undefined:
      return request.claims?.world;
  }
}

async function findClient(
  simulator: SimulatorContext,
  request: Pick<ApiRequest, "header" | "text">,
): Promise<string | undefined> {
  const form = await readForm(request).catch(() => undefined); // the endpoint reports the error
  const clientId = form && readClientId(request, form);
  return clientId !== undefined && clientOf(simulator, clientId) !== undefined ? clientId : undefined;
}

const noNotices: Entry["notices"] = [];

/** Records a request in the journal of its world; does nothing if its world is unknown. */
export function recordExchange(
  { journals, system }: Pick<SimulatorContext, "journals" | "system">,
  request: ApiRequest,
): void {
  const { name, world, settings, received, outcome, fault } = request;
  if (world === undefined || settings === undefined || outcome === undefined) return;
  const { status, headers, text, record, refusal } = outcome;
  const isSecret = name !== undefined && status < 400 && endpointOf(name).issuesToken === true;
  const isJson = headers["content-type"] === "application/json"; // HTML is not recorded: it shows what the person entered
  const hasPlannedBody = fault !== undefined && "status" in fault.action && fault.action.body !== undefined;
  journals.record(
    world,
    {
      startedAt: request.startedAt,
      endedAt: system(),
      clock: settings.clock,
      method: request.method,
      path: withRegion(request, name === undefined ? redactPath(request.path) : request.path),
      requestHeaders: headersOf(request),
      requestBody: redactRequest(name, received),
      endpoint: name,
      snapshot: record && toSnapshot(record),
      status,
      responseHeaders: request.header("x-request-id") === undefined ? headers : withSafeId(headers),
      responseText: isJson && !isSecret && !hasPlannedBody ? text : undefined,
      redactedResponse: isSecret ? redact(endpoints[name].response, JSON.parse(text), "service") : undefined,
      refusal,
      basis: headers["x-sim-basis"] ?? "",
      fault: fault && { ...fault, action: withoutBody(fault.action) },
      notices: noNotices,
    },
    name !== undefined && endpointOf(name).starts === true ? received : undefined,
  );
}

function redactRequest(name: EndpointName | undefined, received: unknown): unknown {
  if (received === undefined || typeof received === "string") return received;
  return name === undefined ? toPlaceholder(received) : redact(endpoints[name].request, received, "caller");
}

const toSnapshot = ({ generation, instance }: InstanceRecord): InstanceSnapshot => ({
  instanceId: instance.id,
  phase: instance.progress.phase,
  stages: generation === "v1" ? instance.collection.stages : noStages,
});

const recordedHeaders = [
  "content-type",
  "content-length",
  "accept",
  "x-request-id",
  "x-sim-scenario",
  "authorization",
] as const;
const mediaTypes =
  /^(\*\/\*|(application|text|multipart)\/(json|\*|plain|html|form-data|x-www-form-urlencoded))\s*(;|$)/i;

const schemeForm = /^(Bearer|Basic) /i;

/**
 * Creates a function that copies the headers that the journal records. The copy replaces a credential with its scheme and
 * length. Consecutive requests with the same headers share one copy, because a client rarely changes its headers and the
 * journal keeps the copies.
 */
function createHeaderCopier(): (request: Pick<ApiRequest, "header">) => Readonly<Record<string, string>> {
  let sent: readonly (string | undefined)[] = [];
  let copy: Readonly<Record<string, string>> = {};
  return ({ header }) => {
    if (recordedHeaders.every((name, i) => header(name) === sent[i])) return copy;
    sent = recordedHeaders.map((name) => header(name));
    copy = Object.fromEntries(
      recordedHeaders.flatMap((name, i) => (sent[i] === undefined ? [] : [[name, toHeader(name, sent[i])]])),
    );
    return copy;
  };
}

const headersOf = createHeaderCopier();

function toHeader(name: (typeof recordedHeaders)[number], value: string): string {
  if (name === "authorization") {
    const scheme = schemeForm.test(value) ? value.slice(0, value.indexOf(" ") + 1) : "";
    return `${scheme}${toPlaceholder(value.slice(scheme.length))}`;
  }
  if (name !== "content-type" && name !== "accept") return toWord(value);
  if (value === "application/json") return value;
  return mediaTypes.test(value) ? (value.split(/[;,]/, 1)[0] ?? "") : `${toPlaceholder(value)}`;
}

/** Redacts the request id unless it looks like a name, because a caller can choose any id. */
const withSafeId = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const id = headers["x-request-id"] ?? "";
  return isWord(id) ? headers : { ...headers, "x-request-id": toWord(id) };
};
