import type { SharedRun } from "@journey-kit/schemas/report";
import { resolveProfile } from "@journey-kit/schemas/tables";
import type { Condition } from "../service/condition.ts";
import { packToken, unpackToken } from "../service/packed-token.ts";
import type { OpenWorld } from "../service/world.ts";
import { type Breach, blameOthers, type Observation, reportIds, withOnly } from "./judge.ts";
import { minimise } from "./minimise.ts";
import { renderCalls } from "./reports.ts";
import type { Requirement, RequirementId, RequirementRow } from "./requirements.ts";
import type { Runner } from "./run.ts";

/** The world that shows a failure, with the failure: the data of a `run.html`. */
export type FailedRun = Pick<SharedRun, "snapshot" | "findings">;

/** A failed requirement with its shortest known reproduction. */
export interface Failure extends Pick<Requirement, "spec" | "text" | "cause" | "fix"> {
  readonly id: RequirementId;
  readonly strength: "must" | "warning";
  readonly problem: string;
  /** The names of the conditions under which the requirement failed. */
  readonly seenUnder: readonly string[];
  /** The shortest condition that was found. */
  readonly condition: Condition;
  /** The requests under that condition, one a line. */
  readonly calls: readonly string[];
  /** Set if the failure did not occur again when its condition was repeated, with the number of repetitions. */
  readonly notRepeated?: number;
  /** Repeats the condition: `checkClient(adapter, { replay })`. */
  readonly replay: string;
}

const mark = "c2.";

export interface Replay {
  readonly id: RequirementId;
  readonly condition: Condition;
  readonly isVirtual: boolean;
}

const readReplay = (value: unknown): Replay => {
  const replay = value as Replay; // the simulator refuses a malformed condition
  resolveProfile({ readings: replay.condition.readings ?? {} }); // throws for an unknown gap or reading
  return replay;
};

/** @throws {ReplayTokenError} When the text is not a replay token, or comes from another version. */
export const parseReplay = (token: string): Promise<Replay> => unpackToken(mark, token, readReplay);

/** Runs a condition. Returns undefined if the check or the `signal` ended it, or its readings conflict. */
export type Observe = (
  condition: Condition,
  own?: { readonly world?: OpenWorld | undefined; readonly signal?: AbortSignal | undefined },
) => Promise<Observation | undefined>;

/** Repetitions of a failed condition that decide whether the failure is repeatable. */
const repetitions = 2;

/** Attempts to shorten one reproduction: a client with its own timers takes up to seconds for each. */
const [attemptsVirtual, attemptsReal] = [80, 14];

/** Milliseconds that repeating and shortening all failures may take. */
const [explainVirtualMs, explainRealMs] = [60_000, 16_000];

/** Failures of one requirement that are reported, if different readings cause them. */
const mostPerRequirement = 12;

/** Runs an action for each entry, some at a time. */
export async function inParallel<T>(
  all: readonly T[],
  parallel: number,
  act: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = all.values();
  const work = async () => {
    for (const one of left) await act(one);
  };
  await Promise.all(Array.from({ length: parallel }, work));
}

export interface Explainer {
  readonly runner: Runner;
  readonly observe: Observe;
  readonly isOver: () => boolean;
  /** What is repeated, if the check repeats a failure. */
  readonly replayed?: Replay | undefined;
  /** Whether the caller chose the conditions, which then stay as they are. */
  readonly isFixed: boolean;
  /** Called with each failure and, unless several conditions shared its world, the run that shows it. */
  readonly onFailure?: ((failure: Failure, run: FailedRun | undefined) => unknown) | undefined;
  /** Whether the caller chose the journey, which a shorter reproduction then keeps. */
  readonly keepsJourneys: boolean;
}

/** Requirements whose checks measure time. On a busy machine, one measurement can be wrong, so it must occur again. */
const timed: readonly RequirementId[] = [
  "polls-at-interval",
  "backs-off",
  "never-faster-after-error",
  "waits-retry-after",
  "refreshes-in-time",
  "one-token",
  "ends",
  "reports-conclusion",
  "polls-until-final",
];

/** Repeats and shortens what failed, one entry for each requirement and each set of readings that breaks it. */
export async function explainFailures(
  rows: readonly RequirementRow[],
  observations: Observation[],
  explainer: Explainer,
): Promise<readonly Failure[]> {
  const { runner, replayed } = explainer;
  if (replayed !== undefined) blameReplayed(observations, replayed.id);
  else await blameCrossTalk(rows, observations, explainer);
  const limit = AbortSignal.timeout(runner.isVirtual() ? explainVirtualMs : explainRealMs);
  const failures: Failure[] = [];
  await inParallel(rows, runner.isVirtual() ? 1 : 3, async (row) => {
    const [id] = row;
    let left = observations.filter(({ verdicts }) => verdicts.get(id)?.status === "fail").toSorted(bySize);
    for (let n = 0; left.length > 0 && n < mostPerRequirement; n++) {
      const [first, ...others] = left;
      if (first === undefined) break;
      const { failure, run } = await explainOne(row, first, left, { ...explainer, limit });
      if (failure.notRepeated !== undefined && timed.includes(id)) {
        left = others;
        continue;
      }
      failures.push(failure);
      await explainer.onFailure?.(failure, run);
      const { readings = {} } = failure.condition;
      const isExplained = ({ condition }: Observation) =>
        condition.id !== "readings" ||
        Object.entries(readings).every(([gap, reading]) => Reflect.get(condition.readings ?? {}, gap) === reading);
      left = others.filter((other) => !isExplained(other));
    }
  });
  const order = rows.map(([id]) => id);
  return failures.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

/** The one that takes seconds longer comes later, then the one with more journeys, faults, readings and requests. */
function bySize(one: Observation, other: Observation): number {
  const sizeOf = ({ condition, evidence, duration = 0 }: Observation) => [
    condition.runs.length,
    Math.floor(duration / 3_000),
    condition.faults?.rules.length ?? 0,
    Object.keys(condition.readings ?? {}).length,
    evidence.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
  ];
  const [sizes, others] = [sizeOf(one), sizeOf(other)];
  const i = sizes.findIndex((size, at) => size !== others[at]);
  return i < 0 ? 0 : (sizes[i] ?? 0) - (others[i] ?? 0);
}

const apart = "keeps-journeys-apart";

/**
 * Reports a journey that passed alone, and fails after the same journey of another client, as a failure to keep them
 * apart. Returns undefined if it did not fail.
 */
export function blameLeak(alone: Observation, pair: Observation): Observation | undefined {
  const breach = pair.breaches.find(({ id }) => id === apart || reportIds.includes(id));
  if (breach === undefined || alone.breaches.length > 0) return undefined;
  return breach.id === apart
    ? withOnly(pair, breach)
    : blameOthers(withOnly(pair, breach), breach, "It happens only after a journey of another client.");
}

/** Reports what a replay token repeats under the same requirement as before. */
function blameReplayed(observations: Observation[], id: RequirementId): void {
  for (const [i, one] of observations.entries()) {
    if (id !== apart || one.condition.runs.length < 2) continue;
    const breach = one.breaches.find((own) => own.id === apart) ?? one.breaches[0];
    if (breach === undefined) continue;
    const alone = withOnly(one, breach);
    observations[i] = breach.id === apart ? alone : blameOthers(alone, breach);
  }
}

/** Finds failures that need several journeys, and reports them as a failure to keep journeys apart. */
async function blameCrossTalk(
  rows: readonly RequirementRow[],
  observations: Observation[],
  { observe }: Explainer,
): Promise<void> {
  for (const [i, observation] of observations.entries()) {
    const { condition, breaches } = observation;
    if (condition.runs.length < 2) continue;
    for (const breach of breaches) {
      const isKnown =
        !reportIds.includes(breach.id) ||
        rows.every(([id]) => id !== apart) ||
        observations.some((one) => one.condition.runs.length === 1 && one.verdicts.get(breach.id)?.status === "fail");
      if (isKnown) continue;
      let isAlone = false;
      for (const run of condition.runs) {
        const alone = await observe({ ...condition, runs: [{ ...run, client: 0 }], inTurn: undefined });
        isAlone ||= alone === undefined || alone.verdicts.get(breach.id)?.status === "fail";
        if (isAlone) break;
      }
      if (!isAlone) observations[i] = blameOthers(observations[i] ?? observation, breach);
    }
  }
}

async function explainOne(
  [id, { spec, text, cause, fix, strength = "must" }]: RequirementRow,
  first: Observation,
  all: readonly Observation[],
  { runner, observe, isOver, isFixed, keepsJourneys, limit }: Explainer & { readonly limit: AbortSignal },
): Promise<{ readonly failure: Failure; readonly run: FailedRun | undefined }> {
  let shown = first;
  let finished = 0;
  const holds = async (candidate: Condition): Promise<boolean> => {
    const observation = await observe(candidate, { signal: limit });
    if (observation === undefined) return false;
    finished += 1;
    if (!isSameFailure(id, observation, candidate)) return false;
    shown = observation;
    return true;
  };
  // After a client left state behind, a repetition in this process proves nothing.
  const isAsFound = isFixed || first.condition.id === "two-in-turn";
  let repeated = isAsFound;
  for (let n = 0; n < repetitions && !repeated && !limit.aborted; n++) repeated = await holds(first.condition);
  const notRepeated = repeated ? 0 : finished;
  const attempts = runner.isVirtual() ? attemptsVirtual : attemptsReal;
  const condition =
    repeated && !isAsFound
      ? await minimise(first.condition, holds, { attempts, isOver: () => isOver() || limit.aborted, keepsJourneys })
      : first.condition;
  const breach = (id === apart ? undefined : findBreach(id, shown)) ?? findBreach(id, first);
  const failure: Failure = {
    ...{ id, spec, text, strength, cause, fix },
    problem: breach?.problem ?? "",
    seenUnder: [...new Set(all.map((one) => one.condition.id))],
    condition,
    calls: breach === undefined ? [] : renderCalls(breach.evidence.exchanges),
    ...(notRepeated > 0 && { notRepeated }),
    replay: await packToken(mark, { id, condition, isVirtual: runner.isVirtual() } satisfies Replay),
  };
  return { failure, run: breach && findRun(breach, id) };
}

function findRun({ evidence, problem, exchange }: Breach, requirement: RequirementId): FailedRun | undefined {
  const { snapshot } = evidence;
  const requests = exchange === undefined ? [] : [exchange];
  return snapshot && { snapshot, findings: [{ requirement, problem, requests }] };
}

/** Whether a candidate fails the requirement. A failure to keep journeys apart can show in many ways. */
function isSameFailure(id: RequirementId, { verdicts }: Observation, { runs }: Condition): boolean {
  if (id !== apart) return verdicts.get(id)?.status === "fail";
  return runs.length > 1 && [...verdicts.values()].some(({ status }) => status === "fail");
}

const findBreach = (id: RequirementId, { breaches }: Observation) =>
  breaches.find((one) => one.id === id) ?? (id === apart ? breaches[0] : undefined);
