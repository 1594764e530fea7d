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
import { isRecord, memberOf, parsePath, readPath } from "@journey-kit/schemas/subject-path";
import * as z from "zod";
import { safeParse } from "../world/parse.ts";
import type { EngineContext, EngineRecorder, InstanceTerms } from "./instance.ts";
import { memoize } from "./instance.ts";
import { elementOf, parseImage } from "./subject.ts";

/** The state of one domain element in a subject. Spec 2.6; gap `element-minimum`. */
export type ElementResult =
  | { readonly kind: "absent" }
  /** Present, but below the minimum of the element. */
  | { readonly kind: "incomplete" }
  /** Present, but malformed. `where` is the name of the malformed member. */
  | { readonly kind: "invalid"; readonly where: string }
  | { readonly kind: "valid"; readonly value: unknown };

/** The form and the minimum of each element. The minimum requires at least one member of each list. */
const shapes: Readonly<
  Record<string, { readonly form: z.ZodType; readonly minimum?: readonly (readonly string[])[] }>
> = {
  FullName: {
    form: Identity.pick({ firstName: true, middleNames: true, lastNames: true }),
    minimum: [["firstName"], ["lastNames"]],
  },
  DateOfBirth: { form: Identity.shape.dateOfBirth },
  CurrentAddress: { form: Address },
  PrimaryDocument: { form: Document, minimum: [["side1Image"]] },
  SecondaryDocument: { form: Document, minimum: [["side1Image"]] },
  Selfie: { form: Biometric, minimum: [["selfieImage", "face1Image"]] },
  SSN: { form: IdNumber, minimum: [["idNumber"]] },
  NationalInsuranceNumber: { form: IdNumber, minimum: [["idNumber"]] },
  PreviousAddresses: { form: z.array(PreviousAddress) },
  MobilePhone: { form: Phone, minimum: [["number"]] },
  LandlinePhone: { form: Phone, minimum: [["number"]] },
  PersonalEmail: { form: Email, minimum: [["email"]] },
  WorkEmail: { form: Email, minimum: [["email"]] },
  OtherEmails: { form: Email, minimum: [["email"]] },
  MothersMaidenName: { form: z.string() },
  Gender: { form: z.string() },
  Consent: { form: z.array(Consent) },
};

/** Elements that a journey declares have no shape. */
const shapeOf = (name: string) => (Object.hasOwn(shapes, name) ? shapes[name] : undefined);

/**
 * Finds a domain element in a subject and validates it. It checks everything before it returns, so that every reading
 * that could affect the result is recorded. Spec 2.6, 2.8.
 */
export function validateElement(context: EngineContext, name: string, subject: unknown): ElementResult {
  const { terms, recorder } = context;
  const value = findElement(context, name, subject);
  const strictProblem = findStrictProblem(value, placeOf(terms, name));
  const isStrict = strictProblem !== undefined && recorder.reading("required-fields") === "strict";
  const invalidImage = findInvalidImage(recorder, value);
  if (!isFilled(value)) return { kind: "absent" };
  const isEnough = hasMinimum(context, name, value);
  const where = findMalformedMember(name, value) ?? invalidImage ?? (isStrict ? strictProblem : undefined);
  if (where !== undefined) return { kind: "invalid", where };
  return isEnough ? { kind: "valid", value } : { kind: "incomplete" };
}

/** Whether a value is not null and not empty, at any depth. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  if (isRecord(value)) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null && value !== "";
}

// Finding an element. Spec 2.6, 2.8.

function findElement({ terms, recorder }: EngineContext, name: string, subject: unknown): unknown {
  if (name === "PrimaryDocument") return findPrimaryDocument(recorder, subject);
  if (name === "Selfie") return findSelfie(subject);
  const element = elementOf(terms, name);
  const value = element && readPath(subject, parsePath(element.path) ?? []);
  return name === "FullName" && isRecord(value) ? pickFilled(value, element?.leaves ?? []) : value;
}

const pickFilled = (value: Readonly<Record<string, unknown>>, leaves: readonly string[]) =>
  Object.fromEntries(leaves.flatMap((leaf) => (isFilled(memberOf(value, leaf)) ? [[leaf, value[leaf]]] : [])));

/** Finds the document of type `Primary`. Gap `document-type-case`. */
function findPrimaryDocument(recorder: EngineRecorder, subject: unknown): unknown {
  const documents = memberOf(subject, "documents");
  if (!Array.isArray(documents) || documents.length === 0) return undefined;
  const lenient = documents.find((document) => documentType(document).toLowerCase() === "primary");
  if (documentType(lenient) === "Primary") return lenient;
  if (recorder.reading("document-type-case") === "exact")
    return documents.find((one) => documentType(one) === "Primary");
  return documents.length === 1 && documentType(documents[0]) === "" ? documents[0] : lenient;
}

function documentType(document: unknown): string {
  const type = memberOf(document, "type") ?? "";
  return typeof type === "string" ? type : "another";
}

function findSelfie(subject: unknown): unknown {
  const biometrics = memberOf(subject, "biometrics");
  if (!Array.isArray(biometrics)) return undefined;
  return biometrics.find((entry) => memberOf(entry, "selfieImage") || memberOf(entry, "face1Image")) ?? biometrics[0];
}

// Checking the minimum. Gap `element-minimum`.

/** The leaves that a journey lists for each element. If an element has two lists, the first one counts. */
const listedLeaves = memoize((definition: JourneyDefinition): ReadonlyMap<string, readonly string[]> => {
  const leaves = definition.segments
    .flatMap(({ interactions = [] }) => interactions)
    .flatMap((interaction) => interaction.leaves ?? []);
  return new Map(leaves.toReversed().map(({ element, paths }) => [element, paths]));
});

function hasMinimum({ terms, recorder }: EngineContext, name: string, value: unknown): boolean {
  const hasMembers = (shapeOf(name)?.minimum ?? []).every((members) =>
    members.some((member) => isFilled(memberOf(value, member))),
  );
  const listed = listedLeaves(terms.definition).get(name);
  if (hasMembers && listed === undefined) return true;
  if (recorder.reading("element-minimum") !== "listed-leaves" || listed === undefined) return hasMembers;
  return listed.every((path) => isFilled(readPath(value, parsePath(path) ?? [])));
}

// Validating the form. Spec 2.8; gaps `image-encoding`, `empty-image`, `required-fields`.

function findMalformedMember(name: string, value: unknown): string | undefined {
  const form = shapeOf(name)?.form;
  if (form === undefined) return undefined;
  const parsed = safeParse(form, value);
  return parsed?.success ? undefined : parsed?.error.issues[0]?.path.join(".") || name;
}

const imageLeaves = ["side1Image", "side2Image", "selfieImage", "face1Image"] as const;

/** Returns the name of the first image that is not base64, or that is empty although empty images are refused. */
function findInvalidImage(recorder: EngineRecorder, value: unknown): string | undefined {
  const isEmpty = memberOf(value, "side2Image") === "" && recorder.reading("empty-image") === "rejected";
  const misencoded = imageLeaves.find((leaf) => {
    const encoding = encodingOf(memberOf(value, leaf));
    return encoding === "none" || (encoding === "data-url" && recorder.reading("image-encoding") === "bare-base64");
  });
  return isEmpty ? "side2Image" : misencoded;
}

function encodingOf(image: unknown): "base64" | "data-url" | "none" | undefined {
  if (image === undefined || image === "") return undefined;
  return typeof image === "string" ? (parseImage(image)?.encoding ?? "none") : "none";
}

const dateForm = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const countryForm = /^[A-Z]{2,3}$/;

/** Lists whose entries need two members if gap `required-fields` is `strict`. */
const pairs: Readonly<Record<string, readonly [string, string]>> = {
  idNumbers: ["type", "idNumber"],
  phones: ["type", "number"],
  emails: ["type", "email"],
};

/** The name of the member that contains an element. For an entry of a list, the name of the list. */
function placeOf(terms: InstanceTerms, name: string): string {
  const steps = parsePath(elementOf(terms, name)?.path ?? "") ?? [];
  return steps.findLast((step) => step.kind === "member")?.name ?? "";
}

/**
 * Returns the name of the first member that is invalid if gap `required-fields` is `strict`: a missing half of a pair,
 * a country that is not 2 or 3 capital letters, or a date that is not in the form `YYYY-MM-DD`.
 *
 * @param place Name of the member that contains the value. For an entry of a list, the name of the list.
 */
function findStrictProblem(value: unknown, place: string): string | undefined {
  if (typeof value === "string") return isMalformed(value, place) ? place : undefined;
  if (Array.isArray(value)) return findFirst(value, (entry) => findStrictProblem(entry, place));
  if (!isRecord(value)) return undefined;
  const missing = (Object.hasOwn(pairs, place) ? pairs[place] : undefined)?.find((name) => !memberOf(value, name));
  return missing ?? findFirst(Object.entries(value), ([key, member]) => findStrictProblem(member, key));
}

function isMalformed(text: string, place: string): boolean {
  if (text === "") return false;
  return (place === "country" && !countryForm.test(text)) || (place.endsWith("Date") && !dateForm.test(text));
}

function findFirst<T>(values: readonly T[], find: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
