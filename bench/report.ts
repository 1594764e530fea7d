/** The results of one part of the benchmark. */
export interface Report {
  readonly lines: readonly Line[];
  readonly tables?: readonly Table[];
  /** A sentence for the repository's README. */
  readonly headline?: string;
}

/** A result of the simulator, the result of a peer, and the budget for the simulator. */
export interface Line {
  readonly what: string;
  readonly ours: string;
  /** Name and result of the peer; empty if the budget is absolute. */
  readonly peer: string;
  readonly ratio: string;
  /** The limit, such as `at most 0.70 ms`. */
  readonly budget: string;
  readonly holds: boolean;
  /** Explains the result; shown if the result misses the budget. */
  readonly reason: string;
}

/** A table for the README. The first row contains the column headings. */
export interface Table {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

const heads = ["what", "ours", "peer", "ratio", "budget", ""];

const toCells = ({ what, ours, peer, ratio, budget, holds, reason }: Line): readonly string[] => [
  what,
  ours,
  peer,
  ratio,
  budget,
  holds ? "holds" : `MISSED: ${reason}`,
];

const toRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function toMarkdownTable([first = [], ...rest]: readonly (readonly string[])[]): string {
  return [first, first.map(() => "---"), ...rest].map(toRow).join("\n");
}

/** Formats reports as Markdown: first all lines with budgets, then the tables. */
export function toMarkdown(reports: readonly Report[]): string {
  const lines = reports.flatMap((report) => report.lines);
  const tables = reports.flatMap(({ tables = [] }) => tables);
  return [
    toMarkdownTable([heads, ...lines.map(toCells)]),
    ...tables.map(({ title, rows }) => `### ${title}\n\n${toMarkdownTable(rows)}`),
  ].join("\n\n");
}

/** Formats a report for the terminal. */
export function toText({ lines, tables = [] }: Report): string {
  return [
    ...lines.map((line) => toColumns(toCells(line), [46, 10, 24, 7, 18, 0])),
    ...tables.flatMap(({ title, rows }) => ["", title, ...rows.map((cells) => `  ${toColumns(cells, tableWidths)}`)]),
  ].join("\n");
}

const tableWidths = [30, 12, 12, 10, 10, 10, 10, 10, 10];

const toColumns = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join("  ")
    .trimEnd();

/** Formats the figures of several programs as a sentence for the repository's README. */
export const toHeadline = (title: string, figures: readonly (readonly [name: string, figure: string])[]): string =>
  `${title}: ${figures.map(([name, figure]) => `${name} ${figure}`).join(", ")}`;

/** Formats a whole number with thousands separators. */
export const toCount = (value: number): string => Math.round(value).toLocaleString("en");
