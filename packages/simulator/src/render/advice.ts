import type { Advice } from "@journey-kit/schemas";
import { moduleOf } from "@journey-kit/schemas/modules";
import { memberOf } from "@journey-kit/schemas/subject-path";
import type { Instance, InstanceTerms, ModuleRun } from "../engine/instance.ts";
import { classify } from "../engine/module.ts";
import { draw } from "../world/random.ts";

/** The name of the outcome of a module run. Spec 1. */
export const outcomeName = ({ module, outcome }: ModuleRun): string => moduleOf(module).outcomes[outcome]?.name ?? "";

/**
 * The advice of a module: its outcome, scores and extracted fields. It is derived from the run, the seed and the subject,
 * so nothing is stored. Spec 4.2.
 */
export const toAdvice = (terms: InstanceTerms, instance: Instance, subject: unknown, run: ModuleRun): Advice => ({
  ...toDefaultAdvice(terms, instance, subject, run),
  ...run.advice,
});

function toDefaultAdvice(terms: InstanceTerms, instance: Instance, subject: unknown, run: ModuleRun): Advice {
  const score = scoreOf(terms, instance, run);
  const outcome = outcomeName(run);
  const document = firstEntry(memberOf(subject, "documents"));
  switch (run.module) {
    case "Document Classification":
      return { ...toClassification(document), confidence: score, outcome };
    case "Document Extraction":
      return { extractedFields: toExtractedFields(subject, document), confidence: score, outcome };
    case "Document Authentication":
      return { authenticityScore: score, outcome };
    case "Data Verification":
      return { contains: toMatches(subject, run, score), outcome };
    case "Age Verification":
      return { isUnder18: outcome === "Under Age" ? 1 : 0, outcome };
    case "Facematch":
      return { matchScore: score, outcome };
    case "Liveness":
      return { livenessScore: score, outcome };
  }
}

/** A score from 0 to 100 that fits the classification of the outcome. */
function scoreOf({ scenario, seed }: InstanceTerms, { ordinal }: Instance, run: ModuleRun): number {
  const min = { positive: 85, neutral: 50, negative: 5 }[classify(run)];
  return min + Math.floor(draw(scenario.seed ?? seed, ordinal, run.module, run.attempt) * 15);
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
  const matches = (...names: readonly string[]) => (classify(run) === "positive" && names.every(has) ? 1 : 0);
  return {
    nameAddress: matches("firstName", "currentAddress"),
    nameDob: matches("firstName", "dateOfBirth"),
    nameDobAddress: matches("firstName", "dateOfBirth", "currentAddress"),
    idNameAddress: matches("firstName", "idNumbers", "currentAddress"),
    sources: classify(run) === "negative" ? 0 : 2,
    isUnder18: 0,
    score,
  };
}
