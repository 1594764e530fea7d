import type { input } from "zod";
import type { ModuleName } from "../tables/modules.ts";
import type { ClockAdvance, ClockChange, ClockState, InstanceAdvance } from "./clock.ts";
import type { FaultHits, FaultPlan } from "./fault.ts";
import type { Explanation, InstanceList, Resolution, Review } from "./instance.ts";
import type { Coverage, Har, RequestList, RequestQuery } from "./journal.ts";
import type { Scenario } from "./scenario.ts";
import type {
  Arming,
  Checkpoint,
  ClientPermissions,
  Fork,
  ProfileChange,
  ProfileState,
  Rate,
  ScenarioList,
  WorldSummary,
} from "./world.ts";

/**
 * The world of one API client, in process or over HTTP. Arguments and results are the request and response bodies of
 * the control plane, so a test can run against either. A refused call changes nothing and rejects with an error. Each
 * of its `errors` has a `name` and a `problem` that starts with the path of the invalid value.
 */
export interface World {
  readonly clock: {
    read(): Promise<ClockState>;
    /** Changes the mode of the clock and keeps its time. */
    set(change: ClockChange): Promise<ClockState>;
    /** Moves the whole world forward: by milliseconds, to its next event, or to an instant. */
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
    /** Stores a scenario under its name. Running instances keep the one they started with. */
    put(scenario: Scenario): Promise<ScenarioList>;
    /** Queues a scenario for the next instances that start, after the scenarios already armed. */
    arm(arming: input<typeof Arming>): Promise<ScenarioList>;
  };
  readonly faults: {
    read(): Promise<FaultPlan>;
    /** Replaces the fault plan. Counters and hits start again. */
    set(plan: FaultPlan): Promise<FaultPlan>;
    /** Lists the requests that faults hit under the current plan, oldest first. */
    hits(): Promise<FaultHits>;
  };
  /** Lists the latest requests, with placeholders for personal data. */
  readonly requests: {
    list(query?: RequestQuery): Promise<RequestList>;
    /** Exports the latest requests as an HTTP Archive for a browser's network panel. */
    archive(query?: RequestQuery): Promise<Har>;
  };
  /** Reports the coverage of this world's requests. `min` is the required percentage. */
  coverage(min?: number): Promise<Coverage>;
  readonly checkpoints: {
    save(): Promise<Checkpoint>;
    /** Restores a checkpoint of this world. Its tokens stay valid. */
    restore(checkpoint: string): Promise<WorldSummary>;
    /** Copies a checkpoint into the world of another client. */
    fork(checkpoint: string, to: Fork): Promise<WorldSummary>;
  };
  instances(): Promise<InstanceList>;
  /** Selects an instance without sending a request or checking that it exists. */
  instance(id: string): WorldInstance;
  summary(): Promise<WorldSummary>;
  /** Returns to the initial state: no instances, every token revoked. */
  reset(): Promise<WorldSummary>;
}

/** One instance of a {@link World}. Every method returns an explanation of the instance. */
export interface WorldInstance {
  explain(): Promise<Explanation>;
  /** Moves only this instance forward, by milliseconds or to its next event. */
  advance(by: InstanceAdvance): Promise<Explanation>;
  /** Decides the outcome of a running module, not when it finishes. */
  resolve(module: ModuleName, resolution: Resolution): Promise<Explanation>;
  /** Decides an instance that is waiting for review. Gap `refer-ends-journey`. */
  review(review: Review): Promise<Explanation>;
  pause(): Promise<Explanation>;
  resume(): Promise<Explanation>;
  fail(): Promise<Explanation>;
}
