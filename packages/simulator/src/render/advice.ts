import type { Advice } from "@journey-kit/schemas";
import { listOf, memberOf, parsePath, readPath } from "@journey-kit/schemas/calls";
import { ageAt, parseDate } from "@journey-kit/schemas/personal";
import { moduleOf } from "@journey-kit/schemas/tables";
import type { Instance, ModuleRun } from "../engine/instance.ts";
import type { Citations } from "../engine/result.ts";
import { numberOf } from "../engine/settle.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { draw } from "../world/random.ts";

/**
 * The advice of a module: its outcome, scores and extracted fields. The advice is derived from the run, the seed and
 * the subject, so the store does not need to contain it. Spec 4.2.
 */
export const renderAdvice = (
  citations: Citations,
  terms: InstanceTerms,
  instance: Instance,
  subject: unknown,
  run: ModuleRun,
): Advice => ({
  ...renderFindings(citations, terms, instance, subject, run),
  ...moduleOf(run.module, terms.definition).advice,
  ...run.outcome.advice,
  outcome: run.outcome.name,
  ...run.advice,
});

/**
 * The findings of the specification's modules. A module that a journey declares has only the advice in its declaration.
 * Gap `advice-members`.
 */
function renderFindings(
  citations: Citations,
  terms: InstanceTerms,
  instance: Instance,
  subject: unknown,
  run: ModuleRun,
): Advice {
  const score = scoreOf(terms, instance, run);
  const document = mainDocumentOf(instance, subject);
  switch (run.module) {
    case "Document Classification":
      return { ...renderClassification(document), confidence: score };
    case "Document Extraction":
      return { extractedFields: renderExtractedFields(subject, document), confidence: score };
    case "Document Authentication":
      return { authenticityScore: score };
    case "Data Verification":
      return citations.choose("advice-members") === "conventional"
        ? { contains: renderMatches(subject, run, score) }
        : { contains: { ...renderMatches(subject, run, score), ...renderMoreMatches(subject, run) }, score };
    case "Age Verification": {
      const isUnder18 = run.outcome.name === "Under Age";
      return {
        isUnder18: citations.choose("advice-members") === "conventional" ? Number(isUnder18) : isUnder18,
        score,
      };
    }
    case "Facematch":
      return { matchScore: score };
    case "Liveness":
      return { livenessScore: score };
    default:
      return {};
  }
}

/** A score from 0 to 100 that fits the classification of the outcome. */
function scoreOf({ seed }: InstanceTerms, instance: Instance, run: ModuleRun): number {
  const min = { positive: 85, neutral: 50, negative: 5 }[run.outcome.classification];
  return min + Math.floor(draw(seed, instance.ordinal, run.module, numberOf(instance, run)) * 15);
}

const primaryPath = parsePath("documents[type=Primary]") ?? [];

/**
 * The document in `subject` that the document modules examine: the accepted `PrimaryDocument`, otherwise the document of
 * type `Primary`, otherwise the first one. Spec 2.8.
 */
export function mainDocumentOf({ provided }: Instance, subject: unknown): unknown {
  const documents = listOf(memberOf(subject, "documents"));
  const accepted = provided.PrimaryDocument?.value; // its type may be missing, see gap `document-type-case`
  return documents.includes(accepted) ? accepted : (readPath(subject, primaryPath) ?? documents[0]);
}

const textOr = (value: unknown, fallback: string): string =>
  typeof value === "string" && value !== "" ? value : fallback;

function renderClassification(document: unknown): Advice {
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

function renderExtractedFields(subject: unknown, document: unknown): readonly { label: string; value: string }[] {
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

/** Creates a function that returns 1 if the outcome is positive and the subject has all the members, otherwise 0. */
const matcherOf = (subject: unknown, { outcome }: ModuleRun) => {
  const has = (name: string) => memberOf(memberOf(subject, "identity"), name) !== undefined;
  return (...names: readonly string[]) => (outcome.classification === "positive" && names.every(has) ? 1 : 0);
};

/** Whether the person was under 18 when the module started; false if the date of birth is not known. */
function isMinor(subject: unknown, run: ModuleRun): boolean {
  const born = parseDate(memberOf(memberOf(subject, "identity"), "dateOfBirth"));
  return born !== undefined && ageAt(born, run.startedAt) < 18;
}

function renderMatches(subject: unknown, run: ModuleRun, score: number): Readonly<Record<string, number>> {
  const matches = matcherOf(subject, run);
  return {
    nameAddress: matches("firstName", "currentAddress"),
    nameDob: matches("firstName", "dateOfBirth"),
    nameDobAddress: matches("firstName", "dateOfBirth", "currentAddress"),
    idNameAddress: matches("firstName", "idNumbers", "currentAddress"),
    sources: run.outcome.classification === "negative" ? 0 : 2,
    isUnder18: Number(isMinor(subject, run)),
    score,
  };
}

/** The members of `contains` that the reading `extended` adds or changes. Gap `advice-members`. */
function renderMoreMatches(subject: unknown, run: ModuleRun): Readonly<Record<string, unknown>> {
  const matches = matcherOf(subject, run);
  return {
    idName: matches("firstName", "idNumbers"),
    idNameDob: matches("firstName", "idNumbers", "dateOfBirth"),
    idNameAddressDob: matches("firstName", "idNumbers", "currentAddress", "dateOfBirth"),
    customDecision: run.outcome.name,
    isUnder18: isMinor(subject, run),
  };
}
