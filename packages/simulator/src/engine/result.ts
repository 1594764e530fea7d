import type { ErrorName } from "@journey-kit/schemas/errors";
import type { GapId, Reading } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import type { RuleId } from "@journey-kit/schemas/rules";

/** What decided something: a rule, or the reading of a gap. */
export type Basis = RuleId | { [Id in GapId]: `${Id}=${Reading<Id>}` }[GapId];

/** Why the machine would not take a command. One problem for each thing that is wrong. */
export interface Refusal {
  readonly name: ErrorName;
  /** What went wrong, in words for the caller; never a quotation of what was sent. */
  readonly problems: readonly [string, ...string[]];
}

/** What a command comes to: the next value or the reason why not, and what decided it. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly basis: readonly Basis[] }
  | { readonly ok: false; readonly refusal: Refusal; readonly basis: readonly Basis[] };

/** Takes the command. */
export const ok = <T>(value: T, basis: readonly Basis[] = []): Result<T> => ({ ok: true, value, basis });

/** Declines the command; nothing changes. Not "reject", which is an outcome (Spec 1). */
export const refuse = (
  name: ErrorName,
  problems: string | readonly [string, ...string[]],
  basis: readonly Basis[] = [],
): Result<never> => ({
  ok: false,
  refusal: { name, problems: typeof problems === "string" ? [problems] : problems },
  basis,
});

const cited = new Map<GapId, Map<string, Basis>>();

/** Names the reading of a gap as a basis: the same text each time, because every answer names a dozen. */
export function readingBasis<Id extends GapId>(readings: { readonly [I in Id]: Reading<I> }, id: Id): Basis {
  const reading = readings[id];
  const known = cited.get(id)?.get(reading);
  if (known !== undefined) return known;
  const basis = `${id}=${reading}` as Basis; // the compiler does not relate the two halves of the template
  cited.set(id, (cited.get(id) ?? new Map<string, Basis>()).set(reading, basis));
  return basis;
}

/** Answers for readings and remembers which were consulted, with the rules that decided beside them. */
export interface Recorder {
  /** Consults the reading of a gap, which becomes part of the basis. */
  readonly reading: <Id extends GapId>(id: Id) => Reading<Id>;
  readonly addBasis: (...basis: readonly Basis[]) => void;
  /** Everything that decided so far. */
  readonly basis: ReadonlySet<Basis>;
}

/** Creates a recorder for one run of a command or one request. */
export function createRecorder(readings: Profile, basis: Set<Basis> = new Set()): Recorder {
  return {
    reading: (id) => {
      basis.add(readingBasis(readings, id));
      return readings[id];
    },
    addBasis: (...found) => {
      for (const one of found) basis.add(one);
    },
    basis,
    profile: readings,
  } as Recorder;
}
