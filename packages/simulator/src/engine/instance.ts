import type { JourneyDefinition } from "@journey-kit/schemas";
import { gapIds, gapOf, type gaps } from "@journey-kit/schemas/gaps";
import type { ModuleName } from "@journey-kit/schemas/modules";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Decider, Scenario } from "../world/scenario.ts";
import type { Millis } from "../world/time.ts";
import { memoize } from "./memoize.ts";
import type { Basis, Recorder } from "./result.ts";

/** What evaluation decides. Spec 1. */
export type Outcome = "accept" | "refer" | "reject";

/** Data of a domain element that was accepted, and how it came. */
export interface Provided {
  readonly by: "prefill" | "submit";
  readonly value: unknown;
}

/** One run of a module. What it found is derived from `outcome`, an index in the module's list, and the draw. */
export interface ModuleRun {
  readonly segment: number;
  readonly module: ModuleName;
  readonly variant: string;
  /** Counts the runs of this module for this person, from 1. */
  readonly attempt: number;
  readonly startedAt: Millis;
  readonly finishesAt: Millis;
  readonly outcome: number;
  /** True where the module cannot complete, so that the instance fails when it should finish. */
  readonly breaks: boolean;
  /** Members that replace those of the advice, where a scenario or a tester says so. */
  readonly advice?: Readonly<Record<string, unknown>>;
  readonly decidedBy: Decider;
}

/**
 * How far an instance is. The wire `status` is rendered from it. Spec 3.1.
 *
 * `collecting` waits for data, `running` for modules, `reviewing` for a person; the last two are final.
 */
export type Progress =
  | { readonly phase: "collecting" }
  | { readonly phase: "running"; readonly runs: readonly ModuleRun[] }
  | { readonly phase: "reviewing"; readonly since: Millis }
  | { readonly phase: "paused"; readonly since: Millis; readonly before: Progress }
  | { readonly phase: "finished"; readonly outcome: Outcome; readonly finishedAt: Millis }
  | { readonly phase: "failed"; readonly cause: string; readonly failedAt: Millis };

/** Numbers of runs by module; a module that is not named has not run. */
export type EarlierRuns = { readonly [Name in ModuleName]?: number };

/** A run of a journey for one person. `Collection` is what its generation knows of the data still to come. */
export interface Instance<Collection = unknown> {
  readonly id: string;
  /** Counts the instances of its world, from 1. */
  readonly ordinal: number;
  readonly createdAt: Millis;
  /** The last instant at which a command was taken; its time never falls below it. */
  readonly at: Millis;
  /** How far its own time is ahead of its world's. */
  readonly skew: Millis;
  readonly delivery: "api" | "page";
  /** When the hosted link ends; undefined where it does not. Spec 2.7. */
  readonly linkExpiresAt: Millis | undefined;
  /** Links the instance to a record of the caller. Spec 2.8. */
  readonly uid: string | undefined;
  /** Accepted domain elements by name. */
  readonly provided: Readonly<Record<string, Provided>>;
  readonly collection: Collection;
  /** Index of the segment that collects or runs. */
  readonly segment: number;
  /** How often each module had already run for this person, in other instances of the world. Gap `module-retry`. */
  readonly earlierRuns: EarlierRuns;
  /** Module runs that have finished, in that order. */
  readonly finished: readonly ModuleRun[];
  readonly progress: Progress;
  /** The readings that decided how it went on; every answer about its status cites them. */
  readonly decisions: readonly Basis[];
}

/** Asks for a new instance of either generation. Spec 2.7. */
export interface Start {
  readonly type: "start";
  readonly at: Millis;
  readonly instanceId: string;
  readonly ordinal: number;
  readonly delivery: "api" | "page";
  readonly linkExpiresAt: Millis | undefined;
  readonly uid: string | undefined;
  /** Nothing where the person is new to the world. */
  readonly earlierRuns?: EarlierRuns;
  readonly subject: unknown;
}

/** A new instance that collects from its first segment on. Spec 3.1. */
export const createInstance = <Collection>(
  { at, instanceId, ordinal, delivery, linkExpiresAt, uid, earlierRuns = {} }: Start,
  provided: Instance["provided"],
  collection: Collection,
): Instance<Collection> => ({
  id: instanceId,
  ordinal,
  createdAt: at,
  at,
  skew: 0,
  delivery,
  linkExpiresAt,
  uid,
  provided,
  collection,
  segment: 0,
  earlierRuns,
  finished: [],
  progress: { phase: "collecting" },
  decisions: [],
});

/** Names the elements, of those given, that are not yet provided. Spec 2.5. */
export const outstanding = ({ provided }: Pick<Instance, "provided">, elements: readonly string[]): readonly string[] =>
  elements.filter((element) => !Object.hasOwn(provided, element));

/** Whether nothing will change any more. Spec 3.1. */
export const isFinal = ({ progress }: Instance): boolean =>
  progress.phase === "finished" || progress.phase === "failed";

/** The gaps whose readings are pinned when an instance starts. */
type MachineGapId = {
  [Id in keyof typeof gaps]: (typeof gaps)[Id]["kind"] extends "machine" ? Id : never;
}[keyof typeof gaps];

/** The readings that the engine follows. */
export type Readings = Pick<Profile, MachineGapId>;

/** Records the readings that the engine looks up for one instance. */
export type MachineRecorder = Recorder<MachineGapId>;

const machineGapIds = gapIds.filter((id) => gapOf(id).kind === "machine");

/** The engine's share of a profile. Instances that start under one profile share one object. */
export const readingsOf = memoize((profile: Profile): Readings => {
  return Object.fromEntries(machineGapIds.map((id) => [id, profile[id]])) as Readings; // the filter is MachineGapId's
});

/** What one run of the engine works with: what the instance pinned, and the recorder of what decides. */
export interface EngineContext {
  readonly terms: InstanceTerms;
  readonly recorder: MachineRecorder;
}

/** What an instance pinned at start. Immutable, and shared by all instances that started under the same ones. */
export interface InstanceTerms {
  readonly definition: JourneyDefinition;
  readonly readings: Readings;
  readonly scenario: Scenario;
  readonly seed: number;
  /** One duration for every module, instead of its own. */
  readonly latency?: Millis;
}
