import type { FaultAction, FaultCondition, FaultHit, FaultPlan } from "@journey-kit/schemas/control";
import type { RouteName } from "@journey-kit/schemas/routes";
import { draw } from "./random.ts";

export type { FaultAction, FaultHit, FaultPlan } from "@journey-kit/schemas/control";

/** A request that a fault may hit. */
export interface Target {
  readonly endpoint: RouteName;
  /** Id of the instance that the call concerns. */
  readonly instance: string | undefined;
  /** Ordinal of that instance in its world; 0 where the call concerns none. */
  readonly ordinal: number;
}

type Rule = FaultPlan["rules"][number];

/** The plan of a world without faults. */
export const noFaults: FaultPlan = { rules: [] };

/** Names the counters that a call raises: one for each rule that counts and is about it. Most plans have none. */
export const countersOf = ({ rules }: FaultPlan, target: Target): readonly string[] =>
  rules.flatMap((rule, i) => (isCounting(rule.when) && concerns(rule, target) ? [toCounter(rule, i, target)] : []));

/**
 * Decides whether a fault hits a request: the first rule whose conditions hold does. The same request, counts and seed give
 * the same hit in every process, in whatever order requests about other instances arrive.
 */
export function toFaultHit(
  plan: FaultPlan,
  seed: number,
  target: Target,
  counts: ReadonlyMap<string, number>,
): FaultHit | undefined {
  for (const [i, rule] of plan.rules.entries()) {
    if (!concerns(rule, target)) continue;
    const call = counts.get(toCounter(rule, i, target));
    const name = toName(rule, i);
    const { endpoint, ordinal } = target;
    const isDrawn = (probability: number) => draw(plan.seed ?? seed, name, endpoint, ordinal, call ?? 0) < probability;
    if (!falls(rule.when, call ?? 0, isDrawn)) continue;
    return { rule: name, endpoint, instance: ordinal, ...(call !== undefined && { call }), action: rule.then };
  }
  return undefined;
}

/** Whether a call of a world under this plan may end without a whole answer. */
export const canBreakOff = ({ rules }: FaultPlan): boolean =>
  rules.some(({ then }) => "lose" in then || "reset" in then || "truncate" in then);

/** Whether an action is about a token. */
export const isOfToken = (action: FaultAction): boolean => "token" in action || "clockSkew" in action;

const isCounting = ({ nth, every, probability }: FaultCondition): boolean =>
  nth !== undefined || every !== undefined || probability !== undefined;

const toName = ({ id }: Rule, index: number): string => id ?? `rules[${index}]`;

const toCounter = (rule: Rule, index: number, { endpoint, ordinal }: Target): string =>
  `${toName(rule, index)} ${endpoint} ${ordinal}`;

/** Hosted pages are opened without a token, so no fault of a token is about them. */
function concerns({ when, then }: Rule, { endpoint, instance, ordinal }: Target): boolean {
  if (endpoint === "hosted.showPage" && isOfToken(then)) return false;
  return (
    (when.endpoint === undefined || when.endpoint === endpoint) &&
    (when.instance === undefined || when.instance === instance) &&
    (when.ordinal === undefined || when.ordinal === ordinal)
  );
}

const falls = (
  { nth, every, probability }: FaultCondition,
  call: number,
  isDrawn: (probability: number) => boolean,
): boolean =>
  (nth === undefined || call === nth) &&
  (every === undefined || call % every === 0) &&
  (probability === undefined || isDrawn(probability));
