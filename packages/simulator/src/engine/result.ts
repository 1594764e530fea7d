import type { ErrorName, GapId, Reading, RuleId } from "@journey-kit/schemas/tables";
import { memoize } from "../world/cache.ts";

/** The basis of a decision: a rule, or the reading of a gap. */
export type Basis = RuleId | { [Id in GapId]: `${Id}=${Reading<Id>}` }[GapId];

/** Why the engine did not apply a command. The error body has one entry for each problem. */
export interface Refusal {
  readonly name: ErrorName;
  /** Sentences for the caller. They never quote the request. */
  readonly problems: readonly [string, ...string[]];
  /** Where each problem is, in the order of `problems`. Omitted if no problem has a place. */
  readonly places?: readonly ProblemPlace[];
}

/** Where a problem is: a member of the request, a domain element, or both. */
interface ProblemPlace {
  /** Path of the member in the request, such as `context.subject.identity.firstName`. */
  readonly path?: string | undefined;
  readonly element?: string | undefined;
}

/** A sentence for the caller, with its place. */
export interface PlacedProblem extends ProblemPlace {
  readonly text: string;
}

/** A sentence for the caller, with its place if it has one. */
export type Problem = string | PlacedProblem;

type Problems = readonly [Problem, ...Problem[]];

/** Maximum number of problems in a refusal. A caller can send any number of members and participants. */
export const maxProblems = 20;

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** Refuses a command, which leaves the instance unchanged. "Reject" is an outcome instead. Spec 1. */
export const refuse = (name: ErrorName, problems: string | Problems): Result<never> => ({
  ok: false,
  refusal: createRefusal(name, problems),
});

/** Creates a refusal with one problem or several. */
export function createRefusal(name: ErrorName, problems: string | Problems): Refusal {
  const [first, ...more] = typeof problems === "string" ? [problems] : problems;
  const texts = [textOf(first), ...more.map(textOf)] as const;
  const places = [first, ...more].map(placeOf);
  const hasPlaces = places.some((place) => Object.keys(place).length > 0);
  return { name, problems: texts, ...(hasPlaces && { places }) };
}

const textOf = (problem: Problem): string => (typeof problem === "string" ? problem : problem.text);

function placeOf(problem: Problem): ProblemPlace {
  if (typeof problem === "string") return {};
  const { text: _, ...place } = problem;
  return place;
}

/** The problems of a refusal with their places, to refuse again in other words or with more details. */
export function problemsOf({
  problems: [first, ...more],
  places = [],
}: Refusal): readonly [PlacedProblem, ...PlacedProblem[]] {
  const at = (text: string, i: number): PlacedProblem => ({ text, ...places[i] });
  return [at(first, 0), ...more.map((text, i) => at(text, i + 1))];
}

/** Whether a list of problems has an entry, as a refusal requires. */
export const hasProblems = <Each extends Problem>(problems: readonly Each[]): problems is readonly [Each, ...Each[]] =>
  problems.length > 0;

type ReadingsOf<Id extends GapId> = { readonly [Each in Id]: Reading<Each> };

export interface Citations<Known extends GapId = GapId> {
  readonly choose: <Id extends Known>(id: Id) => Reading<Id>;
  readonly cite: (...basis: readonly Basis[]) => void;
  /** Consults other readings, such as those of an instance, and records them in the same list. */
  readonly under: <Other extends GapId>(readings: ReadingsOf<Other>) => Citations<Other>;
  /** What was recorded so far. */
  readonly basis: () => BasisList;
  /** Replaces the recorded list with a list that continues it. */
  readonly restore: (basis: BasisList) => void;
}

/** Creates an empty list of citations. Everything that decides a response shares one list. */
export function createCitations<Known extends GapId>(
  readings: ReadingsOf<Known>,
  initial: readonly Basis[] = [],
): Citations<Known> {
  let list = initial.reduce(withBasis, empty);
  const citationsOf = <Id extends GapId>(consulted: ReadingsOf<Id>): Citations<Id> => {
    const bases = basesOf(consulted);
    return {
      choose: (id) => {
        list = withBasis(list, bases[id]);
        return consulted[id];
      },
      cite: (...added) => {
        for (const id of added) list = withBasis(list, id);
      },
      under: citationsOf,
      basis: () => list,
      restore: (basis) => {
        list = basis;
      },
    };
  };
  return citationsOf(readings);
}

/**
 * The basis of a response, in the order of recording and without repetitions. Equal lists share one object, because
 * most responses have the same basis as an earlier response.
 */
export interface BasisList {
  readonly ids: readonly Basis[];
  /** The ids in the form of the `X-Sim-Basis` header. */
  readonly text: string;
  /** The lists that continue this list with one more entry, by that entry. */
  readonly longer: Map<Basis, BasisList>;
}

const maxLists = 10_000;
let listCount = 0;
let empty = createList([]);

function createList(ids: readonly Basis[]): BasisList {
  let text: string | undefined;
  return {
    ids,
    get text() {
      text ??= ids.join(", ");
      return text;
    },
    longer: new Map(),
  };
}

function withBasis(list: BasisList, id: Basis): BasisList {
  const known = list.longer.get(id);
  if (known !== undefined) return known;
  if (listCount === maxLists) {
    listCount = 0;
    empty = createList([]);
  }
  listCount += 1;
  const longer = list.ids.includes(id) ? list : createList([...list.ids, id]);
  list.longer.set(id, longer);
  return longer;
}

/** Formats every reading of a profile once, because each response cites about a dozen. */
const basesOf = memoize((readings: object) => {
  const bases = Object.entries(readings).map(([id, reading]) => [id, `${id}=${reading}`]);
  return Object.fromEntries(bases) as Readonly<Record<GapId, Basis>>; // the compiler does not relate the keys to the readings
});

export const readingBasis = <Id extends GapId>(readings: ReadingsOf<Id>, id: Id): Basis => basesOf(readings)[id];
