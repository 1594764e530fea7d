import type { Profile } from "@journey-kit/schemas/profile";
import { type Region, regions } from "@journey-kit/schemas/regions";
import {
  isDeprecated,
  type Route,
  type RouteName,
  resolveReading,
  routeNames,
  routeOf,
} from "@journey-kit/schemas/routes";
import type { Hono as AnyHono } from "hono";
import { Hono } from "hono/quick";
import type { SimulatorContext } from "../context/context.ts";
import type { Claims } from "../context/tokens.ts";
import { type Basis, readingBasis } from "../engine/result.ts";
import { errorBasis, toErrorBody, toErrorStatus } from "../render/error.ts";
import type { Settings } from "../store/store.ts";
import type { ApiClient } from "../world/permissions.ts";
import type { Millis } from "../world/time.ts";
import { authenticate, authorize, readClaims } from "./auth.ts";
import { parseNoted, readText } from "./body.ts";
import { RefusalError } from "./errors.ts";
import {
  type BreakOff,
  breakOff,
  type Fate,
  findConnectWorld,
  hasFaults,
  meetFaults,
  spoil,
  toEarlyAnswer,
  toLateAnswer,
  toRereadable,
  toSlowBody,
} from "./faults.ts";
import { type Note, type Owner, openNote, recordCall } from "./observe.ts";
import { showPage } from "./pages/hosted.ts";
import { createControlApp, isControlPath } from "./routes/control.ts";
import { connectDevice, startDevice } from "./routes/device.ts";
import { requestToken } from "./routes/token.ts";
import * as v1 from "./routes/v1.ts";
import * as v2 from "./routes/v2.ts";

/** A Hono application. */
export type App = AnyHono;

/** What a connection hands to the application beside a request. */
export interface Carrier {
  /** Breaks an answer off, where that can be done. */
  readonly breakOff?: BreakOff;
  /** Reads a header as `Headers` does, only sooner; every call looks at a dozen. */
  readonly header?: Call["header"];
}

/**
 * Mounts the service on Hono: one lean handler, the same for a port, for `fetch` and inside a browser. Where a fault
 * leaves nothing of an answer, the application rejects.
 */
export const createApp = (answering: Answering, sleep: (duration: number) => Promise<void>): App =>
  new Hono()
    .onError((error) => {
      throw error;
    })
    .all("*", async (c) => {
      const carrier = c.env as Carrier | undefined; // any mount may give an environment
      const answer = await answering(toCall(c.req.raw, carrier?.header));
      const { status, headers } = answer;
      if (answer.transport !== undefined) return (carrier?.breakOff ?? breakOff)(answer);
      if (status === 204 || c.req.method === "HEAD") return new Response(null, { status, headers });
      const body = answer.slow === undefined ? answer.body : toSlowBody(answer, sleep);
      return new Response(body, { status, headers });
    });

/** Reads a request as a call of the service. */
export function toCall(request: Request, header?: Call["header"]): Call {
  const start = request.url.indexOf("/", request.url.indexOf("//") + 2);
  const query = request.url.indexOf("?", start);
  return {
    method: request.method,
    path: request.url.slice(start, query === -1 ? undefined : query),
    query: query === -1 ? "" : request.url.slice(query + 1),
    origin: request.url.slice(0, start),
    raw: request,
    header: typeof header === "function" ? header : (name) => request.headers.get(name) ?? undefined,
    text: (limit) => readRequestText(request, limit),
  };
}

/** Reads a body; one that does not tell its length is counted while it comes. */
async function readRequestText(request: Request, limit: number): Promise<string | "too-large"> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > limit) return "too-large";
  if (length <= limit) {
    const text = await request.text();
    return text.length > limit ? "too-large" : text;
  }
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return "too-large";
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

type PublicRoute = "token.requestToken" | "v2.connectDevice" | "hosted.showPage";

/** Endpoints that need no bearer token. */
const publicHandlers: Readonly<
  Record<PublicRoute, (deps: SimulatorContext, exchange: Exchange) => Promise<HandlerResult>>
> = {
  "token.requestToken": requestToken,
  "v2.connectDevice": connectDevice,
  "hosted.showPage": showPage,
};

/** Whether an endpoint needs no bearer token. */
export const isPublic = (name: RouteName): name is PublicRoute => Object.hasOwn(publicHandlers, name);

/** Endpoints of a world, one for each row of the table. */
const handlers: Readonly<
  Record<Exclude<RouteName, PublicRoute>, (deps: SimulatorContext, exchange: WorldExchange) => Promise<HandlerResult>>
> = {
  "v2.startJourney": v2.startJourney,
  "v2.fetchState": v2.fetchState,
  "v2.fetchInteraction": v2.fetchInteraction,
  "v2.submitInteraction": v2.submitInteraction,
  "v2.listTaskSchemas": v2.listTaskSchemas,
  "v2.startDevice": startDevice,
  "v1.startJourney": v1.startJourney,
  "v1.fetchState": v1.fetchState,
  "v1.listTasks": v1.listTasks,
  "v1.fetchTaskSchema": v1.fetchTaskSchema,
  "v1.listTaskSchemas": v1.listTaskSchemas,
  "v1.updateTask": v1.updateTask,
};

/** The endpoint that a path names. */
export interface Match {
  readonly name: RouteName;
  readonly parameters: Readonly<Record<string, string>>;
  readonly basis: readonly Basis[];
}

const routesByPath = new Map<string, RouteName[]>();
for (const name of routeNames) {
  const { path } = routeOf(name);
  for (const one of typeof path === "string" ? [path] : Object.values(path.by)) {
    if (one !== undefined) routesByPath.set(one, [...(routesByPath.get(one) ?? []), name]);
  }
}

/** Finds the endpoint at a path; one that another reading has there counts as absent. Gap `device-start`. */
export function findRoute(path: string, profile: Profile): Match | undefined {
  const name = routesByPath.get(path)?.[0];
  if (name === undefined) return findHosted(path);
  const row = routeOf(name);
  if (typeof row.path === "string") return { name, parameters: {}, basis: [] };
  return resolveReading(profile, row.path) === path
    ? { name, parameters: {}, basis: [readingBasis(profile, row.path.gap)] }
    : undefined;
}

/** Whether some reading has the endpoint here that takes a connect token in place of a bearer's. Gap `device-start`. */
const isConnectPath = (path: string): boolean => routesByPath.get(path)?.[0] === "v2.connectDevice";

function findHosted(path: string): Match | undefined {
  const instanceId = /^\/journey\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1];
  return instanceId === undefined ? undefined : { name: "hosted.showPage", parameters: { instanceId }, basis: [] };
}

/** The readings that take an endpoint off a path which others have it at. Gap `device-start`. */
function absenceBasis(path: string, profile: Profile): readonly Basis[] {
  const rows = (routesByPath.get(path) ?? []).map(routeOf);
  return rows.flatMap((row) => (typeof row.path === "string" ? [] : [readingBasis(profile, row.path.gap)]));
}

const marks = regions.map((region) => ({ region, prefix: `/${region}/`, label: `${region}.` }));

/** Takes the region off a path: from its prefix, the host name, or the default. Spec 1; gap `region-address`. */
export function splitRegion(call: Call, usual: Region): { readonly region: Region; readonly path: string } {
  for (const { region, prefix } of marks) {
    if (call.path.startsWith(prefix)) return { region, path: call.path.slice(prefix.length - 1) };
  }
  const host = call.header("host") ?? "";
  for (const { region, label } of marks) if (host.startsWith(label)) return { region, path: call.path };
  return { region: usual, path: call.path };
}

/** The generation whose error form suits a path. Spec 9. */
const generationOf = (path: string): "v1" | "v2" => (path.startsWith("/captain/api") ? "v1" : "v2");

const json = "application/json";

/** Answers calls, whatever carries them. Never throws: what goes wrong is an error body with a request id. Spec 7. */
export type Answering = (call: Call) => Promise<Answer>;

/** Makes the whole service answerable. */
export const createAnswering =
  (deps: SimulatorContext): Answering =>
  async (arrived) => {
    const basis = new Set<Basis>(["request-id-always"]);
    const { region, path } = splitRegion(arrived, deps.region);
    const received = isConnectPath(path) ? toRereadable(arrived) : arrived;
    const claims = readClaims(deps, received);
    const world = isConnectPath(path) ? await findConnectWorld(deps, received) : claims?.world;
    const settings = world === undefined ? undefined : await deps.store.settings(world);
    const profile = settings?.profile ?? deps.profile;
    const head = headOf(profile, received, basis);
    const match = isControlPath(path) ? undefined : findRoute(path, profile);
    const spared: Fate = { call: received, strike: undefined, isLast: false };
    const mayStrike = match !== undefined && (isPublic(match.name) || (settings !== undefined && hasFaults(settings)));
    const fate = mayStrike ? await meetFaults(deps, { call: received, match, claims, profile }) : spared;
    const note = openNote(deps.system(), toOwner(fate, isControlPath(path) ? undefined : world, settings));
    note.name = match?.name;
    note.struck = fate.strike;
    const early = toEarlyAnswer(fate, profile, generationOf(path), head, basis);
    const answer =
      early ?? (await answerNoted(deps, { fate, match, region, path, claims, settings, profile, basis, note }, head));
    recordCall(deps, note, fate.call, answer);
    return mayStrike && early === undefined ? toLateAnswer(deps, fate, answer) : answer;
  };

/** The world that a call belongs to, as far as it is known before anybody has read it. */
function toOwner({ strike }: Fate, world: string | undefined, settings: Settings | undefined): Owner | undefined {
  return strike ?? (world === undefined || settings === undefined ? undefined : { world, clock: settings.clock });
}

async function answerNoted(
  deps: SimulatorContext,
  situation: Situation,
  head: Record<string, string>,
): Promise<Answer> {
  const { profile, basis, note, path } = situation;
  try {
    const { route, reply } = await dispatch(deps, situation);
    note.answer = reply.body;
    return toAnswer(profile, route, reply, head, basis);
  } catch (error) {
    const { refusal, basis: why, headers } = toRefusalError(error);
    note.refusal = refusal;
    note.answer = toErrorBody(profile, refusal, generationOf(path));
    for (const one of [...why, ...errorBasis(profile, refusal, generationOf(path))]) basis.add(one);
    Object.assign(head, headers, { "content-type": json, "x-sim-basis": toText(basis) });
    return { status: toErrorStatus(profile, refusal), headers: head, body: JSON.stringify(note.answer) };
  }
}

const toRefusalError = (error: unknown): RefusalError =>
  error instanceof RefusalError ? error : new RefusalError("INTERNAL_ERROR", "The simulator failed.");

interface Situation {
  readonly fate: Fate;
  readonly match: Match | undefined;
  readonly region: Parameters<typeof authorize>[2];
  readonly path: string;
  readonly claims: ReturnType<typeof readClaims>;
  /** Of the world that the token names. */
  readonly settings: Settings | undefined;
  readonly profile: Profile;
  readonly basis: Set<Basis>;
  readonly note: Note;
}

const controlApps = new WeakMap<SimulatorContext, App>();

async function answerControl(deps: SimulatorContext, call: Call, path: string): Promise<HandlerResult> {
  const rethrow = (error: Error) => {
    throw error;
  };
  const app = controlApps.get(deps) ?? new Hono().onError(rethrow).route("/_sim", createControlApp(deps));
  controlApps.set(deps, app);
  const query = call.query === "" ? "" : `?${call.query}`;
  const response = await app.fetch(new Request(`${call.origin}${path}${query}`, call.raw));
  const isStream = response.headers.get("content-type") === "text/event-stream" && response.body !== null;
  const body = isStream && response.body ? response.body : await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

async function dispatch(
  deps: SimulatorContext,
  { fate, match, region, path, claims, settings, profile, basis, note }: Situation,
) {
  const { call, strike } = fate;
  if (isControlPath(path)) return { route: undefined, reply: await answerControl(deps, call, path) };
  if (match === undefined) {
    const why = ["generation-prefixes", ...absenceBasis(path, profile)] as const;
    throw new RefusalError("UNKNOWN_PATH", "There is no such path.", why);
  }
  const route = routeOf(match.name);
  const because = (...found: readonly Basis[]) => {
    for (const one of found) basis.add(one);
  };
  because(...match.basis);
  if (call.method !== route.method) {
    throw new RefusalError("METHOD_NOT_ALLOWED", `The endpoint takes ${route.method}.`, ["post-only"], {
      allow: route.method,
    });
  }
  const exchange = {
    call,
    name: match.name,
    region,
    parameters: match.parameters,
    profile,
    because,
    note,
    spoil: (one: Claims) => spoil(one, strike),
  };
  if (isPublic(exchange.name)) return { route, reply: await publicHandlers[exchange.name](deps, exchange) };
  const caller = authenticate(deps, call, claims && spoil(claims, strike), settings);
  because("access-token-is-bearer", ...authorize(caller, route, region));
  if (call.path !== path) because("regions-shared");
  const body = parseNoted(note, await readText(call, profile, json));
  return { route, reply: await handlers[exchange.name](deps, { ...exchange, ...caller, body }) };
}

/** Headers that every answer has. Spec 7; gap `x-request-id-echo`. */
function headOf(profile: Profile, call: Call, basis: Set<Basis>): Record<string, string> {
  const sent = call.header("x-request-id");
  if (sent !== undefined) basis.add(readingBasis(profile, "x-request-id-echo"));
  const isKept = sent !== undefined && profile["x-request-id-echo"] === "echoed" && /^[\w.-]{1,128}$/.test(sent);
  return { "x-request-id": isKept ? sent : crypto.randomUUID() };
}

function toAnswer(
  profile: Profile,
  route: Route | undefined,
  reply: HandlerResult,
  head: Record<string, string>,
  basis: Set<Basis>,
): Answer {
  const status = reply.status ?? (route === undefined ? 200 : (resolveReading(profile, route.status) ?? 200));
  if (typeof route?.status === "object" && reply.status === undefined)
    basis.add(readingBasis(profile, route.status.gap));
  if (route?.deprecated !== undefined) {
    if (route.generation === "v1") basis.add("v1-task-endpoints-deprecated");
    if (route.deprecated.when !== undefined) basis.add(readingBasis(profile, route.deprecated.when.gap));
    if (isDeprecated(profile, route)) head.deprecation = `@${route.deprecated.since}`;
  }
  const { body } = reply;
  head["content-type"] = typeof body === "string" ? "text/html; charset=utf-8" : json;
  Object.assign(head, reply.headers);
  head["x-sim-basis"] = toText(basis);
  if (body instanceof ReadableStream) return { status, headers: head, body };
  return { status, headers: head, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** Joins without an array of its own, for every answer does it. */
function toText(basis: ReadonlySet<Basis>): string {
  let text = "";
  for (const one of basis) text = text === "" ? one : `${text}, ${one}`;
  return text;
}

/** A request, whatever carries it. */
export interface Call {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** What follows the `?`; empty where nothing does. */
  readonly query: string;
  /** Scheme and authority under which the caller reached us, for absolute addresses. */
  readonly origin: string;
  readonly raw?: Request | undefined;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as text, or `too-large` as soon as more than `limit` bytes have come. */
  text(limit: number): Promise<string | "too-large">;
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response whose body is all there. Only such ones are struck by faults. */
export interface WholeAnswer extends Head {
  readonly body: string;
  /** Set where a fault breaks the connection off: without a response, by a reset, or after this part of the body. */
  readonly transport?: "close" | "reset" | "cut";
  /** Milliseconds over which the body comes, where a fault slows it down. */
  readonly slow?: number;
}

/** A response that goes on until the caller goes. */
interface StreamedAnswer extends Head {
  readonly body: ReadableStream<Uint8Array>;
  readonly transport?: undefined;
  readonly slow?: undefined;
}

/** A response, for whatever carries it. */
export type Answer = WholeAnswer | StreamedAnswer;

/** Whether the body of an answer is all there. */
export const isWhole = (answer: Answer): answer is WholeAnswer => typeof answer.body === "string";

/** An exchange whose endpoint is known. */
export interface Exchange {
  readonly call: Call;
  readonly name: RouteName;
  readonly region: Region;
  /** Values of the `:name` parts of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly profile: Profile;
  /** Makes of a token's claims what a fault of this call makes of them. */
  readonly spoil: (claims: Claims) => Claims;
  /** Keeps what the journal is to have of the call. */
  readonly note: Note;
  /** Takes note of what decided the answer. */
  readonly because: (...basis: readonly Basis[]) => void;
}

/** An exchange with a world: its caller has shown a token that is good for the endpoint. */
export interface WorldExchange extends Exchange {
  readonly world: string;
  readonly client: ApiClient;
  readonly settings: Settings;
  /** The time of the world. */
  readonly now: Millis;
  readonly claims: Claims;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What an endpoint answers; the status is the row's where none is given. */
export interface HandlerResult {
  readonly body: object | string | ReadableStream<Uint8Array>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
