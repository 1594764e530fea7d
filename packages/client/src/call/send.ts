import { type Sent, UnknownOutcomeError } from "../errors/unknown-outcome.ts";
import { memberOf } from "../json.ts";
import type { KnownReadings } from "../recover/decide.ts";
import { failureKindOf, statusOf } from "../recover/failure-kind.ts";
import { type Observation, type Submitted, toObservation, toSubmitted } from "../recover/observation.ts";
import { retryPolicyOf } from "../recover/policy.ts";
import { reconcile } from "../recover/reconcile.ts";
import type { MethodName } from "./bodies.ts";
import type { CallOptions, Send } from "./call.ts";
import { type AttemptOptions, ask, createPrepare } from "./request.ts";
import type { AttemptBounds, Pause, Retry } from "./retry.ts";
import type { TokenHint } from "./token.ts";
/** Settings shared by every call. */
export interface SendOptions extends AttemptOptions {
  readonly now: () => number;
  readonly pause: Pause;
  readonly retry: Retry;
  readonly readings: AttemptOptions["readings"] & KnownReadings;
  readonly validate: Validate | undefined;
}

/** Checks bodies. Each function throws if the body violates the specification. */
export interface Validate {
  /** Called before a request. If it throws, the client sends nothing, not even a token request. */
  readonly request?: (name: MethodName, body: unknown) => void;
  /** Called with the body of each successful response. */
  readonly response?: (name: MethodName, body: unknown) => void;
}

/**
 * More instances than a process drives at once. Above this, all observations are dropped: less can be proven, but
 * nothing wrong.
 */
const capacity = 10_000;

/** Endpoints that show what an instance is waiting for. */
const shows = /fetchInteraction|v1.listTask/;

/** Creates the function that sends calls and retries them as {@link retryPolicyOf} allows. Spec 4.4. */
export function createSend({ now, pause, retry, validate, ...common }: SendOptions): Send {
  const { exchange, readings } = common;
  const prepare = createPrepare(common);
  const observations = new Map<unknown, Observation>();

  /** The last observation, if it shows the same interaction. Each submitted name can prove only one submit. */
  const take = ({ instanceId, interactionId, names }: Submitted): Observation | undefined => {
    const last = observations.get(instanceId);
    if (last?.interactionId !== interactionId) return undefined;
    if (last !== undefined)
      observations.set(instanceId, { ...last, open: last.open.filter((name) => !names.includes(name)) });
    return last;
  };

  const send: Send = async (name, body, options = {}) => {
    validate?.request?.(name, body);
    const at = now();
    const policy = retryPolicyOf(name);
    const submitted = toSubmitted(body);
    const before = policy === "reconcile" ? take(submitted) : undefined;
    let bearer: string | undefined;
    let isSent = false;
    let hint: TokenHint | undefined;
    let loss: { readonly error: unknown } | undefined;

    const once = async (bounds: AttemptBounds) => {
      isSent = false;
      const outgoing = await prepare({ name, body, options }, bounds, hint);
      isSent = true;
      bearer = outgoing.bearer;
      return ask(exchange, outgoing);
    };

    const recover = async (error: unknown, bounds: AttemptBounds) => {
      if (!isSent) throw error;
      if (statusOf(error) === 401 && !hint && bearer !== undefined && options.token === undefined) {
        hint = { rejected: bearer };
        return undefined;
      }
      const kind = failureKindOf(error);
      if (kind === "lost" && policy !== "always") loss ??= { error };
      if (loss === undefined || kind === "undone") return pause(error, bounds);
      if (policy === "never") throw error;
      if (kind === "lost") await pause(error, { ...bounds, retries: bounds.attempt }); // it may still be in transit
      const found = await reconcile(send, { submitted, before, options, readings }, bounds);
      if (typeof found === "object") return found;
      if (found === "unknown" || kind !== "lost" || bounds.attempt > bounds.retries) throw error;
      return undefined;
    };

    const answer = await retry(name, options, once, recover).catch((error: unknown) => {
      if (loss === undefined || options.signal?.aborted) throw error;
      throw new UnknownOutcomeError(name, toSent(at, body, options.headers), loss.error);
    });
    if (observations.size >= capacity) observations.clear();
    if (shows.test(name)) observations.set(submitted.instanceId, toObservation(answer.body));
    validate?.response?.(name, answer.body);
    return answer;
  };
  return send;
}

/** Extracts the ids of a request; errors contain no other personal data. */
const toSent = (at: number, body: unknown, headers: CallOptions["headers"]): Sent => {
  const uid = memberOf(memberOf(memberOf(body, "context"), "subject"), "uid");
  const requestId = new Headers(headers).get("x-request-id");
  const named = Object.entries({ ...Object(body), uid, requestId }); // the ids in the body
  return { at, ...Object.fromEntries(named.filter(([name, id]) => typeof id === "string" && /id$/i.test(name))) };
};
