import { listing, memberOf } from "@journey-kit/schemas/calls";
import type { Sent } from "../errors.ts";
import {
  type KnownReadings,
  type Observation,
  readObservation,
  readSubmitted,
  type Submitted,
} from "../recover/evidence.ts";
import { retryPolicyOf } from "../recover/next-step.ts";
import type { CallOptions } from "./call.ts";
import type { SendOnce } from "./exchange.ts";
import type { MethodName, Send } from "./methods.ts";
import { checkNumbers, clientMinimums } from "./numbers.ts";
import { reconcile } from "./reconcile.ts";
import { createPrepare, type RequestOptions } from "./request.ts";
import type { RetryCall } from "./retry.ts";

/** Settings shared by every call. */
export interface SendOptions extends RequestOptions {
  readonly exchange: SendOnce;
  readonly retry: RetryCall;
  readonly readings: RequestOptions["readings"] & KnownReadings;
  readonly validate?: Validate | undefined;
}

/** Functions that validate bodies. They throw if a body violates the specification. */
export interface Validate {
  /** Called once per call. If this function throws, the client sends nothing, not even a token request. */
  readonly request?: (name: MethodName, body: unknown) => void;
  /** Called with the response body of each successful call. If it throws, the call rejects. */
  readonly response?: (name: MethodName, body: unknown) => void;
}

/** Creates the function that sends calls and retries them according to {@link retryPolicyOf}. Spec 4.4. */
export function createSend({ retry, validate, ...common }: SendOptions): Send {
  const { exchange, readings } = common;
  const prepare = createPrepare(common);
  const observations = new Map<unknown, Observation>();

  /** Returns the last observation of the interaction. Removes the submitted names: each can prove just one submit. */
  const takeObservation = ({ instanceId, interactionId, names }: Submitted): Observation | undefined => {
    const last = observations.get(instanceId);
    if (last === undefined || last.interactionId !== interactionId) return undefined;
    observations.set(instanceId, { ...last, open: last.open.filter((name) => !names.includes(name)) });
    return last;
  };

  const send: Send = async (name, body, options = {}) => {
    checkNumbers(options, clientMinimums);
    validate?.request?.(name, body);
    const submitted = readSubmitted(body);
    const before = takeObservation(submitted);
    const answer = await retry({
      route: name,
      options,
      prepare: prepare(name, body, options),
      send: exchange,
      reconcile: (signal) => reconcile(send, { submitted, before, options, readings }, signal),
      identify: () => identify(body, submitted, options.headers),
    });
    // Forgetting observations is safe: at worst, the outcome of a lost submit stays unknown.
    if (observations.size >= 10_000) observations.clear();
    if (listing.includes(name)) observations.set(submitted.instanceId, readObservation(answer.body));
    validate?.response?.(name, answer.body);
    return answer;
  };
  return send;
}

/** The ids of a request. Errors contain no other request data. */
function identify(
  body: unknown,
  { instanceId, interactionId, taskId }: Submitted,
  headers: CallOptions["headers"],
): Omit<Sent, "at"> {
  const ids = {
    requestId: new Headers(headers).get("x-request-id"),
    resourceId: memberOf(body, "resourceId"),
    uid: memberOf(memberOf(memberOf(body, "context"), "subject"), "uid"),
    instanceId,
    interactionId,
    taskId,
  };
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => typeof id === "string"));
}
