import type { JourneyDefinition } from "@journey-kit/schemas";
import type { ClientPermissions, FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { Readings, Region } from "@journey-kit/schemas/tables";
import type { Conclusion, JourneyRun } from "./client-adapter.ts";

/** A journey that a client runs under a condition. */
export interface ConditionRun extends JourneyRun {
  /** The correct conclusion. If omitted, any conclusion that matches the state of the instance. */
  readonly expects?: Conclusion | undefined;
  /** Which client runs the journey, from 0. Each client has its own credentials and world. Default 0. */
  readonly client?: number | undefined;
}

/** When the modules of an instance finish, whatever the client's clock shows. */
interface ModuleEnd {
  /** The poll of the state, or of the interaction, at which the modules finish. Counted while they run. */
  readonly polls: number;
  /** The modules also finish once the client has requested this many tokens. */
  readonly tokens?: number | undefined;
}

/** When an outage ends: after this many failed polls, or for a client with its own timers after this many seconds. */
interface Outage {
  readonly errors: number;
  readonly seconds: number;
}

/** Everything that determines what a correct client does, as plain JSON. */
export interface Condition {
  /** Name of the condition; "generated" if it was generated. */
  readonly id: string;
  readonly text: string;
  /** The journeys to run, at once unless `inTurn`. */
  readonly runs: readonly ConditionRun[];
  readonly inTurn?: true | undefined;
  /** Journeys to publish first. */
  readonly journeys?: readonly JourneyDefinition[] | undefined;
  /** The scenario of every instance: a name, or a scenario. */
  readonly scenario: string | Scenario;
  /** Readings that differ from `specified`. */
  readonly readings?: Readings | undefined;
  readonly faults?: FaultPlan | undefined;
  /** The faults end after so many errors. By default, they last as long as their rules match. */
  readonly outage?: Outage | undefined;
  /** A reviewer's decision on every referred instance, after `reviewAfter` polls (default 3). */
  readonly review?: "accept" | "reject" | undefined;
  readonly reviewAfter?: number | undefined;
  /** A tester pauses each instance after this many polls while modules run, and resumes it three polls later. */
  readonly pauseAfter?: number | undefined;
  readonly finishAfter?: ModuleEnd | undefined;
  /** The permissions of the client; by default all. Spec 5. */
  readonly permissions?: ClientPermissions["permissions"] | undefined;
  /** Whether no client can learn the outcome, so that only what it sends is checked. */
  readonly isHopeless?: true | undefined;
  /** The region in the base URL. By default, the base URL has none. Spec 1. */
  readonly region?: Region | undefined;
  /** Whether the world's clock is the system clock for a client with its own timers. */
  readonly isTimed?: true | undefined;
  /** Milliseconds between two polls; default that of the check. */
  readonly pollIntervalMs?: number | undefined;
}
