import type { Coverage } from "@journey-kit/schemas/control";
import { toColumns, toCoverageCases, toJunit } from "@journey-kit/schemas/report";
import type { CaseResult } from "./case.ts";

const reasonOf = ({ line }: CaseResult): string => line.slice(line.indexOf("): ") + 3);

/** The broken rule and the problem of a failed case, without the preparations. */
const causeOf = (result: CaseResult): string => `${result.rule}: ${reasonOf(result).replace(/ \[given .*\]$/s, "")}`;

function renderCause([first, ...others]: readonly CaseResult[]): readonly string[] {
  if (first === undefined) return [];
  return [
    `failed   ${first.line}`,
    ...(others.length === 0 ? [] : [`         also ${others.map(({ id }) => id).join(", ")}`]),
  ];
}

/** Formats results as text: the failures grouped by cause, the number of skips for each reason, and the totals. */
export function renderCases(results: readonly CaseResult[]): string {
  const of = (status: CaseResult["status"]) => results.filter((result) => result.status === status);
  const [failed, skipped] = [of("failed"), of("skipped")];
  const reasons = [...new Set(skipped.map(reasonOf))];
  const countOf = (reason: string) => `${skipped.filter((one) => reasonOf(one) === reason).length}`;
  return [
    ...[...new Set(failed.map(causeOf))].flatMap((cause) =>
      renderCause(failed.filter((one) => causeOf(one) === cause)),
    ),
    ...toColumns(reasons.map((reason) => ["skipped", countOf(reason).padStart(3), reason])),
    `${of("passed").length} passed, ${failed.length} failed, ${skipped.length} skipped`,
    "",
  ].join("\n");
}

/** Formats results as a JUnit report with a suite for each section, and a case for the required coverage, if any. */
export function renderCasesJunit(results: readonly CaseResult[], coverage?: Coverage): string {
  const shown = results.map((result) => ({
    suite: `spec ${result.spec}`,
    name: result.id,
    ...(result.status === "failed" && { failure: result.line }),
    ...(result.status === "skipped" && { skipped: reasonOf(result) }),
  }));
  return toJunit("cases", [...shown, ...(coverage === undefined ? [] : toCoverageCases(coverage))]);
}
