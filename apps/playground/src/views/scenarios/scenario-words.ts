import type { Condition, Consequence, Scenario } from "@journey-kit/schemas/control";
import { formatDuration } from "../../text/format.ts";

type Rule = Scenario["rules"][number];

/** Describes a rule in one line: `Liveness, attempt 1: returns Fail after 5 s`. */
export const describeRule = ({ when, then }: Rule): string =>
  `${describeCondition(when)}: ${describeConsequence(then)}`;

/** Describes the module runs that a condition selects. */
export function describeCondition(when: Condition): string {
  const { journey, apiVersion, module = "Every module", variant, attempt, instance, ordinal, subject = [] } = when;
  return [
    module,
    variant,
    attempt !== undefined && `attempt ${attempt}`,
    apiVersion !== undefined && `on ${apiVersion}`,
    journey !== undefined && `in journey ${journey}`,
    instance !== undefined && `instance ${instance}`,
    ordinal !== undefined && `instance ${ordinal} of the world`,
    ...subject.map(describeTest),
  ]
    .filter((part) => part !== undefined && part !== false)
    .join(", ");
}

function describeTest({ path, equals, matches, in: list }: NonNullable<Condition["subject"]>[number]): string {
  const tests = [
    equals !== undefined && `is ${equals}`,
    matches !== undefined && `matches ${matches}`,
    list !== undefined && `is one of ${list.join(", ")}`,
  ].filter((test) => test !== false);
  return `if ${path} ${tests.join(" and ")}`;
}

const retries = {
  never: "never runs again",
  automatic: "may run again",
  recollect: "asks for the data again",
} as const;

/** Describes how a rule changes a module run. */
export function describeConsequence(then: Consequence): string {
  const { advice, retry, latency } = then;
  const result = describeResult(then);
  const run = latency === undefined ? result : `${result ?? "finishes"} ${describeLatency(latency)}`;
  const parts = [run, retry && retries[retry], advice && `with advice ${Object.keys(advice).join(", ")}`].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? "behaves as usual" : parts.join(", ");
}

function describeResult({ outcome, ends }: Consequence): string | undefined {
  if (ends !== undefined) return ends === "fail" ? "fails to complete" : "never finishes";
  if (typeof outcome === "object") return `returns ${outcome.name} (${outcome.classification})`;
  if (outcome === undefined) return undefined;
  return ["accept", "refer", "reject"].includes(outcome)
    ? `returns an outcome that leads to ${outcome}`
    : `returns ${outcome}`;
}

function describeLatency(latency: NonNullable<Consequence["latency"]>): string {
  if (latency === 0) return "immediately";
  if (typeof latency === "number") return `after ${formatDuration(latency)}`;
  return `after ${formatDuration(latency.min)} to ${formatDuration(latency.max)}`;
}
