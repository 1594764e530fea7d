import type { InteractionDefinition } from "@journey-kit/schemas";
import { examine } from "./examine.ts";
import type { Instance, Provided } from "./instance.ts";
import { type Collected, collectedBy } from "./prefill.ts";
import { type Basis, cite, ok, type Result, refuse } from "./result.ts";
import type { Terms } from "./terms.ts";

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
export function sort(
  terms: Terms,
  instance: Instance,
  interaction: InteractionDefinition,
  submission: Submission,
): Result<Accepted> {
  if (submission.participants.length === 0) return ok({});
  const duplicate = refuseDuplicate(terms, instance, submission);
  if (!duplicate.ok) return duplicate;
  const own = keepOwn(terms, interaction, duplicate.value);
  if (!own.ok) return own;
  const taken = take(terms, interaction, own.value, submission.subject);
  const basis = [...duplicate.basis, ...own.basis, ...taken.basis];
  if (!taken.ok) return { ...taken, basis };
  const whole = { ...unlisted(terms, instance, interaction, own.value, submission.subject, basis), ...taken.value };
  return refuseGaps(terms, instance, interaction, { named: own.value, accepted: whole }, basis);
}

/** Submit rule 3; gaps `duplicate-element`, `duplicate-prefilled`. */
function refuseDuplicate(terms: Terms, { provided }: Instance, { participants }: Submission) {
  const { readings } = terms;
  const [names, again] = [new Set<string>(), new Set<string>()];
  for (const name of participants) (names.has(name) ? again : names).add(name);
  const basis: Basis[] = [];
  const repeated = [...names].filter((name) => {
    const earlier = Object.hasOwn(provided, name) ? provided[name] : undefined;
    const twice = again.has(name);
    if (earlier === undefined && !twice) return false;
    const gap = earlier?.by === "prefill" && !twice ? "duplicate-prefilled" : "duplicate-element";
    if (!basis.includes(cite(readings, gap))) basis.push(cite(readings, gap));
    return readings[gap] === "refused";
  });
  const [first, ...more] = repeated
    .slice(0, maxProblems)
    .map((name) => `${quote(collectedBy(terms), name)} was already submitted.`);
  if (first === undefined) return ok([...names], basis);
  return refuse("DUPLICATE_ELEMENT", [first, ...more], ["submit-duplicate-refused", ...basis]);
}

/** Gap `foreign-element`. */
function keepOwn(terms: Terms, { required, optional }: InteractionDefinition, names: readonly string[]) {
  const isForeign = (name: string) => !required.includes(name) && !optional.includes(name);
  const foreign = names.filter(isForeign);
  const collected = collectedBy(terms);
  const [first, ...more] = foreign
    .slice(0, maxProblems)
    .map((name) => `${quote(collected, name)} is not collected by this interaction.`);
  if (first === undefined) return ok(names);
  const basis = [cite(terms.readings, "foreign-element")];
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
function take(terms: Terms, { required }: InteractionDefinition, names: readonly string[], subject: unknown) {
  const { readings } = terms;
  const accepted: Record<string, Provided> = {};
  const missing: string[] = [];
  const invalid: string[] = [];
  const basis: Basis[] = [];
  let stripped = 0;
  for (const name of names) {
    const finding = examine(terms, name, subject);
    basis.push(...finding.basis);
    const isRequired = required.includes(name);
    if (finding.kind === "valid") accepted[name] = { by: "submit", value: finding.value };
    else if (finding.kind === "invalid") {
      basis.push(isRequired ? cite(readings, "required-invalid") : "submit-invalid-optional-stripped");
      if (!isRequired) stripped += 1;
      else if (readings["required-invalid"] === "refused") invalid.push(`${name}: ${finding.where} is not valid.`);
    } else {
      basis.push(cite(readings, isRequired ? "missing-element" : "optional-absent"));
      if (isRequired || readings["optional-absent"] === "refused")
        missing.push(`${name} is named but its data is missing.`);
    }
  }
  if (isList(missing)) return refuse("MISSING_FIELD", missing, ["submit-missing-required-refused", ...basis]);
  if (isList(invalid)) return refuse("INVALID_FIELD", invalid, basis);
  if (names.length > 0 && stripped === names.length) {
    basis.push(cite(readings, "all-elements-invalid"));
    if (readings["all-elements-invalid"] === "conflict") return refuse("NOTHING_VALID", "No element is valid.", basis);
  }
  return ok(accepted, basis);
}

/** Gap `unlisted-data`. */
function unlisted(
  terms: Terms,
  { provided }: Instance,
  { required, optional }: InteractionDefinition,
  named: readonly string[],
  subject: unknown,
  basis: Basis[],
): Accepted {
  const found: Record<string, Provided> = {};
  for (const name of [...required, ...optional]) {
    if (named.includes(name) || Object.hasOwn(provided, name)) continue;
    const finding = examine(terms, name, subject);
    if (finding.kind === "valid") found[name] = { by: "submit", value: finding.value };
  }
  if (Object.keys(found).length > 0) basis.push(cite(terms.readings, "unlisted-data"));
  return terms.readings["unlisted-data"] === "taken" ? found : {};
}

/** The stricter reading of submit rule 1: nothing required may be missing beside what is named. Gap `missing-element`. */
function refuseGaps(
  { readings }: Terms,
  { provided }: Instance,
  { required }: InteractionDefinition,
  { named, accepted }: { readonly named: readonly string[]; readonly accepted: Accepted },
  basis: readonly Basis[],
): Result<Accepted> {
  const present = [...named, ...Object.keys(provided), ...Object.keys(accepted)];
  const lacking = required.filter((name) => !present.includes(name));
  if (lacking.length === 0) return ok(accepted, basis);
  const decided = [...basis, cite(readings, "missing-element")];
  const [first, ...more] = lacking.map((name) => `${name} is required and missing.`);
  if (readings["missing-element"] === "named" || first === undefined) return ok(accepted, decided);
  return refuse("MISSING_FIELD", [first, ...more], ["submit-missing-required-refused", ...decided]);
}

const isList = (problems: string[]): problems is [string, ...string[]] => problems.length > 0;

/** Names a participant in a problem; a name that the journey does not know may hold anything, and is not repeated. */
const quote = (known: Collected, name: string): string => (known.has(name) ? name : "A participant");
