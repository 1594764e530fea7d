import type { Exchange, FaultAction, Scenario } from "@journey-kit/schemas/control";
import { moduleOf } from "@journey-kit/schemas/tables";
import type { JourneyRun } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import type { OpenWorld } from "../service/world.ts";
import { lostRequest, lostResponse } from "./conditions.ts";
import { isRead, isStart, isTokenRequest } from "./exchanges.ts";
import type { Observation } from "./judge.ts";
import type { Runner } from "./run.ts";

/** What was proved by running every schedule. */
export interface ExhaustiveResult {
  /** The most faults in a schedule. */
  readonly faults: number;
  readonly journey: string;
  /** Number of schedules: module outcomes, and which requests each fault hits. */
  readonly schedules: number;
  /** Number of different combinations of instance state, request and fault. */
  readonly states: number;
  /** Number of schedules under which a requirement failed. */
  readonly failed: number;
  /** Whether every schedule was run. */
  readonly isComplete: boolean;
}

/** The faults that a schedule can have at a request. */
const scheduleFaults: readonly FaultAction[] = [
  lostResponse,
  lostRequest,
  { type: "status", status: 503 },
  { type: "revokeToken" },
];

interface ExploreOptions {
  readonly faults: number;
  readonly run: JourneyRun;
  readonly observe: (condition: Condition, world: OpenWorld) => Promise<Observation | undefined>;
  readonly isFailed: (observation: Observation) => boolean;
  /** Called after each schedule, with the number so far and how many are known to follow. */
  readonly onSchedule: (schedules: number, waiting: number) => void;
  readonly isOver: () => boolean;
}

/**
 * Runs every schedule of at most `faults` faults for a journey and for every combination of its modules' outcomes. A run
 * shows which requests the client sends; each of them, after the last fault of the schedule, is where a further schedule
 * has its next fault. So every schedule is counted exactly once. The client must be deterministic.
 *
 * @throws {TypeError} When the client does not call `settings.sleep`.
 */
export async function exploreSchedules(runner: Runner, options: ExploreOptions): Promise<ExhaustiveResult> {
  const { faults, run, observe, isFailed, onSchedule, isOver } = options;
  if (!runner.isVirtual())
    throw new TypeError("exhaustive: The client must wait with settings.sleep and read the time with settings.now.");
  const seen = new Set<string>();
  let [runs, schedules, failed] = [0, 0, 0];
  let isComplete = true;
  for (const scenario of scenariosOf(run)) {
    const first: Condition = {
      id: "schedule",
      text: "A schedule of faults.",
      runs: [run],
      scenario,
      faults: { rules: [] },
      readings: { "refer-ends-journey": "yes" },
    };
    const waiting = [{ condition: first, count: 1 }];
    let world: OpenWorld | undefined;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { condition, count } = next;
      if (runs % perWorld === 0) {
        await world?.close();
        world = undefined;
      }
      world ??= await runner.open(condition);
      const observation = isOver() ? undefined : await observe(condition, world);
      if (observation === undefined) {
        isComplete = false;
        break;
      }
      runs += 1;
      schedules += count;
      if (isFailed(observation)) failed += count;
      const exchanges = observation.evidence.flatMap((one) => one.exchanges);
      for (const one of digestsOf(exchanges)) seen.add(one);
      const rules = condition.faults?.rules ?? [];
      if (rules.length < faults)
        for (const { rule, alike } of nextFaults(exchanges, rules.length))
          waiting.push({ condition: { ...condition, faults: { rules: [...rules, rule] } }, count: count * alike });
      onSchedule(runs, waiting.length);
    }
    await world?.close();
  }
  return { faults, journey: run.resourceId, schedules, states: seen.size, failed, isComplete };
}

/** Schedules that share a world, so that its lists stay short. */
const perWorld = 200;

type FaultRule = NonNullable<Condition["faults"]>["rules"][number];

const isMerged = (exchange: Exchange): boolean => isRead(exchange) || isTokenRequest(exchange);

/**
 * The next faults: each kind at each request after the last fault of the schedule. A read, or a token request, changes no
 * instance: whether its request or its answer is lost, the client and the service are in the same state afterwards. So
 * one run stands for both schedules.
 */
function nextFaults(exchanges: readonly Exchange[], before: number) {
  const last = exchanges.findLastIndex(({ fault }) => fault !== undefined);
  if (before > 0 && last < 0) return []; // the planned fault hit no request
  const counts = new Map<string, number>();
  const next: { readonly rule: FaultRule; readonly alike: number }[] = [];
  for (const [i, exchange] of exchanges.entries()) {
    const { endpoint } = exchange;
    if (endpoint === undefined) continue;
    const key = `${endpoint} ${isStart(exchange) ? "" : (exchange.instanceId ?? "")}`; // as a fault rule counts
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    if (i <= last) continue;
    for (const then of scheduleFaults) {
      if (isMerged(exchange) && then === lostRequest) continue;
      next.push({
        rule: { when: { endpoint, nth }, then },
        alike: isMerged(exchange) && then === lostResponse ? 2 : 1,
      });
    }
  }
  return next;
}

/** What each request found and what happened to it. */
const digestsOf = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.flatMap((one, i) => {
    const phase = exchanges[i - 1]?.phase ?? "none";
    const outstanding = JSON.stringify(Object(exchanges[i - 1]?.response.body).outstanding ?? null);
    const actions = [one.fault?.action ?? null];
    if (isMerged(one) && JSON.stringify(actions[0]) === JSON.stringify(lostResponse)) actions.push(lostRequest);
    return actions.map((action) => [phase, outstanding, one.endpoint, JSON.stringify(action)].join(" "));
  });

/** A scenario for every combination of outcomes of the modules of a journey, and for a module that fails. */
function scenariosOf({ resourceId }: JourneyRun): readonly Scenario[] {
  const used = modulesOfJourney[resourceId.split("@")[0]?.replace(/-v1$/, "") ?? ""] ?? [];
  let rules: readonly Scenario["rules"][] = [[]];
  for (const module of used) {
    const outcomes = moduleOf(module).outcomes.map(({ name }) => ({ outcome: name }));
    const ends = [...outcomes, { ends: "fail" as const }];
    rules = rules.flatMap((before) => ends.map((then) => [...before, { when: { module }, then }]));
  }
  return rules.map((all, i) => ({ name: `kit-schedule-${i}`, rules: [...all], otherwise: { outcome: "accept" } }));
}

/** The modules whose outcomes are varied, for each built-in journey: all of a short one, the deciding ones of a long one. */
const modulesOfJourney: Readonly<Record<string, readonly Parameters<typeof moduleOf>[0][]>> = {
  "age-check": ["Age Verification"],
  "identity-check": ["Data Verification"],
  onboarding: ["Data Verification", "Document Authentication"],
  "document-and-selfie": ["Document Authentication", "Facematch"],
  "full-kyc": ["Age Verification", "Facematch"],
};
