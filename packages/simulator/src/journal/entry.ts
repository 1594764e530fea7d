import type { ErrorName } from "@journey-kit/schemas/error-names";
import type { RouteName } from "@journey-kit/schemas/routes";
import type { Refusal } from "../machine/result.ts";
import type { Clock } from "../world/clock.ts";
import type { FaultAction } from "../world/fault.ts";
import type { Millis } from "../world/time.ts";

/** The instance that an answer was about, as the call left it. */
export interface Sighting {
  readonly instanceId: string;
  readonly phase: string;
  /** How far the tasks of a v1 instance are. Spec 3.3. */
  readonly stages: readonly string[];
}

/** A fault that struck a call. */
export interface Struck {
  readonly rule: string;
  readonly action: FaultAction;
  /** The instance that the call named and its world has, whether or not the call reached it. */
  readonly instanceId: string | undefined;
}

/** What the ring keeps of a call. Whatever the caller sent is reduced already, and so are answers that carry tokens. */
export interface Entry {
  /** By the time of the system. */
  readonly startedAt: Millis;
  readonly endedAt: Millis;
  /** Tells the time of the world at the start. */
  readonly clock: Clock;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Reduced. */
  readonly sent: unknown;
  readonly name: RouteName | undefined;
  readonly about: Sighting | undefined;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** The body as an object of our own making, which nobody changes any more. */
  readonly answer: unknown;
  readonly refusal: Refusal | undefined;
  /** Of the token endpoint, whose refusals have a form of their own. */
  readonly kind: ErrorName | undefined;
  /** Rules and readings, as the header `X-Sim-Basis` has them. */
  readonly basis: string;
  readonly struck: Struck | undefined;
  /** What is remarkable about the call, in words. */
  readonly notices: readonly string[];
}
