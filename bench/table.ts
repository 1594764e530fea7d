/** One row of the table: our number and that of a peer. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  /** Name and number of the peer; empty if the budget is absolute. */
  readonly peer: string;
  readonly ratio: string;
  /** Undefined if the row is only a comparison. */
  readonly budget?: Budget | undefined;
}

/** A limit for a number. */
export interface Budget {
  readonly text: string;
  readonly holds: boolean;
  /** Explains the number; shown if the budget is missed. */
  readonly reason: string;
}

const heads = ["what", "ours", "peer", "ratio", "budget", ""] as const;

/** Formats rows in columns. */
export function toTable(rows: readonly Row[]): string {
  const cells = [heads, ...rows.map(toCells)];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.join("\n");
}

const toCells = ({ what, ours, peer, ratio, budget }: Row): readonly string[] => [
  what,
  ours,
  peer,
  ratio,
  budget?.text ?? "",
  budget === undefined ? "" : budget.holds ? "holds" : `MISSED: ${budget.reason}`,
];

/** Formats a whole number with thousands separators. */
export const toCount = (value: number): string => Math.round(value).toLocaleString("en");
