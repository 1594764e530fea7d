import type { InteractionDefinition, JourneyDefinition } from "@journey-kit/schemas";
import { isRecord, parsePath } from "@journey-kit/schemas/calls";
import { memoize } from "../world/cache.ts";
import { type CheckedSubject, checkSubject, findProblemsElsewhere, validateElement } from "./elements.ts";
import { type Instance, outstanding, type Provided } from "./instance.ts";
import {
  type Basis,
  createCitations,
  hasProblems,
  maxProblems,
  ok,
  type Problem,
  type Result,
  refuse,
} from "./result.ts";
import { elementOf } from "./subject.ts";
import type { EngineContext, InstanceTerms } from "./terms.ts";

/** Submitted domain elements: the names as the caller sent them, and the subject with the data. */
export interface Submission {
  readonly participants: readonly string[];
  readonly subject: unknown;
}

type Accepted = Readonly<Record<string, Provided>>;

interface SubmissionContext extends EngineContext {
  readonly instance: Instance;
  readonly interaction: InteractionDefinition;
}

/**
 * Accepts the elements of a submission and strips invalid ones. Spec 4.2, submit rules 1 to 3.
 *
 * @returns The accepted elements, or the first refusal in the order of gap `error-precedence`.
 */
export function acceptElements(
  context: SubmissionContext,
  { participants, subject: sent }: Submission,
): Result<Accepted> {
  const unique = refuseDuplicate(context, participants);
  if (!unique.ok) return unique;
  const own = dropForeign(context, unique.value);
  if (!own.ok) return own;
  const subject = checkSubject(context, sent);
  const named = validateNamed(context, own.value, subject);
  if (!named.ok) return named;
  const whole = refuseElsewhere(context, subject);
  if (!whole.ok || participants.length === 0) return whole;
  const accepted = { ...acceptUnlisted(context, own.value, subject), ...named.value };
  return refuseMissing(context, [...own.value, ...Object.keys(accepted)]) ?? ok(accepted);
}

/** Refuses duplicate elements. Submit rule 3; gaps `duplicate-element`, `duplicate-prefilled`. */
function refuseDuplicate(
  { terms, citations, instance }: SubmissionContext,
  participants: readonly string[],
): Result<readonly string[]> {
  const collected = collectedBy(terms);
  const [names, again] = [new Set<string>(), new Set<string>()];
  for (const name of participants) (names.has(name) ? again : names).add(name);
  const repeated = [...names].filter((name) => {
    const earlier = Object.hasOwn(instance.provided, name) ? instance.provided[name] : undefined;
    const isTwice = again.has(name);
    if (earlier === undefined && !isTwice) return false;
    const gap = earlier?.by === "prefill" && !isTwice ? "duplicate-prefilled" : "duplicate-element";
    return citations.choose(gap) === "refused";
  });
  const problems = repeated
    .slice(0, maxProblems)
    .map((name) => describeParticipant(collected, name, "was already submitted."));
  if (!hasProblems(problems)) return ok([...names]);
  citations.cite("submit-duplicate-refused");
  return refuse("DUPLICATE_ELEMENT", problems);
}

/** Refuses elements that the interaction does not collect. Gap `foreign-element`. */
function dropForeign(
  { terms, citations, interaction: { required, optional } }: SubmissionContext,
  names: readonly string[],
): Result<readonly string[]> {
  const collected = collectedBy(terms);
  const isForeign = (name: string) => !required.includes(name) && !optional.includes(name);
  const foreign = names.filter(isForeign);
  const problems = foreign
    .slice(0, maxProblems)
    .map((name) => describeParticipant(collected, name, "is not collected by this interaction."));
  if (!hasProblems(problems)) return ok(names);
  switch (citations.choose("foreign-element")) {
    case "refused":
      return refuse("FOREIGN_ELEMENT", problems);
    case "ignored":
      return ok(names.filter((name) => !isForeign(name)));
    case "kept":
      return ok(names.filter((name) => collected.has(name)));
  }
}

/**
 * Validates the elements that a submission names. Submit rules 1 and 2; gaps `missing-element`, `optional-absent`,
 * `required-invalid`, `all-elements-invalid`.
 */
function validateNamed(
  context: SubmissionContext,
  names: readonly string[],
  subject: CheckedSubject,
): Result<Accepted> {
  const { citations, interaction } = context;
  const accepted: Record<string, Provided> = {};
  const missing: Problem[] = [];
  const invalid: Problem[] = [];
  let stripped = 0;
  for (const name of names) {
    const result = validateElement(context, name, subject);
    const isRequired = interaction.required.includes(name);
    if (result.kind === "valid") accepted[name] = { by: "submit", value: result.value };
    else if (result.kind !== "invalid") {
      const isRefused = citations.choose(isRequired ? "missing-element" : "optional-absent") === "refused";
      if (isRequired || isRefused) missing.push(describeMissing(name, isRequired));
    } else if (!isRequired) {
      citations.cite("submit-invalid-optional-stripped");
      stripped += 1;
    } else if (citations.choose("required-invalid") === "refused") {
      invalid.push(describeInvalid(name, result.where));
    }
  }
  if (hasProblems(missing)) {
    citations.cite("submit-missing-required-refused");
    return refuse("MISSING_FIELD", missing);
  }
  if (hasProblems(invalid)) return refuse("INVALID_FIELD", invalid);
  const isNoneValid = names.length > 0 && stripped === names.length;
  if (isNoneValid && citations.choose("all-elements-invalid") === "conflict") {
    return refuse("NOTHING_VALID", "None of the elements is valid.");
  }
  return ok(accepted);
}

/**
 * Accepts elements of the subject that `participants` does not list. The validation of these elements does not affect
 * the response, so the readings in it are not recorded. Gap `unlisted-data`.
 */
function acceptUnlisted(context: SubmissionContext, named: readonly string[], subject: CheckedSubject): Accepted {
  const { terms, citations, instance, interaction } = context;
  const uncited = { terms, citations: createCitations(terms.readings) };
  const found: Record<string, Provided> = {};
  for (const name of outstanding(instance, [...interaction.required, ...interaction.optional])) {
    if (named.includes(name)) continue;
    const result = validateElement(uncited, name, subject);
    if (result.kind === "valid") found[name] = { by: "submit", value: result.value };
  }
  return Object.keys(found).length > 0 && citations.choose("unlisted-data") === "taken" ? found : {};
}

/** Refuses malformed members outside the elements that the journey collects. Gap `subject-validation`. */
export function refuseElsewhere(context: EngineContext, subject: CheckedSubject): Result<Accepted> {
  const found = findProblemsElsewhere(context, subject, [...collectedBy(context.terms).keys()]).slice(0, maxProblems);
  const problems = found.map(({ text, path }) => ({ text, path }));
  if (!hasProblems(problems)) return ok({});
  return refuse(found.every(({ isMissing }) => isMissing) ? "MISSING_FIELD" : "INVALID_FIELD", problems);
}

/** Says that the data of an element is missing, in a wording that is publicly known. */
export const describeMissing = (name: string, isRequired = true): Problem => ({
  text: `${isRequired ? "Required" : "Optional"} domain element '${name}' data is missing from context`,
  element: name,
});

/** Says that a member of an element is malformed. `path` is its path in the request. */
export const describeInvalid = (element: string, path: string, prefix = ""): Problem => ({
  text: `${prefix}${element}: ${path} is not valid.`,
  element,
  path,
});

/**
 * Refuses a submission that lacks a required element, under the stricter reading of submit rule 1. Gap
 * `missing-element`.
 */
function refuseMissing(
  { citations, instance, interaction }: SubmissionContext,
  present: readonly string[],
): Result<never> | undefined {
  const missing = outstanding(instance, interaction.required).filter((name) => !present.includes(name));
  const problems = missing.map((name) => describeMissing(name));
  if (!hasProblems(problems) || citations.choose("missing-element") === "named") return undefined;
  citations.cite("submit-missing-required-refused");
  return refuse("MISSING_FIELD", problems);
}

/** Says what is wrong with a participant. Names that the journey does not collect can be any text and are not quoted. */
const describeParticipant = (collected: Collected, name: string, problem: string): Problem =>
  collected.has(name) ? { text: `${name} ${problem}`, element: name } : `A participant ${problem}`;

/** The domain elements that a journey collects, and whether each is required anywhere. */
export type Collected = ReadonlyMap<string, "required" | "optional">;

/** How to treat invalid prefill: refuse the start, strip optional elements, or leave every invalid element open. */
export type InvalidPrefill = "refused" | "stripped" | "left-open";

const collections = memoize((definition: JourneyDefinition): Collected => {
  const collected = new Map<string, "required" | "optional">();
  for (const { interactions = [], tasks = [] } of definition.segments) {
    for (const { required, optional } of [...interactions, ...tasks]) {
      for (const name of optional) if (!collected.has(name)) collected.set(name, "optional");
      for (const name of required) collected.set(name, "required");
    }
  }
  return collected;
});

/** Lists the elements of all interactions and tasks of a journey. Spec 2.5, 2.3. */
export const collectedBy = ({ definition }: Pick<InstanceTerms, "definition">): Collected => collections(definition);

const examinedMembers = memoize((definition: JourneyDefinition): ReadonlySet<string> => {
  const paths = [...collections(definition).keys()].map((name) =>
    parsePath(elementOf({ definition }, name)?.path ?? ""),
  );
  const names = paths.flatMap((steps) => (typeof steps?.[0] === "string" ? [steps[0]] : []));
  return new Set(["uid", "identity", ...names]); // identify the person, even if no element collects them
});

/**
 * Omits the members of a subject that belong to no domain element of the journey, so that they are not stored. Spec
 * 2.6, 2.8.
 */
export function keepExamined({ definition }: Pick<InstanceTerms, "definition">, subject: unknown): unknown {
  if (!isRecord(subject)) return subject;
  const examined = examinedMembers(definition);
  const members = Object.entries(subject);
  const kept = members.filter(([name]) => examined.has(name));
  return kept.length === members.length ? subject : Object.fromEntries(kept);
}

const noElements: Accepted = {};

/** Accepts the domain elements in the subject of a start. Spec 2.5, 3.2. */
export function acceptPrefill(context: EngineContext, sent: unknown, policy: InvalidPrefill): Result<Accepted> {
  const { terms, citations } = context;
  const subject = checkSubject(context, sent);
  const provided: Record<string, Provided> = {};
  const problems: Problem[] = [];
  for (const [name, need] of collectedBy(terms)) {
    const result = validateElement(context, name, subject);
    if (result.kind === "valid") provided[name] = { by: "prefill", value: result.value };
    if (result.kind !== "invalid") continue;
    citations.cite(prefillBasis(terms, policy));
    const isRefused = policy === "refused" || (policy === "stripped" && need === "required");
    if (isRefused) problems.push(describeInvalid(name, result.where, "Prefill for "));
  }
  const elsewhere =
    policy === "left-open" ? [] : findProblemsElsewhere(context, subject, [...collectedBy(terms).keys()]);
  const reported = [...problems, ...elsewhere.map(({ text, path }) => ({ text, path }))].slice(0, maxProblems);
  if (!hasProblems(reported)) return ok(Object.keys(provided).length === 0 ? noElements : provided);
  const isMissing = problems.length === 0 && elsewhere.every((one) => one.isMissing);
  return refuse(isMissing ? "MISSING_FIELD" : "WRONG_VALUE", reported);
}

/** On v1, only `page` delivery validates prefill. Spec 9; gap `invalid-prefill`. */
function prefillBasis({ definition }: InstanceTerms, policy: InvalidPrefill): Basis {
  if (policy === "left-open") return "v1-invalid-prefill=left-open";
  return definition.apiVersion === "v2" ? `invalid-prefill=${policy}` : "v1-prefill-validated-for-page";
}
