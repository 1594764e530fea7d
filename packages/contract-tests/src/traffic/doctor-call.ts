import type { Exchange, FaultAction } from "@journey-kit/schemas/control";
import { type EndpointName, endpointOf, isHosted } from "@journey-kit/schemas/endpoints";
import { type ErrorName, errorNames } from "@journey-kit/schemas/tables";
import type { SentRequest } from "../client/evidence.ts";
import { isStart, isTokenRequest } from "../client/exchanges.ts";
import { readAt } from "../service/member.ts";
import { parse } from "../service/target.ts";
import { findTarget, type TrafficExchange, type TrafficTarget } from "./traffic.ts";

/** A request of a client in the form that the checks of a client read, and what the checks do not need to know. */
export interface Call {
  readonly exchange: Exchange;
  /** The request as the client sent it; undefined if no endpoint has its path. */
  readonly sent: SentRequest | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The bearer token of the request; undefined if it has none. */
  readonly bearer: string | undefined;
  /** The token that the response issued, and its lifetime in milliseconds if the response says so. */
  readonly issued: { readonly token: string; readonly lifetimeMs: number | undefined } | undefined;
  /** The client id in a token request. */
  readonly clientId: string | undefined;
}

/** From this duration in milliseconds, a client may have stopped waiting for the response. */
const slowMs = 2_000;

/** Statuses that say nothing about the request: the service had a problem, or refuses it for now. Spec 7. */
const isServiceError = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

/** Converts a recorded exchange. An error of the service plays the part of a fault. */
export function toCall(one: TrafficExchange): Call {
  const { sequence, startedAt, endedAt, method, url, requestHeaders, status, responseHeaders } = one;
  const target = findCalled(one);
  const endpoint = target?.name;
  const form = endpoint !== undefined && isTokenRequest({ endpoint }) ? readForm(one) : undefined;
  const body = form === undefined ? parseText(one.requestBody) : undefined;
  const answer = parseText(one.responseBody);
  const action = findAction(one, answer);
  const at = new Date(startedAt).toISOString();
  const refusal = status >= 400 ? readRefusal(answer) : undefined;
  const instanceId = instanceOf(endpoint, body, answer);
  return {
    exchange: {
      ...{ sequence, requestId: responseHeaders["x-request-id"] ?? "", at, startedAt: at },
      ...{ duration: endedAt - startedAt, rules: [], readings: {} },
      ...(endpoint !== undefined && { endpoint }),
      ...(instanceId !== undefined && { instanceId }),
      request: {
        method,
        path: target?.path ?? new URL(url).pathname,
        headers: { "content-type": contentTypeOf(one, form !== undefined) },
        body,
      },
      response: { status, headers: { ...responseHeaders }, body: answer },
      ...(refusal !== undefined && { refusal }),
      ...(action !== undefined && { fault: { rule: "traffic", action } }),
    },
    sent: endpoint && {
      ...{ endpoint, body, at: startedAt, connection: 0, status, started: undefined, form: form?.form },
      ...{ repeatsRefusedToken: false, hasForeignToken: false },
      bearer: bearerOf(requestHeaders) === undefined ? "none" : "issued",
    },
    ...{ startedAt, endedAt, bearer: bearerOf(requestHeaders), clientId: form?.clientId },
    issued: status < 300 ? readIssued(answer) : undefined,
  };
}

/** The endpoint that a request is meant for, also if its method is wrong. */
function findCalled({ method, url }: TrafficExchange): TrafficTarget | undefined {
  const found = findTarget({ method, url });
  return found === undefined || isHosted(found.name) ? (findTarget({ method: "POST", url }) ?? found) : found;
}

const parseText = (text: string | undefined): unknown => (text === undefined || text === "" ? undefined : parse(text));

/** HAR files of some browsers lack headers, so only a refusal shows that a content type was missing. */
const contentTypeOf = ({ requestHeaders, status }: TrafficExchange, isForm: boolean): string =>
  requestHeaders["content-type"] ??
  (status === 415 ? "none" : isForm ? "application/x-www-form-urlencoded" : "application/json");

const bearerOf = (headers: TrafficExchange["requestHeaders"]): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];

/** The instance that a request is about. A start names it in its response. */
function instanceOf(endpoint: EndpointName | undefined, body: unknown, answer: unknown): string | undefined {
  const id =
    endpoint !== undefined && isStart({ endpoint }) ? readAt(answer, "instanceId") : readAt(body, "instanceId");
  return typeof id === "string" ? id : undefined;
}

/** Reads a token request: its grant and its credentials. Spec 4.1. */
function readForm({ requestHeaders, requestBody }: TrafficExchange) {
  const basic = /^Basic (.+)$/i.exec(requestHeaders.authorization ?? "")?.[1];
  const [basicId = "", basicSecret = ""] = basic === undefined ? [] : decodeBasic(basic).split(":", 2);
  const form = new URLSearchParams(requestBody ?? "");
  const read = (name: string, other = "") => form.get(name) ?? other;
  const clientId = read("client_id", basicId);
  const hasSecret = read("client_secret", basicSecret) !== "" || (basic !== undefined && basicId === ""); // redacted
  return {
    clientId: clientId === "" ? undefined : clientId,
    form:
      requestBody === undefined
        ? undefined
        : {
            grant: read("grant_type"),
            hasScope: form.has("scope"),
            hasUser: form.has("username") && form.has("password"),
            hasCredentials: hasSecret && (clientId !== "" || basic !== undefined),
          },
  };
}

function decodeBasic(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}

function readIssued(answer: unknown): Call["issued"] {
  const token = readAt(answer, "access_token");
  if (typeof token !== "string") return undefined;
  const seconds = Number(readAt(answer, "expires_in"));
  return { token, lifetimeMs: seconds > 0 ? seconds * 1_000 : undefined };
}

/** The error that a response names. Its text is omitted, because it may quote the request. Spec 7, 9. */
function readRefusal(answer: unknown): Exchange["refusal"] {
  const name = readAt(answer, "errors[0].name") ?? readAt(answer, "error");
  const kind = errorNames.find((one) => one === name);
  return kind && { kind, problems: [], action: "" };
}

/** What the service did to a response, in the words of a fault; undefined if the response is an ordinary one. */
function findAction({ status, startedAt, endedAt, ...one }: TrafficExchange, answer: unknown): FaultAction | undefined {
  const isText = typeof answer === "string";
  if (status === 0) return { type: "dropResponse" };
  if (isServiceError(status)) {
    const retryAfter = parseRetryAfter(one.responseHeaders, endedAt);
    return { type: "status", status, ...(retryAfter !== undefined && { retryAfter }), ...(isText && { body: answer }) };
  }
  if (status < 300 && isText) return { type: "invalidJson" };
  const lifetimeMs = readIssued(answer)?.lifetimeMs;
  if (lifetimeMs !== undefined) return { type: "tokenLifetime", expiresIn: lifetimeMs / 1_000 };
  return endedAt - startedAt >= slowMs ? { type: "delay", ms: endedAt - startedAt } : undefined;
}

/** Seconds by which a date in `Retry-After` may be misread, because dates have no fractions and clocks differ. */
const dateTolerance = 2;

/** The longest `Retry-After` as a date, in seconds, that is no sign of clocks that differ. */
const longestDate = 3_600;

/** The seconds in `Retry-After`, at least 0; undefined if there are none, or if the clocks differ too much. Spec 7. */
function parseRetryAfter(headers: TrafficExchange["responseHeaders"], endedAt: number): number | undefined {
  const text = headers["retry-after"]?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const until = Date.parse(text);
  const known = [Date.parse(headers.date ?? ""), endedAt].filter((time) => !Number.isNaN(time));
  const seconds = Math.min(...known.map((time) => until - time)) / 1_000 - dateTolerance;
  return Number.isNaN(until) || seconds > longestDate ? undefined : Math.max(0, Math.floor(seconds));
}

const isError = (name: unknown): name is ErrorName => errorNames.some((one) => one === name);

/** Converts a request in the journal of a simulator, which has neither tokens nor the forms of token requests. */
export function journalToCall({ fault, ...exchange }: Exchange): Call {
  const { endpoint, duration, response, request, refusal } = exchange;
  const startedAt = Date.parse(exchange.startedAt);
  const action =
    fault === undefined ? findOwnAction(exchange) : isOfAnotherClock(exchange, fault.action) ? undefined : fault.action;
  const isKnown = endpoint !== undefined && endpointOf(endpoint).world === "bearer";
  return {
    exchange: { ...exchange, ...(action !== undefined && { fault: { rule: fault?.rule ?? "traffic", action } }) },
    sent: isKnown
      ? {
          ...{ endpoint, body: request.body, at: startedAt, connection: 0, status: response.status },
          ...{ started: undefined, form: undefined, repeatsRefusedToken: false, hasForeignToken: false },
          bearer: isError(refusal?.kind) && refusal.kind === "MISSING_TOKEN" ? "none" : "issued",
        }
      : undefined,
    ...{ startedAt, endedAt: startedAt + duration, bearer: undefined, issued: undefined, clientId: undefined },
  };
}

/** Whether a fault sends a date on the clock of a world that is not the system clock. */
const isOfAnotherClock = ({ at, startedAt }: Pick<Exchange, "at" | "startedAt">, action: FaultAction): boolean =>
  action.type === "status" &&
  action.retryAfterDate === true &&
  Math.abs(Date.parse(at) - Date.parse(startedAt)) > 1_000;

/** An error of the service that no fault caused, such as a rate limit. */
function findOwnAction({ response: { status, headers }, duration }: Exchange): FaultAction | undefined {
  if (isServiceError(status)) {
    const seconds = Number(headers["retry-after"]);
    return { type: "status", status, ...(seconds >= 0 && { retryAfter: seconds }) };
  }
  return duration >= slowMs ? { type: "delay", ms: duration } : undefined;
}
