import type { ErrorName, RuleId } from "@journey-kit/schemas/tables";
import { conditionRows } from "../../packages/contract-tests/src/client/conditions.ts";
import { type RequirementRow, requirementRows } from "../../packages/contract-tests/src/client/requirements.ts";
import { uncoveredErrors, uncoveredRules } from "../../packages/contract-tests/src/client/uncovered.ts";
import { type ReferencePage, toBody, toCodes, toErrorLink, toList, toRuleLink, toTable } from "./markdown.ts";
import { titleOf } from "./sections.ts";

/** The page of the requirements of a client. */
export const toRequirementsPage = (): ReferencePage => ({
  path: "reference/requirements",
  title: "Requirements",
  description:
    "Every requirement that a client must meet, the conditions that test it, and what no requirement covers.",
  body: toBody(
    "`journey client` and `checkClient(adapter)` test a client against these requirements ([guide](/guides/client-checks/)). A client passes if every requirement of strength `must` passes. A `warning` never fails a client.",
    "A requirement lists the [conditions](#conditions) that can show whether a client meets it. Any other condition can show a failure, too.",
    "A requirement covers a rule or an error if a client that breaks the rule, or that causes or mishandles the error, fails the requirement. Some of them apply only to v1 (`--api-version v1`) or under other readings (`--profile`, `--every-reading`).",
    "## Every requirement",
    ...requirementRows.map(toSection),
    "## Conditions",
    toTable(
      ["condition", "what happens"],
      [...conditionRows.map(([id, { text }]) => [`\`${id}\``, text]), ["`custom`", "Your own scenario and faults."]],
    ),
    "## Errors that are not covered",
    toTable(
      ["error", "reason"],
      Object.entries(uncoveredErrors).map(([name, reason]) => [toErrorLink(name), reason]),
    ),
    "## Rules that are not covered",
    "These rules address the caller. Every rule that is neither in this table nor listed by a requirement describes the service, which the [cases](/reference/cases/) check.",
    toTable(
      ["rule", "reason"],
      Object.entries(uncoveredRules).map(([id, reason]) => [toRuleLink(id), reason]),
    ),
  ),
});

function toSection([id, requirement]: RequirementRow): string {
  const { spec, text, strength = "must", isV2Only, conditions, cause, fix, rules = [], errors = [] } = requirement;
  return toBody(
    `### \`${id}\``,
    text,
    toList([
      `Strength: \`${strength}\`${isV2Only === true ? ", only on v2" : ""}`,
      `Section ${spec} of the specification, ${titleOf(spec)}`,
      `Usual cause: ${cause}`,
      `To fix: ${fix}`,
      `Conditions: ${conditions === undefined ? "all" : toCodes(conditions)}`,
      ...toCovered("Rules", rules, toRuleLink),
      ...toCovered("Errors", errors, toErrorLink),
    ]),
  );
}

const toCovered = <Id extends RuleId | ErrorName>(label: string, ids: readonly Id[], toLink: (id: Id) => string) =>
  ids.length === 0 ? [] : [`${label}: ${ids.map(toLink).join(", ")}`];
