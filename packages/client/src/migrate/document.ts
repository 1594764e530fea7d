import type { SubjectInput } from "../types/subject.ts";
import type { Note } from "./note.ts";

type Document = NonNullable<SubjectInput["documents"]>[number];

/** The result of {@link markPrimary}. */
interface Typed {
  readonly subject: SubjectInput;
  readonly notes: readonly Note[];
}

/**
 * Sets the type of the main document to `Primary`, which every reading accepts. Spec 2.8; gap `document-type-case`.
 *
 * A single document without a type is the main document. If there are several documents and none has the type, adds a
 * note.
 */
export function markPrimary(subject: SubjectInput): Typed {
  const { documents } = subject;
  if (documents === undefined || documents.length === 0) return { subject, notes: [] };
  const alone = documents.length === 1;
  const typed = documents.map((document) => (isPrimary(document, alone) ? { ...document, type: "Primary" } : document));
  const isMarked = typed.some(({ type }) => type === "Primary");
  return { subject: { ...subject, documents: typed }, notes: isMarked ? [] : [unmarked] };
}

function isPrimary({ type }: Document, alone: boolean): boolean {
  return type?.toLowerCase() === "primary" || (alone && (type === undefined || type === ""));
}

const unmarked: Note = {
  what: "context.subject.documents",
  why: 'No document is marked as the main one. Set the type of the main document to "Primary".',
  spec: "2.8",
};
