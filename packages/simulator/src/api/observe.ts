import { endpoints } from "@journey-kit/schemas/endpoints";
import type { ErrorName } from "@journey-kit/schemas/errors";
import { regions } from "@journey-kit/schemas/regions";
import { type RouteName, routeNames, routeOf } from "@journey-kit/schemas/routes";
import type { SimulatorContext } from "../context/context.ts";
import type { InstanceRecord } from "../engine/commands.ts";
import type { Refusal } from "../engine/result.ts";
import type { Entry, InstanceSnapshot, Struck } from "../journal/journal.ts";
import { isWord, redact, toPlaceholder, toWord } from "../journal/redact.ts";
import type { Clock } from "../world/clock.ts";
import type { Millis } from "../world/time.ts";
import type { Call } from "./app.ts";

/** What is learned about a call while it is answered; some of it becomes an entry of the journal. */
export interface Note {
  readonly startedAt: Millis;
  /** The world that the call belongs to; a call that belongs to none is in no journal. */
  world: string | undefined;
  /** Of that world. */
  clock: Clock | undefined;
  name: RouteName | undefined;
  /** The parsed body, or a placeholder for a text that could not be parsed. */
  sent: unknown;
  about: InstanceRecord | undefined;
  /** The body of the answer, before it is written out. */
  answer: unknown;
  refusal: Refusal | undefined;
  kind: ErrorName | undefined;
  struck: Struck | undefined;
}

/** A world and its clock. */
export interface Owner {
  readonly world: string;
  readonly clock: Clock;
}

/** Begins to take notes of a call. */
export const openNote = (startedAt: Millis, owner: Owner | undefined): Note => ({
  startedAt,
  world: owner?.world,
  clock: owner?.clock,
  name: undefined,
  sent: undefined,
  about: undefined,
  answer: undefined,
  refusal: undefined,
  kind: undefined,
  struck: undefined,
});

/** Endpoints whose answers carry a token: it is taken out before anything is kept. */
const tokenRoutes: readonly RouteName[] = ["token.requestToken", "v2.startDevice", "v2.connectDevice"];

const isStart = (name: RouteName | undefined): boolean => name === "v2.startJourney" || name === "v1.startJourney";

/** Puts a call into the journal of its world. */
export function recordCall(
  { journals, system, onRequest }: Pick<SimulatorContext, "journals" | "onRequest" | "system">,
  { name, world, clock, startedAt, refusal, kind, sent, about, answer, struck }: Note,
  call: Call,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): void {
  const { method, path } = call;
  onRequest?.({
    method,
    path,
    status,
    error: kind ?? refusal?.name,
    world,
    fault: struck?.rule,
    duration: system() - startedAt,
  });
  if (world === undefined || clock === undefined) return;
  const isSecret = status < 400 && name !== undefined && tokenRoutes.includes(name);
  const entry: Entry = {
    startedAt,
    endedAt: system(),
    clock,
    method: call.method,
    path: name === undefined ? toKnownPath(call.path) : call.path,
    headers: headersOf(call),
    sent: redactRequest(name, sent),
    name,
    about: about && snapshotOf(about),
    status,
    answerHeaders: withWords(headers),
    answer: isSecret ? redact(endpoints[name].response, answer, "service") : answer,
    refusal,
    kind,
    basis: headers["x-sim-basis"] ?? "",
    struck,
    notices: [],
  };
  journals.of(world).record(entry, isStart(name) ? sent : undefined);
}

function redactRequest(name: RouteName | undefined, sent: unknown): unknown {
  if (sent === undefined || typeof sent === "string") return sent;
  return name === undefined ? toPlaceholder(sent) : redact(endpoints[name].request, sent, "caller");
}

const snapshotOf = ({ generation, instance }: InstanceRecord): InstanceSnapshot => ({
  instanceId: instance.id,
  phase: instance.progress.phase,
  stages: generation === "v1" ? instance.collection.stages : [],
});

const shownHeaders = ["content-type", "content-length", "accept", "x-request-id", "x-sim-scenario"] as const;
const mediaTypes =
  /^(\*\/\*|(application|text|multipart)\/(json|\*|plain|html|form-data|x-www-form-urlencoded))\s*(;|$)/i;

/** The headers that may be kept, and of a credential its scheme and length. */
function headersOf(call: Call): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of shownHeaders) {
    const value = call.header(name);
    if (value !== undefined) headers[name] = toHeader(name, value);
  }
  const authorization = call.header("authorization");
  if (authorization !== undefined) {
    const scheme = /^(Bearer|Basic) /i.exec(authorization)?.[0] ?? "";
    headers.authorization = `${scheme}${toPlaceholder(authorization.slice(scheme.length))}`;
  }
  return headers;
}

function toHeader(name: (typeof shownHeaders)[number], value: string): string {
  if (name !== "content-type" && name !== "accept") return toWord(value);
  if (value === "application/json") return value;
  return mediaTypes.test(value) ? (value.split(/[;,]/, 1)[0] ?? "") : `${toPlaceholder(value)}`;
}

/** A request id is the caller's own, and so it could be anything. */
const withWords = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const id = headers["x-request-id"] ?? "";
  return isWord(id) ? headers : { ...headers, "x-request-id": toWord(id) };
};

const known = new Set<string>(["", "journey", ...regions]);
for (const { path } of routeNames.map(routeOf)) {
  for (const one of typeof path === "string" ? [path] : Object.values(path.by)) {
    for (const segment of one?.split("/") ?? []) known.add(segment);
  }
}

/** A path that no endpoint has, with what we do not know in it hidden. */
const toKnownPath = (path: string): string =>
  path
    .split("/")
    .slice(0, 20)
    .map((segment) => (known.has(segment) ? segment : toPlaceholder(segment)))
    .join("/");
