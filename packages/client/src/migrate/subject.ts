import { findPlace, formatPath, isFilled, isRecord, memberOf, parsePath } from "@journey-kit/schemas/calls";
import type { SubjectInput } from "../types/subject.ts";
import type { Note } from "./note.ts";

/** The place of a domain element in a subject. Spec 2.6. */
export interface ElementPlace {
  /** The path in the subject, for example `identity.dateOfBirth`, `identity.idNumbers[type=ssn]` or `documents[1]`. */
  readonly path: string;
  /** Members below `path` that belong to the element. Without `leaves`, the whole value belongs to it. */
  readonly leaves?: readonly string[];
}

/**
 * Lists the places in a subject that contain data of an element, for example `documents[0]`. Spec 2.6, 2.8.
 */
export function placesOf({ path, leaves }: ElementPlace, subject: unknown): readonly string[] {
  const found = findPlace(subject, parsePath(path) ?? []);
  if (found === undefined) return [];
  const { value } = found;
  const place = formatPath(found.path);
  if (leaves === undefined) return isFilled(value) ? [place] : [];
  const filledIn = (owner: unknown) => leaves.filter((leaf) => isFilled(memberOf(owner, leaf)));
  if (Array.isArray(value)) {
    const index = value.findIndex((entry) => filledIn(entry).length > 0);
    return index === -1 ? [] : [`${place}[${index}]`];
  }
  const filled = filledIn(value);
  return place.endsWith("]") ? filled.slice(0, 1).map(() => place) : filled.map((leaf) => `${place}.${leaf}`);
}

/** Members of a subject that are lists whose entries may belong to different elements. Spec 2.8. */
const lists = ["documents", "biometrics", "idNumbers", "phones", "emails"];

/** Lists every place in a subject that contains data and may belong to a separate element. Spec 2.8. */
export function filledPlaces(subject: object): readonly string[] {
  return Object.entries(subject).flatMap(([name, value]) =>
    name === "identity" && isRecord(value)
      ? Object.entries(value).flatMap(([member, inner]) => entryPlaces(`identity.${member}`, member, inner))
      : entryPlaces(name, name, value),
  );
}

function entryPlaces(place: string, name: string, value: unknown): readonly string[] {
  if (!isFilled(value)) return [];
  if (!lists.includes(name) || !Array.isArray(value)) return [place];
  return value.flatMap((entry, index) => (isFilled(entry) ? [`${place}[${index}]`] : []));
}

/** Whether two places are equal, or one contains the other. */
export const overlaps = (one: string, other: string): boolean => contains(one, other) || contains(other, one);

const contains = (outer: string, inner: string): boolean =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);

type SubjectDocument = NonNullable<SubjectInput["documents"]>[number];

/**
 * Sets the type of the main document to `Primary`, which every reading accepts. Spec 2.8; gap `document-type-case`.
 *
 * A single document without a type is the main document. If there are several documents and none has the type, adds a
 * note.
 */
export function markPrimary(subject: SubjectInput) {
  const { documents } = subject;
  if (documents === undefined || documents.length === 0) return { subject, notes: [] };
  const alone = documents.length === 1;
  const typed = documents.map((document) => (isPrimary(document, alone) ? { ...document, type: "Primary" } : document));
  const isMarked = typed.some(({ type }) => type === "Primary");
  return { subject: { ...subject, documents: typed }, notes: isMarked ? [] : [unmarked] };
}

function isPrimary({ type }: SubjectDocument, alone: boolean): boolean {
  return type?.toLowerCase() === "primary" || (alone && (type === undefined || type === ""));
}

const unmarked: Note = {
  what: "context.subject.documents",
  why: 'No document is marked as the main one. Set the type of the main document to "Primary".',
  spec: "2.8",
};
