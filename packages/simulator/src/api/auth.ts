import type { Region } from "@journey-kit/schemas/regions";
import { type Permission, type Route, resolveReading } from "@journey-kit/schemas/routes";
import type { SimulatorContext } from "../context/context.ts";
import type { Claims } from "../context/tokens.ts";
import { type Basis, readingBasis } from "../engine/result.ts";
import type { Settings } from "../store/store.ts";
import { timeOf } from "../world/clock.ts";
import { type ApiClient, hasV2, isPermitted } from "../world/permissions.ts";
import type { Millis } from "../world/time.ts";
import type { Call } from "./app.ts";
import { RefusalError } from "./errors.ts";

/** Who calls: the world that a token opens, and what its client may do. */
export interface Caller {
  readonly claims: Claims;
  readonly world: string;
  readonly client: ApiClient;
  readonly settings: Settings;
  readonly now: Millis;
}

const prefix = "Bearer ";
const bearerForm = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** Reads the token of a call; undefined where there is none, or none that we signed. */
export function readClaims({ tokens }: SimulatorContext, call: Call): Claims | undefined {
  const header = call.header("authorization") ?? "";
  const token = header.startsWith(prefix) ? header.slice(prefix.length).trimEnd() : bearerForm.exec(header)?.[1];
  return token === undefined ? undefined : tokens.verify(token);
}

/**
 * Lets a caller with a good token in; `settings` are those of the world it names. Spec 5; gap `invalid-token`.
 *
 * @throws {RefusalError} `MISSING_TOKEN`, `INVALID_TOKEN` or `EXPIRED_TOKEN`.
 */
export function authenticate(
  deps: SimulatorContext,
  call: Call,
  claims: Claims | undefined,
  settings: Settings | undefined,
): Caller {
  if (claims === undefined || settings === undefined) {
    if (call.header("authorization") === undefined) throw unauthorized("MISSING_TOKEN", "There is no bearer token.");
    throw unauthorized("INVALID_TOKEN", "The bearer token is not one of ours.");
  }
  const client = clientOf(deps, claims.world);
  const now = timeOf(settings.clock, deps.system());
  if (client === undefined) throw revoked();
  checkEpoch(claims, settings);
  if (now >= claims.expiresAt) throw unauthorized("EXPIRED_TOKEN", "The bearer token has expired.");
  return { claims, world: claims.world, client, settings, now };
}

/**
 * Checks that no reset has revoked a token; `settings` are those of its world. Spec 5.
 *
 * @throws {RefusalError} `INVALID_TOKEN`.
 */
export function checkEpoch(claims: Claims, settings: Settings): void {
  if (claims.epoch !== settings.epoch) throw revoked();
}

/** The API client behind a world; in the open mode anyone is one, without limits. */
export const clientOf = ({ clients }: SimulatorContext, clientId: string): ApiClient | undefined =>
  clients === undefined ? { clientId, clientSecret: "any" } : clients.get(clientId);

/**
 * Checks that a caller may use an endpoint in a region. Spec 5.
 *
 * @returns The readings that let the caller in.
 * @throws {RefusalError} `TOKEN_NOT_ACCEPTED`, `V2_NOT_ENABLED` or `MISSING_PERMISSION`.
 */
export function authorize(caller: Caller, route: Route, region: Region): readonly Basis[] {
  const { profile } = caller.settings;
  if (route.generation === "v2" && !hasV2(caller.client, region)) {
    throw new RefusalError("V2_NOT_ENABLED", "The client is not enabled for v2 here.", [
      "v2-selected-customers",
      readingBasis(profile, "v2-regions"),
    ]);
  }
  const kind = checkKind(caller, route);
  const permission = route.permission && resolveReading(profile, route.permission);
  if (permission === undefined || isGranted(caller, permission)) return kind;
  const unenforced = route.generation === "v1" && profile["v1-permissions"] === "not-enforced";
  if (unenforced) return [...kind, readingBasis(profile, "v1-permissions")];
  throw new RefusalError("MISSING_PERMISSION", `The client lacks the permission ${permission}.`, [
    "permissions-required",
    "permission-missing-refused",
    readingBasis(profile, "permission-names"),
    ...(typeof route.permission === "object" ? [readingBasis(profile, route.permission.gap)] : []),
    ...(route.generation === "v1" ? [readingBasis(profile, "v1-permissions")] : []),
  ]);
}

/** What a client is let in with, and what its world leaves of that. Spec 5; gap `permission-names`. */
const isGranted = ({ client, settings }: Caller, permission: Permission): boolean =>
  isPermitted(client, permission) && settings.permissions.includes(permission);

/** Gap `interaction-token`. */
function checkKind({ claims, settings: { profile } }: Caller, { security }: Route): readonly Basis[] {
  const isEndUser = claims.kind === "end-user";
  const wanted = security === "interaction" ? "interaction-token-interactions" : "customer-token-lifecycle";
  const onlyEndUser = security === "interaction" && profile["interaction-token"] === "end-user";
  const isAccepted = onlyEndUser ? isEndUser : claims.kind === "customer" || (isEndUser && security === "interaction");
  if (isAccepted) return security === "interaction" ? [readingBasis(profile, "interaction-token")] : [];
  throw new RefusalError("TOKEN_NOT_ACCEPTED", "The endpoint takes another kind of token.", [
    wanted,
    readingBasis(profile, "interaction-token"),
  ]);
}

const challenges = { MISSING_TOKEN: "Bearer", INVALID_TOKEN: 'Bearer error="invalid_token"' } as const;

const revoked = (): RefusalError => unauthorized("INVALID_TOKEN", "The bearer token was revoked.");

const unauthorized = (name: "MISSING_TOKEN" | "INVALID_TOKEN" | "EXPIRED_TOKEN", problem: string): RefusalError =>
  new RefusalError(
    name,
    problem,
    [
      "bearer-authentication",
      ...(name === "EXPIRED_TOKEN" ? ["token-expires" as const] : []),
      "invalid-token=unauthorized",
    ],
    { "www-authenticate": name === "MISSING_TOKEN" ? challenges.MISSING_TOKEN : challenges.INVALID_TOKEN },
  );
