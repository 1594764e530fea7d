import type { Coverage } from "@journey-kit/schemas/control";
import { type JunitCase, mergeCoverage, toCoverageCases, toJunit } from "@journey-kit/schemas/report";
import type { ClientAdapter, JourneyRun } from "../service/client-adapter.ts";
import { checkOptions } from "../service/options.ts";
import { createClientRunner, type RunnerOptions, toCalls } from "../service/run-client.ts";
import { type CheckResult, createGather, type Evidence, type GatherOptions, notShown } from "./evidence.ts";
import { type Requirement, type RequirementId, type RequirementRow, requirementRows } from "./requirements.ts";
import { requirementRun, type SituationId, situationRows } from "./situations.ts";

/** Options for {@link checkRequirements}. `timeoutMs` applies to each situation. */
export interface RequirementOptions extends RunnerOptions, Pick<GatherOptions, "profile" | "chosen" | "skip"> {
  /** The requirements to check; default all. */
  readonly only?: readonly RequirementId[] | undefined;
  /** Requirements that may stay untested. By default, the report does not pass if a `must` requirement does. */
  readonly allowUntested?: readonly RequirementId[] | undefined;
  /** The v2 journey to run. It should collect a document; default `document-and-selfie@latest` with all data. */
  readonly run?: JourneyRun | undefined;
  /** The required coverage in percent. */
  readonly min?: number | undefined;
  /** Called after each of `total` situations, with the evidence or the reason why there is none. */
  readonly onSituation?: (situation: SituationId, evidence: Evidence | string, total: number) => void;
}

/**
 * What one situation shows about a requirement. For a broken requirement, `calls` contains the last requests up to the
 * failure.
 */
export type Finding = CheckResult & {
  readonly situation: SituationId;
  readonly calls: readonly string[];
  /** Whether the situation was not run. */
  readonly isSkipped?: true;
};

/**
 * The result for a requirement: broken if the client breaks it in any situation, otherwise kept if any situation shows
 * that the client keeps it.
 */
export interface RequirementResult extends Pick<Requirement, "spec" | "text">, Required<Pick<Requirement, "strength">> {
  readonly id: RequirementId;
  readonly status: CheckResult["status"];
  /** One finding for each situation that can test the requirement, including skipped ones. */
  readonly findings: readonly Finding[];
}

/** The results of checking the requirements. */
export interface RequirementReport {
  readonly results: readonly RequirementResult[];
  /**
   * Whether the client kept every requirement of strength `must`, apart from those in `allowUntested`, which may stay
   * untested, the client sent a request, and the coverage reached `min`.
   */
  readonly passed: boolean;
  /** Why the report does not pass although no requirement was broken. */
  readonly why?: string;
  /** Combined coverage of all situations. */
  readonly coverage: Coverage;
}

/**
 * Runs a client in situations, each in its own world. Checks the client's requests, which the simulator records,
 * and the outcome that the client reports. Spec 2.9, 3.1, 4.2, 4.4, 5, 9.
 *
 * @throws {ApiError} When the simulator refuses a situation.
 * @throws {TypeError} When an option has an invalid value, or `only` contains an unknown requirement.
 * @example
 * const report = await checkRequirements(adapter, { simulator: { baseUrl: "http://127.0.0.1:4010" } });
 * console.log(toRequirementText(report));
 */
export async function checkRequirements(
  adapter: ClientAdapter,
  options: RequirementOptions,
): Promise<RequirementReport> {
  checkOptions(options, true);
  const { only, chosen, timeoutMs = 30_000, min, allowUntested = [] } = options;
  const unknown = only?.find((id) => requirementRows.every(([known]) => known !== id));
  if (unknown !== undefined) throw new TypeError(`only: There is no requirement "${unknown}".`);
  const runner = createClientRunner(adapter, options);
  const gather = createGather(runner, {
    ...options,
    run: options.run ?? requirementRun,
    timeoutMs,
  });
  const wanted = requirementRows.filter(([id]) => only?.includes(id) ?? true);
  const evidence = new Map<SituationId, Evidence | string>();
  const ids = situationsOf(wanted, only !== undefined, chosen !== undefined);
  for (const id of ids) {
    const gathered = await gather(id);
    evidence.set(id, gathered);
    options.onSituation?.(id, gathered, ids.length);
  }
  const results = wanted.map((row) => toResult(row, evidence));
  const covered = [...evidence.values()].flatMap((one) => (typeof one === "string" ? [] : [one.coverage]));
  const coverage = mergeCoverage("all situations", covered, min);
  const isBroken = results.some((result) => markOf(result) === "FAIL");
  const why = whyInconclusive(results, coverage, allowUntested);
  return { results, passed: !isBroken && why === undefined, ...(why !== undefined && { why }), coverage };
}

/** Why a report does not pass even if no requirement was broken. */
function whyInconclusive(
  results: readonly RequirementResult[],
  { requests, reached, percentage, min }: Coverage,
  allowed: readonly RequirementId[],
): string | undefined {
  if (results.length === 0) return "No requirement was checked.";
  if (requests === 0) return "The client sent no request.";
  const untested = results.filter(isUntested).filter(({ id }) => !allowed.includes(id));
  if (untested.length > 0) return `${toList(untested.map(({ id }) => id))} not tested.`;
  if (!results.some(({ status }) => status === "kept")) return "No requirement was tested.";
  return reached ? undefined : `The coverage is ${percentage} %, which is less than ${min} %.`;
}

/** Whether nothing showed whether the client meets a requirement that it must meet. */
export const isUntested = ({ status, strength }: RequirementResult): boolean =>
  status === "not-shown" && strength === "must";

const toList = (ids: readonly string[]): string =>
  ids.length === 1 ? `${ids[0]} was` : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)} were`;

/** The situations to run if `only` selects a requirement that every situation can test. */
const usualSituations: readonly SituationId[] = ["accepted", "revoked-token"];

function situationsOf(wanted: readonly RequirementRow[], isNarrow: boolean, isChosen: boolean): readonly SituationId[] {
  const isNeeded = (id: SituationId) =>
    wanted.some(([, { situations }]) =>
      situations === "all" ? !isNarrow || usualSituations.includes(id) : situations.includes(id),
    );
  const needed = situationRows.map(([id]) => id).filter(isNeeded);
  return isChosen ? [...needed, "chosen"] : needed;
}

type Gathered = ReadonlyMap<SituationId, Evidence | string>;

/** Checks the evidence for one requirement. */
export function toResult([id, requirement]: RequirementRow, evidence: Gathered): RequirementResult {
  const { spec, text, strength = "must", isConsequence } = requirement;
  const found = findingsOf(requirement, evidence);
  const findings = isConsequence === true ? found.map((finding) => toConsequence(id, finding, evidence)) : found;
  return { id, spec, text, strength, status: statusOf(findings), findings };
}

function findingsOf({ situations, check }: Requirement, evidence: Gathered): readonly Finding[] {
  return [...evidence].flatMap(([situation, one]) => {
    if (situations !== "all" && !situations.includes(situation)) return [];
    if (typeof one === "string") return [{ ...notShown(one), situation, calls: [], isSkipped: true }];
    const result = check(one);
    return [{ ...result, situation, calls: result.status === "broken" ? toCalls(one.exchanges, result.exchange) : [] }];
  });
}

/** Hides a failure that another broken requirement explains. */
function toConsequence(id: RequirementId, finding: Finding, evidence: Gathered): Finding {
  const { situation, status } = finding;
  const own = requirementRows.findIndex(([one]) => one === id);
  const isExplained = requirementRows
    .filter(([, { strength, isConsequence }], i) => strength !== "warning" && (isConsequence !== true || i < own))
    .flatMap(([, other]) => findingsOf(other, evidence))
    .some((other) => other.status === "broken" && other.situation === situation);
  return status === "broken" && isExplained
    ? { ...notShown("Another requirement was broken in the same situation."), situation, calls: [] }
    : finding;
}

function statusOf(findings: readonly Finding[]): CheckResult["status"] {
  if (findings.some(({ status }) => status === "broken")) return "broken";
  return findings.some(({ status }) => status === "kept") ? "kept" : "not-shown";
}

type Mark = "pass" | "FAIL" | "warning" | "untested";

const markOf = ({ status, strength }: RequirementResult): Mark => {
  if (status === "broken") return strength === "must" ? "FAIL" : "warning";
  return status === "kept" ? "pass" : "untested";
};

/**
 * Formats a report for a terminal: one line per requirement, and for each broken requirement, the situation and the
 * requests.
 */
export function toRequirementText({ results, passed, why }: RequirementReport): string {
  const widest = Math.max(0, ...results.map(({ id }) => id.length));
  const lines = results.flatMap((result) => [
    `${markOf(result).padEnd(8)}  ${result.id.padEnd(widest)}  ${result.text} (spec ${result.spec})`,
    ...toReasons(result).map((line) => `${" ".repeat(10)}${line}`),
  ]);
  const marks: readonly Mark[] = ["pass", "FAIL", "warning", "untested"];
  const counts = marks.map((mark) => `${results.filter((one) => markOf(one) === mark).length} ${mark}`);
  const failed = results.filter((one) => markOf(one) === "FAIL").map(({ id }) => id);
  const reasons = [
    ...(failed.length === 0 ? [] : [`It fails ${failed.join(", ")}.`]),
    ...(why === undefined ? [] : [why]),
  ];
  const verdict = passed ? "The client passes." : `The client does not pass. ${reasons.join(" ")}`;
  return [...lines, "", `Requirements: ${counts.join(", ")}.`, verdict, ""].join("\n");
}

/** Formats a report as JUnit. Warnings and requirements that may stay untested count as skipped. */
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

/** Explains why a requirement was not kept: where it was broken and by which requests, or why it was not shown. */
export function toReasons({ status, findings }: RequirementResult): readonly string[] {
  if (status === "kept") return [];
  if (status === "broken") return toBreaches(findings);
  const shown = findings.some(({ isSkipped }) => isSkipped !== true)
    ? findings.filter(({ isSkipped }) => isSkipped !== true)
    : findings;
  const whys = shown.flatMap((finding) => (finding.status === "not-shown" ? [finding.why] : []));
  return whys.length === 0 ? ["No situation that tests this requirement was run."] : [...new Set(whys)];
}

/** For each problem, the situations in which it occurred, and the requests in the first of them. */
function toBreaches(findings: readonly Finding[]): readonly string[] {
  const breaches = findings.filter((finding) => finding.status === "broken");
  return [...new Set(breaches.map(({ problem }) => problem))].flatMap((problem) => {
    const alike = breaches.filter((breach) => breach.problem === problem);
    const situations = alike.map(({ situation }) => `"${situation}"`).join(", ");
    return [`in ${situations}: ${problem}`, ...(alike[0]?.calls ?? []).map((call) => `  ${call}`)];
  });
}
