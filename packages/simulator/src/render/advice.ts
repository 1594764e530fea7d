import type { Advice } from "@journey-kit/schemas";
import { moduleOf } from "@journey-kit/schemas/modules";
import { memberOf } from "@journey-kit/schemas/subject-path";
import type { Instance, InstanceTerms, ModuleRun } from "../engine/instance.ts";
import { draw } from "../world/random.ts";

/**
 * The advice of a module: its outcome, scores and extracted fields. It is derived from the run, the seed and the subject,
 * so nothing is stored. Spec 4.2.
 */
export const toAdvice = (terms: InstanceTerms, instance: Instance, subject: unknown, run: ModuleRun): Advice => ({
  ...toFindings(terms, instance, subject, run),
  ...moduleOf(run.module, terms.definition).advice,
  ...run.outcome.advice,
  outcome: run.outcome.name,
  ...run.advice,
});

/** What the modules of the specification find. A module that a journey declares has only the advice declared with it. */
function toFindings(terms: InstanceTerms, instance: Instance, subject: unknown, run: ModuleRun): Advice {
  const score = scoreOf(terms, instance, run);
  const document = firstEntry(memberOf(subject, "documents"));
  switch (run.module) {
    case "Document Classification":
      return { ...toClassification(document), confidence: score };
    case "Document Extraction":
      return { extractedFields: toExtractedFields(subject, document), confidence: score };
    case "Document Authentication":
      return { authenticityScore: score };
    case "Data Verification":
      return { contains: toMatches(subject, run, score) };
    case "Age Verification":
      return { isUnder18: run.outcome.name === "Under Age" ? 1 : 0 };
    case "Facematch":
      return { matchScore: score };
    case "Liveness":
      return { livenessScore: score };
    default:
      return {};
  }
}

/** A score from 0 to 100 that fits the classification of the outcome. */
function scoreOf({ seed }: InstanceTerms, { ordinal }: Instance, run: ModuleRun): number {
  const min = { positive: 85, neutral: 50, negative: 5 }[run.outcome.classification];
  return min + Math.floor(draw(seed, ordinal, run.module, run.attempt) * 15);
}

const firstEntry = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

const textOr = (value: unknown, fallback: string): string =>
  typeof value === "string" && value !== "" ? value : fallback;

function toClassification(document: unknown): Advice {
  return {
    classification: {
      category: textOr(memberOf(document, "category"), "Identity Document"),
      type: textOr(memberOf(document, "documentClassName"), "Driving Licence"),
      countryCode: textOr(memberOf(document, "countryCode"), "GBR"),
      isDoubleSided: textOr(memberOf(document, "side2Image"), "") !== "",
      hasNFC: false,
    },
  };
}

/** The fields of a document, taken from the subject. */
function toExtractedFields(subject: unknown, document: unknown): readonly { label: string; value: string }[] {
  const identity = memberOf(subject, "identity");
  const lastNames = memberOf(identity, "lastNames");
  const fields: readonly (readonly [string, unknown])[] = [
    ["First Name", memberOf(identity, "firstName")],
    ["Last Name", Array.isArray(lastNames) ? lastNames.join(" ") : undefined],
    ["Date of Birth", memberOf(identity, "dateOfBirth")],
    ["Document Number", memberOf(document, "documentNumber") ?? memberOf(document, "number")],
    ["Expiration Date", memberOf(document, "expirationDate") ?? memberOf(document, "expiryDate")],
  ];
  return fields.flatMap(([label, value]) => (typeof value === "string" && value !== "" ? [{ label, value }] : []));
}

function toMatches(subject: unknown, run: ModuleRun, score: number): Readonly<Record<string, number>> {
  const identity = memberOf(subject, "identity");
  const has = (name: string) => memberOf(identity, name) !== undefined;
  const matches = (...names: readonly string[]) =>
    run.outcome.classification === "positive" && names.every(has) ? 1 : 0;
  return {
    nameAddress: matches("firstName", "currentAddress"),
    nameDob: matches("firstName", "dateOfBirth"),
    nameDobAddress: matches("firstName", "dateOfBirth", "currentAddress"),
    idNameAddress: matches("firstName", "idNumbers", "currentAddress"),
    sources: run.outcome.classification === "negative" ? 0 : 2,
    isUnder18: 0,
    score,
  };
}
