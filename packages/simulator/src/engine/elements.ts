import {
  Address,
  Biometric,
  Consent,
  Document,
  Email,
  Identity,
  IdNumber,
  type JourneyDefinition,
  Phone,
  PreviousAddress,
} from "@journey-kit/schemas";
import { type Element, elements } from "@journey-kit/schemas/elements";
import { isRecord, memberOf, parsePath, readPath } from "@journey-kit/schemas/subject-path";
import * as z from "zod";
import type { InstanceTerms, Readings } from "./instance.ts";
import { memoize } from "./memoize.ts";
import { type Basis, readingBasis } from "./result.ts";

/** What a subject holds for one domain element. Spec 2.6; gap `element-minimum`. */
export type ElementResult =
  | { readonly kind: "absent" }
  /** There, but less than the element needs. */
  | { readonly kind: "incomplete" }
  /** There, and malformed; `where` names the member at fault. */
  | { readonly kind: "invalid"; readonly where: string }
  | { readonly kind: "valid"; readonly value: unknown };

/** The form of each element, wherever it is collected. Spec 2.8. */
const forms: Readonly<Record<string, z.ZodType>> = {
  FullName: Identity.pick({ firstName: true, middleNames: true, lastNames: true }),
  DateOfBirth: Identity.shape.dateOfBirth,
  CurrentAddress: Address,
  PrimaryDocument: Document,
  SecondaryDocument: Document,
  Selfie: Biometric,
  SSN: IdNumber,
  NationalInsuranceNumber: IdNumber,
  PreviousAddresses: z.array(PreviousAddress),
  MobilePhone: Phone,
  LandlinePhone: Phone,
  PersonalEmail: Email,
  WorkEmail: Email,
  OtherEmails: Email,
  MothersMaidenName: z.string(),
  Gender: z.string(),
  Consent: z.array(Consent),
};

/** The members that an element must hold to be provided: one of each list. Gap `element-minimum`. */
const minimums: Readonly<Record<string, readonly (readonly string[])[]>> = {
  FullName: [["firstName"], ["lastNames"]],
  PrimaryDocument: [["side1Image"]],
  SecondaryDocument: [["side1Image"]],
  Selfie: [["selfieImage", "face1Image"]],
  SSN: [["idNumber"]],
  NationalInsuranceNumber: [["idNumber"]],
  MobilePhone: [["number"]],
  LandlinePhone: [["number"]],
  PersonalEmail: [["email"]],
  WorkEmail: [["email"]],
  OtherEmails: [["email"]],
};

const imageLeaves = ["side1Image", "side2Image", "selfieImage", "face1Image"] as const;

/** The row of a table under a name that anyone may have chosen. */
const ownOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

type Known = Pick<InstanceTerms, "definition" | "readings">;

/** Looks for a domain element in a subject and examines what is there. Spec 2.6, 2.8. */
export function validateElement(
  terms: Known,
  name: string,
  subject: unknown,
): ElementResult & { readonly basis: readonly Basis[] } {
  const found = findElement(terms, name, subject);
  const basis = readingsConsulted(terms, name, subject, found);
  if (!isFilled(found)) return { kind: "absent", basis };
  const where = findInvalidMember(terms, name, found);
  if (where !== undefined) return { kind: "invalid", where, basis };
  return isProvided(terms, name, found) ? { kind: "valid", value: found, basis } : { kind: "incomplete", basis };
}

const listings = memoize((definition: JourneyDefinition): ReadonlyMap<string, readonly string[]> => {
  const leaves = definition.segments
    .flatMap(({ interactions = [] }) => interactions)
    .flatMap((one) => one.leaves ?? []);
  return new Map(leaves.toReversed().map(({ element, paths }) => [element, paths])); // the first listing counts
});

const listedPaths = ({ definition }: Known, name: string): readonly string[] | undefined =>
  listings(definition).get(name);

function isProvided(terms: Known, name: string, value: unknown): boolean {
  const listed = terms.readings["element-minimum"] === "listed-leaves" ? listedPaths(terms, name) : undefined;
  if (listed !== undefined) return listed.every((path) => isFilled(readPath(value, parsePath(path) ?? [])));
  return (ownOf(minimums, name) ?? []).every((members) => members.some((member) => isFilled(memberOf(value, member))));
}

/** Names the member that makes a value invalid. */
function findInvalidMember(terms: Known, name: string, value: unknown): string | undefined {
  const { readings } = terms;
  const issue = ownOf(forms, name)?.safeParse(value).error?.issues[0];
  if (issue !== undefined) return issue.path.join(".") || name;
  const strict = readings["required-fields"] === "strict" ? findStrictProblem(value, placeOf(terms, name)) : undefined;
  return findInvalidImage(value, readings) ?? strict;
}

/** The member of a subject that holds an element, or the list that does. */
function placeOf(terms: Known, name: string): string {
  const steps = parsePath(elementOf(terms, name)?.path ?? "") ?? [];
  return steps.findLast((step) => step.kind === "member")?.name ?? "";
}

/** Names the image that is not base64, or that may not be empty. Gaps `image-encoding`, `empty-image`. */
function findInvalidImage(value: unknown, readings: Readings): string | undefined {
  if (memberOf(value, "side2Image") === "" && readings["empty-image"] === "rejected") return "side2Image";
  return imageLeaves.find((leaf) => {
    const encoding = encodingOf(value, leaf);
    return encoding === "none" || (encoding === "data-url" && readings["image-encoding"] === "bare-base64");
  });
}

function encodingOf(value: unknown, leaf: string): "base64" | "data-url" | "none" | undefined {
  const text = memberOf(value, leaf);
  if (text === undefined || text === "") return undefined;
  return typeof text === "string" ? (parseImage(text)?.encoding ?? "none") : "none";
}

/** The gap readings that made a difference, or could have, for what was found. */
function readingsConsulted(terms: Known, name: string, subject: unknown, found: unknown): readonly Basis[] {
  const { readings } = terms;
  const basis: Basis[] = [];
  if (name === "PrimaryDocument" && isUnusualDocument(subject))
    basis.push(readingBasis(readings, "document-type-case"));
  if (memberOf(found, "side2Image") === "") basis.push(readingBasis(readings, "empty-image"));
  if (imageLeaves.some((leaf) => encodingOf(found, leaf) === "data-url"))
    basis.push(readingBasis(readings, "image-encoding"));
  if (isFilled(found) && (listedPaths(terms, name) !== undefined || !isProvided(terms, name, found))) {
    basis.push(readingBasis(readings, "element-minimum"));
  }
  if (findStrictProblem(found, placeOf(terms, name)) !== undefined)
    basis.push(readingBasis(readings, "required-fields"));
  return basis;
}

function isUnusualDocument(subject: unknown): boolean {
  const documents = memberOf(subject, "documents");
  return Array.isArray(documents) && documents.length > 0 && !documents.some((one) => documentType(one) === "Primary");
}

/** Where the subject holds an element: as the journey declares it, or by the common table. Spec 2.6. */
export function elementOf({ definition }: Pick<InstanceTerms, "definition">, name: string): Element | undefined {
  const declared = definition.elements?.find((element) => element.name === name);
  if (declared !== undefined) return { path: declared.path };
  return Object.hasOwn(elements, name) ? elements[name as keyof typeof elements] : undefined; // `hasOwn` has just said so
}

/** Whether a value says something: it is not null, not empty, and not made of such alone. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  if (isRecord(value)) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null && value !== "";
}

/** Takes the value of an element out of a subject; undefined where there is none. Spec 2.6, 2.8. */
function findElement(terms: Pick<InstanceTerms, "definition" | "readings">, name: string, subject: unknown): unknown {
  if (name === "PrimaryDocument") return primaryDocument(subject, terms.readings["document-type-case"] === "exact");
  if (name === "Selfie") return selfie(subject);
  const element = elementOf(terms, name);
  const value = element && readPath(subject, parsePath(element.path) ?? []);
  return name === "FullName" && isRecord(value) ? pick(value, element?.leaves ?? []) : value;
}

/** Whether a document says of itself that it is the main one. Spec 2.8; gap `document-type-case`. */
function documentType(document: unknown): string {
  const type = memberOf(document, "type") ?? "";
  return typeof type === "string" ? type : "another";
}

function primaryDocument(subject: unknown, exact: boolean): unknown {
  const documents = memberOf(subject, "documents");
  if (!Array.isArray(documents)) return undefined;
  if (exact) return documents.find((document) => documentType(document) === "Primary");
  if (documents.length === 1 && documentType(documents[0]) === "") return documents[0];
  return documents.find((document) => documentType(document).toLowerCase() === "primary");
}

function selfie(subject: unknown): unknown {
  const biometrics = memberOf(subject, "biometrics");
  if (!Array.isArray(biometrics)) return undefined;
  return biometrics.find((entry) => memberOf(entry, "selfieImage") || memberOf(entry, "face1Image")) ?? biometrics[0];
}

const pick = (value: Readonly<Record<string, unknown>>, leaves: readonly string[]) =>
  Object.fromEntries(leaves.flatMap((leaf) => (isFilled(memberOf(value, leaf)) ? [[leaf, value[leaf]]] : [])));

const dateForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const countryForm = /^[A-Z]{2,3}$/;

/** Lists whose entries need two members where gap `required-fields` is `strict`. */
const pairs: Readonly<Record<string, readonly [string, string]>> = {
  idNumbers: ["type", "idNumber"],
  phones: ["type", "number"],
  emails: ["type", "email"],
};

/**
 * Names the first member that is wrong where gap `required-fields` is `strict`: half of a pair, a country that is not
 * 2 or 3 capitals, a date without the form of a date. Spec 2.8.
 *
 * @param place Name of the member that holds the value; for an entry of a list, that of the list.
 */
function findStrictProblem(value: unknown, place: string): string | undefined {
  if (typeof value === "string") return isMalformed(value, place) ? place : undefined;
  if (Array.isArray(value)) return firstOf(value, (entry) => findStrictProblem(entry, place));
  if (!isRecord(value)) return undefined;
  const lacking = Object.hasOwn(pairs, place) ? pairs[place]?.find((name) => !memberOf(value, name)) : undefined;
  return lacking ?? firstOf(Object.entries(value), ([key, member]) => findStrictProblem(member, key));
}

function isMalformed(text: string, place: string): boolean {
  if (text === "") return false;
  return (place === "country" && !countryForm.test(text)) || (place.endsWith("Date") && !dateForm.test(text));
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * What is kept of an image, as text in the place of the image: how it was encoded, its digest and its length in bytes.
 * The bytes themselves never reach the machine.
 */
export type Image =
  | { readonly encoding: "base64" | "data-url"; readonly digest: string; readonly bytes: number }
  | { readonly encoding: "none"; readonly length: number };

/** The leaves of `documents[]` that hold images. Spec 2.8. */
export const documentImages = [
  "side1Image",
  "side2Image",
  "photo",
  "photoCompressed",
  "signature",
  "signatureCompressed",
] as const;

/** The leaves of `biometrics[]` that hold images. Spec 2.8. */
export const biometricImages = ["selfieImage", "face1Image", "face2Image"] as const;

/** Writes what is kept of an image as text. */
export const toImageText = (image: Image): string =>
  image.encoding === "none" ? `none:${image.length}` : `${image.encoding}:${image.digest}:${image.bytes}`;

/** Reads what {@link toImageText} wrote; undefined for the empty text, which stands for no image. */
export function parseImage(text: string): Image | undefined {
  const [encoding, middle, bytes] = text.split(":");
  if (encoding === "none") return { encoding, length: Number(middle) };
  if (encoding !== "base64" && encoding !== "data-url") return undefined;
  return { encoding, digest: middle ?? "", bytes: Number(bytes) };
}
