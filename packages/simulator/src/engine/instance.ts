import { memberOf } from "@journey-kit/schemas/calls";
import type { ModuleOutcome, Region } from "@journey-kit/schemas/tables";
import type { Decider, Retry } from "../world/scenario.ts";
import type { Millis } from "../world/time.ts";
import type { Basis } from "./result.ts";

/** The result of an evaluation. Spec 1. */
export type Outcome = "accept" | "refer" | "reject";

/** An accepted domain element, and how it was provided. */
export interface Provided {
  readonly by: "prefill" | "submit";
  readonly value: unknown;
}

export interface ModuleRun {
  readonly segment: number;
  readonly module: string;
  readonly variant: string;
  /** The n-th run of this module for this person, from 1. */
  readonly attempt: number;
  readonly startedAt: Millis;
  readonly finishesAt: Millis;
  readonly outcome: ModuleOutcome;
  /** Whether the module fails to complete. If so, the instance fails at `finishesAt`. */
  readonly breaks: boolean;
  /** Members of the advice that a scenario or a tester has replaced. */
  readonly advice?: Readonly<Record<string, unknown>>;
  /** Overrides the reading of gap `module-retry` for this run. */
  readonly retry?: Retry;
  readonly decidedBy: Decider;
}

/**
 * The internal state of an instance. The wire `status` is rendered from it. Spec 3.1.
 *
 * `collecting` waits for data, `running` for modules, `reviewing` for a reviewer. `finished` and `failed` are final.
 * `broken` is the module that could not complete, if one made the instance fail, or will do so when the other modules
 * have finished (gap `parallel-failure`); `isTerminated` is set if a caller ended the instance.
 */
export type Progress =
  | { readonly phase: "collecting" }
  | { readonly phase: "running"; readonly runs: readonly ModuleRun[]; readonly broken?: ModuleRun }
  | { readonly phase: "reviewing"; readonly since: Millis }
  | { readonly phase: "paused"; readonly since: Millis; readonly before: Progress }
  | { readonly phase: "finished"; readonly outcome: Outcome; readonly finishedAt: Millis }
  | {
      readonly phase: "failed";
      readonly cause: string;
      readonly failedAt: Millis;
      readonly broken?: ModuleRun;
      readonly isTerminated?: true;
    };

/** The resource id as the caller sent it: its id, and its version or `latest`. Spec 2.1. */
export interface StartedResource {
  readonly id: string;
  readonly version: string;
}

/** Number of runs by module. A module that is not listed has not run. */
export type EarlierRuns = Readonly<Record<string, number>>;

/** A run of a journey for one person. Each API version uses a different `Collection` to track outstanding data. */
export interface Instance<Collection = unknown> {
  readonly id: string;
  /** The n-th instance of its world, from 1. */
  readonly ordinal: number;
  readonly resource: StartedResource;
  /** The region in which the instance started. Spec 1; gap `region-visibility`. */
  readonly region: Region;
  readonly createdAt: Millis;
  /** When the last command was applied. The time of the instance is never earlier. */
  readonly at: Millis;
  /** How far the time of the instance is ahead of the time of its world. */
  readonly skew: Millis;
  readonly delivery: "api" | "page";
  /** When the hosted link expires; undefined if it does not. Spec 2.7. */
  readonly linkExpiresAt: Millis | undefined;
  /** Links the instance to a record in the caller's system. Spec 2.8. */
  readonly uid: string | undefined;
  /**
   * The name in the prefill, which scenarios test even if the journey does not collect names; empty if there is no
   * name.
   */
  readonly prefilledName: PrefilledName;
  /** Accepted domain elements by name. */
  readonly provided: Readonly<Record<string, Provided>>;
  readonly collection: Collection;
  readonly segment: number;
  /** How often each module ran for this person in other instances of the world. Gap `module-retry`. */
  readonly earlierRuns: EarlierRuns;
  readonly finished: readonly ModuleRun[];
  readonly progress: Progress;
  /**
   * The readings that decided the progress of the instance. Every response with the status of the instance cites these
   * readings.
   */
  readonly decisions: readonly Basis[];
}

/** Starts an instance. Spec 2.7. */
export interface Start {
  readonly type: "start";
  readonly at: Millis;
  readonly instanceId: string;
  readonly ordinal: number;
  readonly resource: StartedResource;
  readonly region: Region;
  readonly delivery: "api" | "page";
  readonly linkExpiresAt: Millis | undefined;
  readonly uid: string | undefined;
  /** Omitted if the person is new to the world. */
  readonly earlierRuns?: EarlierRuns | undefined;
  readonly subject: unknown;
}

/** The members of a name that a start sent. Spec 2.8. */
export interface PrefilledName {
  readonly firstName?: unknown;
  readonly lastNames?: unknown;
}

function readName(subject: unknown): PrefilledName {
  const identity = memberOf(subject, "identity");
  const names = ["firstName", "lastNames"] as const;
  const sent = names
    .map((name) => [name, memberOf(identity, name)] as const)
    .filter(([, value]) => value !== undefined);
  return sent.length === 0 ? noName : Object.fromEntries(sent);
}

// New instances share these values, which saves memory.
const noName: PrefilledName = {};
const noModuleRuns: readonly ModuleRun[] = [];
const collecting: Progress = { phase: "collecting" };

/** Creates an instance that collects data for its first segment. Spec 3.1. */
export const createInstance = <Collection>(
  { at, instanceId, ordinal, resource, region, delivery, linkExpiresAt, uid, earlierRuns = {}, subject }: Start,
  provided: Instance["provided"],
  collection: Collection,
): Instance<Collection> => ({
  id: instanceId,
  ordinal,
  resource,
  region,
  createdAt: at,
  at,
  skew: 0,
  delivery,
  linkExpiresAt,
  uid,
  prefilledName: readName(subject),
  provided,
  collection,
  segment: 0,
  earlierRuns,
  finished: noModuleRuns,
  progress: collecting,
  decisions: [],
});

/** Names the elements that are not provided yet. Spec 2.5; gap `element-collected-twice`. */
export const outstanding = ({ provided }: Pick<Instance, "provided">, elements: readonly string[]): readonly string[] =>
  elements.filter((element) => !Object.hasOwn(provided, element));

/**
 * The outcome of the evaluation, if there is one. A referred instance has an outcome even while it waits for review.
 * Spec 1.
 */
export function outcomeOf(progress: Progress): Outcome | undefined {
  switch (progress.phase) {
    case "finished":
      return progress.outcome;
    case "reviewing":
      return "refer";
    case "paused":
      return outcomeOf(progress.before);
    case "collecting":
    case "running":
    case "failed":
      return undefined;
  }
}

/** When the instance ended; undefined before its end. Spec 3.1. */
export const endOf = ({ progress }: Instance): Millis | undefined =>
  progress.phase === "finished" ? progress.finishedAt : progress.phase === "failed" ? progress.failedAt : undefined;

/** Whether the instance can no longer change. Spec 3.1. */
export const isFinal = ({ progress }: Instance): boolean =>
  progress.phase === "finished" || progress.phase === "failed";
