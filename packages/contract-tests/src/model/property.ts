import fc from "fast-check";

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

/**
 * Runs a property.
 *
 * @throws {Error} With the seed, the path and the smallest counterexample.
 */
export const assertProperty = <T>(
  property: fc.IAsyncProperty<T>,
  options: PropertyOptions,
  defaultRuns: number,
): Promise<void> => fc.assert(property, toParameters(options, defaultRuns));
