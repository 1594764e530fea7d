import type { JourneyDefinition } from "@journey-kit/schemas";

/** Options for a property-based check. */
export interface PropertyOptions {
  /** Number of generated runs. */
  readonly runs?: number;
  /** Seed and path that an earlier failure printed. */
  readonly seed?: number;
  readonly path?: string;
}

/** Converts options to parameters of fast-check. */
export const toParameters = ({ runs, seed, path }: PropertyOptions, defaultRuns: number) => ({
  numRuns: runs ?? defaultRuns,
  includeErrorInReport: true,
  ...(seed !== undefined && { seed }),
  ...(path !== undefined && { path }),
});

/** The journeys that a check runs. */
export interface JourneyOptions {
  /** The published journeys. They must accept every person unless `control` scripts another outcome. */
  readonly journeys: readonly JourneyDefinition[];
  /** The latency of every module in milliseconds, if the target overrides the latencies in the journeys. */
  readonly latencyMs?: number;
}

/** Returns the journeys with the latencies of the target. */
export const resolveJourneys = ({ journeys, latencyMs: latency }: JourneyOptions): readonly JourneyDefinition[] =>
  latency === undefined
    ? journeys
    : journeys.map(({ segments, ...journey }) => ({
        ...journey,
        segments: segments.map((one) => ({ ...one, modules: one.modules.map((use) => ({ ...use, latency })) })),
      }));
