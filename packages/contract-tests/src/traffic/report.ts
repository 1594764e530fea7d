import { toJunit, toPlain } from "@journey-kit/schemas/report";
import { type GapId, gapIds, gapOf, ruleIds, ruleOf } from "@journey-kit/schemas/tables";
import { escapeCell } from "../client/report.ts";
import { countFindings, renderFindings } from "../server/calibrate/finding.ts";
import type { ChangedGap, OldGap, ProfileComparison } from "./changes.ts";
import type { Diagnosis, Hint } from "./doctor.ts";
import type { Divergence, Learned, LearnedGap } from "./learned.ts";

/** What traffic shows about a service and its clients. */
export interface TrafficReport {
  readonly learned: Learned;
  readonly diagnosis?: Diagnosis | undefined;
  /** How the service differs from a profile that was learned before. */
  readonly comparison?: ProfileComparison | undefined;
}

/** Formats a report as text: the readings, then what deviates, and the counts as the last line. */
export function renderLearned({ learned, diagnosis, comparison }: TrafficReport): string {
  const { gaps, exchanges } = learned;
  if (exchanges === 0) return `${nothingSeen}\n`;
  const sections = [
    renderFindings(gaps.filter(isShown)),
    renderNotShown(gaps),
    ...(comparison === undefined ? [] : renderComparison(comparison)),
    section("Divergences: no profile explains these responses.", findUnexplained(learned).flatMap(renderDivergence)),
    ...(comparison === undefined
      ? [section("Other readings than before:", findReadings(learned).flatMap(renderDivergence))]
      : []), // otherwise the comparison names them
    ...(diagnosis === undefined ? [] : renderDiagnosis(diagnosis)),
    renderUnjudged(learned),
  ];
  const lines = sections.filter((one) => one.length > 0).flatMap((one) => [...one, ""]);
  return [...lines, renderCounts(learned), ""].map(toPlain).join("\n");
}

/** The responses that no profile explains. */
export const findUnexplained = ({ divergences }: Learned): readonly Divergence[] =>
  divergences.filter(({ kind }) => kind !== "reading");

/** The responses that follow another reading than the profile that was learned before. */
const findReadings = ({ divergences }: Learned): readonly Divergence[] =>
  divergences.filter(({ kind }) => kind === "reading");

const nothingSeen = "No request to the service was seen, so nothing was learned.";

/** Formats the counts of a report as a line. */
export function renderCounts(learned: Learned): string {
  const { gaps, exchanges, instances } = learned;
  const changed = findReadings(learned).length;
  const divergences = count(findUnexplained(learned).length, "divergence");
  const counts = `${divergences}${changed === 0 ? "" : `, ${changed} changed`}; ${count(exchanges, "exchange")} of ${count(instances, "instance")}`;
  return `${countFindings(gaps)}; ${counts}`;
}

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

export const isShown = ({ status, isTouched }: LearnedGap): boolean => isTouched || status !== "unknown";

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

function renderNotShown(gaps: readonly LearnedGap[]): readonly string[] {
  const hidden = gaps.filter((one) => !isShown(one)).length;
  return hidden === 0 ? [] : [`No exchange depends on ${count(hidden, hidden === gaps.length ? "gap" : "other gap")}.`];
}

function renderComparison({ changed, confirmed, notShown }: ProfileComparison): readonly (readonly string[])[] {
  return [
    section("Changed: the service no longer follows the profile.", changed.map(renderChange)),
    confirmed.length === 0 ? [] : [`Confirmed: the profile still holds for ${count(confirmed.length, "gap")}.`],
    section("Not shown again: the traffic does not depend on these readings.", notShown.map(renderOld)),
  ];
}

/** Formats a change, such as `token-lifetime (spec 5): 3600s until 2026-01-01, 300s since 2026-01-04`. */
export const renderChange = ({ gap, before, now, beforeAt, nowAt }: ChangedGap): string =>
  `${nameGap(gap)}: ${before.join(" or ")}${beforeAt === undefined ? " before" : ` until ${beforeAt}`}, ${now.join(" or ") || "no known reading"}${nowAt === undefined ? " now" : ` since ${nowAt}`}`;

export const renderOld = ({ gap, possible, age }: OldGap): string =>
  `${nameGap(gap)}: ${possible.join(" or ")}, ${age ?? "of unknown age"}`;

const nameGap = (gap: GapId): string => `${gap} (spec ${gapOf(gap).spec})`;

/** Number of rules and readings to explain for one divergence. */
const shownReasons = 6;

function renderDivergence(divergence: Divergence): readonly string[] {
  const { endpoint, place, expected, received, basis } = divergence;
  const reasons = basis.map(explainBasis);
  const rest = reasons.length - shownReasons;
  return [
    `${endpoint}, ${place}`,
    ...[
      `expected: ${expected}`,
      `received: ${received}`,
      ...reasons.slice(0, shownReasons).map((reason) => `because:  ${reason}`),
      ...(rest > 0 ? [`          and ${rest} more`] : []),
      `seen:     ${renderSeen(divergence)}`,
    ].map((line) => `  ${line}`),
  ];
}

/** Number of exchanges to name. */
const shownExchanges = 5;

/** Formats how often a divergence was seen, in which exchanges and when. */
export function renderSeen({
  exchanges,
  firstAt,
  lastAt,
}: Pick<Divergence, "exchanges" | "firstAt" | "lastAt">): string {
  const named = exchanges.slice(0, shownExchanges).map((sequence) => `#${sequence}`);
  const rest = exchanges.length > shownExchanges ? ", …" : "";
  const when = firstAt === lastAt ? `at ${firstAt}` : `first at ${firstAt}, last at ${lastAt}`;
  return `${count(exchanges.length, "time")} (${named.join(", ")}${rest}), ${when}`;
}

/** Explains an entry of `X-Sim-Basis`: a rule by its text, a reading by the question of its gap and its answer. */
export function explainBasis(entry: string): string {
  const rule = ruleIds.find((id) => id === entry);
  if (rule !== undefined) return `${rule} (spec ${ruleOf(rule).spec}): ${ruleOf(rule).text}`;
  const [name = "", reading = ""] = entry.split("=", 2);
  const gap = gapIds.find((id) => id === name);
  if (gap === undefined) return entry;
  const { spec, question, options } = gapOf(gap);
  return `${entry} (spec ${spec}): ${question} ${options[reading] ?? ""}`.trimEnd();
}

function renderDiagnosis({ hints, expects, advice }: Diagnosis): readonly (readonly string[])[] {
  return [
    section("Client: it breaks these requirements.", hints.flatMap(renderHint)),
    section("Client: it expects these readings.", [
      ...renderExpectations({ expects, advice }),
      ...(advice === undefined ? [] : [advice]),
    ]),
  ];
}

/** Formats the readings that a client expects, except the one that the advice explains. */
export const renderExpectations = ({ expects, advice }: Pick<Diagnosis, "expects" | "advice">): readonly string[] =>
  expects
    .filter(({ why }) => advice?.startsWith(why.slice(0, -1)) !== true)
    .map(({ gap, reading, why }) => `${gap}=${reading}: ${why}`);

const renderHint = (hint: Hint): readonly string[] => [
  `${nameHint(hint)}: ${hint.problem}`,
  `  What to change: ${hint.fix}`,
  `  ${renderSeenHint(hint)}`,
];

/** Formats how often a mistake was seen, and where first. */
export const renderSeenHint = ({ exchanges, sequence }: Hint): string =>
  `Seen ${count(exchanges, "time")}, first in #${sequence}.`;

/** Formats the requirement of a hint, and whether a failure of it fails a check, such as `FAIL one-token (spec 5)`. */
export const nameHint = ({ strength, requirement, spec }: Hint): string =>
  `${strength === "must" ? "FAIL" : "warning"} ${requirement} (spec ${spec})`;

function renderUnjudged({ unjudged }: Learned): readonly string[] {
  const reasons = [...new Set(unjudged.map(({ why }) => why))];
  return section(
    `Not judged: ${count(unjudged.length, "exchange")}.`,
    reasons.map((why) => `${unjudged.filter((one) => one.why === why).length}: ${why}`),
  );
}

/**
 * Formats a report as JUnit: a case for each gap that the traffic depends on, and one for each endpoint with divergences.
 */
export function renderLearnedJunit({ learned, diagnosis }: TrafficReport): string {
  const readings = learned.gaps.filter(isShown).map((gap) => ({
    suite: "readings",
    name: nameGap(gap.gap),
    ...(gap.status === "contradicts" && { failure: renderFindings([gap]).join("\n") }),
    ...((gap.status === "several" || gap.status === "unknown") && {
      skipped: `${gap.possible.join(" or ")}: ${gap.why}`,
    }),
  }));
  const endpoints = [...new Set(learned.divergences.map(({ endpoint }) => endpoint))];
  const divergences = endpoints.map((endpoint) => {
    const own = learned.divergences.filter((one) => one.endpoint === endpoint);
    return { suite: "divergences", name: endpoint, failure: own.flatMap(renderDivergence).join("\n") };
  });
  const hints = (diagnosis?.hints ?? []).map((hint) => ({
    suite: "client",
    name: `${hint.requirement} (spec ${hint.spec})`,
    skipped: renderHint(hint).join("\n"),
  }));
  const explained = { suite: "divergences", name: "A profile explains every response." };
  return toJunit("traffic", [...(divergences.length > 0 ? divergences : [explained]), ...readings, ...hints]);
}

/** Formats a report as Markdown, such as for the job summary of a CI server. */
export function renderLearnedSummary({ learned, diagnosis, comparison }: TrafficReport): string {
  const divergences = comparison === undefined ? learned.divergences : findUnexplained(learned);
  const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0
      ? []
      : [heads, heads.map(() => "---"), ...rows.map((cells) => cells.map(escapeCell))]
          .map((cells) => `| ${cells.join(" | ")} |`)
          .concat("");
  return [
    "### Traffic of the service",
    "",
    `${renderCounts(learned)}.`,
    "",
    ...table(
      ["endpoint", "place", "expected", "received", "seen"],
      divergences.map((one) => [one.endpoint, one.place, one.expected, one.received, renderSeen(one)]),
    ),
    ...table(
      ["changed since the profile was learned"],
      (comparison?.changed ?? []).map((one) => [renderChange(one)]),
    ),
    ...table(
      ["requirement of the client", "problem", "what to change"],
      (diagnosis?.hints ?? []).map((one) => [nameHint(one), one.problem, one.fix]),
    ),
  ].join("\n");
}
