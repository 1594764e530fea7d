import fc from "fast-check";

/** Random choices that depend only on a seed. */
export interface Draw {
  readonly pick: <Value>(values: readonly [Value, ...Value[]] | readonly Value[]) => Value;
  readonly chance: (probability: number) => boolean;
  /** A whole number, both bounds included. */
  readonly int: (min: number, max: number) => number;
  readonly from: <Value>(arbitrary: fc.Arbitrary<Value>) => Value;
}

/** Creates the choices of a seed. */
export function createDraw(seed: number): Draw {
  const [generate] = fc.sample(fc.noBias(fc.gen()), { seed, numRuns: 1 });
  if (generate === undefined) throw new Error("fast-check generated nothing.");
  const from = <Value>(arbitrary: fc.Arbitrary<Value>): Value => generate(() => arbitrary);
  return {
    from,
    pick: (values) => from(fc.constantFrom(...values)),
    int: (min, max) => from(fc.integer({ min, max })),
    chance: (probability) => from(fc.integer({ min: 0, max: 999 })) < probability * 1_000,
  };
}
