import { type ErrorName, errorKinds } from "@journey-kit/schemas/errors";
import type { Profile } from "@journey-kit/schemas/profile";
import { routeOf } from "@journey-kit/schemas/routes";
import { memberOf } from "@journey-kit/schemas/subject-path";
import type { SimulatorContext } from "../context/context.ts";
import type { Claims } from "../context/tokens.ts";
import type { Basis } from "../engine/result.ts";
import { toErrorBody } from "../render/error.ts";
import type { Settings } from "../store/store.ts";
import type { Clock } from "../world/clock.ts";
import { canBreakOff, countersOf, type FaultAction, toStrike } from "../world/fault.ts";
import { type Answer, type Call, isPublic, isWhole, type Match, type WholeAnswer } from "./app.ts";
import { clientOf } from "./auth.ts";
import { sizeOf } from "./body.ts";
import { readClientId, readForm } from "./routes/token.ts";

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
export async function meetFaults(deps: SimulatorContext, received: Arrival): Promise<Fate> {
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
export async function toLateAnswer(
  { sleep }: SimulatorContext,
  { strike, isLast }: Fate,
  given: Answer,
): Promise<Answer> {
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

/** A call whose endpoint is known, before that has it. */
export interface Arrival {
  readonly call: Call;
  readonly match: Match;
  /** What the bearer token of the call says. */
  readonly claims: Claims | undefined;
  readonly profile: Profile;
}

type Sent = Pick<Arrival, "call" | "profile">;

const longestId = 256;

/** Finds the world that a call is about; undefined where it names none that its client may have. */
async function findWorld(deps: SimulatorContext, arrival: Arrival): Promise<string | undefined> {
  const { match, claims, call } = arrival;
  if (!isPublic(match.name)) return claims !== undefined && clientOf(deps, claims.world) ? claims.world : undefined;
  switch (match.name) {
    case "hosted.showPage":
      return deps.store.findWorld(match.parameters.instanceId ?? "");
    case "v2.connectDevice":
      return (await readConnectClaims(deps, arrival))?.world;
    case "token.requestToken": {
      const form = await readForm(call).catch(() => new URLSearchParams()); // the endpoint says what is wrong with it
      const clientId = readClientId(call, form);
      const isClient = clientId !== "" && clientId.length <= longestId && clientOf(deps, clientId) !== undefined;
      return isClient ? clientId : undefined;
    }
  }
}

/** Finds the world whose readings hold for a call that shows a connect token in its body. Gap `device-start`. */
export const findConnectWorld = async (deps: SimulatorContext, call: Call): Promise<string | undefined> =>
  (await readConnectClaims(deps, { call, profile: deps.profile }))?.world;

/** Finds the instance that a call names, whether there is one or not. */
async function findInstanceId(deps: SimulatorContext, arrival: Arrival): Promise<string | undefined> {
  const { match } = arrival;
  if (match.name === "token.requestToken") return undefined;
  if (match.name === "v2.connectDevice") return (await readConnectClaims(deps, arrival))?.instanceId;
  const named = match.parameters.instanceId ?? memberOf(await readJson(arrival), "instanceId");
  return typeof named === "string" ? named : undefined;
}

/** Lets the body of a call be read more than once. */
export function toRereadable(call: Call): Call {
  let text: ReturnType<Call["text"]> | undefined;
  return {
    method: call.method,
    path: call.path,
    query: call.query,
    origin: call.origin,
    raw: call.raw,
    header: (name) => call.header(name),
    text: (limit) => {
      text ??= call.text(limit);
      return text;
    },
  };
}

async function readConnectClaims({ tokens }: SimulatorContext, arrival: Sent): Promise<Claims | undefined> {
  const token = memberOf(await readJson(arrival), "connectToken");
  return typeof token === "string" ? tokens.verify(token) : undefined;
}

/** The body as far as it can be read; what is wrong with it is the endpoint's to say. */
async function readSent({ call, profile }: Sent): Promise<string> {
  try {
    const text = await call.text(sizeOf(profile));
    return text === "too-large" ? "" : text;
  } catch {
    return "";
  }
}

async function readJson(arrival: Sent): Promise<unknown> {
  try {
    return JSON.parse(await readSent(arrival));
  } catch {
    return undefined;
  }
}

/** What `fetch` rejects with when the connection ends before an answer has come. */
class ConnectionError extends TypeError {
  constructor(code: "ECONNRESET" | "UND_ERR_SOCKET") {
    super("fetch failed", { cause: Object.assign(new Error("The connection ended without an answer."), { code }) });
  }
}

/** Breaks an answer off in the way of its transport. */
export type BreakOff = (answer: WholeAnswer) => Response;

/**
 * Breaks an answer off where no network is: what a caller of `fetch` would meet over one.
 *
 * @throws {TypeError} Where nothing of the answer comes.
 */
export function breakOff({ transport, status, headers, body }: WholeAnswer): Response {
  if (transport !== "cut") throw new ConnectionError(transport === "reset" ? "ECONNRESET" : "UND_ERR_SOCKET");
  let isSent = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent || body === "") controller.error(new TypeError("terminated"));
      else controller.enqueue(new TextEncoder().encode(body));
      isSent = true;
    },
  });
  return new Response(stream, { status, headers });
}

const pieces = 8;

/** A body that comes in pieces, spread evenly over a time. */
export function toSlowBody(
  { body, slow = 0 }: WholeAnswer,
  sleep: (duration: number) => Promise<void>,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const size = Math.max(1, Math.ceil(bytes.byteLength / pieces));
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (at >= bytes.byteLength) return controller.close();
      if (at > 0) await sleep(slow / (pieces - 1));
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}
