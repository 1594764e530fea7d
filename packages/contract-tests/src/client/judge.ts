import type { Condition } from "../service/condition.ts";
import { combineVerdicts, type Evidence, fail, untested, type Verdict } from "./evidence.ts";
import { isConsequence, type RequirementId, type RequirementRow, requirementRows } from "./requirements.ts";

/** A failure under one condition. */
export interface Breach {
  readonly id: RequirementId;
  readonly problem: string;
  /** Number of the request that shows it, if there is one. */
  readonly exchange?: number | undefined;
  readonly evidence: Evidence;
}

/** What a condition shows about each requirement. */
export interface Observation {
  readonly condition: Condition;
  readonly evidence: readonly Evidence[];
  readonly verdicts: ReadonlyMap<RequirementId, Verdict>;
  readonly breaches: readonly Breach[];
  /** Milliseconds of real time that the condition took. */
  readonly duration?: number;
}

/** The requirements that apply to an API version. Spec 9. */
export const requirementsOf = (apiVersion: "v1" | "v2"): readonly RequirementRow[] =>
  requirementRows.filter(([, { isV2Only }]) => apiVersion === "v2" || isV2Only !== true);

/** Checks the requirements in all worlds of a condition. */
export function judge(condition: Condition, evidence: readonly Evidence[]): Observation {
  const rows = requirementsOf(condition.runs[0]?.apiVersion ?? "v2");
  const found = evidence.map((one) => ({ evidence: one, verdicts: judgeOne(rows, one) }));
  const verdicts = new Map(
    rows.map(
      ([id]) =>
        [
          id,
          combineVerdicts(
            found.flatMap(({ verdicts: own }) => own.get(id) ?? []),
            "Nothing was run.",
          ),
        ] as const,
    ),
  );
  const breaches = found.flatMap(({ evidence: one, verdicts: own }) =>
    [...own].flatMap(([id, verdict]) =>
      verdict.status === "fail" ? [{ id, problem: verdict.problem, exchange: verdict.exchange, evidence: one }] : [],
    ),
  );
  return { condition, evidence, verdicts, breaches };
}

/** Whether a client fails a requirement in a world. */
export const isBrokenIn = (evidence: Evidence): boolean =>
  [...judgeOne(requirementsOf(evidence.condition.runs[0]?.apiVersion ?? "v2"), evidence).values()].some(
    ({ status }) => status === "fail",
  );

/** The requirements that seem to fail if a client mixes up journeys. */
export const reportIds: readonly RequirementId[] = [
  "polls-at-interval",
  "stops-when-final",
  "review-is-not-failure",
  "error-means-failed",
  "polls-until-final",
  "tells-outcome",
  "ends",
  "reports-conclusion",
];

/** Reports a failure that needs several journeys as a failure to keep them apart. */
export function blameOthers(
  observation: Observation,
  breach: Breach,
  text = "It happens only with several journeys.",
): Observation {
  const problem = `${text} ${breach.problem}`;
  const verdicts = new Map(observation.verdicts)
    .set(breach.id, untested("It fails only with several journeys."))
    .set("keeps-journeys-apart", fail(problem));
  const breaches = observation.breaches.map((one) =>
    one === breach ? { ...one, id: "keeps-journeys-apart" as const, problem } : one,
  );
  return { ...observation, verdicts, breaches };
}

/** An observation with one of its failures, which explains the others. */
export const withOnly = (observation: Observation, breach: Breach): Observation => ({
  ...observation,
  breaches: [breach],
  verdicts: new Map(
    [...observation.verdicts].map(([id, verdict]) =>
      verdict.status === "fail" && id !== breach.id ? [id, untested("Another requirement failed.")] : [id, verdict],
    ),
  ),
});

/** The verdicts about evidence. The runner asks for them first, to know whether to keep the world. */
const judged = new WeakMap<Evidence, ReadonlyMap<RequirementId, Verdict>>();

/** Checks the requirements in one world. Hides failures that another failure explains. */
function judgeOne(rows: readonly RequirementRow[], evidence: Evidence): ReadonlyMap<RequirementId, Verdict> {
  const known = judged.get(evidence);
  if (known !== undefined) return known;
  let isExplained = false;
  const verdicts = new Map<RequirementId, Verdict>();
  judged.set(evidence, verdicts);
  for (const [id, { check, strength }] of rows) {
    const verdict = check(evidence);
    const isHidden = verdict.status === "fail" && isConsequence(id) && isExplained;
    verdicts.set(id, isHidden ? untested("Another requirement failed under the same condition.") : verdict);
    if (verdict.status === "fail" && strength !== "warning") isExplained = true;
  }
  return verdicts;
}
