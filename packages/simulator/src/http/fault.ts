import { type ErrorName, errorKinds } from "@journey-kit/schemas/error-names";
import type { Profile } from "@journey-kit/schemas/profile";
import { routeOf } from "@journey-kit/schemas/routes";
import type { Basis } from "../machine/result.ts";
import { toErrorBody } from "../projection/error.ts";
import type { Settings } from "../store/store.ts";
import type { Clock } from "../world/clock.ts";
import { canBreakOff, countersOf, type FaultAction, toStrike } from "../world/fault.ts";
import { type Answer, type Call, isWhole } from "./call.ts";
import type { Deps } from "./deps.ts";
import { type Arrival, findInstanceId, findWorld, toRereadable } from "./fault-target.ts";
import type { Claims } from "./token.ts";

/** A fault that strikes a call, and the world whose plan holds it. */
export interface Strike {
  readonly world: string;
  /** Of that world. */
  readonly clock: Clock;
  readonly rule: string;
  readonly action: FaultAction;
  /** The instance that the call names; undefined where its world has none of that id, since a caller may send any text. */
  readonly instanceId: string | undefined;
}

/** What the faults of its world make of a call. */
export interface Fate {
  /** The call, whose body may have been read. */
  readonly call: Call;
  /** What strikes it; undefined where nothing does. */
  readonly strike: Strike | undefined;
  /** Whether the connection ends with the answer, so that nobody repeats a call on one that was used before. */
  readonly isLast: boolean;
}

/** Whether any fault is planned for a world. */
export const hasFaults = ({ faults }: Settings): boolean => faults.rules.length > 0;

/** Finds what the plan of its world makes of a call, and keeps it in the ledger. */
export async function meetFaults(deps: Deps, received: Arrival): Promise<Fate> {
  const { match } = received;
  const call = toRereadable(received.call);
  const arrival = { ...received, call };
  const spared = { call, strike: undefined, isLast: false };
  const world = routeOf(match.name).method === call.method ? await findWorld(deps, arrival) : undefined;
  if (world === undefined) return spared;
  const settings = await deps.store.settings(world);
  if (!hasFaults(settings)) return spared;
  const { faults } = settings;
  const instance = await findInstanceId(deps, arrival);
  const running = instance === undefined ? undefined : await deps.store.read(world, instance);
  const target = { endpoint: match.name, instance, ordinal: running?.instance.ordinal ?? 0 };
  const strike = await deps.store.strike(world, countersOf(faults, target), (counts) =>
    toStrike(faults, deps.seed, target, counts),
  );
  const { clock } = settings;
  return {
    call,
    strike: strike && { world, clock, rule: strike.rule, action: strike.action, instanceId: running?.instance.id },
    isLast: canBreakOff(faults),
  };
}

/** Makes of a token's claims what a fault of tokens makes of them. Spec 5. */
export function spoil(claims: Claims, strike: Strike | undefined): Claims {
  const action = strike?.action;
  if (action === undefined) return claims;
  if ("clockSkew" in action) return { ...claims, expiresAt: claims.expiresAt - action.clockSkew };
  if (!("token" in action)) return claims;
  return action.token === "expired" ? { ...claims, expiresAt: 0 } : { ...claims, epoch: claims.epoch - 1 };
}

/** The answer of a fault that keeps a call from its endpoint; undefined where the call goes on. Spec 7. */
export function toEarlyAnswer(
  { strike, isLast }: Fate,
  profile: Profile,
  generation: "v1" | "v2",
  head: Readonly<Record<string, string>>,
  basis: ReadonlySet<Basis>,
): Answer | undefined {
  if (strike === undefined) return undefined;
  const { action } = strike;
  const headers = { ...head, "x-sim-basis": [...basis].join(", "), ...(isLast && { connection: "close" }) };
  if ("reset" in action) return { status: 503, headers, body: "", transport: "reset" };
  if ("lose" in action && action.lose === "request") return { status: 503, headers, body: "", transport: "close" };
  if (!("status" in action)) return undefined;
  const { status, body = toErrorBody(profile, refusalOf(status), generation), retryAfter } = action;
  const isText = typeof body === "string";
  return {
    status,
    headers: {
      ...headers,
      "content-type": isText ? "text/html; charset=utf-8" : "application/json",
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    },
    body: isText ? body : JSON.stringify(body),
  };
}

const names = Object.keys(errorKinds) as ErrorName[]; // `Object.keys` forgets its keys

const refusalOf = (status: number) => ({
  name: names.find((name) => errorKinds[name].status === status) ?? ("INTERNAL_ERROR" as const),
  problems: ["A fault of the plan."] as const,
});

/** What becomes of an answer on its way, once all is done. */
export async function toLateAnswer({ sleep }: Deps, { strike, isLast }: Fate, given: Answer): Promise<Answer> {
  if (!isWhole(given)) return given;
  const answer = isLast ? { ...given, headers: { ...given.headers, connection: "close" } } : given;
  if (strike === undefined) return answer;
  const { action } = strike;
  const { headers, body } = answer;
  if ("lose" in action) return { ...answer, transport: "close" };
  if ("slow" in action) return { ...answer, slow: action.slow };
  if ("malform" in action) return { ...answer, body: body.slice(0, -1) };
  if ("contentType" in action) return { ...answer, headers: { ...headers, "content-type": action.contentType } };
  if ("truncate" in action) {
    const length = String(new TextEncoder().encode(body).byteLength);
    const part = body.slice(0, Math.min(action.truncate, body.length - 1));
    return { ...answer, headers: { ...headers, "content-length": length }, body: part, transport: "cut" };
  }
  if ("delay" in action) await sleep(action.delay);
  return answer;
}
