import { type Endpoint, type Permission, resolveReading } from "@journey-kit/schemas/endpoints";
import type { SimulatorContext } from "../context/context.ts";
import { checkEpoch, refuseToken } from "../context/tokens.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { type Citations, readingBasis } from "../engine/result.ts";
import type { ApiClient } from "../world/api-client.ts";
import { hasV2, isOpenClientId } from "../world/client-rights.ts";
import { timeOf } from "../world/clock.ts";
import { countCall } from "../world/counters.ts";
import { applyTokenFault } from "./middleware/fault-effects.ts";
import type { ApiRequest, Caller } from "./request.ts";

/**
 * Authenticates and authorises the caller of an endpoint. Spec 5; gap `invalid-token`.
 *
 * @throws {RefusalError} `MISSING_TOKEN`, `INVALID_TOKEN`, `EXPIRED_TOKEN`, `TOKEN_NOT_ACCEPTED`, `V2_NOT_ENABLED` or
 *   `MISSING_PERMISSION`.
 */
export function authenticate(simulator: SimulatorContext, request: ApiRequest, route: Endpoint): Caller {
  const { settings, fault, citations } = request;
  if (request.claims === undefined || settings === undefined) {
    const isMissing = request.header("authorization") === undefined;
    throw isMissing
      ? refuseToken(citations, "MISSING_TOKEN", "The request has no bearer token.")
      : refuseToken(citations, "INVALID_TOKEN", "The bearer token was not issued by this simulator.");
  }
  const claims = applyTokenFault(request.claims, fault);
  const client = clientOf(simulator, claims.world);
  const now = timeOf(settings.clock, simulator.system());
  if (client === undefined) throw refuseToken(citations, "INVALID_TOKEN", "The bearer token was revoked.");
  checkEpoch(claims, settings.epoch, citations);
  if (now >= claims.expiresAt) throw refuseToken(citations, "EXPIRED_TOKEN", "The bearer token has expired.");
  const caller = { claims, world: claims.world, client, settings, now };
  citations.cite("access-token-is-bearer");
  authorize(request, caller, route);
  return caller;
}

/** Finds an API client. Without a list of clients (open mode), every valid id belongs to a client with all permissions. */
export function clientOf({ clients }: SimulatorContext, clientId: string): ApiClient | undefined {
  if (clients !== undefined) return clients.get(clientId);
  return isOpenClientId(clientId) ? { clientId, clientSecret: "any" } : undefined;
}

/** Checks that a caller may use an endpoint in a region. Spec 5. */
function authorize({ citations, region }: ApiRequest, caller: Caller, route: Endpoint): void {
  const { profile } = caller.settings;
  if (route.apiVersion === "v2" && !hasV2(caller.client, region)) {
    citations.cite("v2-selected-customers", readingBasis(profile, "v2-regions"));
    throw new RefusalError("V2_NOT_ENABLED", "The client is not enabled for v2 in this region.");
  }
  if (route.security === "interaction") citations.choose("interaction-token");
  if (!isAccepted(caller, route)) {
    const isInteraction = route.security === "interaction";
    citations.cite(isInteraction ? "interaction-token-interactions" : "customer-token-lifecycle");
    citations.cite(readingBasis(profile, "interaction-token"));
    throw new RefusalError("TOKEN_NOT_ACCEPTED", "The endpoint does not accept this kind of token.");
  }
  const permission = route.permission && resolveReading(profile, route.permission);
  if (permission === undefined || isGranted(caller, permission)) return;
  if (route.apiVersion === "v1" && citations.choose("v1-permissions") === "not-enforced") return;
  citations.cite("permissions-required", "permission-missing-refused", readingBasis(profile, "permission-names"));
  if (typeof route.permission === "object") citations.cite(readingBasis(profile, route.permission.gap));
  throw new RefusalError("MISSING_PERMISSION", `The client lacks the permission ${permission}.`);
}

/** Whether an endpoint accepts a kind of token. Gap `interaction-token`. */
function isAccepted({ claims, settings: { profile } }: Caller, { security }: Endpoint): boolean {
  const isEndUser = claims.kind === "end-user";
  if (security === "interaction" && profile["interaction-token"] === "end-user") return isEndUser;
  return claims.kind === "customer" || (isEndUser && security === "interaction");
}

/** Whether both the client and its world have a permission. Spec 5; gap `permission-names`. */
const isGranted = ({ client, settings }: Caller, permission: Permission): boolean =>
  (client.permissions?.includes(permission) ?? true) && settings.permissions.includes(permission);

/**
 * Refuses a request that exceeds the rate limit of its world. Spec 8; gap `rate-limit`.
 *
 * @throws {RefusalError} `RATE_LIMITED` with `Retry-After` in seconds.
 */
export async function limitRate(
  { store }: SimulatorContext,
  { world, settings, now }: Caller,
  citations: Citations,
): Promise<void> {
  if (citations.choose("rate-limit") === "none") return;
  const wait = await store.updateCounters(world, (counters) => countCall(counters, now, settings.callsPerMinute));
  if (wait === 0) return;
  const headers = { "retry-after": `${Math.ceil(wait / 1_000)}` };
  throw new RefusalError("RATE_LIMITED", "Too many requests.", { headers });
}
