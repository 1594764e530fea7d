// Runs one v2 verification journey and prints its conclusion: `node client.ts`.
// Functions and closures; no dependencies. stdout carries the conclusion, stderr a log without data of the person.
import { randomUUID } from "node:crypto";

type Json = Record<string, unknown>;
type Conclusion = "accept" | "reject" | "refer" | "undecided" | "failed" | "unknown";
/** The status is 0 if the answer was lost; `json` is absent if the body is not a JSON object. */
type Reply = { status: number; json?: Json | undefined; retryAfterMs?: number | undefined };
type Send = (path: string, body: Json) => Promise<Reply>;
type Person = { identity?: Json; documents?: Json[]; biometrics?: Json[] };
type Part = { element: string; fill: (subject: Person) => void };

const POLL_MS = Number(process.env.JOURNEY_POLL_SECONDS ?? "10") * 1000;
const REQUEST_TIMEOUT_MS = 10_000;
const POLL_LIMIT = 200;
const PATIENCE = 8;
const SLOWER = [1, 2, 4, 8, 16, 32];
const NOT_EXECUTED = new Set([425, 429, 503]);

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectAt = (value: Json, name: string): Json => {
  const member = value[name];
  return isObject(member) ? member : {};
};
const listAt = (value: Json, name: string): unknown[] => {
  const member = value[name];
  return Array.isArray(member) ? member : [];
};
const textAt = (value: Json, name: string): string => {
  const member = value[name];
  return typeof member === "string" ? member : "";
};
const isSuccess = (reply: Reply): reply is Reply & { json: Json } =>
  reply.status >= 200 && reply.status < 300 && reply.json !== undefined;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const backoffMs = (errors: number): number => POLL_MS * (SLOWER[Math.min(errors, SLOWER.length - 1)] ?? 1);
const log = (line: string): void => {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
};

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** Reads Retry-After: a number of seconds or an HTTP date. */
function toRetryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function parseJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Sends one POST and reads the whole answer. Never rejects. */
async function exchange(url: string, headers: Record<string, string>, body: string): Promise<Reply> {
  const path = new URL(url).pathname;
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, signal });
    const json = parseJson(await response.text());
    log(`${path} ${response.status} ${response.headers.get("x-request-id") ?? ""}`);
    return { status: response.status, json, retryAfterMs: toRetryAfterMs(response.headers.get("retry-after")) };
  } catch (error) {
    log(`${path} lost: ${error instanceof Error ? error.name : "error"}`);
    return { status: 0 };
  }
}

/** Keeps one token. Callers that ask while a token is on its way share the request. */
function tokenSource(authUrl: string, clientId: string, clientSecret: string) {
  let value: string | undefined;
  let renewAt = 0;
  let pending: Promise<string | undefined> | undefined;

  async function request(): Promise<string | undefined> {
    const form = new URLSearchParams({ grant_type: "client_credentials", scope: "service.token" });
    form.set("client_id", clientId);
    form.set("client_secret", clientSecret);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (let errors = 1; errors <= PATIENCE; errors++) {
      const sentAt = performance.now();
      const reply = await exchange(`${authUrl}/as/token.oauth2`, headers, form.toString());
      if (isSuccess(reply) && textAt(reply.json, "access_token") !== "") {
        const lifetimeMs = Number(reply.json.expires_in ?? 60) * 1000;
        value = textAt(reply.json, "access_token");
        renewAt = sentAt + lifetimeMs - Math.min(30_000, lifetimeMs / 4);
        return value;
      }
      const isRefused = reply.status >= 400 && reply.status < 500 && !NOT_EXECUTED.has(reply.status);
      if (isRefused) break;
      await pause(reply.retryAfterMs ?? backoffMs(errors));
    }
    return undefined;
  }

  return {
    get: async (): Promise<string | undefined> => {
      if (value !== undefined && performance.now() < renewAt) return value;
      pending ??= request().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    drop: (refused: string): void => {
      if (refused === value) value = undefined;
    },
  };
}

/** Returns a function that calls the service with a token, and waits while the service refuses to work. */
function sender(baseUrl: string, tokens: ReturnType<typeof tokenSource>): Send {
  return async (path, body) => {
    const url = `${baseUrl}/v2/captain/journey${path}`;
    let renewals = 0;
    for (let refusals = 0; ; ) {
      const token = await tokens.get();
      if (token === undefined) return { status: 401 };
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const reply = await exchange(url, headers, JSON.stringify(body));
      if (reply.status === 401 && renewals < 1) {
        renewals++;
        tokens.drop(token);
        log(`${path}: the token was refused`);
        continue;
      }
      const isAmbiguous = reply.status === 503 && reply.retryAfterMs === undefined;
      if (!NOT_EXECUTED.has(reply.status) || isAmbiguous || refusals >= PATIENCE) return reply;
      refusals++;
      await pause(reply.retryAfterMs ?? backoffMs(refusals));
    }
  };
}

/** Finds the data of one domain element in the person. Undefined: the person has none. */
function partFor(element: string, person: Person): Part | undefined {
  const copyIdentity = (...names: string[]): Part | undefined => {
    const identity = person.identity ?? {};
    const entries = names.filter((name) => identity[name] !== undefined).map((name) => [name, identity[name]]);
    if (entries.length === 0) return undefined;
    const fill = (subject: Person) => {
      subject.identity = { ...subject.identity, ...Object.fromEntries(entries) };
    };
    return { element, fill };
  };
  const copyList = (name: "documents" | "biometrics"): Part | undefined => {
    const list = person[name] ?? [];
    const fill = (subject: Person) => {
      subject[name] = list;
    };
    return list.length > 0 ? { element, fill } : undefined;
  };
  if (element === "FullName") return copyIdentity("firstName", "middleNames", "lastNames");
  if (element === "DateOfBirth") return copyIdentity("dateOfBirth");
  if (element === "CurrentAddress") return copyIdentity("currentAddress");
  if (element === "SSN") return copyIdentity("idNumbers");
  if (element === "PrimaryDocument") return copyList("documents");
  if (element === "Selfie") return copyList("biometrics");
  return undefined;
}

/** Answers the open interactions, one after the other. False: something went wrong, so fetch again later. */
async function answerInteractions(send: Send, instanceId: string, person: Person): Promise<boolean> {
  let answered = "";
  for (let step = 0; step < 20; step++) {
    const reply = await send("/interaction/fetch", { instanceId });
    if (!isSuccess(reply)) return reply.status === 404 || reply.status === 409;
    const interactionId = textAt(reply.json, "interactionId");
    const asked = listAt(reply.json, "outstanding" in reply.json ? "outstanding" : "collects")
      .map((entry) => String(isObject(entry) ? entry.ref : entry).split("/")[0] ?? "")
      .filter((name, index, names) => names.indexOf(name) === index);
    const parts = asked.map((name) => partFor(name, person)).filter((part) => part !== undefined);
    const ask = `${interactionId} ${parts.map((part) => part.element)}`;
    if (interactionId === "" || parts.length === 0 || ask === answered) return true; // nothing new is asked
    answered = ask;
    const subject: Person = {};
    for (const part of parts) part.fill(subject);
    const participants = parts.map((part) => ({ domainElementId: part.element }));
    const body = { instanceId, interactionId, participants, context: { subject } };
    const submitted = await send("/interaction/submit", body);
    if (submitted.status === 409) return true; // our own earlier submit, whose answer was lost
    if (!isSuccess(submitted)) return false; // if it arrived, its elements are no longer outstanding
  }
  return true;
}

/** Undefined: there is no conclusion yet. */
function conclusionOf(state: Json): Conclusion | undefined {
  const status = textAt(state, "status").toLowerCase();
  if (status === "failed" || status === "error") return "failed";
  if (status !== "completed") return undefined;
  const context = objectAt(state, "context");
  const result = objectAt(context, "process").result ?? context.result ?? state.result;
  const outcome = isObject(result) ? textAt(result, "outcome") : String(result ?? "");
  const word = outcome
    .trim()
    .toLowerCase()
    .replace(/^decision:\s*/, "");
  return word === "accept" || word === "reject" || word === "refer" ? word : "unknown";
}

async function runJourney(send: Send, resourceId: string, person: Person): Promise<Conclusion> {
  const context = { config: { delivery: "api" }, subject: { uid: randomUUID() } };
  const started = await send("/start", { resourceId, context });
  const instanceId = isSuccess(started) ? textAt(started.json, "instanceId") : "";
  if (instanceId === "") return "unknown"; // it may have started, so it is not repeated
  let errors = 0;
  for (let poll = 0; poll < POLL_LIMIT; poll++) {
    const reply = await send("/state/fetch", { instanceId });
    const conclusion = isSuccess(reply) ? conclusionOf(reply.json) : undefined;
    if (conclusion !== undefined) return conclusion;
    const isFine = isSuccess(reply) && (await answerInteractions(send, instanceId, person));
    errors = isFine ? 0 : errors + 1;
    await pause(Math.max(reply.retryAfterMs ?? 0, backoffMs(errors)));
  }
  return "undecided";
}

async function main(): Promise<void> {
  const tokens = tokenSource(
    setting("JOURNEY_AUTH_URL").replace(/\/+$/, ""),
    setting("JOURNEY_CLIENT_ID"),
    setting("JOURNEY_CLIENT_SECRET"),
  );
  const send = sender(setting("JOURNEY_BASE_URL").replace(/\/+$/, ""), tokens);
  const person: Person = JSON.parse(setting("JOURNEY_SUBJECT"));
  const conclusion = await runJourney(send, setting("JOURNEY_RESOURCE_ID"), person);
  process.stdout.write(`${conclusion}\n`);
}

await main();
