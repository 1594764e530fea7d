import { type AttemptOptions, ask, createPrepare } from "./attempt.ts";
import type { MethodName } from "./bodies.ts";
import type { Send } from "./call.ts";
import { fateOf, statusOf } from "./fate.ts";
import type { Pause } from "./pause.ts";
import { reconcile } from "./reconcile.ts";
import type { AttemptBounds, Repeat } from "./repeat.ts";
import { repetitionOf } from "./repetition.ts";
import { toSent } from "./sent.ts";
import { type Handed, type Sighting, toHanded, toSighting } from "./sighting.ts";
import type { TokenHint } from "./token.ts";
import { UnknownOutcomeError } from "./unknown-outcome-error.ts";
import type { KnownReadings } from "./verdict.ts";

/** Settings shared by every call. */
export interface SendOptions extends AttemptOptions {
  readonly now: () => number;
  readonly pause: Pause;
  readonly repeat: Repeat;
  readonly readings: AttemptOptions["readings"] & KnownReadings;
  readonly validate: Validate | undefined;
}

/** Checks a response body, and throws if it violates the specification. */
export type Validate = (name: MethodName, body: unknown) => void;

/**
 * More instances than a process drives at once. Above this, all observations are dropped: less can be proven, but
 * nothing wrong.
 */
const capacity = 10_000;

/** Endpoints that show what an instance is waiting for. */
const shows = /fetchInteraction|v1.listTask/;

/** Creates the function that sends calls and retries them as {@link repetitionOf} allows. Spec 4.4. */
export function createSend({ now, pause, repeat, validate, ...common }: SendOptions): Send {
  const { exchange, readings } = common;
  const prepare = createPrepare(common);
  const sightings = new Map<unknown, Sighting>();

  /** The last observation, if it shows the same interaction. Each submitted name can prove only one submit. */
  const take = ({ instanceId, interactionId, names }: Handed): Sighting | undefined => {
    const last = sightings.get(instanceId);
    if (last?.interactionId !== interactionId) return undefined;
    if (last !== undefined)
      sightings.set(instanceId, { ...last, open: last.open.filter((name) => !names.includes(name)) });
    return last;
  };

  const send: Send = async (name, body, options = {}) => {
    const at = now();
    const repetition = repetitionOf(name);
    const handed = toHanded(body);
    const before = repetition === "reconcile" ? take(handed) : undefined;
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
      const fate = fateOf(error);
      if (fate === "lost" && repetition !== "always") loss ??= { error };
      if (loss === undefined || fate === "undone") return pause(error, bounds);
      if (repetition === "never") throw error;
      if (fate === "lost") await pause(error, { ...bounds, retries: bounds.attempt }); // it may still be in transit
      const found = await reconcile(send, { handed, before, options, readings }, bounds);
      if (typeof found === "object") return found;
      if (found === "unknown" || fate !== "lost" || bounds.attempt > bounds.retries) throw error;
      return undefined;
    };

    const answer = await repeat(name, options, once, recover).catch((error: unknown) => {
      if (loss === undefined || options.signal?.aborted) throw error;
      throw new UnknownOutcomeError(name, toSent(at, body, options.headers), loss.error);
    });
    if (sightings.size >= capacity) sightings.clear();
    if (shows.test(name)) sightings.set(handed.instanceId, toSighting(answer.body));
    validate?.(name, answer.body);
    return answer;
  };
  return send;
}
