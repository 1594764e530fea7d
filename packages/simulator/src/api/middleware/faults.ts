import { memberOf } from "@journey-kit/schemas/calls";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import type { MiddlewareHandler } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import type { Claims } from "../../context/tokens.ts";
import type { AppliedFault } from "../../journal/journal.ts";
import { canBreakOff, countersOf, findAction, toFaultHit } from "../../world/fault.ts";
import type { Millis } from "../../world/time.ts";
import { linkedIdOf } from "../address.ts";
import { bodyLimits, connectLimits } from "../body.ts";
import {
  type ApiEnv,
  type ApiRequest,
  type BodyLimits,
  type BrokenResponse,
  type ConnectionBindings,
  respond,
  toRecordedResponse,
} from "../request.ts";
import { effectOf } from "./fault-effects.ts";

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
    const sleep = (duration: Millis) => simulator.wait(duration, request.signal());
    const { damage } = effectOf(request.fault);
    const damaged = damage === undefined ? c.res : await damage(c.res, sleep);
    const response = damaged instanceof Response ? damaged : breakOff(c.env, damaged);
    c.res = undefined; // replaces the response instead of merging its headers
    c.res = response;
  };
}

/** Responds in place of the endpoint if the fault of a request asks for that. */
export const replaceResponse: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const request = c.get("request");
  const result = effectOf(request.fault).replace?.(request);
  return result === undefined ? next() : respond(request, toRecordedResponse(request, result));
};

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

async function findInstanceId(simulator: SimulatorContext, request: ApiRequest): Promise<string | undefined> {
  const world = request.name && endpointOf(request.name).world;
  if (world === "credentials") return undefined;
  if (world === "link") return linkedIdOf(request.path);
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
