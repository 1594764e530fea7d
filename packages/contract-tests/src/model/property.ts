import type { JourneyDefinition } from "@journey-kit/schemas";

/** Options of a generated check. */
export interface PropertyOptions {
  /** Number of generated runs. */
  readonly runs?: number;
  /** Seed and path that an earlier failure printed. */
  readonly seed?: number;
  readonly path?: string;
}

/** Converts options to those of fast-check. */
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
  /** The latency of every module in milliseconds, if the target overrides that of the journeys. */
  readonly latencyMs?: number;
}

/** The journeys with their latencies on the target. */
export const resolveJourneys = ({ journeys, latencyMs: latency }: JourneyOptions): readonly JourneyDefinition[] =>
  latency === undefined
    ? journeys
    : journeys.map(({ segments, ...journey }) => ({
        ...journey,
        segments: segments.map((one) => ({ ...one, modules: one.modules.map((use) => ({ ...use, latency })) })),
      }));
