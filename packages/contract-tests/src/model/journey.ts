import type { JourneyDefinition } from "@journey-kit/schemas";
import { type Classification, moduleOf } from "@journey-kit/schemas/modules";

/** An outcome that an evaluation can decide. Spec 1. */
export type Outcome = "accept" | "refer" | "reject";

/** The elements that a v2 interaction or a v1 task collects. Spec 2.3, 2.5. */
export interface Collection {
  readonly id: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A module of a segment, and the outcomes that it can lead to. */
export interface JourneyModule {
  readonly name: string;
  readonly variant: string;
  readonly latencyMs: number;
  readonly outcomes: readonly Outcome[];
}

/** Collections, and the modules that run in parallel once they are complete. Spec 1. */
export interface Segment {
  readonly collections: readonly Collection[];
  readonly modules: readonly JourneyModule[];
}

/** What the model knows of a published journey. */
export interface Journey {
  readonly resourceId: string;
  readonly generation: "v1" | "v2";
  readonly segments: readonly Segment[];
  /** The journey's own spellings of outcomes. Gap `outcome-spelling`. */
  readonly spelling: { readonly [Name in Outcome]?: string | undefined };
}

const defaultOutcomes: Readonly<Record<Classification, Outcome>> = {
  positive: "accept",
  neutral: "refer",
  negative: "reject",
};

/** Describes a published journey to the model. `latencyMs` replaces the latency of every module. */
export function toJourney(definition: JourneyDefinition, latencyMs?: number): Journey {
  const { id, generation, segments, outcomes: spelling = {}, evaluation } = definition;
  const toModule = ({ module: name, variant, latency }: (typeof segments)[number]["modules"][number]) => {
    const { outcomes, latency: usual } = moduleOf(name, definition);
    const decided = outcomes.map((one) => evaluation?.[one.classification] ?? defaultOutcomes[one.classification]);
    return { name, variant, latencyMs: latencyMs ?? latency ?? usual, outcomes: decided };
  };
  return {
    resourceId: `${id}@latest`,
    generation,
    spelling,
    segments: segments.map(({ interactions = [], tasks = [], modules }) => ({
      collections: generation === "v2" ? interactions : tasks,
      modules: modules.map(toModule),
    })),
  };
}

/** Every collection of a journey, in order. */
export const collectionsOf = ({ segments }: Journey): readonly Collection[] =>
  segments.flatMap(({ collections }) => collections);

/** The elements of a collection: the required ones, then the optional ones. */
export const elementsOf = ({ required, optional }: Collection): readonly string[] => [...required, ...optional];
