import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type { ModuleName } from "@journey-kit/schemas/modules";
import type { ControlQueryOf, ControlRequestOf, ControlResponseOf, ControlSend } from "./control-send.ts";

type Answered<Name extends ControlRouteName> = Promise<ControlResponseOf<Name>>;

/** The world of one API client, over the network. Every method throws {@link ApiError} when the simulator refuses. */
export interface WorldControl {
  readonly clock: {
    read(): Answered<"readClock">;
    /** Changes how the clock runs: `real`, `frozen` or `auto`; what it shows stays. */
    change(change: ControlRequestOf<"changeClock">): Answered<"changeClock">;
    /** Moves the world forward: by milliseconds, to its next event or to an instant. */
    advance(by: ControlRequestOf<"advanceClock">): Answered<"advanceClock">;
  };
  readonly profile: {
    read(): Answered<"readProfile">;
    /** Chooses the readings: a preset, and readings by gap id that replace some of its own. */
    change(choice: ControlRequestOf<"changeProfile">): Answered<"changeProfile">;
  };
  readonly rate: {
    read(): Answered<"readRate">;
    /** Sets how many starts and submits are let through in a minute. Spec 8; gap `rate-limit`. */
    change(rate: ControlRequestOf<"changeRate">): Answered<"changeRate">;
  };
  readonly permissions: {
    read(): Answered<"readPermissions">;
    /** Chooses what the API client may do, of all that it is let in with. Spec 5; gap `permission-names`. */
    change(permissions: ControlRequestOf<"changePermissions">): Answered<"changePermissions">;
  };
  /** The settings of the world and how many instances it has. */
  summary(): Answered<"readWorld">;
  /** Back to the seed: no instances, every token revoked. */
  reset(): Answered<"resetWorld">;
  /** The scenario that reaches every instance, those that are armed, and those that can be chosen. */
  scenarios(): Answered<"listScenarios">;
  /** Keeps a scenario under its name; instances that have started keep the one they started with. */
  putScenario(scenario: ControlRequestOf<"putScenario">): Answered<"putScenario">;
  /** Gives a scenario to the next instances that start; to one where `times` is left out. */
  arm(scenario: string, times?: number): Answered<"arm">;
  readonly faults: {
    read(): Answered<"readFaults">;
    /** Plans what goes wrong on the way, in place of what was planned; the ledger begins anew. */
    plan(plan: ControlRequestOf<"putFaults">): Answered<"putFaults">;
    /** Which calls have been struck since, oldest first. */
    ledger(): Answered<"readFaultHits">;
  };
  /** The latest calls and why they were answered as they were, with placeholders for what is personal. */
  exchanges(query?: ControlQueryOf<"listExchanges">): Answered<"listExchanges">;
  /** The same as an HTTP archive, for the network panel of a browser. */
  archive(query?: ControlQueryOf<"archiveExchanges">): Answered<"archiveExchanges">;
  /** What the requests of the world covered, and what they did not. `min` is the required percentage. */
  coverage(min?: number): Answered<"readCoverage">;
  /** Keeps the state of the world. */
  checkpoint(): Answered<"saveCheckpoint">;
  /** Takes the world back to a checkpoint. */
  restore(checkpoint: string): Answered<"restoreCheckpoint">;
  /** Gives the state of a checkpoint to another client id: the same instances, from there on apart. */
  fork(checkpoint: string, as: string): Answered<"forkCheckpoint">;
  instances(): Answered<"listInstances">;
  /** Says where an instance is, how it came there, and what it waits for. */
  explain(instanceId: string): Answered<"explainInstance">;
  /** Moves one instance alone forward, by milliseconds or to its next event. */
  advance(instanceId: string, by: ControlRequestOf<"advanceInstance">): Answered<"advanceInstance">;
  /** Decides a referred instance that waits for review. Gap `refer-ends-journey`. */
  review(instanceId: string, outcome: ControlRequestOf<"reviewInstance">["outcome"]): Answered<"reviewInstance">;
  pause(instanceId: string): Answered<"pauseInstance">;
  resume(instanceId: string): Answered<"resumeInstance">;
  fail(instanceId: string): Answered<"failInstance">;
  /** Decides what a running module finds; when it finishes stays as it was. */
  resolve(
    instanceId: string,
    module: ModuleName,
    resolution: ControlRequestOf<"resolveModule">,
  ): Answered<"resolveModule">;
}

/** Takes a world in hand. */
export function toWorldControl(send: ControlSend, world: string): WorldControl {
  const at = { world };
  return {
    clock: {
      read: () => send("readClock", at, undefined),
      change: (change) => send("changeClock", at, change),
      advance: (by) => send("advanceClock", at, by),
    },
    profile: {
      read: () => send("readProfile", at, undefined),
      change: (choice) => send("changeProfile", at, choice),
    },
    rate: {
      read: () => send("readRate", at, undefined),
      change: (rate) => send("changeRate", at, rate),
    },
    permissions: {
      read: () => send("readPermissions", at, undefined),
      change: (permissions) => send("changePermissions", at, permissions),
    },
    summary: () => send("readWorld", at, undefined),
    reset: () => send("resetWorld", at, undefined),
    scenarios: () => send("listScenarios", at, undefined),
    putScenario: (scenario) => send("putScenario", { ...at, scenario: scenario.name }, scenario),
    arm: (scenario, times = 1) => send("arm", at, { scenario, times }),
    faults: {
      read: () => send("readFaults", at, undefined),
      plan: (plan) => send("putFaults", at, plan),
      ledger: () => send("readFaultHits", at, undefined),
    },
    exchanges: (query = {}) => send("listExchanges", at, undefined, query),
    archive: (query = {}) => send("archiveExchanges", at, undefined, query),
    coverage: (min) => send("readCoverage", at, undefined, min === undefined ? {} : { min: `${min}` }),
    checkpoint: () => send("saveCheckpoint", at, {}),
    restore: (checkpoint) => send("restoreCheckpoint", { ...at, checkpoint }, {}),
    fork: (checkpoint, as) => send("forkCheckpoint", { ...at, checkpoint }, { as }),
    instances: () => send("listInstances", at, undefined),
    explain: (instance) => send("explainInstance", { ...at, instance }, undefined),
    advance: (instance, by) => send("advanceInstance", { ...at, instance }, by),
    review: (instance, outcome) => send("reviewInstance", { ...at, instance }, { outcome }),
    pause: (instance) => send("pauseInstance", { ...at, instance }, {}),
    resume: (instance) => send("resumeInstance", { ...at, instance }, {}),
    fail: (instance) => send("failInstance", { ...at, instance }, {}),
    resolve: (instance, module, resolution) => send("resolveModule", { ...at, instance, module }, resolution),
  };
}
