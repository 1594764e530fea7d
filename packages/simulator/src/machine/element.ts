import { type Element, elements } from "@journey-kit/schemas/elements";
import { isRecord, memberOf, parsePath, readPath } from "../world/path.ts";
import type { Terms } from "./terms.ts";

/** Where the subject holds an element: as the journey declares it, or by the common table. Spec 2.6. */
export function elementOf({ definition }: Pick<Terms, "definition">, name: string): Element | undefined {
  const declared = definition.elements?.find((element) => element.name === name);
  if (declared !== undefined) return { path: declared.path };
  return Object.hasOwn(elements, name) ? elements[name as keyof typeof elements] : undefined; // `hasOwn` has just said so
}

/** Whether a value says something: it is not null, not empty, and not made of such alone. */
export function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  if (isRecord(value)) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null && value !== "";
}

/** Takes the value of an element out of a subject; undefined where there is none. Spec 2.6, 2.8. */
export function locate(terms: Pick<Terms, "definition" | "readings">, name: string, subject: unknown): unknown {
  if (name === "PrimaryDocument") return primaryDocument(subject, terms.readings["document-type-case"] === "exact");
  if (name === "Selfie") return selfie(subject);
  const element = elementOf(terms, name);
  const value = element && readPath(subject, parsePath(element.path) ?? []);
  return name === "FullName" && isRecord(value) ? pick(value, element?.leaves ?? []) : value;
}

/** Whether a document says of itself that it is the main one. Spec 2.8; gap `document-type-case`. */
export function typeOf(document: unknown): string {
  const type = memberOf(document, "type") ?? "";
  return typeof type === "string" ? type : "another";
}

function primaryDocument(subject: unknown, exact: boolean): unknown {
  const documents = memberOf(subject, "documents");
  if (!Array.isArray(documents)) return undefined;
  if (exact) return documents.find((document) => typeOf(document) === "Primary");
  if (documents.length === 1 && typeOf(documents[0]) === "") return documents[0];
  return documents.find((document) => typeOf(document).toLowerCase() === "primary");
}

function selfie(subject: unknown): unknown {
  const biometrics = memberOf(subject, "biometrics");
  if (!Array.isArray(biometrics)) return undefined;
  return biometrics.find((entry) => memberOf(entry, "selfieImage") || memberOf(entry, "face1Image")) ?? biometrics[0];
}

const pick = (value: Readonly<Record<string, unknown>>, leaves: readonly string[]) =>
  Object.fromEntries(leaves.flatMap((leaf) => (isFilled(memberOf(value, leaf)) ? [[leaf, value[leaf]]] : [])));
