import {
  DeviceConnectRequest,
  type DeviceConnectResponse,
  DeviceStartRequest,
  type DeviceStartResponse,
} from "@journey-kit/schemas";
import { memberOf } from "@journey-kit/schemas/calls";
import type { SimulatorContext } from "../../context/context.ts";
import type { Claims } from "../../context/tokens.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { readingBasis } from "../../engine/result.ts";
import { timeOf } from "../../world/clock.ts";
import { useToken } from "../../world/counters.ts";
import { connectLimits, readJson } from "../body.ts";
import { parseEnvelope, readEnvelope } from "../envelope.ts";
import { isElsewhere, readInstance } from "../instances.ts";
import { applyTokenFault } from "../middleware/fault-effects.ts";
import type { ApiRequest, HandlerResult, WorldRequest } from "../request.ts";

// Gap `device-token-lifetimes`.
const connectSeconds = 120;
const endUserSeconds = 3_600;

/** Issues a connect token for the device of an end user. Spec 4.2, 5; gap `device-start`. */
export async function startDevice(simulator: SimulatorContext, request: WorldRequest): Promise<HandlerResult> {
  const { world, settings, now, citations } = request;
  const { instanceId, scope = [] } = readEnvelope(DeviceStartRequest, request);
  const record = await readInstance(simulator, request, instanceId, "v2");
  citations.cite("device-start-customer-token");
  const connectToken = simulator.tokens.sign({
    kind: "connect",
    world,
    epoch: settings.epoch,
    issuedAt: now,
    expiresAt: now + connectSeconds * 1_000,
    instanceId,
    id: simulator.makeId(),
  });
  const body: DeviceStartResponse = { connectToken, tokenType: "connect", expiresIn: connectSeconds, scope };
  return { body, record };
}

/**
 * Exchanges a connect token for an end-user token bound to its instance. The specification has no such endpoint. Gaps
 * `device-start`, `connect-token-place`, `connect-token-uses`.
 */
export async function connectDevice(simulator: SimulatorContext, request: ApiRequest): Promise<HandlerResult> {
  const { citations } = request;
  citations.cite(readingBasis(request.profile, "device-start"));
  const verified = readConnectToken(simulator, request, await readJson(request, connectLimits));
  const claims = verified && applyTokenFault(verified, request.fault);
  if (claims?.kind !== "connect" || claims.instanceId === undefined || claims.id === undefined) {
    throw new RefusalError("INVALID_TOKEN", "The connect token was not issued by this simulator.");
  }
  const { world, instanceId, id } = claims;
  const { epoch, clock } = request.settings ?? (await simulator.store.settings(world));
  const now = timeOf(clock, simulator.system());
  if (claims.epoch !== epoch) throw new RefusalError("INVALID_TOKEN", "The connect token was revoked.");
  if (now >= claims.expiresAt) throw new RefusalError("EXPIRED_TOKEN", "The connect token has expired.");
  const record = await simulator.store.read(world, instanceId);
  if (record !== undefined && isElsewhere(request, record)) {
    throw new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.");
  }
  const lastUse = Math.max(claims.expiresAt, verified?.expiresAt ?? 0); // a fault may change when it expires
  const isUnused = await simulator.store.updateCounters(world, (counters) => {
    const used = useToken(counters, id, { expiresAt: lastUse, now });
    return [used ?? counters, used !== undefined];
  });
  if (!isUnused) {
    citations.cite(readingBasis(request.profile, "connect-token-uses"));
    throw new RefusalError("INVALID_TOKEN", "The connect token was already used. Request a new one.");
  }
  const expiresAt = now + endUserSeconds * 1_000;
  const endUserToken = simulator.tokens.sign({
    kind: "end-user",
    world,
    epoch,
    issuedAt: now,
    expiresAt,
    instanceId,
  });
  const body: DeviceConnectResponse = { endUserToken, tokenType: "end-user", expiresIn: endUserSeconds, instanceId };
  return { body };
}

/** Reads the connect token of a request; a bearer token takes precedence. Gap `connect-token-place`. */
function readConnectToken(
  { tokens }: SimulatorContext,
  { claims, header, citations }: ApiRequest,
  body: unknown,
): Claims | undefined {
  const place = citations.choose("connect-token-place");
  const isInBody = place === "body" || (place === "either" && memberOf(body, "connectToken") !== undefined);
  const sent = isInBody ? parseEnvelope(DeviceConnectRequest, body, citations).connectToken : undefined;
  if (place !== "body" && claims?.kind === "connect") return claims;
  if (sent !== undefined) return tokens.verify(sent);
  if (header("authorization") !== undefined) return claims;
  citations.cite("bearer-authentication");
  throw new RefusalError("MISSING_TOKEN", "Send the connect token as the bearer token.");
}
