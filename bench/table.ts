/** One line of the table: a number of ours beside a peer's. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  /** The peer's name and number; empty where a budget is absolute. */
  readonly peer: string;
  readonly ratio: string;
  /** The budget; undefined where the line is there for comparison only. */
  readonly budget?: Budget | undefined;
}

/** What a number may come to, and why it does not where it does not. */
export interface Budget {
  readonly text: string;
  readonly holds: boolean;
  /** Why the number is what it is; shown where the budget is missed. */
  readonly reason: string;
}

const heads = ["what", "ours", "peer", "ratio", "budget", ""] as const;

/** Lays rows out as text, in columns. */
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

/** Writes a whole number with its thousands apart. */
export const toCount = (value: number): string => Math.round(value).toLocaleString("en");
