import { type RuleId, ruleIds, ruleOf } from "@journey-kit/schemas/tables";
import { cases } from "../../packages/contract-tests/src/server/cases/cases.ts";
import { toCasesLink } from "./cases.ts";
import { type ReferencePage, toBody, toGapLink } from "./markdown.ts";
import { listGapsThatChange } from "./readings.ts";
import { titleOf } from "./sections.ts";

const sections: readonly string[] = [...new Set(ruleIds.map((id) => ruleOf(id).spec))];

/** The page of the rules of the specification. */
export const toRulesPage = (): ReferencePage => ({
  path: "reference/rules",
  title: "Rules",
  description: "Every normative sentence of the specification, with its id and the cases that check it.",
  contents: 2,
  body: toBody(
    `A rule is one normative sentence of the specification, in our own words. The ids tell you why a server responded as it did: the response header \`X-Sim-Basis\`, \`journey explain\` and the reports of \`journey server\` and \`journey client\` list the rules that decided the response.`,
    `Most rules have [cases](/reference/cases/), which \`journey server\` runs against a simulator. To run the cases of one rule, pass \`--only\` with its id:`,
    "```sh\nnpx journey-kit server --only submit-duplicate-refused\n```",
    ...sections.map((section) =>
      toBody(
        `## ${section} ${titleOf(section)}`,
        ...ruleIds.filter((id) => ruleOf(id).spec === section).map((id) => toRuleSection(id)),
      ),
    ),
  ),
});

function toRuleSection(id: RuleId): string {
  const { text, observable, why } = ruleOf(id);
  const count = cases.filter(({ rule }) => rule === id).length;
  const check =
    observable === false
      ? `Not checked. ${why}`
      : toCasesLink(id, `Checked by ${count === 1 ? "one case" : `${count} cases`}`);
  return toBody(`### \`${id}\``, text, toGaps(id), check);
}

const list = new Intl.ListFormat("en-GB");

/** The gaps on which the expected responses of a rule's cases depend. */
function toGaps(id: RuleId): string | undefined {
  const own = cases.filter(({ rule }) => rule === id);
  const gaps = listGapsThatChange((profile) =>
    JSON.stringify(own.map(({ hidden, request, response }) => hidden?.(profile) ?? response(profile, request))),
  );
  if (gaps.length === 0) return undefined;
  return `The expected response depends on ${gaps.length === 1 ? "gap" : "the gaps"} ${list.format(gaps.map(toGapLink))}.`;
}
