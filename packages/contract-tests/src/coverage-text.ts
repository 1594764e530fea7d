import type { Coverage } from "@journey-kit/schemas/control";

/** Writes a coverage for a terminal: how much of each part was met and, where wanted, what never was. */
export function toCoverageLines(
  { parts, percentage, exchanges, min, reached }: Coverage,
  all: boolean,
): readonly string[] {
  const verdict = min === undefined ? "" : `; at least ${min} % were wanted: ${reached ? "reached" : "NOT REACHED"}`;
  return [
    `Coverage: ${percentage} % of what can be met, after ${exchanges} calls${verdict}.`,
    ...parts.map(({ part, met, reachable }) => `  ${part.padEnd(11)}  ${met} of ${reachable}`),
    ...(all ? parts.flatMap(toUnmet) : []),
  ];
}

function toUnmet({ part, rows }: Coverage["parts"][number]): readonly string[] {
  const unmet = rows.filter(({ times, reachable }) => reachable && times === 0);
  return unmet.length === 0 ? [] : ["", `Never met: ${part}`, ...unmet.map(({ id, text }) => `  ${id}: ${text}`)];
}
