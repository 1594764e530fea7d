import { type JunitCase, toCoverageCases, toJunit } from "@journey-kit/schemas/report";
import { gapIds, gapOf } from "@journey-kit/schemas/tables";
import { describeCondition } from "../arbitraries/condition.ts";
import type { ClientReport, RequirementResult } from "./check.ts";
import type { ExhaustiveResult } from "./exhaustive.ts";
import type { Failure } from "./explain.ts";

type Word = "pass" | "FAIL" | "warning" | "untested";

const wordOf = ({ status, strength }: Pick<RequirementResult, "status" | "strength">): Word => {
  if (status === "fail") return strength === "must" ? "FAIL" : "warning";
  return status;
};

const resultWords: readonly Word[] = ["pass", "FAIL", "warning", "untested"];

/** How to repeat a failure, given its replay token. */
export type RenderReplay = (token: string) => string;

const renderReplay: RenderReplay = (token) => `checkClient(adapter, { replay: "${token}" })`;

/**
 * Formats a report for a terminal: one line for each requirement, then each failure with its shortest reproduction, the
 * likely cause and what to change, and the verdict as the last line.
 *
 * @param files The `run.html` of each failure that has one.
 */
export function renderReport(
  report: ClientReport,
  replay: RenderReplay = renderReplay,
  files: ReadonlyMap<Failure, string> = new Map(),
): string {
  const { results, failures, exhaustive, readings, conditions, seed } = report;
  const widest = Math.max(0, ...results.map(({ id }) => id.length));
  const lines = results.flatMap((result) => [
    `${wordOf(result).padEnd(8)}  ${result.id.padEnd(widest)}  ${result.text} (spec ${result.spec})`,
    ...result.reasons.map((line) => `${" ".repeat(10)}${line}`),
  ]);
  const counts = resultWords.map((word) => `${results.filter((one) => wordOf(one) === word).length} ${word}`);
  const hidden = readings?.hidden.flatMap((one) => Object.entries(one).map((pair) => pair.join("="))) ?? [];
  return [
    ...lines,
    "",
    ...failures.flatMap((failure) => [...renderFailure(failure, replay, files.get(failure)), ""]),
    `Requirements: ${counts.join(", ")}. Conditions: ${conditions} (seed ${seed}).`,
    ...(readings === undefined ? [] : [`Readings: ${readings.passed} of ${readings.total} passed.`]),
    ...(hidden.length > 0 ? [`Not tested, because other readings fail: ${hidden.join(", ")}.`] : []),
    ...(exhaustive === undefined ? [] : [renderProof(exhaustive)]),
    renderVerdict(report),
    "",
  ].join("\n");
}

export function renderProof({ isComplete, faults, journey, schedules, states, failed }: ExhaustiveResult): string {
  const scope = `for at most ${faults} ${faults === 1 ? "fault" : "faults"} on ${journey.replace(/@latest$/, "")}`;
  const counts = `${schedules} schedules, ${states} different (state, request, fault)`;
  const result = failed === 0 ? "none fails" : `${failed} fail`;
  return `${isComplete ? "Complete" : "Incomplete"} ${scope}: ${counts}; ${result}.`;
}

export function renderVerdict({ passed, failures, why }: ClientReport): string {
  if (passed) return "The client passes.";
  const ids = [...new Set(failures.filter(({ strength }) => strength === "must").map(({ id }) => id))];
  const reasons = [...(ids.length === 0 ? [] : [`It fails ${ids.join(", ")}.`]), ...(why === undefined ? [] : [why])];
  return `The client does not pass. ${reasons.join(" ")}`;
}

/**
 * Describes a failure: the sentence, the shortest reproduction, the requests, the likely cause and the change.
 *
 * @param file The `run.html` of the failure, if there is one.
 */
export function renderFailure(
  failure: Failure,
  replay: RenderReplay = renderReplay,
  file?: string | undefined,
): readonly string[] {
  const { id, text, spec, problem, seenUnder, condition, calls, cause, fix, notRepeated } = failure;
  const word = wordOf({ ...failure, status: "fail" });
  const unstable =
    notRepeated === undefined
      ? []
      : [
          `It happened once, and not again in ${notRepeated} repetitions: it may depend on an earlier journey or on chance.`,
        ];
  return [
    `${word}  ${id}: ${text} (spec ${spec})`,
    ...[
      ...problem.split("\n"),
      ...unstable,
      `Seen under: ${renderNames(seenUnder)}.`,
      "Shortest reproduction:",
      ...[...describeCondition(condition), ...explainReadings(condition.readings ?? {})].map((line) => `  ${line}`),
      "Requests:",
      ...withoutMiddle(calls).map((call) => `  ${call}`),
      `Likely cause: ${cause}`,
      `What to change: ${fix}`,
      `Repeat it: ${replay(failure.replay)}`,
      ...(file === undefined ? [] : [`See it: ${file}`]),
    ].map((line) => `  ${line}`),
  ];
}

/** Number of conditions to name. */
const shownNames = 6;

const renderNames = (names: readonly string[]): string =>
  names.length <= shownNames + 1
    ? names.join(", ")
    : `${names.slice(0, shownNames).join(", ")} and ${names.length - shownNames} more conditions`;

/** The sentences of the readings that a failure needs, if they are few. */
function explainReadings(readings: Readonly<Record<string, string>>): readonly string[] {
  const chosen = gapIds.filter((id) => Object.hasOwn(readings, id));
  if (chosen.length > 3) return [];
  return chosen.map((id) => `  ${id} (spec ${gapOf(id).spec}): ${gapOf(id).options[readings[id] ?? ""]}`);
}

/** Number of lines to show from each end of a long list. */
const shownCalls = 10;

function withoutMiddle(calls: readonly string[]): readonly string[] {
  if (calls.length - 2 * shownCalls < 2) return calls;
  const [first, last] = [calls.slice(0, shownCalls), calls.slice(-shownCalls)];
  const omitted = numberOf(last[0]) - numberOf(first.at(-1)) - 1; // includes requests that the simulator has dropped
  return [...first, `… ${omitted} more requests …`, ...last];
}

/** The number of a request in the client's world, such as 7 in `#7 13:43:00 v2.fetchState 200`. */
const numberOf = (call = ""): number => Number(/^#(\d+)/.exec(call)?.[1]);

const reasonsOf = (report: ClientReport, { id, reasons }: RequirementResult): readonly string[] => {
  const failures = report.failures.filter((one) => one.id === id);
  return failures.length > 0 ? failures.flatMap((one) => renderFailure(one)) : reasons;
};

/**
 * Formats a report as JUnit. Warnings and requirements that may stay untested count as skipped. If a failure is repeated,
 * these are all others.
 */
export function renderJunit(report: ClientReport, allowUntested: readonly string[] = []): string {
  const cases = report.results.map((result): JunitCase => {
    const word = wordOf(result);
    const row = { suite: "requirements", name: `${result.id}: ${result.text} (spec ${result.spec})` };
    const text = reasonsOf(report, result).join("\n");
    const isNeeded = result.strength === "must" && !allowUntested.includes(result.id);
    const isFailure = word === "FAIL" || (word === "untested" && isNeeded && report.why !== undefined);
    if (word === "pass") return row;
    return isFailure
      ? { ...row, failure: word === "FAIL" ? text : `untested: ${text}` }
      : { ...row, skipped: `${word}: ${text}` };
  });
  return toJunit("requirements of the client", [...cases, ...toCoverageCases(report.coverage)]);
}

/** Formats the failures as annotations of GitHub Actions, one line each. */
export const renderAnnotations = ({ failures, why }: ClientReport): readonly string[] => [
  ...failures.map(
    ({ id, text, spec, problem, fix, strength }) =>
      `::${strength === "must" ? "error" : "warning"} title=${escapeProperty(`${id} (spec ${spec})`)}::${escapeMessage(`${text} ${problem} ${fix}`)}`,
  ),
  ...(why === undefined ? [] : [`::error title=Client check::${escapeMessage(why)}`]),
];

/** Formats a report as Markdown, such as for the job summary of a CI server: what failed comes first. */
export function renderSummary(report: ClientReport): string {
  const { results, failures } = report;
  const words: readonly Word[] = ["FAIL", "untested", "warning", "pass"];
  const sorted = words.flatMap((word) => results.filter((one) => wordOf(one) === word));
  const rows = sorted.map((one) => [wordOf(one), `\`${one.id}\``, escapeCell(one.text), one.spec]);
  const changes = failures.map(({ id, problem, fix }) => `- \`${id}\`: ${escapeCell(`${problem} ${fix}`)}`);
  return [
    "### Requirements of the client",
    "",
    renderVerdict(report),
    "",
    "| result | requirement | meaning | specification |",
    "| --- | --- | --- | --- |",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    ...(changes.length === 0 ? [] : [...changes, ""]),
  ].join("\n");
}

/** Text that Markdown shows as it is, in one line. */
export const escapeCell = (text: string): string =>
  text.replaceAll(/\s*\n\s*/g, " ").replaceAll(/[\\`*_[\]|<>#&~$@!]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const escapeMessage = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text: string): string => escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
