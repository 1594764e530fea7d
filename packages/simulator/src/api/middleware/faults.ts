import { memberOf } from "@journey-kit/schemas/calls";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { type ErrorName, errorKindOf, errorNames } from "@journey-kit/schemas/tables";
import type { MiddlewareHandler } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import type { Claims } from "../../context/tokens.ts";
import type { AppliedFault } from "../../journal/journal.ts";
import { renderError } from "../../render/error.ts";
import { timeOf } from "../../world/clock.ts";
import { canBreakOff, countersOf, type FaultAction, findAction, isTokenFault, toFaultHit } from "../../world/fault.ts";
import { toHttpDate } from "../../world/time.ts";
import { bodyLimits, connectLimits } from "../body.ts";
import {
  type ApiEnv,
  type ApiRequest,
  type BodyLimits,
  type BrokenResponse,
  type ConnectionBindings,
  respond,
  toOutcome,
} from "../request.ts";

/** `fetch` rejects with this error if the connection ends before a response arrives. */
export class ConnectionError extends TypeError {
  constructor(code: "ECONNRESET" | "UND_ERR_SOCKET") {
    super("fetch failed", { cause: Object.assign(new Error("The connection ended without a response."), { code }) });
  }
}

/** Lets the faults that are planned for a world change its responses after the endpoint, or break them off. */
export function damageResponse(simulator: SimulatorContext): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const request = c.get("request");
    const plan = request.name === undefined ? undefined : request.settings?.faults;
    if (plan === undefined || plan.rules.length === 0) return next();
    request.fault = await decideFault(simulator, request);
    await next();
    // HTTP clients silently retry when a reused connection breaks.
    if (canBreakOff(plan)) c.res.headers.set("connection", "close");
    const late = await faultAfter(simulator, request, c.res);
    const response = late instanceof Response ? late : breakOff(c.env, late);
    c.res = undefined; // replaces the response instead of merging its headers
    c.res = response;
  };
}

/** Responds in place of the endpoint if the fault of a request asks for that. */
export const replaceResponse: MiddlewareHandler<ApiEnv> = async (c, next) => replacement(c.get("request")) ?? next();

/** Decides which planned fault hits a request, and stores the hit. */
async function decideFault(simulator: SimulatorContext, request: ApiRequest): Promise<AppliedFault | undefined> {
  const { name, world, settings } = request;
  if (name === undefined || world === undefined || settings === undefined) return undefined;
  const { faults } = settings;
  const id = await findInstanceId(simulator, request);
  const record = id === undefined ? undefined : await simulator.store.read(world, id);
  const target = { endpoint: name, instance: id, ordinal: record?.instance.ordinal ?? 0 };
  const hit = await simulator.store.applyFault(world, countersOf(faults, target), (counts) =>
    toFaultHit(faults, simulator.seed, target, counts),
  );
  return hit && { rule: hit.rule, action: findAction(faults, hit.rule) ?? hit.action, instanceId: record?.instance.id };
}

/** Finds the instance id in a request, whether or not the instance exists. */
async function findInstanceId(simulator: SimulatorContext, request: ApiRequest): Promise<string | undefined> {
  const world = request.name && endpointOf(request.name).world;
  if (world === "credentials") return undefined;
  if (world === "link") return request.path.split("/").at(-1);
  if (world === "connect-token") return (await findConnectClaims(simulator, request))?.instanceId;
  const id = memberOf(await peekJson(request, bodyLimits(request.profile)), "instanceId");
  return typeof id === "string" ? id : undefined;
}

/**
 * Finds the claims of a connect token in the header or the body, because the readings are not known yet. Gap
 * `connect-token-place`.
 */
export async function findConnectClaims(
  { tokens }: Pick<SimulatorContext, "tokens">,
  request: Pick<ApiRequest, "json" | "claims">,
): Promise<Claims | undefined> {
  if (request.claims?.kind === "connect") return request.claims;
  const token = memberOf(await peekJson(request, connectLimits), "connectToken");
  return typeof token === "string" ? tokens.verify(token) : undefined;
}

/**
 * Parses a body before the endpoint does. Returns undefined if the body is malformed, because the endpoint reports that
 * error.
 */
async function peekJson({ json }: Pick<ApiRequest, "json">, limits: BodyLimits): Promise<unknown> {
  const read = await json(limits).catch(() => undefined);
  return read?.kind === "object" ? read.body : undefined;
}

/** Applies a token fault to the claims. Spec 5. */
export function applyTokenFault(claims: Claims, { action }: AppliedFault): Claims {
  if ("clockSkew" in action) return { ...claims, expiresAt: claims.expiresAt - action.clockSkew };
  if (!("token" in action)) return claims;
  return action.token === "expired" ? { ...claims, expiresAt: 0 } : { ...claims, epoch: claims.epoch - 1 };
}

/** Creates the response of a fault that replaces the endpoint; undefined if the endpoint should run. Spec 7. */
function replacement(request: ApiRequest): Response | undefined {
  const action = request.fault?.action;
  if (action === undefined) return undefined;
  if (isLostRequest(action)) return respond(request, toOutcome(request, { status: 503, body: "" }));
  if (!("status" in action)) return undefined;
  const { status, body = plannedError(request, action.status) } = action;
  return respond(request, toOutcome(request, { status, body, headers: toRetryAfter(request, action) }));
}

/** Whether the endpoint never sees the request. */
const isLostRequest = (action: FaultAction): boolean =>
  "reset" in action || ("lose" in action && action.lose === "request");

/** The `Retry-After` header of a status fault, in seconds or as a date on the clock of the world. */
function toRetryAfter(
  { settings, startedAt }: ApiRequest,
  { retryAfter, retryAfterDate }: Extract<FaultAction, { status: number }>,
): Readonly<Record<string, string>> {
  if (retryAfter === undefined) return {};
  if (retryAfterDate === undefined || settings === undefined) return { "retry-after": `${retryAfter}` };
  return { "retry-after": toHttpDate(timeOf(settings.clock, startedAt) + retryAfter * 1_000) };
}

/** Renders the service's first error with the given status. */
function plannedError({ recorder, generation }: ApiRequest, status: number): object {
  const isSent = (name: ErrorName) => errorKindOf(name).status === status && errorKindOf(name).isOfSimulator !== true;
  const name = errorNames.find(isSent) ?? "INTERNAL_ERROR";
  return renderError(recorder, { name, problems: ["This error is a planned fault."] }, generation).body;
}

/** Applies a fault to the response of an endpoint. */
async function faultAfter(
  { wait }: SimulatorContext,
  { fault, signal }: ApiRequest,
  response: Response,
): Promise<Response | BrokenResponse> {
  const action = fault?.action;
  if (action === undefined || "status" in action || isTokenFault(action)) return response;
  if ("delay" in action) {
    await wait(action.delay, signal());
    return response;
  }
  const { status } = response;
  if (isLostRequest(action)) return { how: "reset" in action ? "reset" : "close", status, headers: {}, body: "" };
  const body = await response.text();
  const headers = Object.fromEntries(response.headers);
  if ("lose" in action) return { how: "close", status, headers, body };
  if ("slow" in action)
    return new Response(
      toSlowBody(body, action.slow, (duration) => wait(duration, signal())),
      { status, headers },
    );
  if ("malform" in action) return new Response(body.slice(0, -1), { status, headers });
  if ("contentType" in action) {
    return new Response(body, { status, headers: { ...headers, "content-type": action.contentType } });
  }
  if (!("truncate" in action)) return response;
  const length = String(new TextEncoder().encode(body).byteLength);
  const part = body.slice(0, Math.min(action.truncate, body.length - 1));
  return { how: "truncate", status, headers: { ...headers, "content-length": length }, body: part };
}

const chunkCount = 8;

/** A body that arrives in chunks, spread evenly over `duration` milliseconds. */
function toSlowBody(
  body: string,
  duration: number,
  sleep: (duration: number) => Promise<void>,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const size = Math.max(1, Math.ceil(bytes.byteLength / chunkCount));
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (at >= bytes.byteLength) return controller.close();
      if (at > 0) await sleep(duration / (chunkCount - 1));
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

/**
 * Breaks off a response. In process, `fetch` fails with the same errors as over a network.
 *
 * @throws {ConnectionError} In process, if no part of the response arrives.
 */
function breakOff(bindings: ConnectionBindings | undefined, broken: BrokenResponse): Response {
  if (bindings?.breakOff !== undefined) return bindings.breakOff(broken);
  if (broken.how !== "truncate") throw new ConnectionError(broken.how === "reset" ? "ECONNRESET" : "UND_ERR_SOCKET");
  let isSent = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent || broken.body === "") controller.error(new TypeError("terminated"));
      else controller.enqueue(new TextEncoder().encode(broken.body));
      isSent = true;
    },
  });
  return new Response(stream, { status: broken.status, headers: broken.headers });
}
