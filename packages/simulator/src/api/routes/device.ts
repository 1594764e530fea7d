import {
  DeviceConnectRequest,
  type DeviceConnectResponse,
  DeviceStartRequest,
  type DeviceStartResponse,
} from "@journey-kit/schemas";
import type { SimulatorContext } from "../../context/context.ts";
import { readingBasis } from "../../engine/result.ts";
import { timeOf } from "../../world/clock.ts";
import type { Exchange, HandlerResult, WorldExchange } from "../app.ts";
import { parseEnvelope, parseNoted, readEnvelope, readText } from "../body.ts";
import { RefusalError } from "../errors.ts";
import { readInstance } from "./start.ts";

const connectSeconds = 120;
const endUserSeconds = 3_600;

/** Gives a connect token for the device of an end user. Spec 4.2, 5; gap `device-start`. */
export async function startDevice(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { world, settings, now, because } = exchange;
  const { instanceId, scope = [] } = readEnvelope(DeviceStartRequest, exchange);
  await readInstance(deps, exchange, instanceId, "v2");
  because("device-start-customer-token");
  const connectToken = deps.tokens.sign({
    kind: "connect",
    world,
    epoch: settings.epoch,
    expiresAt: now + connectSeconds * 1_000,
    instanceId,
  });
  const body: DeviceStartResponse = { connectToken, tokenType: "connect", expiresIn: connectSeconds, scope };
  return { body };
}

/** Exchanges a connect token for an end-user token bound to its instance: an extension of ours. Gap `device-start`. */
export async function connectDevice(
  deps: SimulatorContext,
  { call, profile, note, spoil }: Exchange,
): Promise<HandlerResult> {
  const { connectToken } = parseEnvelope(
    DeviceConnectRequest,
    parseNoted(note, await readText(call, profile, "application/json")),
    () => [],
  );
  const shown = deps.tokens.verify(connectToken);
  const claims = shown && spoil(shown);
  const basis = [readingBasis(profile, "device-start")];
  if (claims?.kind !== "connect" || claims.instanceId === undefined) {
    throw new RefusalError("INVALID_TOKEN", "connectToken: not a connect token of ours.", basis);
  }
  const { epoch, clock } = await deps.store.settings(claims.world);
  note.world = claims.world;
  note.clock = clock;
  const now = timeOf(clock, deps.system());
  if (claims.epoch !== epoch) throw new RefusalError("INVALID_TOKEN", "connectToken: was revoked.", basis);
  if (now >= claims.expiresAt) throw new RefusalError("EXPIRED_TOKEN", "connectToken: has expired.", basis);
  const { instanceId } = claims;
  const expiresAt = now + endUserSeconds * 1_000;
  const endUserToken = deps.tokens.sign({ kind: "end-user", world: claims.world, epoch, expiresAt, instanceId });
  const body: DeviceConnectResponse = { endUserToken, tokenType: "end-user", expiresIn: endUserSeconds, instanceId };
  return { body };
}
