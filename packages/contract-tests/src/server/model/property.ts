import type { JourneyDefinition } from "@journey-kit/schemas";
import type fc from "fast-check";

/** The parameters of fast-check, with defaults for the number of runs and the report. */
export const withDefaults = <Value>(parameters: fc.Parameters<Value>, numRuns: number): fc.Parameters<Value> => ({
  includeErrorInReport: true,
  ...parameters,
  numRuns: parameters.numRuns ?? numRuns,
});

/** The journeys that a check runs. */
export interface JourneyOptions {
  /** The published journeys. They must accept every person unless `control` scripts another outcome. */
  readonly journeys: readonly JourneyDefinition[];
  /** The latency of every module in milliseconds, if the target overrides the latencies in the journeys. */
  readonly latencyMs?: number;
}

export const resolveJourneys = ({ journeys, latencyMs: latency }: JourneyOptions): readonly JourneyDefinition[] =>
  latency === undefined
    ? journeys
    : journeys.map(({ segments, ...journey }) => ({
        ...journey,
        segments: segments.map((one) => ({ ...one, modules: one.modules.map((use) => ({ ...use, latency })) })),
      }));
