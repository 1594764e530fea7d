import { type JourneyDefinition, Subject, safeParse, schemaFor } from "@journey-kit/schemas";
import {
  type Element,
  type ElementName,
  elements,
  findPlace,
  formatPath,
  isFilled,
  isRecord,
  memberOf,
  type Place,
  parsePath,
  readPath,
  type Step,
} from "@journey-kit/schemas/calls";
import { type Profile, presets } from "@journey-kit/schemas/tables";
import type * as z from "zod";
import { memoize } from "../world/cache.ts";
import { createCitations } from "./result.ts";
import { type ElementTerms, elementOf, parseImage } from "./subject.ts";
import type { EngineCitations, EngineContext } from "./terms.ts";

/** The state of one domain element in a subject. Spec 2.6; gap `element-minimum`. */
export type ElementResult =
  | { readonly kind: "absent" }
  /** Present, but with less data than the element needs. */
  | { readonly kind: "incomplete" }
  /** Present, but malformed. `where` is the path of the malformed member in the request. */
  | { readonly kind: "invalid"; readonly where: string }
  | { readonly kind: "valid"; readonly value: unknown };

/** A member of a subject that has a wrong type or form. */
interface Malformed {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Whether the member is malformed only if gap `required-fields` is `strict`. */
  readonly isStrict: boolean;
}

export interface CheckedSubject {
  readonly subject: unknown;
  readonly malformed: readonly Malformed[];
}

/** Finds the malformed members of a subject. Spec 2.8; gap `null-values`. */
export function checkSubject({ citations }: EngineContext, sent: unknown): CheckedSubject {
  const malformed = findMalformed(sent);
  const isNull = ({ path }: Malformed) => readPath(sent, path) === null;
  if (!malformed.some(isNull) || citations.choose("null-values") === "refused") return { subject: sent, malformed };
  const subject = withoutNulls(sent);
  return { subject, malformed: findMalformed(subject) };
}

const strictProfile: Profile = { ...presets.specified, "required-fields": "strict" };

let last: CheckedSubject = { subject: undefined, malformed: [] };

/** Remembers the last subject: a hosted form is validated, and then submitted by a command that is validated too. */
function findMalformed(subject: unknown): readonly Malformed[] {
  if (last.subject === undefined || last.subject !== subject) last = { subject, malformed: parseSubject(subject) };
  return last.malformed;
}

/** The strict schema refuses everything that the plain one refuses, so a valid subject is parsed only once. */
function parseSubject(subject: unknown): readonly Malformed[] {
  const strict = findIssues(schemaFor(strictProfile, Subject), subject);
  if (strict.length === 0) return [];
  const plain = findIssues(Subject, subject);
  const known = new Set(plain.map(({ path }) => formatPath(path)));
  return [
    ...plain.map(({ path, message }) => ({ path, message, isStrict: false })),
    ...strict
      .filter(({ path }) => !known.has(formatPath(path)))
      .map(({ path, message }) => ({ path, message, isStrict: true })),
  ];
}

const findIssues = (
  schema: z.core.$ZodType,
  subject: unknown,
): readonly Pick<z.core.$ZodIssue, "path" | "message">[] => {
  const parsed = safeParse(schema, subject ?? {});
  return parsed === undefined ? [{ path: [], message: "Invalid input" }] : (parsed.error?.issues ?? []);
};

/** Removes the members and entries that are null, at any depth. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => entry !== null).map(withoutNulls);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** A description of a malformed member, and whether the member is missing rather than wrong. */
interface MemberProblem {
  readonly text: string;
  /** Path of the member in the request. */
  readonly path: string;
  readonly isMissing: boolean;
}

/**
 * Describes the malformed members outside the elements that a journey collects. Spec 2.8; gap `subject-validation`.
 *
 * @returns One problem for each member, with its path.
 */
export function findProblemsElsewhere(
  context: EngineContext,
  { subject, malformed }: CheckedSubject,
  collected: readonly string[],
): readonly MemberProblem[] {
  if (malformed.length === 0) return [];
  const { terms, citations } = context;
  const uncited = { terms, citations: createCitations(terms.readings) };
  const owned = collected.flatMap((name) => findElement(uncited, name, { subject, malformed })?.owned ?? []);
  const outside = malformed.filter(({ path }) => !owned.some((place) => isBelow(path, place)));
  if (outside.length === 0 || citations.choose("subject-validation") === "elements") return [];
  const isRefused = ({ isStrict }: Malformed) => !isStrict || citations.choose("required-fields") === "strict";
  return outside.filter(isRefused).map(({ path, message }) => ({
    text: `${formatSubjectPath(path)}: ${message}.`,
    path: formatSubjectPath(path),
    isMissing: readPath(subject, path) === undefined,
  }));
}

const isBelow = (path: readonly PropertyKey[], place: readonly PropertyKey[]): boolean =>
  place.every((key, i) => path[i] === key);

const formatSubjectPath = (path: readonly PropertyKey[]): string => formatPath(["context", "subject", ...path]);

/**
 * Finds a domain element in a subject and validates it. Performs all checks before it returns, so that every reading
 * that could affect the result is recorded. Spec 2.6, 2.8.
 */
export function validateElement(context: EngineContext, name: string, checked: CheckedSubject): ElementResult {
  const { citations } = context;
  const found = findElement(context, name, checked);
  if (found === undefined) return { kind: "absent" };
  const { malformed } = checked;
  const { value, path, owned } = found;
  const own = malformed.filter((one) => one.path.length === 0 || owned.some((place) => isBelow(one.path, place)));
  const wrong = own.find(({ isStrict }) => !isStrict);
  if (wrong !== undefined) return { kind: "invalid", where: formatSubjectPath(wrong.path) };
  const isStrict = own.length > 0 && citations.choose("required-fields") === "strict";
  const invalidImage = findInvalidImage(citations, value);
  if (isStrict) return { kind: "invalid", where: formatSubjectPath(own[0]?.path ?? path) };
  if (!isFilled(value)) return { kind: "absent" };
  const isEnough = hasMinimum(context, name, value);
  if (invalidImage !== undefined) return { kind: "invalid", where: formatSubjectPath([...path, invalidImage]) };
  return isEnough ? { kind: "valid", value } : { kind: "incomplete" };
}

// Finding an element. Spec 2.6, 2.8.

/** An element in a subject, with the places whose data belongs to it. */
interface FoundElement extends Place {
  readonly owned: readonly (readonly PropertyKey[])[];
}

function findElement(context: EngineContext, name: string, checked: CheckedSubject): FoundElement | undefined {
  const place = findElementPlace(context, name, checked.subject);
  if (place === undefined) return findInContainers(context, name, checked);
  const { value, path } = place;
  if (name !== "FullName") return { ...place, owned: [path] };
  const leaves = (elementOf(context.terms, name)?.leaves ?? []).filter((leaf) => memberOf(value, leaf) !== undefined);
  const members = leaves.map((leaf) => [leaf, memberOf(value, leaf)] as const);
  return {
    path,
    value: Object.fromEntries(members.filter(([, member]) => isFilled(member))),
    owned: leaves.map((leaf) => [...path, leaf]),
  };
}

/** An element that is not found owns the malformed containers that it could be in: an object, an array or an entry. */
function findInContainers({ terms }: EngineContext, name: string, checked: CheckedSubject): FoundElement | undefined {
  if (checked.malformed.length === 0) return undefined;
  const steps = stepsOf(terms, name);
  const prefixes = steps.map((_, i) => findPlace(checked.subject, steps.slice(0, i + 1))?.path ?? []);
  const reached = prefixes.findLast(({ length }) => length > 0) ?? [];
  const isMissingEntry = typeof steps[reached.length] === "object";
  const paths = checked.malformed.filter(({ isStrict }) => !isStrict).map(({ path }) => path);
  const owned = paths.filter((path) => {
    const [entry, member, ...below] = path.slice(reached.length);
    if (path.length === 0 || !isBelow(path, reached)) return false;
    return entry === undefined || (isMissingEntry && below.length === 0 && (member === undefined || member === "type"));
  });
  return owned.length === 0 ? undefined : { path: [], value: undefined, owned };
}

const stepsOf = (terms: ElementTerms, name: string): readonly Step[] =>
  parsePath(elementOf(terms, name)?.path ?? "") ?? [];

function findElementPlace({ terms, citations }: EngineContext, name: string, subject: unknown): Place | undefined {
  if (name === "PrimaryDocument") return findPrimaryDocument(citations, subject);
  if (name === "Selfie") return findSelfie(citations, subject);
  const place = findPlace(subject, stepsOf(terms, name));
  return name === "FullName" && !isRecord(place?.value) ? undefined : place;
}

/** Finds the document of type `Primary`. Gaps `document-type-case`, `several-primary-documents`. */
function findPrimaryDocument(citations: EngineCitations, subject: unknown): Place | undefined {
  const documents = memberOf(subject, "documents");
  if (!Array.isArray(documents) || documents.length === 0) return undefined;
  const types = documents.map(documentType);
  const lenient = [...types.keys()].filter((i) => types[i]?.toLowerCase() === "primary");
  const exact = lenient.filter((i) => types[i] === "Primary");
  const choose = (indexes: readonly number[]): Place | undefined => {
    const isFirst = indexes.length < 2 || citations.choose("several-primary-documents") === "first";
    const withImage = isFirst ? undefined : indexes.find((i) => memberOf(documents[i], "side1Image"));
    const index = withImage ?? indexes[0];
    return index === undefined ? undefined : { path: ["documents", index], value: documents[index] };
  };
  if (exact.length > 0 && exact.length === lenient.length) return choose(exact);
  switch (citations.choose("document-type-case")) {
    case "exact":
      return choose(exact);
    case "lenient":
      return choose(types.length === 1 && types[0] === "" ? [0] : lenient);
    case "first-untyped":
      return choose(types.every((type) => type === "") ? [0] : lenient);
  }
}

function documentType(document: unknown): string {
  const type = memberOf(document, "type") ?? "";
  return typeof type === "string" ? type : "another";
}

/** Finds the entry with the selfie. Gap `several-selfies`. */
function findSelfie(citations: EngineCitations, subject: unknown): Place | undefined {
  const biometrics = memberOf(subject, "biometrics");
  if (!Array.isArray(biometrics) || biometrics.length === 0) return undefined;
  const filled = biometrics.findIndex((entry) => memberOf(entry, "selfieImage") || memberOf(entry, "face1Image"));
  const index = filled > 0 && citations.choose("several-selfies") === "first-with-image" ? filled : 0;
  return { path: ["biometrics", index], value: biometrics[index] };
}

// Checking the minimum. Gap `element-minimum`.

/** The leaves that a journey lists for each element. If an element has two lists, the first one applies. */
const listedLeaves = memoize((definition: JourneyDefinition): ReadonlyMap<string, readonly string[]> => {
  const leaves = definition.segments
    .flatMap(({ interactions = [] }) => interactions)
    .flatMap((interaction) => interaction.leaves ?? []);
  return new Map(leaves.toReversed().map(({ element, paths }) => [element, paths]));
});

const minimumOf = (name: string): NonNullable<Element["minimum"]> => {
  const row: Element | undefined = Object.hasOwn(elements, name) ? elements[name as ElementName] : undefined; // checked by `hasOwn`
  return row?.minimum ?? [];
};

function hasMinimum({ terms, citations }: EngineContext, name: string, value: unknown): boolean {
  const hasMembers = minimumOf(name).every((members) => members.some((member) => isFilled(memberOf(value, member))));
  const listed = listedLeaves(terms.definition).get(name);
  if (hasMembers && listed === undefined) return true;
  if (citations.choose("element-minimum") !== "listed-leaves" || listed === undefined) return hasMembers;
  return listed.every((path) => isFilled(readPath(value, parsePath(path) ?? [])));
}

// Validating images. Spec 2.8; gaps `image-encoding`, `empty-image`.

const imageLeaves = ["side1Image", "side2Image", "selfieImage", "face1Image"] as const;

/** Returns the name of the first image that is not base64, or that is empty although empty images are refused. */
function findInvalidImage(citations: EngineCitations, value: unknown): string | undefined {
  const isEmpty = memberOf(value, "side2Image") === "" && citations.choose("empty-image") === "rejected";
  const misencoded = imageLeaves.find((leaf) => {
    const encoding = encodingOf(memberOf(value, leaf));
    return encoding === "none" || (encoding === "data-url" && citations.choose("image-encoding") === "bare-base64");
  });
  return isEmpty ? "side2Image" : misencoded;
}

function encodingOf(image: unknown): "base64" | "data-url" | "none" | undefined {
  if (image === undefined || image === "") return undefined;
  return typeof image === "string" ? (parseImage(image)?.encoding ?? "none") : "none";
}
