import type { JourneyDefinition } from "@journey-kit/schemas";
import type { Checkpoint } from "@journey-kit/schemas/control";
import type { Permission } from "@journey-kit/schemas/endpoints";
import type { Environment, Limits, Profile, Region } from "@journey-kit/schemas/tables";
import type { Change, InstanceRecord, Log, StartCommand } from "../engine/commands.ts";
import type { EarlierRuns, Instance } from "../engine/instance.ts";
import type { Result } from "../engine/result.ts";
import type { Clock } from "../world/clock.ts";
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

/** A scenario for the next instances that start. */
export interface Armed {
  readonly scenario: string;
  readonly times: number;
}

export interface StoredInstance {
  readonly record: InstanceRecord;
  readonly log: Log;
}

/** The whole state of a world at one moment. */
export interface Snapshot {
  readonly settings: Settings;
  /** Ordinal of the instance that started last. */
  readonly ordinal: number;
  readonly armed: readonly Armed[];
  /** Oldest first. */
  readonly rows: readonly StoredInstance[];
  /** Counters and hits of the fault plan. */
  readonly faults: { readonly counts: ReadonlyMap<string, number>; readonly hits: readonly FaultHit[] };
  /** Ids of the single-use tokens that were used. */
  readonly usedTokens: ReadonlySet<string>;
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

/** The world data that a change of an instance needs. */
interface UpdateContext {
  readonly record: InstanceRecord;
  /** Current settings. They may have changed since the request arrived. */
  readonly settings: Settings;
  /** How often each module ran for the person in other instances of the world. Gap `module-retry`. */
  readonly earlierRuns: EarlierRuns;
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
 * Stores worlds and their instances. Changes to one instance run one after another. Callbacks must be
 * pure, because a callback is called again if another change was applied first.
 */
export interface Store {
  /** The settings of a world, or of a new world if it does not exist. Does not create the world. */
  settings(world: string): Promise<Settings>;
  /**
   * Creates a world on first use. If there are too many, worlds without instances are deleted first.
   *
   * @throws {RefusalError} `worlds`.
   */
  enter(world: string): Promise<Settings>;
  /** Replaces the settings of a world, and creates it on first use. If `change` throws, the world is not created. */
  configure(world: string, change: (settings: Settings) => Settings): Promise<Settings>;
  read(world: string, id: string): Promise<InstanceRecord | undefined>;
  /**
   * Claims the next ordinal and the armed scenario, and stores the new instance, in one step. `about` identifies the
   * person whose earlier runs are counted at `now`. If `start` refuses or throws, nothing changes, and a new world is not
   * created. If the world is full, its oldest finished instances are deleted.
   *
   * @throws {RefusalError} `worlds`, `instances` or `store-bytes`.
   */
  start(
    world: string,
    about: { readonly person: string | undefined; readonly now: Millis },
    start: (claim: StartContext) => Result<StartedInstance>,
  ): Promise<Result<StartedInstance>>;
  /**
   * Replaces an instance with the result of `change`. If `change` refuses or throws, nothing changes.
   *
   * @returns The result of `change`; undefined if the instance does not exist.
   */
  update(
    world: string,
    id: string,
    about: { readonly person?: (record: InstanceRecord) => string | undefined; readonly now: Millis },
    change: (current: UpdateContext) => Result<Change>,
  ): Promise<Result<Change> | undefined>;
  /** Every command of an instance. */
  log(world: string, id: string): Promise<Log | undefined>;
  remove(world: string, id: string): Promise<void>;
  /** The oldest world with this instance. A fork has the ids of its origin, and a hosted link contains no world. */
  findWorld(id: string): Promise<string | undefined>;
  /** Every instance of a world, oldest first. */
  scan(world: string): Promise<readonly InstanceRecord[]>;
  /** The number of instances in a world. */
  countInstances(world: string): Promise<number>;
  /** Every existing world. */
  worlds(): Promise<readonly string[]>;
  /** Adds a scenario after those that are already armed. */
  arm(world: string, armed: Armed): Promise<void>;
  armed(world: string): Promise<readonly Armed[]>;
  /** Sets the fault plan of a world and clears its counters and hits. */
  plan(world: string, faults: FaultPlan): Promise<void>;
  /**
   * Increments counters, then stores the hit that `decide` returns. No two requests receive the same count. The store
   * may call `decide` again, so the function must be pure. The counters of an instance are deleted with it.
   */
  applyFault(
    world: string,
    counters: readonly string[],
    decide: (counts: ReadonlyMap<string, number>) => FaultHit | undefined,
  ): Promise<FaultHit | undefined>;
  /** The hits of faults since the plan was set, oldest first: at least the latest 10,000. */
  faultHits(world: string): Promise<readonly FaultHit[]>;
  /**
   * Atomically marks a single-use token as used; false if it is marked and has not expired. Snapshots contain these marks.
   * Marks of other tokens that expired before `now` are deleted. All times are those of the world.
   */
  consumeToken(
    world: string,
    id: string,
    about: { readonly expiresAt: Millis; readonly now: Millis },
  ): Promise<boolean>;
  /** Reads the whole state of a world. Does not create the world. */
  snapshot(world: string): Promise<Snapshot>;
  /**
   * Replaces the whole state of a world, except its epoch, in one step. Creates the world.
   *
   * @throws {RefusalError} `worlds`, `instances` or `store-bytes`. The state of the world does not change.
   */
  replace(world: string, snapshot: Snapshot): Promise<void>;
  /** Clears a world and increments its epoch. */
  reset(world: string): Promise<void>;
  /**
   * Saves the state of a world. `at` is the system time.
   *
   * @throws {RefusalError} `checkpoints`.
   */
  saveCheckpoint(world: string, id: string, at: Millis): Promise<Checkpoint>;
  /** A saved state of a world; undefined if the world has no such checkpoint. */
  checkpoint(world: string, id: string): Promise<Snapshot | undefined>;
  /** The checkpoints of a world, oldest first. They survive a reset. */
  checkpoints(world: string): Promise<readonly Checkpoint[]>;
  /** Deletes a checkpoint; false if the world has no such checkpoint. */
  removeCheckpoint(world: string, id: string): Promise<boolean>;
  /** Adds a journey; false if another journey already has its number. */
  publish(published: PublishedJourney): Promise<boolean>;
  /** The published journeys after a number, oldest first. */
  published(after: number): Promise<readonly PublishedJourney[]>;
  /**
   * Counts a request of a world in a window of one minute, which starts with the first request in the window. Gap
   * `rate-limit`.
   *
   * @returns Milliseconds until the request is allowed; 0 if it is allowed now.
   */
  admit(world: string, at: Millis, callsPerMinute: number): Promise<Millis>;
  count(): Promise<StoreCounts>;
  /** Rejects if the store cannot be read, or could not be written and still cannot. */
  check(): Promise<void>;
}

/** The state of a new world. */
export const emptySnapshot = (settings: Settings): Snapshot => ({
  settings,
  ordinal: 0,
  armed: [],
  rows: [],
  faults: { counts: new Map(), hits: [] },
  usedTokens: new Set(),
});

/** Consumes one use of the first armed scenario. */
export const consumeArmed = ([first, ...rest]: readonly Armed[]): readonly Armed[] =>
  first === undefined || first.times <= 1 ? rest : [{ ...first, times: first.times - 1 }, ...rest];

export const noCounts: StoreCounts["instances"] = {
  collecting: 0,
  running: 0,
  reviewing: 0,
  paused: 0,
  finished: 0,
  failed: 0,
};
