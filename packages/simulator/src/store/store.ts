import type { JourneyDefinition } from "@journey-kit/schemas";
import type { Checkpoint } from "@journey-kit/schemas/control";
import type { Permission } from "@journey-kit/schemas/endpoints";
import type { Environment, Limits, Profile, Region } from "@journey-kit/schemas/tables";
import type { Change, InstanceRecord, Log, StartCommand } from "../engine/commands.ts";
import type { EarlierRuns, Instance } from "../engine/instance.ts";
import type { Result } from "../engine/result.ts";
import type { Clock } from "../world/clock.ts";
import { type Counters, noCounters } from "../world/counters.ts";
import type { FaultHit, FaultPlan } from "../world/fault.ts";
import type { Scenario } from "../world/scenario.ts";
import type { Millis } from "../world/time.ts";

/** Settings of a world. */
export interface Settings {
  readonly clock: Clock;
  readonly profile: Profile;
  /** Applies to every new instance. A chosen scenario takes precedence. */
  readonly scenario: Scenario;
  /** Scenarios that can be chosen by name, in addition to the built-in ones. */
  readonly scenarios: readonly Scenario[];
  /** Planned faults between client and service. */
  readonly faults: FaultPlan;
  /** Starts and submits per minute, if the readings limit them. Gap `rate-limit`. */
  readonly callsPerMinute: number;
  /** Permissions of the client that the world has not withdrawn. Spec 5; gap `permission-names`. */
  readonly permissions: readonly Permission[];
  /** Incremented by a reset. Tokens of an earlier epoch are revoked. */
  readonly epoch: number;
}

export interface StoredInstance {
  readonly record: InstanceRecord;
  readonly log: Log;
}

/** The whole state of a world at one moment. */
export interface WorldState {
  readonly settings: Settings;
  readonly counters: Counters;
  /** Oldest first. */
  readonly rows: readonly StoredInstance[];
  /** Counters and hits of the fault plan. */
  readonly faults: { readonly counts: ReadonlyMap<string, number>; readonly hits: readonly FaultHit[] };
}

/** The world data that a start needs. */
interface StartContext {
  /** Current settings. They may have changed since the request arrived. */
  readonly settings: Settings;
  readonly ordinal: number;
  /** Name of the armed scenario, if any. */
  readonly armed: string | undefined;
  /** How often each module ran for the person in other instances of the world. Gap `module-retry`. */
  readonly earlierRuns: EarlierRuns;
}

/** A change of a stored instance that needs only the earlier runs of a person. */
interface PreparedChange {
  /** The person whose earlier runs in other instances of the world are counted, if the change depends on them. */
  readonly person: string | undefined;
  readonly change: (earlierRuns: EarlierRuns) => Result<Change>;
}

/** A new instance, and whether it uses up the armed scenario. */
interface StartedInstance extends Change<StartCommand | undefined> {
  readonly consumesArmed: boolean;
}

/** A journey that the control API published, and the environments and regions where it is published. */
export interface PublishedJourney {
  /** The n-th journey that was published, from 1. */
  readonly number: number;
  readonly journey: JourneyDefinition;
  readonly environments?: readonly Environment[] | undefined;
  readonly regions?: readonly Region[] | undefined;
}

/** How much a store contains. */
export interface StoreCounts {
  readonly worlds: number;
  /** Instances by phase, as of the last command of each. */
  readonly instances: Readonly<Record<Instance["progress"]["phase"], number>>;
}

export type StoreLimits = Pick<Limits, "worlds" | "instances" | "store-bytes" | "checkpoints">;

/** How many hits of faults every store returns. */
export const maxHits = 10_000;

/**
 * Stores worlds: for each, its settings, its counters, its instances with their logs, what its fault plan counted, and
 * its checkpoints. Changes to one of them run one after another. Callbacks must be pure, because a callback is called
 * again if another change was applied first. If a callback throws or refuses, nothing changes, and a new world is not
 * created.
 */
export interface Store {
  /** The settings of a world, or of a new world if it does not exist. Does not create the world. */
  settings(world: string): Promise<Settings>;
  /**
   * Replaces the settings of a world, except its epoch, and creates it on first use. If there are too many worlds, those
   * without instances are deleted first. A new fault plan clears the counters and hits of the old one.
   *
   * @throws {RefusalError} `worlds`.
   */
  configure(world: string, change: (settings: Settings) => Settings): Promise<Settings>;
  /** The counters of a world, and its number of instances. Does not create the world. */
  counters(world: string): Promise<Counters & { readonly instances: number }>;
  /**
   * Replaces the counters of a world, and creates it on first use.
   *
   * @returns The second value that `change` returns.
   * @throws {RefusalError} `worlds`.
   */
  updateCounters<Value>(world: string, change: (counters: Counters) => readonly [Counters, Value]): Promise<Value>;
  /** Every existing world. */
  worlds(): Promise<readonly string[]>;
  /** The oldest world with this instance. A fork has the ids of its origin, and a hosted link contains no world. */
  findWorld(id: string): Promise<string | undefined>;
  read(world: string, id: string): Promise<InstanceRecord | undefined>;
  /** Every command of an instance. */
  log(world: string, id: string): Promise<Log | undefined>;
  /** Every instance of a world, oldest first. */
  list(world: string): Promise<readonly InstanceRecord[]>;
  /**
   * Claims the next ordinal and the armed scenario, and stores the new instance, in one step. `about` identifies the
   * person whose earlier runs are counted at `now`. If the world is full, its oldest finished instances are deleted.
   *
   * @throws {RefusalError} `worlds`, `instances` or `store-bytes`.
   */
  start(
    world: string,
    about: { readonly person: string | undefined; readonly now: Millis },
    start: (context: StartContext) => Result<StartedInstance>,
  ): Promise<Result<StartedInstance>>;
  /**
   * Replaces an instance with the result of a change. `prepare` receives the current settings, which may have changed
   * since the request arrived.
   *
   * @returns The result of the change; undefined if the instance does not exist.
   */
  update(
    world: string,
    id: string,
    now: Millis,
    prepare: (record: InstanceRecord, settings: Settings) => PreparedChange,
  ): Promise<Result<Change> | undefined>;
  remove(world: string, id: string): Promise<void>;
  /**
   * Increments counters, then stores the hit that `decide` returns. No two requests receive the same count. The counters
   * of an instance are deleted with it.
   */
  applyFault(
    world: string,
    counters: readonly string[],
    decide: (counts: ReadonlyMap<string, number>) => FaultHit | undefined,
  ): Promise<FaultHit | undefined>;
  /** The hits of faults since the plan was set, oldest first: at least the latest 10,000. */
  faultHits(world: string): Promise<readonly FaultHit[]>;
  /** The whole state of a world. Does not create the world. */
  state(world: string): Promise<WorldState>;
  /**
   * Replaces the whole state of a world in one step, except its epoch and the window of its calls, and creates it on first
   * use.
   *
   * @throws {RefusalError} `worlds`, `instances` or `store-bytes`.
   */
  replace(world: string, state: WorldState): Promise<void>;
  /** Clears a world and increments its epoch. */
  reset(world: string): Promise<void>;
  /**
   * Saves the state of a world. `at` is the system time.
   *
   * @throws {RefusalError} `checkpoints`.
   */
  saveCheckpoint(world: string, id: string, at: Millis): Promise<Checkpoint>;
  /** A saved state of a world; undefined if the world has no such checkpoint. */
  checkpoint(world: string, id: string): Promise<WorldState | undefined>;
  /** The checkpoints of a world, oldest first. They survive a reset. */
  checkpoints(world: string): Promise<readonly Checkpoint[]>;
  /** Deletes a checkpoint; false if the world has no such checkpoint. */
  removeCheckpoint(world: string, id: string): Promise<boolean>;
  /** Adds a journey; false if another journey already has its number. */
  publish(published: PublishedJourney): Promise<boolean>;
  /** The published journeys after a number, oldest first. */
  published(after: number): Promise<readonly PublishedJourney[]>;
  count(): Promise<StoreCounts>;
  /** Rejects if the store cannot be read, or could not be written and still cannot. */
  check(): Promise<void>;
}

/** The state of a new world. */
export const emptyState = (settings: Settings): WorldState => ({
  settings,
  counters: noCounters,
  rows: [],
  faults: { counts: new Map(), hits: [] },
});

export const noCounts: StoreCounts["instances"] = {
  collecting: 0,
  running: 0,
  reviewing: 0,
  paused: 0,
  finished: 0,
  failed: 0,
};
