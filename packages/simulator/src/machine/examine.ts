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
import * as z from "zod";
import { memberOf, parsePath, readPath } from "../world/path.ts";
import { elementOf, isFilled, locate, typeOf } from "./element.ts";
import { parseImage } from "./image.ts";
import { type Basis, cite } from "./result.ts";
import { strictFault } from "./strictness.ts";
import { createTable } from "./table.ts";
import type { Readings, Terms } from "./terms.ts";

/** What a subject holds for one domain element. Spec 2.6; gap `element-minimum`. */
export type Finding =
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

const images = ["side1Image", "side2Image", "selfieImage", "face1Image"] as const;

/** The row of a table under a name that anyone may have chosen. */
const ownOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

type Known = Pick<Terms, "definition" | "readings">;

/** Looks for a domain element in a subject and examines what is there. Spec 2.6, 2.8. */
export function examine(terms: Known, name: string, subject: unknown): Finding & { readonly basis: readonly Basis[] } {
  const found = locate(terms, name, subject);
  const basis = consulted(terms, name, subject, found);
  if (!isFilled(found)) return { kind: "absent", basis };
  const where = fault(terms, name, found);
  if (where !== undefined) return { kind: "invalid", where, basis };
  return isProvided(terms, name, found) ? { kind: "valid", value: found, basis } : { kind: "incomplete", basis };
}

const listings = createTable((definition: JourneyDefinition): ReadonlyMap<string, readonly string[]> => {
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
function fault(terms: Known, name: string, value: unknown): string | undefined {
  const { readings } = terms;
  const issue = ownOf(forms, name)?.safeParse(value).error?.issues[0];
  if (issue !== undefined) return issue.path.join(".") || name;
  const strict = readings["required-fields"] === "strict" ? strictFault(value, placeOf(terms, name)) : undefined;
  return imageFault(value, readings) ?? strict;
}

/** The member of a subject that holds an element, or the list that does. */
function placeOf(terms: Known, name: string): string {
  const steps = parsePath(elementOf(terms, name)?.path ?? "") ?? [];
  return steps.findLast((step) => step.kind === "member")?.name ?? "";
}

/** Names the image that is not base64, or that may not be empty. Gaps `image-encoding`, `empty-image`. */
function imageFault(value: unknown, readings: Readings): string | undefined {
  if (memberOf(value, "side2Image") === "" && readings["empty-image"] === "rejected") return "side2Image";
  return images.find((leaf) => {
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
function consulted(terms: Known, name: string, subject: unknown, found: unknown): readonly Basis[] {
  const { readings } = terms;
  const basis: Basis[] = [];
  if (name === "PrimaryDocument" && isUnusualDocument(subject)) basis.push(cite(readings, "document-type-case"));
  if (memberOf(found, "side2Image") === "") basis.push(cite(readings, "empty-image"));
  if (images.some((leaf) => encodingOf(found, leaf) === "data-url")) basis.push(cite(readings, "image-encoding"));
  if (isFilled(found) && (listedPaths(terms, name) !== undefined || !isProvided(terms, name, found))) {
    basis.push(cite(readings, "element-minimum"));
  }
  if (strictFault(found, placeOf(terms, name)) !== undefined) basis.push(cite(readings, "required-fields"));
  return basis;
}

function isUnusualDocument(subject: unknown): boolean {
  const documents = memberOf(subject, "documents");
  return Array.isArray(documents) && documents.length > 0 && !documents.some((one) => typeOf(one) === "Primary");
}
