import { nameHint, type TrafficReport } from "@journey-kit/contract-tests/traffic";
import { toPlain } from "@journey-kit/schemas/report";
import { gapOf } from "@journey-kit/schemas/tables";

/** Creates a function that returns a line for each finding that no earlier report had. */
export function createNews(): (report: TrafficReport) => readonly string[] {
  const known = new Set<string>();
  return (report) =>
    findingsOf(report).flatMap(([key, line]) => {
      if (known.has(key)) return [];
      known.add(key);
      return [toPlain(line)];
    });
}

/** A line for each finding, and what makes it different from the others. */
function findingsOf({ learned, diagnosis }: TrafficReport): readonly (readonly [key: string, line: string])[] {
  return [
    ...learned.gaps.flatMap(({ gap, status, possible: [reading = ""] }) =>
      status === "found"
        ? [[`${gap}=${reading}`, `found       ${gap} (spec ${gapOf(gap).spec}): ${reading}`] as const]
        : [],
    ),
    ...learned.divergences.map(({ kind, endpoint, place, expected, received, exchanges: [first] }) => {
      const line = `divergence  #${first} ${endpoint}, ${place}: expected: ${expected} Received: ${received}`;
      return [JSON.stringify([kind, endpoint, place, expected, received]), line] as const;
    }),
    ...(diagnosis?.hints ?? []).map(
      (hint) => [hint.requirement, `client      #${hint.sequence} ${nameHint(hint)}: ${hint.problem}`] as const,
    ),
  ];
}
