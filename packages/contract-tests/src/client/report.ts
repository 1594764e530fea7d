import type { Coverage } from "@journey-kit/schemas/control";
import { type Evidence, type Judgement, notShown } from "./evidence.ts";
import type { Requirement } from "./requirement.ts";
import type { RequirementId, RequirementRow } from "./requirements.ts";
import type { SituationId } from "./situations.ts";

/** The finding for one requirement in one situation. */
export type Finding = Judgement & { readonly situation: SituationId; readonly calls: readonly string[] };

/** The result for an requirement: broken if any situation breaks it, otherwise kept if any shows it kept. */
export interface RequirementResult extends Pick<Requirement, "spec" | "text" | "strength"> {
  readonly id: RequirementId;
  readonly status: Judgement["status"];
  /** One for each situation tried. */
  readonly findings: readonly Finding[];
}

/** The result of all requirements. */
export interface RequirementReport {
  readonly results: readonly RequirementResult[];
  /** Whether no `must` was broken. */
  readonly passed: boolean;
  /** Coverage of the requests in all situations. */
  readonly coverage: Coverage;
}

/** The evidence from each situation, or the reason why there is none. */
export type Gathered = ReadonlyMap<SituationId, Evidence | string>;

/** Judges the evidence for each requirement. */
export function judgeAll(wanted: readonly RequirementRow[], evidence: Gathered): readonly RequirementResult[] {
  const all = wanted.map(([id, requirement]) => ({ id, requirement, findings: findingsOf(requirement, evidence) }));
  const culprits = all
    .filter(({ requirement }) => requirement.strength === "must" && !requirement.isConsequence)
    .flatMap(({ findings }) => findings);
  return all.map(({ id, requirement, findings: own }) => {
    const findings = requirement.isConsequence ? own.map((finding) => yieldTo(culprits, finding)) : own;
    const { spec, text, strength } = requirement;
    return { id, spec, text, strength, status: statusOf(findings), findings };
  });
}

function findingsOf({ situations, judge }: Requirement, evidence: Gathered): readonly Finding[] {
  return [...evidence].flatMap(([situation, one]) => {
    if (situations !== "all" && !situations.includes(situation)) return [];
    if (typeof one === "string") return [{ ...notShown(one), situation, calls: [] }];
    const judgement = judge(one);
    return [
      { ...judgement, situation, calls: judgement.status === "broken" ? callsUpTo(one, judgement.exchange) : [] },
    ];
  });
}

function yieldTo(culprits: readonly Finding[], finding: Finding): Finding {
  const isExplained = culprits.some(({ status, situation }) => status === "broken" && situation === finding.situation);
  return finding.status === "broken" && isExplained
    ? { ...notShown("Another requirement was broken in the same situation."), situation: finding.situation, calls: [] }
    : finding;
}

function statusOf(findings: readonly Finding[]): Judgement["status"] {
  if (findings.some(({ status }) => status === "broken")) return "broken";
  return findings.some(({ status }) => status === "kept") ? "kept" : "not-shown";
}

/** The last requests before a failure, one per line. */
function callsUpTo({ exchanges }: Evidence, exchange = exchanges.at(-1)?.sequence ?? 0): readonly string[] {
  return exchanges
    .filter(({ sequence }) => sequence <= exchange)
    .slice(-5)
    .map(({ sequence, at, endpoint, request, response, refusal, fault }) => {
      const struck = fault === undefined ? "" : `, struck by ${fault.rule}`;
      const why = refusal === undefined ? "" : ` ${refusal.kind}`;
      return `#${sequence} ${at.slice(11, 19)} ${endpoint ?? request.path} ${response.status}${why}${struck}`;
    });
}
