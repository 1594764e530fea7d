import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { faultActionOf } from "@journey-kit/schemas/tables";
import { readAt } from "../service/member.ts";
import type { Evidence } from "./evidence.ts";

/** Creates a predicate for requests to these endpoints. */
export const isOf =
  (...names: readonly Exchange["endpoint"][]) =>
  ({ endpoint }: Pick<Exchange, "endpoint">): boolean =>
    names.includes(endpoint);

/** The requests of an instance. Those that name none, such as refused ones, belong to it if it is the only one. */
export const exchangesOf = (
  { exchanges, instances }: Pick<Evidence, "exchanges" | "instances">,
  { instanceId }: Pick<Explanation, "instanceId">,
): readonly Exchange[] =>
  exchanges.filter((one) => {
    const id = one.instanceId ?? readAt(one.request.body, "instanceId");
    return id === undefined ? instances.length === 1 && !isTokenRequest(one) && !isStart(one) : id === instanceId;
  });

/** What became of the response to a request. */
const responseOf = (fault: Exchange["fault"]) => fault && faultActionOf(fault.action).response;

/** Whether a fault made the response unusable, so that the client cannot know whether the request succeeded. */
export const isLost = ({ fault }: Exchange): boolean => ["lost", "damaged"].includes(responseOf(fault) ?? "");

/** Whether the client received a service error, or no usable response. */
export const isError = (exchange: Exchange): boolean => isLost(exchange) || exchange.fault?.action.type === "status";

/** Whether {@link isError} applies and the response did not say when to retry. */
export const isPlainError = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined && isError(exchange) && retryAfterOf(exchange) === undefined;

/** Whether a fault made the response late, so that the client may have timed out. */
export const isLate = ({ fault }: Exchange): boolean => responseOf(fault) === "delayed";
export const isStart = isOf(...endpointNames.filter((name) => endpointOf(name).starts));
export const isSubmit = isOf("v2.submitInteraction", "v1.updateTask");
export const isPoll = isOf("v2.fetchState", "v1.fetchState");
/** Whether the request only reads, so that it can be repeated. */
export const isRead = isOf(
  "v2.fetchState",
  "v2.fetchInteraction",
  "v1.fetchState",
  "v1.listTasks",
  "v1.listTaskSchemas",
);
/** Whether the client received no response, or one whose body it cannot read. */
export const isUnusable = (exchange: Exchange): boolean =>
  isLost(exchange) || (exchange.fault?.action.type === "status" && exchange.fault.action.body !== undefined);
export const isTokenRequest = isOf(...endpointNames.filter((name) => endpointOf(name).world === "credentials"));
const isDevice = isOf(...endpointNames.filter((name) => endpointOf(name).tag === "device"));
/** Whether the request was refused with 401 or 403, the statuses that refuse a token. */
export const isTokenRefused = ({ response: { status } }: Exchange): boolean => status === 401 || status === 403;
/** Whether the client received a service error, a refusal of its token, or no usable response. */
export const isUnanswered = (exchange: Exchange): boolean => isError(exchange) || isTokenRefused(exchange);

/** The length of the longest series of consecutive requests that meet a condition. */
export function longestRow(exchanges: readonly Exchange[], has: (exchange: Exchange) => boolean): number {
  let [longest, current] = [0, 0];
  for (const exchange of exchanges) {
    current = has(exchange) ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

/** The seconds of Retry-After in a response that a fault created; undefined if it had none. */
export const retryAfterOf = ({ fault }: Exchange): number | undefined =>
  fault?.action.type === "status" ? fault.action.retryAfter : undefined;

/**
 * Whether a response leaves open whether the service executed the request: it was lost, or a status such as 504 says
 * nothing about it. With 425, 429 and 503, the service refused the request.
 */
export const isAmbiguous = (exchange: Exchange): boolean =>
  isLost(exchange) || (exchange.fault?.action.type === "status" && [500, 502, 504].includes(exchange.response.status));

/** Whether the service refused the request and said when to repeat it. Spec 7. */
export const isToRepeat = (exchange: Exchange): boolean =>
  retryAfterOf(exchange) !== undefined && [425, 429, 503].includes(exchange.response.status);

/** The number of consecutive errors that a client must survive, as under the condition `state-errors`. Spec 4.4. */
export const errorsToSurvive = 4;

/** Whether a client may give up, because the specification defines no way to continue. */
export const mayGiveUp = (all: readonly Exchange[], own: readonly Exchange[]): boolean =>
  all.some((exchange) => isTokenRequest(exchange) && isError(exchange)) ||
  own.some((exchange) => (isStart(exchange) || isDevice(exchange)) && isError(exchange)) ||
  own.some((exchange) => isSubmit(exchange) && isError(exchange) && !isLost(exchange)) ||
  own.some(({ response, fault }) => response.status === 429 && fault === undefined) ||
  own.some((exchange) => isSubmit(exchange) && exchange.phase === "paused" && exchange.response.status >= 400) ||
  own.filter((exchange) => isStart(exchange) && isTokenRefused(exchange)).length > 1 ||
  longestRow(own.filter(isSubmit), isLost) > 1 ||
  own.some(({ endpoint }) => longestRow(own.filter(isOf(endpoint)), isTokenRefused) > 1) ||
  own.some(({ endpoint }) => longestRow(own.filter(isOf(endpoint)), isUnanswered) > errorsToSurvive);

/** Time of a request in milliseconds, by the client's clock. */
export const timeOf = ({ time }: Pick<Evidence, "time">, { at, startedAt }: Exchange): number =>
  Date.parse(time === "virtual" ? at : startedAt);
