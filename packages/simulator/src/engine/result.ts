import type { ErrorName } from "@journey-kit/schemas/errors";
import type { GapId, Reading } from "@journey-kit/schemas/gaps";
import type { RuleId } from "@journey-kit/schemas/rules";

/** What decided something: a rule, or the reading of a gap. */
export type Basis = RuleId | { [Id in GapId]: `${Id}=${Reading<Id>}` }[GapId];

/** Why the engine did not apply a command. One problem for each thing that is wrong. */
export interface Refusal {
  readonly name: ErrorName;
  /** What went wrong, in words for the caller; never a quotation of what was sent. */
  readonly problems: readonly [string, ...string[]];
}

/** The next value, or the reason why there is none, and what decided it. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly basis: readonly Basis[] }
  | { readonly ok: false; readonly refusal: Refusal; readonly basis: readonly Basis[] };

/** Accepts a command. */
export const ok = <T>(value: T, basis: readonly Basis[] = []): Result<T> => ({ ok: true, value, basis });

/** Refuses a command; nothing changes. Not "reject", which is an outcome (Spec 1). */
export const refuse = (
  name: ErrorName,
  problems: string | readonly [string, ...string[]],
  basis: readonly Basis[] = [],
): Result<never> => ({
  ok: false,
  refusal: { name, problems: typeof problems === "string" ? [problems] : problems },
  basis,
});

/** Whether there is any problem to refuse for. */
export const hasProblems = (problems: readonly string[]): problems is readonly [string, ...string[]] =>
  problems.length > 0;

/** The readings of some gaps. */
type ReadingsOf<Id extends GapId> = { readonly [Each in Id]: Reading<Each> };

/** Looks up readings, and records each one it looks up. */
export interface Recorder<Known extends GapId = GapId> {
  readonly reading: <Id extends Known>(id: Id) => Reading<Id>;
  readonly addBasis: (...basis: readonly Basis[]) => void;
  /** Looks up other readings, such as those an instance pinned at start, and records them in the same set. */
  readonly pinned: <Other extends GapId>(readings: ReadingsOf<Other>) => Recorder<Other>;
  readonly basis: ReadonlySet<Basis>;
}

/** Creates a recorder for one run of a function; a run that is repeated gets a new one. */
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
      for (const one of added) basis.add(one);
    },
    pinned: (others) => createRecorder(others, basis),
    basis,
  };
}

const bases = new WeakMap<object, { [Id in GapId]?: Basis }>();

/** Names the reading of a gap as a basis. Every answer names a dozen, so each is written once per set of readings. */
export function readingBasis<Id extends GapId>(readings: ReadingsOf<Id>, id: Id): Basis {
  let written = bases.get(readings);
  if (written === undefined) {
    written = {};
    bases.set(readings, written);
  }
  written[id] ??= `${id}=${readings[id]}` as Basis; // the compiler does not relate the two halves of the template
  return written[id];
}
