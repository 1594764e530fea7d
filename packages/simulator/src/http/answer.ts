import type { Profile } from "@journey-kit/schemas/profile";
import { isDeprecated, type Route, routeOf, under } from "@journey-kit/schemas/routes";
import { answerControl, isControlPath } from "../control/answer.ts";
import { type Basis, cite } from "../machine/result.ts";
import { errorBasis, toErrorBody, toErrorStatus } from "../projection/error.ts";
import type { Settings } from "../store/store.ts";
import { admit, authorize, readClaims } from "./bearer.ts";
import { parseNoted } from "./body.ts";
import type { Answer, Call } from "./call.ts";
import type { Deps } from "./deps.ts";
import type { Reply } from "./exchange.ts";
import { type Fate, hasFaults, meetFaults, spoil, toEarlyAnswer, toLateAnswer } from "./fault.ts";
import { findConnectWorld, toRereadable } from "./fault-target.ts";
import { handlers, isPublic, publicHandlers } from "./handlers.ts";
import { type Note, type Owner, openNote, recordCall } from "./note.ts";
import { RefusalError } from "./refusal-error.ts";
import { absenceBasis, findRoute, generationOf, isConnectPath, type Match, splitRegion } from "./route.ts";
import { readText } from "./text.ts";
import type { Claims } from "./token.ts";

const json = "application/json";

/** Answers calls, whatever carries them. Never throws: what goes wrong is an error body with a request id. Spec 7. */
export type Answering = (call: Call) => Promise<Answer>;

/** Makes the whole service answerable. */
export const createAnswering =
  (deps: Deps): Answering =>
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

async function answerNoted(deps: Deps, situation: Situation, head: Record<string, string>): Promise<Answer> {
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

async function dispatch(deps: Deps, { fate, match, region, path, claims, settings, profile, basis, note }: Situation) {
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
  const caller = admit(deps, call, claims && spoil(claims, strike), settings);
  because("access-token-is-bearer", ...authorize(caller, route, region));
  if (call.path !== path) because("regions-shared");
  const body = parseNoted(note, await readText(call, profile, json));
  return { route, reply: await handlers[exchange.name](deps, { ...exchange, ...caller, body }) };
}

/** Headers that every answer has. Spec 7; gap `x-request-id-echo`. */
function headOf(profile: Profile, call: Call, basis: Set<Basis>): Record<string, string> {
  const sent = call.header("x-request-id");
  if (sent !== undefined) basis.add(cite(profile, "x-request-id-echo"));
  const isKept = sent !== undefined && profile["x-request-id-echo"] === "echoed" && /^[\w.-]{1,128}$/.test(sent);
  return { "x-request-id": isKept ? sent : crypto.randomUUID() };
}

function toAnswer(
  profile: Profile,
  route: Route | undefined,
  reply: Reply,
  head: Record<string, string>,
  basis: Set<Basis>,
): Answer {
  const status = reply.status ?? (route === undefined ? 200 : (under(profile, route.status) ?? 200));
  if (typeof route?.status === "object" && reply.status === undefined) basis.add(cite(profile, route.status.gap));
  if (route?.deprecated !== undefined) {
    if (route.generation === "v1") basis.add("v1-task-endpoints-deprecated");
    if (route.deprecated.when !== undefined) basis.add(cite(profile, route.deprecated.when.gap));
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
