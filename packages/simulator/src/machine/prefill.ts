import type { JourneyDefinition } from "@journey-kit/schemas";
import { examine } from "./examine.ts";
import type { Provided } from "./instance.ts";
import { type Basis, ok, type Result, refuse } from "./result.ts";
import { createTable } from "./table.ts";
import type { Terms } from "./terms.ts";

/** What a journey collects: the names of domain elements, and whether each is required somewhere. */
export type Collected = ReadonlyMap<string, "required" | "optional">;

/** What becomes of invalid prefill: the start is refused, optional elements are stripped, or all of it is left open. */
export type Policy = "refused" | "stripped" | "left-open";

const collections = createTable((definition: JourneyDefinition): Collected => {
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
export const collectedBy = ({ definition }: Pick<Terms, "definition">): Collected => collections(definition);

/** Takes the domain elements that a journey collects out of the subject sent at start. Spec 2.5, 3.2. */
export function takePrefill(
  terms: Terms,
  subject: unknown,
  policy: Policy,
): Result<Readonly<Record<string, Provided>>> {
  const provided: Record<string, Provided> = {};
  const faults: string[] = [];
  const basis: Basis[] = [];
  for (const [name, need] of collectedBy(terms)) {
    const finding = examine(terms, name, subject);
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
function reasonOf({ definition }: Terms, policy: Policy): Basis {
  if (policy === "left-open") return "v1-invalid-prefill=left-open";
  return definition.generation === "v2" ? `invalid-prefill=${policy}` : "v1-prefill-validated-for-page";
}
