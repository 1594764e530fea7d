import type { ErrorName } from "@journey-kit/schemas/errors";
import type { GapId, Reading } from "@journey-kit/schemas/gaps";
import type { RuleId } from "@journey-kit/schemas/rules";

/** The basis of a decision: a rule, or the reading of a gap. */
export type Basis = RuleId | { [Id in GapId]: `${Id}=${Reading<Id>}` }[GapId];

/** Why the engine did not apply a command. The error body has one entry for each problem. */
export interface Refusal {
  readonly name: ErrorName;
  /** Sentences for the caller. They never quote the request. */
  readonly problems: readonly [string, ...string[]];
}

/** The next value or a refusal, and the basis of the decision. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly basis: readonly Basis[] }
  | { readonly ok: false; readonly refusal: Refusal; readonly basis: readonly Basis[] };

/** Accepts a command. */
export const ok = <T>(value: T, basis: readonly Basis[] = []): Result<T> => ({ ok: true, value, basis });

/** Refuses a command, which leaves the instance unchanged. "Reject" is an outcome instead. Spec 1. */
export const refuse = (
  name: ErrorName,
  problems: string | readonly [string, ...string[]],
  basis: readonly Basis[] = [],
): Result<never> => ({
  ok: false,
  refusal: { name, problems: typeof problems === "string" ? [problems] : problems },
  basis,
});

/** Narrows a list of problems to one that a refusal accepts. */
export const hasProblems = (problems: readonly string[]): problems is readonly [string, ...string[]] =>
  problems.length > 0;

type ReadingsOf<Id extends GapId> = { readonly [Each in Id]: Reading<Each> };

/** Consults readings and records each one. */
export interface Recorder<Known extends GapId = GapId> {
  readonly reading: <Id extends Known>(id: Id) => Reading<Id>;
  readonly addBasis: (...basis: readonly Basis[]) => void;
  /** Consults other readings, such as those of an instance, and records them in the same set. */
  readonly pinned: <Other extends GapId>(readings: ReadingsOf<Other>) => Recorder<Other>;
  readonly basis: ReadonlySet<Basis>;
}

/** Creates a recorder for one run of a function. Create a new recorder for each run. */
export function createRecorder<Known extends GapId>(
  readings: ReadingsOf<Known>,
  basis = new Set<Basis>(),
): Recorder<Known> {
  return {
    reading: (id) => {
      basis.add(readingBasis(readings, id));
      return readings[id];
    },
    addBasis: (...added) => {
      for (const id of added) basis.add(id);
    },
    pinned: (others) => createRecorder(others, basis),
    basis,
  };
}

const bases = new WeakMap<object, { [Id in GapId]?: Basis }>();

/** Formats the reading of a gap as a basis. The result is cached, because every response cites about a dozen. */
export function readingBasis<Id extends GapId>(readings: ReadingsOf<Id>, id: Id): Basis {
  let cached = bases.get(readings);
  if (cached === undefined) {
    cached = {};
    bases.set(readings, cached);
  }
  cached[id] ??= `${id}=${readings[id]}` as Basis; // the compiler does not relate the two halves of the template
  return cached[id];
}
