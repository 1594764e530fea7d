import { type GapId, gapOf, type PresetName } from "@journey-kit/schemas/tables";
import type { Domains } from "../../service/domains.ts";
import { switchableGaps } from "../../service/readings.ts";

/** What a calibration found out about one gap. */
export interface GapFinding {
  readonly gap: GapId;
  /**
   * `found`: exactly one reading fits. `several`: some are ruled out. `contradicts`: the responses fit no known reading.
   * `unknown`: no response was conclusive, and `why` gives the reason.
   */
  readonly status: "found" | "several" | "contradicts" | "unknown";
  /** The readings that fit the responses. */
  readonly possible: readonly string[];
  readonly ruledOut: readonly string[];
  /** What led to the finding, for example a case and the status of its response. */
  readonly evidence: readonly string[];
  readonly why: string | undefined;
}

/** The result of a calibration. */
export interface Calibration {
  /** One finding for each gap with more than one reading, in the order of the gap register. */
  readonly findings: readonly GapFinding[];
  /** Number of requests. */
  readonly calls: number;
}

/** What one case showed about gaps: evidence, a response that fits no reading, or the reason why it showed nothing. */
export interface GapEvidence {
  readonly gaps: readonly GapId[];
  readonly kind: "evidence" | "mismatch" | "blocked";
  readonly text: string;
}

/** Reasons why no request can show a gap's reading, in addition to the reasons in the gap register. */
const unobservableReasons: Readonly<Partial<Record<GapId, string>>> = {
  "v1-data-variants": "It only decides which journeys can be published.",
  "element-names": "It only decides which journeys can be published.",
};

export const createFindings = (domains: Domains, gathered: readonly GapEvidence[]): readonly GapFinding[] =>
  switchableGaps.map((gap) => createFinding(gap, domains.get(gap) ?? [], gathered));

function createFinding(gap: GapId, possible: readonly string[], gathered: readonly GapEvidence[]): GapFinding {
  const about = (kind: GapEvidence["kind"]) =>
    gathered.filter((one) => one.kind === kind && one.gaps.includes(gap)).map(({ text }) => text);
  const [evidence, mismatches, [blocked]] = [about("evidence"), about("mismatch"), about("blocked")];
  const options = Object.keys(gapOf(gap).options);
  const ruledOut = options.filter((reading) => !possible.includes(reading));
  if (possible.length === 1) return { gap, status: "found", possible, ruledOut, evidence, why: undefined };
  if (evidence.length === 0 && mismatches.length > 0)
    return { gap, status: "contradicts", possible: [], ruledOut: options, evidence: mismatches, why: undefined };
  const why = gapOf(gap).why ?? unobservableReasons[gap] ?? blocked ?? "The responses fit more than one reading.";
  return { gap, status: ruledOut.length > 0 ? "several" : "unknown", possible, ruledOut, evidence, why };
}

const parts: readonly (readonly [GapFinding["status"], string])[] = [
  ["found", "Found: exactly one reading fits."],
  ["several", "Several: some readings are ruled out, but more than one fits."],
  ["contradicts", "Contradicts: the responses fit no known reading."],
  ["unknown", "Unknown: no response was conclusive."],
];

/** Formats the result of a calibration as text. */
export const renderCalibration = ({ findings, calls }: Calibration): string =>
  [...renderFindings(findings), "", `${countFindings(findings)}; ${calls} requests`, ""].join("\n");

/** Formats findings as lines, with a section for each status. */
export const renderFindings = (findings: readonly GapFinding[]): readonly string[] =>
  parts
    .flatMap(([status, title]) => {
      const rows = findings.filter((one) => one.status === status);
      return rows.length === 0 ? [] : ["", title, ...rows.flatMap(renderFinding)];
    })
    .slice(1);

/** Formats how many findings have each status. */
export const countFindings = (findings: readonly GapFinding[]): string =>
  parts.map(([status]) => `${findings.filter((one) => one.status === status).length} ${status}`).join(", ");

function renderFinding({ gap, status, possible, ruledOut, evidence, why }: GapFinding): readonly string[] {
  const { spec, specified } = gapOf(gap);
  const name = `  ${gap} (spec ${spec})`;
  const seen = evidence.map((one) => `      ${one}`);
  switch (status) {
    case "found":
      return [`${name}: ${possible[0]}${possible[0] === specified ? "" : `, not ${specified}`}`, ...seen];
    case "several":
      return [`${name}: ${possible.join(" or ")}, not ${ruledOut.join(", not ")}. ${why}`, ...seen];
    case "contradicts":
      return [`${name}: none of ${ruledOut.join(", ")}`, ...seen];
    case "unknown":
      return [`${name}: ${why}`];
  }
}

/** When the requests that led to a finding were sent, as ISO instants. */
interface Observation {
  readonly firstAt?: string | undefined;
  readonly lastAt?: string | undefined;
}

/** What led to the reading of a gap in a profile. */
export interface ObservedGap extends Observation {
  readonly status: GapFinding["status"];
  /** The readings that fit the responses. */
  readonly possible: readonly string[];
  readonly texts: readonly string[];
}

/** A profile for `journey serve --profile` and `createSimulator({ profile })`. */
export interface ProfileFile {
  readonly preset: PresetName;
  readonly readings: { readonly [Id in GapId]?: string };
  /** What was observed, for each gap about which the responses showed something. It does not change the profile. */
  readonly evidence: { readonly [Id in GapId]?: ObservedGap };
}

/**
 * Converts findings to a profile: `specified`, with every reading that was found. If the responses rule out the reading
 * in `specified` but fit several others, the profile contains the first of these.
 */
export const toProfileFile = (findings: readonly (GapFinding & Observation)[]): ProfileFile => ({
  preset: "specified",
  readings: Object.fromEntries(
    findings.flatMap(({ gap, status, possible: [first = "", ...more] }) => {
      const isLeft = [first, ...more].includes(gapOf(gap).specified);
      if (status === "found") return [[gap, first]];
      return status === "several" && !isLeft ? [[gap, first]] : [];
    }),
  ),
  evidence: Object.fromEntries(
    findings
      .filter(({ status }) => status !== "unknown")
      .map(({ gap, status, possible, evidence: texts, firstAt, lastAt }) => [
        gap,
        { status, possible, texts, ...(firstAt !== undefined && { firstAt }), ...(lastAt !== undefined && { lastAt }) },
      ]),
  ),
});
