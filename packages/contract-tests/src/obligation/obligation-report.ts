import type { Coverage } from "@journey-kit/schemas/control";
import { type Evidence, type Judgement, notShown } from "./evidence.ts";
import type { Obligation } from "./obligation.ts";
import type { ObligationId, ObligationRow } from "./obligations.ts";
import type { ProbeId } from "./probes.ts";

/** The finding for one obligation in one situation. */
export type Finding = Judgement & { readonly probe: ProbeId; readonly calls: readonly string[] };

/** The result for an obligation: broken if any situation breaks it, otherwise kept if any shows it kept. */
export interface ObligationResult extends Pick<Obligation, "spec" | "text" | "strength"> {
  readonly id: ObligationId;
  readonly status: Judgement["status"];
  /** One for each situation tried. */
  readonly findings: readonly Finding[];
}

/** The result of all obligations. */
export interface ObligationReport {
  readonly results: readonly ObligationResult[];
  /** Whether no `must` was broken. */
  readonly passed: boolean;
  /** Coverage of the requests in all situations. */
  readonly coverage: Coverage;
}

/** The evidence from each situation, or the reason why there is none. */
export type Gathered = ReadonlyMap<ProbeId, Evidence | string>;

/** Judges the evidence for each obligation. */
export function judgeAll(wanted: readonly ObligationRow[], evidence: Gathered): readonly ObligationResult[] {
  const all = wanted.map(([id, obligation]) => ({ id, obligation, findings: findingsOf(obligation, evidence) }));
  const culprits = all
    .filter(({ obligation }) => obligation.strength === "must" && !obligation.isConsequence)
    .flatMap(({ findings }) => findings);
  return all.map(({ id, obligation, findings: own }) => {
    const findings = obligation.isConsequence ? own.map((finding) => yieldTo(culprits, finding)) : own;
    const { spec, text, strength } = obligation;
    return { id, spec, text, strength, status: statusOf(findings), findings };
  });
}

function findingsOf({ probes, judge }: Obligation, evidence: Gathered): readonly Finding[] {
  return [...evidence].flatMap(([probe, one]) => {
    if (probes !== "all" && !probes.includes(probe)) return [];
    if (typeof one === "string") return [{ ...notShown(one), probe, calls: [] }];
    const judgement = judge(one);
    return [{ ...judgement, probe, calls: judgement.status === "broken" ? callsUpTo(one, judgement.exchange) : [] }];
  });
}

function yieldTo(culprits: readonly Finding[], finding: Finding): Finding {
  const isExplained = culprits.some(({ status, probe }) => status === "broken" && probe === finding.probe);
  return finding.status === "broken" && isExplained
    ? { ...notShown("Another obligation was broken in the same situation."), probe: finding.probe, calls: [] }
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
