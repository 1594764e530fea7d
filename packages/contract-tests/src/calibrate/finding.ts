import { type GapId, gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/gaps";
import type { Probe, Sighting } from "./probe.ts";

/** The finding of a calibration for one gap. */
export interface GapFinding {
  readonly gap: GapId;
  /**
   * `shown`: one reading fits. `narrowed`: some are ruled out. `other`: what was seen fits none of the register.
   * `unseen`: nothing was seen; `why` says what it would take.
   */
  readonly verdict: "shown" | "narrowed" | "other" | "unseen";
  /** The readings that fit the responses. */
  readonly possible: readonly string[];
  readonly ruledOut: readonly string[];
  /** The requests and their statuses. */
  readonly evidence: readonly string[];
  readonly why: string | undefined;
}

/** Gaps of which no call shows anything, beside those that the register marks. */
const beforeCalls: Readonly<Partial<Record<GapId, string>>> = {
  "v1-data-variants": "It decides what may be published, before there is anything to call.",
  "element-names": "It decides what may be published, before there is anything to call.",
};

/** What a probe found out. */
export interface Sighted {
  readonly probe: Probe;
  readonly sighting: Sighting;
}

/** Draws what was sighted together, for every gap with more than one reading. */
export function toFindings(sighted: readonly Sighted[]): readonly GapFinding[] {
  const findings = gapIds.filter(isSwitchable).map((gap) => toFinding(gap, sighted));
  return findings.map((finding) => withoutOrphans(finding, findings));
}

function toFinding(gap: GapId, sighted: readonly Sighted[]): GapFinding {
  const about = sighted.filter(({ probe }) => probe.gaps.includes(gap)).map(({ sighting }) => sighting);
  const options = Object.keys(gapOf(gap).options);
  const lists = about.flatMap((sighting) => {
    const told = "told" in sighting ? sighting.told.get(gap) : undefined;
    return told === undefined || !("told" in sighting) ? [] : [{ told, evidence: sighting.evidence }];
  });
  const blocked = about.flatMap((sighting) => ("blocked" in sighting ? [sighting.blocked] : []));
  const possible = options.filter((reading) => lists.every(({ told }) => told.includes(reading)));
  const why = gapOf(gap).why ?? beforeCalls[gap] ?? blocked[0] ?? "What was seen leaves it open.";
  return settle({ gap, possible, evidence: lists.map(({ evidence }) => evidence) }, options, lists.length > 0, why);
}

function settle(
  seen: Pick<GapFinding, "gap" | "possible" | "evidence">,
  options: readonly string[],
  isSeen: boolean,
  why: string | undefined,
): GapFinding {
  const { possible } = seen;
  const ruledOut = options.filter((reading) => !possible.includes(reading));
  if (possible.length === 1) return { ...seen, ruledOut, verdict: "shown", why: undefined };
  if (possible.length === 0) return { ...seen, ruledOut, verdict: "other", why: undefined };
  return { ...seen, ruledOut, verdict: isSeen && ruledOut.length > 0 ? "narrowed" : "unseen", why };
}

/** Rules out readings that require a ruled-out reading. */
function withoutOrphans(finding: GapFinding, findings: readonly GapFinding[]): GapFinding {
  const { gap, possible, why } = finding;
  const { requires = {}, options } = gapOf(gap);
  const kept = possible.filter((reading) =>
    Object.entries(requires[reading] ?? {}).every(([other, accepted]) =>
      findings.some((one) => one.gap === other && one.possible.some((companion) => accepted.includes(companion))),
    ),
  );
  return kept.length === possible.length
    ? finding
    : settle({ ...finding, possible: kept }, Object.keys(options), true, why);
}
