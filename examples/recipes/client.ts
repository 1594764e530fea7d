// The client that the recipes test. In your project, this is your own client.
import { setTimeout as sleep } from "node:timers/promises";
import type { CreateClient, Subject } from "./client-interface.ts";

/** The members of responses that this client reads. */
interface Body {
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly instanceId?: string;
  readonly instanceUrl?: string;
  readonly interactionId?: string;
  readonly outstanding?: readonly string[];
  readonly status?: string;
  readonly result?: Result;
  readonly context?: { readonly result?: Result; readonly process?: { readonly result?: Result } };
}

interface Result {
  readonly outcome: string;
}

/** A response. The status is 0 if the response was lost. */
interface Answer {
  readonly status: number;
  readonly body: Body;
  /** Milliseconds to wait before the next request, from `Retry-After`. */
  readonly waitMs?: number | undefined;
}

/** With these statuses and `Retry-After`, the service did not execute the request. */
const refusals = [425, 429, 503];

/** The places of each domain element's data in the subject. */
const places: Readonly<Record<string, readonly string[]>> = {
  FullName: ["identity.firstName", "identity.middleNames", "identity.lastNames"],
  DateOfBirth: ["identity.dateOfBirth"],
  CurrentAddress: ["identity.currentAddress"],
  SSN: ["identity.idNumbers"],
  PrimaryDocument: ["documents"],
  Selfie: ["biometrics"],
};

/** Reads a place, such as `identity.firstName`. */
const readPlace = (subject: Subject, place: string): unknown =>
  place.split(".").reduce<unknown>((value, member) => Object(value)[member], subject);

/** Copies the data of the given elements from a subject. */
function pick(subject: Subject, elements: readonly string[]): Subject {
  const picked: Record<string, unknown> = {};
  for (const place of elements.flatMap((element) => places[element] ?? [])) {
    const [member = "", part] = place.split(".");
    const value = readPlace(subject, place);
    picked[member] = part === undefined ? value : { ...Object(picked[member]), [part]: value };
  }
  return picked;
}

/** Whether a subject has data for an element. A person may lack the data of optional elements. */
const hasData = (subject: Subject, element: string): boolean =>
  (places[element] ?? []).some((place) => readPlace(subject, place) !== undefined);

/** Returns the outcome, such as `accept`. Services differ in where the state has it and how they spell it. */
function toOutcome({ result, context }: Body): string {
  const { outcome = "unknown" } = result ?? context?.result ?? context?.process?.result ?? {};
  return outcome.toLowerCase().replace("decision: ", "").replace("manual review", "refer");
}

/** Reads `Retry-After`, a number of seconds or a date. Returns undefined if it is missing or invalid. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** Creates a client. All its journeys share one access token, which it renews before the token expires. */
export const createClient: CreateClient = ({
  baseUrl,
  authUrl,
  clientId,
  clientSecret,
  pollIntervalMs,
  ...settings
}) => {
  const { fetch = (request: Request) => globalThis.fetch(request) } = settings;
  let token = Promise.resolve("");
  let renewAt = 0;

  async function send(url: string, init: RequestInit): Promise<Answer> {
    try {
      const response = await fetch(new Request(url, { method: "POST", ...init }));
      const { ok, status, headers } = response;
      if (ok) return { status, body: (await response.json()) as Body };
      await response.body?.cancel(); // the client reads no error bodies
      return { status, body: {}, waitMs: readRetryAfter(headers) };
    } catch {
      init.signal?.throwIfAborted();
      return { status: 0, body: {} };
    }
  }

  async function requestToken(): Promise<string> {
    const credentials = { client_id: clientId, client_secret: clientSecret };
    const form = { grant_type: "client_credentials", scope: "service.token", ...credentials };
    const { body } = await send(`${authUrl}/as/token.oauth2`, { body: new URLSearchParams(form) });
    renewAt = Date.now() + ((body.expires_in ?? 0) - 20) * 1_000;
    return body.access_token ?? "";
  }

  const pause = (ms: number, signal: AbortSignal | undefined) => sleep(ms, undefined, { ...(signal && { signal }) });

  /** Sends a request, and repeats it if the service refused to execute it. */
  async function post(path: string, content: object, signal?: AbortSignal, renewals = 1, repeats = 5): Promise<Answer> {
    if (Date.now() > renewAt) {
      renewAt = Number.POSITIVE_INFINITY; // do not renew again until the response arrives
      token = requestToken();
    }
    const used = token;
    const headers = { authorization: `Bearer ${await used}`, "content-type": "application/json" };
    const url = `${baseUrl}/v2/captain/journey${path}`;
    const answer = await send(url, { headers, body: JSON.stringify(content), ...(signal && { signal }) });
    if (answer.status === 401) {
      if (renewals === 0) throw new Error(`${path} returned 401 for a new token.`);
      if (token === used) renewAt = 0; // another journey may have renewed the token already
      return post(path, content, signal, renewals - 1, repeats);
    }
    if (answer.waitMs === undefined) return answer;
    await pause(Math.max(answer.waitMs, pollIntervalMs), signal);
    if (!refusals.includes(answer.status) || repeats === 0) return answer;
    return post(path, content, signal, renewals, repeats - 1); // safe even for a start
  }

  return {
    async startPages(resourceId) {
      return (await post("/start", { resourceId, context: { config: { delivery: "page" }, subject: {} } })).body;
    },

    async readOutcome(instanceId) {
      const { body } = await post("/state/fetch", { instanceId });
      if (body.status === "Failed" || body.status === "Error") return "failed";
      return body.status === "Completed" ? toOutcome(body) : "pending";
    },

    async runJourney(resourceId, subject, signal) {
      const context = { config: { delivery: "api" }, subject: {} };
      const { instanceId } = (await post("/start", { resourceId, context }, signal)).body;
      if (instanceId === undefined) return "unknown"; // the journey may have started, so a retry could start a second one
      for (let errors = 0; ; ) {
        const { interactionId, outstanding = [] } = (await post("/interaction/fetch", { instanceId }, signal)).body;
        const elements = outstanding.filter((element) => hasData(subject, element));
        if (interactionId !== undefined && elements.length > 0) {
          const participants = elements.map((domainElementId) => ({ domainElementId }));
          const data = { participants, context: { subject: pick(subject, elements) } };
          const submitted = await post("/interaction/submit", { instanceId, interactionId, ...data }, signal);
          if (submitted.status === 200) continue; // if the response was lost, the next fetch shows whether the submit arrived
        }
        const { status, body: state } = await post("/state/fetch", { instanceId }, signal);
        if (state.status === "Failed" || state.status === "Error") return "failed";
        if (state.status === "Completed") return toOutcome(state);
        errors = status === 200 ? 0 : errors + 1;
        await pause(pollIntervalMs * 2 ** Math.min(errors, 5), signal);
      }
    },
  };
};
