import type { Coverage, CoverageRow } from "@journey-kit/schemas/control";

type Part = Coverage["parts"][number];

/** Writes a coverage as a table for a terminal: the parts, then what was never met. */
export function toCoverageText(coverage: Coverage): string {
  const { world, exchanges, percentage, min, reached, parts } = coverage;
  const verdict =
    min === undefined ? "" : reached ? ` (at least ${min} %: reached)` : ` (at least ${min} %: not reached)`;
  return [
    `Coverage of world ${world}: ${percentage} % after ${exchanges} calls${verdict}`,
    "",
    ...toTable([["part", "met", "of", ""], ...parts.map(toLine)]),
    ...parts.flatMap(toUnmet),
    "",
  ].join("\n");
}

const toLine = ({ part, met, reachable }: Part): readonly string[] => [
  part,
  `${met}`,
  `${reachable}`,
  reachable === 0 ? "" : `${Math.floor((met / reachable) * 100)} %`,
];

function toUnmet({ part, rows }: Part): readonly string[] {
  const unmet = rows.filter(({ times, reachable }) => reachable && times === 0);
  if (unmet.length === 0) return [];
  const widest = Math.max(...unmet.map(({ id }) => id.length));
  return ["", `Never met: ${part}`, ...unmet.map(({ id, text }: CoverageRow) => `  ${id.padEnd(widest)}  ${text}`)];
}

/** Sets columns side by side: the first to the left, numbers to the right. */
function toTable(lines: readonly (readonly string[])[]): readonly string[] {
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
