import type { Evidence, Verdict } from "../client/evidence.ts";
import { isConsequence, type Requirement, type RequirementId, requirementRows } from "../client/requirements.ts";
import { toCall } from "./doctor-call.ts";
import { type DiagnoseOptions, partsOf } from "./doctor-evidence.ts";
import { type Expectations, findExpectations } from "./doctor-expectations.ts";
import { type ClientTraffic, groupByClient } from "./doctor-journeys.ts";
import { byTime, type TrafficExchange } from "./traffic.ts";

/** A requirement that a client breaks, without personal data. */
export interface Hint {
  readonly requirement: RequirementId;
  readonly strength: "must" | "warning";
  /** What the client did, as a sentence. */
  readonly problem: string;
  /** What to change in the client. */
  readonly fix: string;
  /** Section of the specification. */
  readonly spec: string;
  /** Sequence number of the first exchange that shows it. */
  readonly sequence: number;
  /** How many requests or journeys show it. */
  readonly exchanges: number;
  /** When the first and the last exchange that show it were sent, as ISO instants. */
  readonly firstAt: string;
  readonly lastAt: string;
}

/** What ordinary traffic shows about a client. */
export interface Diagnosis extends Expectations {
  /** The requirements that the client breaks, in the order of the requirements. */
  readonly hints: readonly Hint[];
  /** The requirements that the traffic shows, kept or broken. */
  readonly judged: readonly RequirementId[];
  /** The other requirements, with the reason. */
  readonly untested: Readonly<Partial<Record<RequirementId, string>>>;
}

/**
 * Judges the clients that sent the traffic by every requirement that ordinary traffic can show. What depends on data that
 * the client was given, on what it printed or on what it concluded is `untested`. The exchanges can be of several clients,
 * journeys and regions.
 *
 * @example
 * const { hints } = diagnose(exchanges);
 * for (const { problem, fix, sequence } of hints) console.log(`Exchange ${sequence}: ${problem} ${fix}`);
 */
export function diagnose(exchanges: readonly TrafficExchange[], options: DiagnoseOptions = {}): Diagnosis {
  const sorted = exchanges.toSorted(byTime);
  const calls = sorted.map((one, i) => toCall({ ...one, sequence: i + 1 }));
  const { hints, ...judgement } = judgeCalls(groupByClient(calls), options);
  const numbered = hints.map((hint) => ({ ...hint, sequence: sorted[hint.sequence - 1]?.sequence ?? hint.sequence }));
  return { ...judgement, hints: numbered, ...findExpectations(sorted) };
}

interface Breach {
  readonly problem: string;
  readonly sequence: number;
  readonly at: string;
}

const unseen = "Ordinary traffic cannot show it.";

/** Judges the traffic of clients by the requirements. */
export function judgeCalls(
  clients: readonly ClientTraffic[],
  options: DiagnoseOptions = {},
): Pick<Diagnosis, "hints" | "judged" | "untested"> {
  const hints: Hint[] = [];
  const judged: RequirementId[] = [];
  const untested: Partial<Record<RequirementId, string>> = {};
  const explained = new Set<number>(); // requests whose problem a hint explains
  const findParts = createPartFinder(clients, options);
  for (const [id, row] of requirementRows) {
    if (row.seenIn === undefined) {
      untested[id] = unseen;
      continue;
    }
    const parts = findParts(row.seenIn);
    const verdicts = parts.map((evidence) => ({ evidence, verdict: row.check(evidence) }));
    const breaches = verdicts
      .flatMap(toBreach)
      .filter(({ sequence }) => !isConsequence(id) || !explained.has(sequence));
    for (const { sequence } of breaches) explained.add(sequence);
    if (breaches.length > 0) hints.push(toHint(id, row, breaches));
    if (breaches.length > 0 || verdicts.some(({ verdict }) => verdict.status === "pass")) judged.push(id);
    else
      untested[id] = verdicts.map(({ verdict }) => whyOf(verdict)).find((why) => why !== "") ?? "No request shows it.";
  }
  return { hints, judged, untested };
}

/** Creates a function that finds the parts of each kind once. */
function createPartFinder(clients: readonly ClientTraffic[], options: DiagnoseOptions) {
  const known = new Map<string, readonly Evidence[]>();
  return (part: keyof typeof partsOf): readonly Evidence[] => {
    const parts = known.get(part) ?? clients.flatMap((client) => partsOf[part](client, options));
    known.set(part, parts);
    return parts;
  };
}

const whyOf = (verdict: Verdict): string => (verdict.status === "untested" ? verdict.why : "");

function toBreach({
  evidence,
  verdict,
}: {
  readonly evidence: Evidence;
  readonly verdict: Verdict;
}): readonly Breach[] {
  if (verdict.status !== "fail") return [];
  const { exchanges } = evidence;
  const shown = exchanges.find(({ sequence }) => sequence === verdict.exchange) ?? exchanges.at(-1);
  return shown === undefined ? [] : [{ problem: verdict.problem, sequence: shown.sequence, at: shown.startedAt }];
}

function toHint(id: RequirementId, { strength = "must", fix, spec }: Requirement, breaches: readonly Breach[]): Hint {
  const sorted = breaches.toSorted((one, other) => one.sequence - other.sequence);
  const { problem = "", sequence = 0, at: firstAt = "" } = sorted[0] ?? {};
  const lastAt = sorted.at(-1)?.at ?? firstAt;
  return { requirement: id, strength, problem, fix, spec, sequence, exchanges: breaches.length, firstAt, lastAt };
}
