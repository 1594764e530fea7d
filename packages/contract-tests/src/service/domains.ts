import { gapIds, gapOf, type Profile, presets } from "@journey-kit/schemas/tables";

/** The readings of each gap that are still possible. */
export type Domains = ReadonlyMap<string, readonly string[]>;

/** The readings that a function looked up, by gap. */
export type Choice = ReadonlyMap<string, string>;

/** Combinations of readings that fit one response. */
export interface Constraint {
  readonly fitting: readonly Choice[];
}

/** Every reading of every gap. */
export const allDomains: Domains = new Map(gapIds.map((id) => [id, Object.keys(gapOf(id).options)]));

/** Every reading of every gap, and of some gaps only one. */
export const domainsWith = (readings: Readonly<Record<string, string>>): Domains =>
  new Map([...allDomains, ...Object.entries(readings).map(([gap, reading]) => [gap, [reading]] as const)]);

/** Creates a profile that gets each reading from a function, or from `specified` if the function returns undefined. */
export const profileBy = (readingOf: (gap: string, specified: string) => string | undefined): Profile =>
  new Proxy(presets.specified, {
    get: (profile, gap) => {
      const specified = Reflect.get(profile, gap);
      return readingOf(String(gap), specified) ?? specified;
    },
  });

/** Returns the most likely profile: for each gap, the reading of `specified` if possible, or the first possible one. */
export const likelyProfile = (domains: Domains): Profile =>
  profileBy((gap, specified) => (domains.get(gap)?.includes(specified) ? specified : domains.get(gap)?.[0]));

/** The allowed combinations for each reading that requires another reading. */
export const requiredReadings: readonly Constraint[] = gapIds.flatMap((id) =>
  Object.entries(gapOf(id).requires ?? {}).flatMap(([reading, others]) =>
    Object.entries(others).map(([other, accepted]) => ({
      fitting: Object.keys(gapOf(id).options).flatMap((one): readonly Choice[] =>
        one === reading
          ? accepted.map((needed) => new Map(Object.entries({ [id]: one, [other]: needed })))
          : [new Map([[id, one]])],
      ),
    })),
  ),
);

/**
 * Removes the readings that an observation rules out, and repeats this until nothing changes.
 *
 * @returns Undefined if the constraints contradict each other.
 */
export function narrow(domains: Domains, constraints: readonly Constraint[]): Domains | undefined {
  const narrowed = new Map(domains);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const { fitting } of [...requiredReadings, ...constraints]) {
      const possible = fitting.filter((choice) =>
        [...choice].every(([gap, reading]) => narrowed.get(gap)?.includes(reading)),
      );
      if (possible.length === 0) return undefined;
      for (const gap of possible[0]?.keys() ?? []) {
        if (!possible.every((choice) => choice.has(gap))) continue;
        const kept = narrowed.get(gap)?.filter((reading) => possible.some((choice) => choice.get(gap) === reading));
        if (kept === undefined || kept.length === narrowed.get(gap)?.length) continue;
        narrowed.set(gap, kept);
        isChanged = true;
      }
    }
  }
  return narrowed;
}
