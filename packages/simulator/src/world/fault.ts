import type { FaultAction, FaultCondition, FaultHit, FaultPlan } from "@journey-kit/schemas/control";
import { type EndpointName, endpointOf, isHosted } from "@journey-kit/schemas/endpoints";
import { faultActionOf, isTokenFault } from "@journey-kit/schemas/tables";
import { draw } from "./random.ts";

export type { FaultAction, FaultHit, FaultPlan } from "@journey-kit/schemas/control";

/** A request that a fault may hit. */
export interface Target {
  readonly endpoint: EndpointName;
  /** Id of the instance that the request is about. */
  readonly instance: string | undefined;
  /** Ordinal of that instance in its world; 0 without an instance. */
  readonly ordinal: number;
}

type FaultRule = FaultPlan["rules"][number];

/** The plan of a world without faults. */
export const noFaults: FaultPlan = { rules: [] };

/**
 * Names the counters that a request increments: one for each rule that applies to the request and counts requests
 * (`nth`, `every` or `probability`).
 */
export const countersOf = ({ rules }: FaultPlan, target: Target): readonly string[] =>
  rules.flatMap((rule, i) => (isCounting(rule.when) && concerns(rule, target) ? [counterOf(rule, i, target)] : []));

/**
 * Decides whether a fault hits a request. The first rule whose conditions hold wins. The same request, counts and seed
 * give the same hit in every process, regardless of the order of requests about other instances.
 */
export function toFaultHit(
  plan: FaultPlan,
  seed: number,
  target: Target,
  counts: ReadonlyMap<string, number>,
): FaultHit | undefined {
  for (const [i, rule] of plan.rules.entries()) {
    if (!concerns(rule, target)) continue;
    const call = counts.get(counterOf(rule, i, target));
    const name = ruleNameOf(rule, i);
    const { endpoint, ordinal } = target;
    const isDrawn = (probability: number) => draw(plan.seed ?? seed, name, endpoint, ordinal, call ?? 0) < probability;
    if (!isMetBy(rule.when, call ?? 0, isDrawn)) continue;
    const action = withoutBody(rule.then); // a world keeps thousands of hits, so they omit bodies
    return { rule: name, endpoint, instance: ordinal, ...(call !== undefined && { call }), action };
  }
  return undefined;
}

/** Finds the action of a rule by the name of the rule in a hit. */
export const findAction = ({ rules }: FaultPlan, name: string): FaultAction | undefined =>
  rules.find((rule, i) => ruleNameOf(rule, i) === name)?.then;

/** Returns an action in the form in which hits record it. The body is only in the plan. */
export function withoutBody(action: FaultAction): FaultAction {
  if (action.type !== "status" || action.body === undefined) return action;
  const { body: _, ...rest } = action;
  return rest;
}

/** Whether a plan can leave a request without a complete response. */
export const canBreakOff = ({ rules }: FaultPlan): boolean =>
  rules.some(({ then }) => faultActionOf(then).breaksConnection);

const isCounting = ({ nth, every, probability }: FaultCondition): boolean =>
  nth !== undefined || every !== undefined || probability !== undefined;

const ruleNameOf = ({ id }: FaultRule, index: number): string => id ?? `rules[${index}]`;

/** The ordinal of the instance whose requests a counter counts; 0 if they are about no instance. */
export const ordinalOf = (counter: string): number => Number(/ (\d{1,15})$/.exec(counter)?.[1] ?? 0);

const counterOf = (rule: FaultRule, index: number, { endpoint, ordinal }: Target): string =>
  `${ruleNameOf(rule, index)} ${endpoint} ${ordinal}`;

/**
 * Whether a rule applies to an endpoint. Token faults do not apply to hosted pages, which need no token. Only the token
 * endpoint can issue a token with another lifetime.
 */
function concerns({ when, then }: FaultRule, { endpoint, instance, ordinal }: Target): boolean {
  if (isHosted(endpoint) && isTokenFault(then)) return false;
  if (faultActionOf(then).changes === "issued-token" && endpointOf(endpoint).world !== "credentials") return false;
  return (
    (when.endpoint === undefined || when.endpoint === endpoint) &&
    (when.instance === undefined || when.instance === instance) &&
    (when.ordinal === undefined || when.ordinal === ordinal)
  );
}

const isMetBy = (
  { nth, every, probability }: FaultCondition,
  call: number,
  isDrawn: (probability: number) => boolean,
): boolean =>
  (nth === undefined || call === nth) &&
  (every === undefined || call % every === 0) &&
  (probability === undefined || isDrawn(probability));
