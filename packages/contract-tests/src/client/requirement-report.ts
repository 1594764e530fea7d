import { type JunitCase, toCoverageCases, toJunit } from "@journey-kit/schemas/report";
import type { Finding, RequirementReport, RequirementResult } from "./check-requirements.ts";

/** The word in front of a requirement in a report. */
type Mark = "kept" | "BROKEN" | "warning" | "not shown";

const markOf = ({ status, strength }: RequirementResult): Mark => {
  if (status === "broken") return strength === "must" ? "BROKEN" : "warning";
  return status === "kept" ? "kept" : "not shown";
};

/**
 * Formats a report for a terminal: one line per requirement, and for each broken requirement, the situation and the
 * requests.
 */
export function toRequirementText({ results }: RequirementReport): string {
  const widest = Math.max(0, ...results.map(({ id }) => id.length));
  const lines = results.flatMap((result) => [
    `${markOf(result).padEnd(9)}  ${result.id.padEnd(widest)}  ${result.text} (spec ${result.spec})`,
    ...toReasons(result).map((line) => `${" ".repeat(11)}${line}`),
  ]);
  const marks: readonly Mark[] = ["kept", "BROKEN", "warning", "not shown"];
  const counts = marks.map((mark) => `${results.filter((one) => markOf(one) === mark).length} ${mark}`);
  return [...lines, "", `Requirements: ${counts.join(", ").toLowerCase()}.`, ""].join("\n");
}

/** Formats a report as JUnit. Warnings, and requirements about which no situation showed anything, count as skipped. */
export function toRequirementJunit({ results, coverage }: RequirementReport): string {
  const cases = results.map((result): JunitCase => {
    const reasons = toReasons(result).join("\n");
    const row = { suite: "requirements", name: `${result.id}: ${result.text} (spec ${result.spec})` };
    if (result.status === "kept") return row;
    return result.status === "broken" && result.strength === "must"
      ? { ...row, failure: reasons }
      : { ...row, skipped: `${markOf(result)}: ${reasons}` };
  });
  return toJunit("requirements of the client", [...cases, ...toCoverageCases(coverage)]);
}

/** Explains why a requirement was not kept: the situation and requests that broke it, or why it was not shown. */
export function toReasons({ status, findings }: RequirementResult): readonly string[] {
  if (status === "kept") return [];
  if (status === "broken") return toBreaches(findings);
  const shown = findings.some(({ isSkipped }) => isSkipped !== true)
    ? findings.filter(({ isSkipped }) => isSkipped !== true)
    : findings;
  const whys = shown.flatMap((finding) => (finding.status === "not-shown" ? [finding.why] : []));
  return whys.length === 0 ? ["No situation that tests this requirement was run."] : [...new Set(whys)];
}

/** The situations with the same problem, and the requests of the first one. */
function toBreaches(findings: readonly Finding[]): readonly string[] {
  const breaches = findings.filter((finding) => finding.status === "broken");
  return [...new Set(breaches.map(({ problem }) => problem))].flatMap((problem) => {
    const alike = breaches.filter((breach) => breach.problem === problem);
    const situations = alike.map(({ situation }) => `"${situation}"`).join(", ");
    return [`in ${situations}: ${problem}`, ...(alike[0]?.calls ?? []).map((call) => `  ${call}`)];
  });
}
