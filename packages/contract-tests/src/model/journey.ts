import type { JourneyDefinition } from "@journey-kit/schemas";
import { type Classification, moduleOf } from "@journey-kit/schemas/modules";

/** What an evaluation can decide. Spec 1. */
export type Verdict = "accept" | "refer" | "reject";

/** What a v2 interaction or a v1 task collects. Spec 2.3, 2.5. */
export interface Work {
  readonly id: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A module, how long it takes in milliseconds, and what it can lead to. */
export interface ModelModule {
  readonly name: string;
  readonly variant: string;
  readonly time: number;
  readonly verdicts: readonly Verdict[];
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
  /** How the journey spells an outcome in its own way. Gap `outcome-spelling`. */
  readonly spelling: { readonly [Word in Verdict]?: string | undefined };
}

const usual: Readonly<Record<Classification, Verdict>> = { positive: "accept", neutral: "refer", negative: "reject" };

/** Describes a journey to the model. `latency` replaces the time of every module, in milliseconds. */
export function toJourney(definition: JourneyDefinition, latency?: number): Journey {
  const { id, generation, segments, outcomes = {}, evaluation } = definition;
  const verdictsOf = (module: string): readonly Verdict[] =>
    moduleOf(module, definition).outcomes.map(
      ({ classification }) => evaluation?.[classification] ?? usual[classification],
    );
  return {
    resourceId: `${id}@latest`,
    generation,
    spelling: outcomes,
    segments: segments.map(({ interactions = [], tasks = [], modules }) => ({
      work: generation === "v2" ? interactions : tasks,
      modules: modules.map((use) => ({
        name: use.module,
        variant: use.variant,
        time: latency ?? use.latency ?? moduleOf(use.module, definition).latency,
        verdicts: verdictsOf(use.module),
      })),
    })),
  };
}

/** Every piece of work of a journey, in order. */
export const workOf = ({ segments }: Journey): readonly Work[] => segments.flatMap(({ work }) => work);

/** What a piece of work collects, required or not. */
export const collectedBy = ({ required, optional }: Work): readonly string[] => [...required, ...optional];
