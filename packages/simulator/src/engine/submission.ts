import type { InteractionDefinition, JourneyDefinition } from "@journey-kit/schemas";
import { validateElement } from "./elements.ts";
import type { Instance, InstanceTerms, Provided } from "./instance.ts";
import { memoize } from "./memoize.ts";
import { type Basis, ok, type Result, readingBasis, refuse } from "./result.ts";

/** Domain elements handed in together: their names as the caller wrote them, and the subject that carries the data. */
export interface Submission {
  readonly participants: readonly string[];
  readonly subject: unknown;
}

/** A caller may name anything, any number of times; more problems than these help nobody. */
const maxProblems = 20;

type Accepted = Readonly<Record<string, Provided>>;

/**
 * Sorts what is handed to an interaction into what is accepted and what is stripped. Spec 4.2, submit rules 1 to 3.
 *
 * @returns The accepted elements, or the first refusal in the order of gap `error-precedence`; then nothing is kept.
 */
export function acceptElements(
  terms: InstanceTerms,
  instance: Instance,
  interaction: InteractionDefinition,
  submission: Submission,
): Result<Accepted> {
  if (submission.participants.length === 0) return ok({});
  const duplicate = refuseDuplicate(terms, instance, submission);
  if (!duplicate.ok) return duplicate;
  const own = dropForeign(terms, interaction, duplicate.value);
  if (!own.ok) return own;
  const taken = validateNamed(terms, interaction, own.value, submission.subject);
  const basis = [...duplicate.basis, ...own.basis, ...taken.basis];
  if (!taken.ok) return { ...taken, basis };
  const whole = { ...unlisted(terms, instance, interaction, own.value, submission.subject, basis), ...taken.value };
  return refuseMissing(terms, instance, interaction, { named: own.value, accepted: whole }, basis);
}

/** Submit rule 3; gaps `duplicate-element`, `duplicate-prefilled`. */
function refuseDuplicate(terms: InstanceTerms, { provided }: Instance, { participants }: Submission) {
  const { readings } = terms;
  const [names, again] = [new Set<string>(), new Set<string>()];
  for (const name of participants) (names.has(name) ? again : names).add(name);
  const basis: Basis[] = [];
  const repeated = [...names].filter((name) => {
    const earlier = Object.hasOwn(provided, name) ? provided[name] : undefined;
    const twice = again.has(name);
    if (earlier === undefined && !twice) return false;
    const gap = earlier?.by === "prefill" && !twice ? "duplicate-prefilled" : "duplicate-element";
    if (!basis.includes(readingBasis(readings, gap))) basis.push(readingBasis(readings, gap));
    return readings[gap] === "refused";
  });
  const [first, ...more] = repeated
    .slice(0, maxProblems)
    .map((name) => `${quote(collectedBy(terms), name)} was already submitted.`);
  if (first === undefined) return ok([...names], basis);
  return refuse("DUPLICATE_ELEMENT", [first, ...more], ["submit-duplicate-refused", ...basis]);
}

/** Gap `foreign-element`. */
function dropForeign(terms: InstanceTerms, { required, optional }: InteractionDefinition, names: readonly string[]) {
  const isForeign = (name: string) => !required.includes(name) && !optional.includes(name);
  const foreign = names.filter(isForeign);
  const collected = collectedBy(terms);
  const [first, ...more] = foreign
    .slice(0, maxProblems)
    .map((name) => `${quote(collected, name)} is not collected by this interaction.`);
  if (first === undefined) return ok(names);
  const basis = [readingBasis(terms.readings, "foreign-element")];
  switch (terms.readings["foreign-element"]) {
    case "refused":
      return refuse("FOREIGN_ELEMENT", [first, ...more], basis);
    case "ignored":
      return ok(
        names.filter((name) => !isForeign(name)),
        basis,
      );
    case "kept":
      return ok(
        names.filter((name) => collected.has(name)),
        basis,
      );
  }
}

/** Submit rules 1 and 2; gaps `missing-element`, `optional-absent`, `required-invalid`, `all-elements-invalid`. */
function validateNamed(
  terms: InstanceTerms,
  { required }: InteractionDefinition,
  names: readonly string[],
  subject: unknown,
) {
  const { readings } = terms;
  const accepted: Record<string, Provided> = {};
  const missing: string[] = [];
  const invalid: string[] = [];
  const basis: Basis[] = [];
  let stripped = 0;
  for (const name of names) {
    const finding = validateElement(terms, name, subject);
    basis.push(...finding.basis);
    const isRequired = required.includes(name);
    if (finding.kind === "valid") accepted[name] = { by: "submit", value: finding.value };
    else if (finding.kind === "invalid") {
      basis.push(isRequired ? readingBasis(readings, "required-invalid") : "submit-invalid-optional-stripped");
      if (!isRequired) stripped += 1;
      else if (readings["required-invalid"] === "refused") invalid.push(`${name}: ${finding.where} is not valid.`);
    } else {
      basis.push(readingBasis(readings, isRequired ? "missing-element" : "optional-absent"));
      if (isRequired || readings["optional-absent"] === "refused")
        missing.push(`${name} is named but its data is missing.`);
    }
  }
  if (isList(missing)) return refuse("MISSING_FIELD", missing, ["submit-missing-required-refused", ...basis]);
  if (isList(invalid)) return refuse("INVALID_FIELD", invalid, basis);
  if (names.length > 0 && stripped === names.length) {
    basis.push(readingBasis(readings, "all-elements-invalid"));
    if (readings["all-elements-invalid"] === "conflict") return refuse("NOTHING_VALID", "No element is valid.", basis);
  }
  return ok(accepted, basis);
}

/** Gap `unlisted-data`. */
function unlisted(
  terms: InstanceTerms,
  { provided }: Instance,
  { required, optional }: InteractionDefinition,
  named: readonly string[],
  subject: unknown,
  basis: Basis[],
): Accepted {
  const found: Record<string, Provided> = {};
  for (const name of [...required, ...optional]) {
    if (named.includes(name) || Object.hasOwn(provided, name)) continue;
    const finding = validateElement(terms, name, subject);
    if (finding.kind === "valid") found[name] = { by: "submit", value: finding.value };
  }
  if (Object.keys(found).length > 0) basis.push(readingBasis(terms.readings, "unlisted-data"));
  return terms.readings["unlisted-data"] === "taken" ? found : {};
}

/** The stricter reading of submit rule 1: nothing required may be missing beside what is named. Gap `missing-element`. */
function refuseMissing(
  { readings }: InstanceTerms,
  { provided }: Instance,
  { required }: InteractionDefinition,
  { named, accepted }: { readonly named: readonly string[]; readonly accepted: Accepted },
  basis: readonly Basis[],
): Result<Accepted> {
  const present = [...named, ...Object.keys(provided), ...Object.keys(accepted)];
  const lacking = required.filter((name) => !present.includes(name));
  if (lacking.length === 0) return ok(accepted, basis);
  const decided = [...basis, readingBasis(readings, "missing-element")];
  const [first, ...more] = lacking.map((name) => `${name} is required and missing.`);
  if (readings["missing-element"] === "named" || first === undefined) return ok(accepted, decided);
  return refuse("MISSING_FIELD", [first, ...more], ["submit-missing-required-refused", ...decided]);
}

const isList = (problems: string[]): problems is [string, ...string[]] => problems.length > 0;

/** Names a participant in a problem; a name that the journey does not know may hold anything, and is not repeated. */
const quote = (known: Collected, name: string): string => (known.has(name) ? name : "A participant");

/** What a journey collects: the names of domain elements, and whether each is required somewhere. */
export type Collected = ReadonlyMap<string, "required" | "optional">;

/** What becomes of invalid prefill: the start is refused, optional elements are stripped, or all of it is left open. */
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

/** Lists what a journey collects in all its interactions and tasks. Spec 2.5, 2.3. */
export const collectedBy = ({ definition }: Pick<InstanceTerms, "definition">): Collected => collections(definition);

/** Takes the domain elements that a journey collects out of the subject sent at start. Spec 2.5, 3.2. */
export function acceptPrefill(
  terms: InstanceTerms,
  subject: unknown,
  policy: InvalidPrefill,
): Result<Readonly<Record<string, Provided>>> {
  const provided: Record<string, Provided> = {};
  const faults: string[] = [];
  const basis: Basis[] = [];
  for (const [name, need] of collectedBy(terms)) {
    const finding = validateElement(terms, name, subject);
    if (finding.kind !== "absent") basis.push(...finding.basis);
    if (finding.kind === "valid") provided[name] = { by: "prefill", value: finding.value };
    if (finding.kind !== "invalid") continue;
    basis.push(reasonOf(terms, policy));
    if (policy === "left-open") continue;
    if (policy === "refused" || need === "required") faults.push(`Prefill of ${name}: ${finding.where} is not valid.`);
  }
  const [first, ...more] = faults;
  return first === undefined ? ok(provided, basis) : refuse("MISSING_FIELD", [first, ...more], basis);
}

/** What decides about invalid prefill: v1 validates it for `page` delivery alone. Spec 9; gap `invalid-prefill`. */
function reasonOf({ definition }: InstanceTerms, policy: InvalidPrefill): Basis {
  if (policy === "left-open") return "v1-invalid-prefill=left-open";
  return definition.generation === "v2" ? `invalid-prefill=${policy}` : "v1-prefill-validated-for-page";
}
