import type { Coverage } from "@journey-kit/schemas/control";
import type { JunitCase } from "@journey-kit/schemas/report";

/** Formats coverage for a terminal: how much of each part was covered and, on request, what was not. */
export function toCoverageLines(
  { parts, percentage, requests, min, reached }: Coverage,
  all: boolean,
): readonly string[] {
  const verdict = min === undefined ? "" : `; at least ${min} % were wanted: ${reached ? "reached" : "NOT REACHED"}`;
  return [
    `Coverage: ${percentage} % of what can be met, after ${requests} calls${verdict}.`,
    ...parts.map(({ part, covered, reachable }) => `  ${part.padEnd(11)}  ${covered} of ${reachable}`),
    ...(all ? parts.flatMap(toUnmet) : []),
  ];
}

/** The required coverage as a JUnit case; none if none is required. */
export function toCoverageCases({ min, reached, percentage }: Coverage): readonly JunitCase[] {
  if (min === undefined) return [];
  const gate = { suite: "coverage", name: `at least ${min} %` };
  return [reached ? gate : { ...gate, failure: `${percentage} % is less than ${min} %.` }];
}

function toUnmet({ part, rows }: Coverage["parts"][number]): readonly string[] {
  const unmet = rows.filter(({ times, reachable }) => reachable && times === 0);
  return unmet.length === 0 ? [] : ["", `Never met: ${part}`, ...unmet.map(({ id, text }) => `  ${id}: ${text}`)];
}
