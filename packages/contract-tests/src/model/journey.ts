import type { JourneyDefinition } from "@journey-kit/schemas";
import { moduleOf } from "@journey-kit/schemas/modules";

/** What a v2 interaction or a v1 task collects. Spec 2.3, 2.5. */
export interface Work {
  readonly id: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A module and how long it takes, in milliseconds. */
export interface ModelModule {
  readonly name: string;
  readonly variant: string;
  readonly time: number;
}

/** What is collected, and then the modules that run in parallel on it. Spec 1. */
export interface Segment {
  readonly work: readonly Work[];
  readonly modules: readonly ModelModule[];
}

/** All that the model knows of a published journey. */
export interface Journey {
  readonly resourceId: string;
  readonly generation: "v1" | "v2";
  readonly segments: readonly Segment[];
  /** How the journey spells the outcome accept. Gap `outcome-spelling`. */
  readonly accept: string;
}

/** Describes a journey to the model. `latency` replaces the time of every module, in milliseconds. */
export const toJourney = ({ id, generation, segments, outcomes }: JourneyDefinition, latency?: number): Journey => ({
  resourceId: `${id}@latest`,
  generation,
  accept: outcomes?.accept ?? "Accept",
  segments: segments.map(({ interactions = [], tasks = [], modules }) => ({
    work: generation === "v2" ? interactions : tasks,
    modules: modules.map((use) => ({
      name: use.module,
      variant: use.variant,
      time: latency ?? use.latency ?? moduleOf(use.module).latency,
    })),
  })),
});

/** Every piece of work of a journey, in order. */
export const workOf = ({ segments }: Journey): readonly Work[] => segments.flatMap(({ work }) => work);

/** What a piece of work collects, required or not. */
export const collectedBy = ({ required, optional }: Work): readonly string[] => [...required, ...optional];
