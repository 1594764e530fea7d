import type { input } from "zod";
import type { ClockAdvance, ClockChange, ClockState, InstanceAdvance } from "./clock.ts";
import type { FaultHits, FaultPlan } from "./fault.ts";
import type { Explanation, ExplanationQuery, InstanceList, PageCompletion, Resolution, Review } from "./instance.ts";
import type { Coverage, Har, RequestList, RequestQuery } from "./journal.ts";
import type { Scenario } from "./scenario.ts";
import type { SnapshotQuery, WorldSnapshot } from "./snapshot.ts";
import type {
  Arming,
  Checkpoint,
  CheckpointList,
  ClientPermissions,
  Fork,
  ProfileChange,
  ProfileState,
  Rate,
  ScenarioList,
  WorldSummary,
} from "./world.ts";

/** A query whose texts may also be numbers, as in `{ limit: 5 }`. */
export type QueryInput<Query> = {
  readonly [Name in keyof Query]: string extends NonNullable<Query[Name]> ? Query[Name] | number : Query[Name];
};

/**
 * Controls the world of one API client, in process or over HTTP. Arguments and results are the request and response
 * bodies of the control API, so the same test can run in process and over HTTP. A refused call changes nothing and
 * rejects with an error. The error has a list of `errors`. Each entry has a `name` and a `problem`, which starts with
 * the path of the invalid value.
 */
export interface World {
  readonly clock: {
    read(): Promise<ClockState>;
    /** Changes the mode of the clock and keeps its current time. */
    set(change: ClockChange): Promise<ClockState>;
    /** Moves the clock forward by a number of milliseconds, to the next event in the world, or to a given time. */
    advance(by: ClockAdvance): Promise<ClockState>;
  };
  readonly profile: {
    read(): Promise<ProfileState>;
    /** Replaces the profile. Running instances keep the engine readings they started with. */
    set(choice: ProfileChange): Promise<ProfileState>;
  };
  readonly rate: {
    read(): Promise<Rate>;
    /** Sets how many starts and submits are allowed per minute. Spec 8; gap `rate-limit`. */
    set(rate: Rate): Promise<Rate>;
  };
  readonly permissions: {
    read(): Promise<ClientPermissions>;
    /** Limits what the API client may do. Spec 5; gap `permission-names`. */
    set(permissions: ClientPermissions): Promise<ClientPermissions>;
  };
  readonly scenarios: {
    list(): Promise<ScenarioList>;
    /** Saves a scenario under its name. Running instances keep the scenario they started with. */
    put(scenario: Scenario): Promise<ScenarioList>;
    /**
     * Queues a scenario for the next instances that start, after the scenarios already armed. A start is refused if the
     * scenario sets no readings and none of its rules applies to a module of the journey.
     */
    arm(arming: input<typeof Arming>): Promise<ScenarioList>;
  };
  readonly faults: {
    read(): Promise<FaultPlan>;
    /** Replaces the fault plan and resets its counters and hits. */
    set(plan: FaultPlan): Promise<FaultPlan>;
    /** Lists the faults applied under the current plan, oldest first. */
    hits(): Promise<FaultHits>;
  };
  /** The latest requests, with placeholders for personal data. */
  readonly requests: {
    list(query?: QueryInput<RequestQuery>): Promise<RequestList>;
    /** Exports the latest requests as an HTTP Archive for a browser's network panel. */
    archive(query?: QueryInput<RequestQuery>): Promise<Har>;
  };
  /** Reports the coverage of this world's requests. `min` is the required percentage. */
  coverage(min?: number): Promise<Coverage>;
  readonly checkpoints: {
    /** Lists the checkpoints of this world, oldest first. */
    list(): Promise<CheckpointList>;
    save(): Promise<Checkpoint>;
    /** Restores a checkpoint of this world. Tokens stay valid. */
    restore(checkpoint: string): Promise<WorldSummary>;
    /** Copies a checkpoint into the world of another client. */
    fork(checkpoint: string, to: Fork): Promise<WorldSummary>;
    /** Deletes a checkpoint of this world, and lists the others. */
    remove(checkpoint: string): Promise<CheckpointList>;
  };
  /** The whole world as a JSON file, which another simulator can open. It may contain personal data. */
  readonly snapshot: {
    /** Saves the world, with personal data or with sample values in its place. */
    save(query?: SnapshotQuery): Promise<WorldSnapshot>;
    /** Replaces this world with a saved snapshot. Tokens stay valid. */
    open(snapshot: input<typeof WorldSnapshot>): Promise<WorldSummary>;
  };
  instances(): Promise<InstanceList>;
  /** Selects an instance without sending a request or checking that it exists. */
  instance(id: string): WorldInstance;
  summary(): Promise<WorldSummary>;
  /** Resets the world: removes its instances and revokes its tokens. */
  reset(): Promise<WorldSummary>;
}

/** One instance of a {@link World}. Every method returns an explanation of the instance. */
export interface WorldInstance {
  /** Explains the instance as it is now, or as it was at an earlier time or after a number of commands. */
  explain(query?: QueryInput<ExplanationQuery>): Promise<Explanation>;
  /** Moves only this instance forward, by a number of milliseconds or to its next event. */
  advance(by: InstanceAdvance): Promise<Explanation>;
  /** Sets the outcome of a running module. The time at which the module finishes does not change. */
  resolve(module: string, resolution: Resolution): Promise<Explanation>;
  /** Accepts or rejects an instance that is waiting for review. Gap `refer-ends-journey`. */
  review(review: Review): Promise<Explanation>;
  /**
   * Fills in the remaining hosted pages of a `page` instance with sample data, as a person would. Moves the instance
   * forward while modules run between two pages.
   */
  completePages(completion?: PageCompletion): Promise<Explanation>;
  pause(): Promise<Explanation>;
  resume(): Promise<Explanation>;
  fail(): Promise<Explanation>;
}

type MethodOf<Owner, Prefix extends string> = {
  readonly [Name in keyof Owner & string]: Owner[Name] extends (...parameters: never) => unknown
    ? `${Prefix}${Name}`
    : MethodOf<Owner[Name], `${Prefix}${Name}.`>;
}[keyof Owner & string];

/** A method of a world, such as `clock.advance`, or of one of its instances, such as `instance.review`. */
export type WorldCall = Exclude<MethodOf<World, "">, "instance"> | MethodOf<WorldInstance, "instance.">;
