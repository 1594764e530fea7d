/** Styles text for a terminal. */
export type Emphasis = (format: "bold", text: string) => string;

/** Formats rows in columns, each as wide as its longest cell. The columns in `right` are right-aligned. */
export function toColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  const pad = (cell: string, i: number) =>
    right.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0);
  return rows.map((row) => row.map(pad).join("  ").trimEnd());
}

/** Formats rows in columns below a heading. */
export function toTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  style: Emphasis,
): readonly string[] {
  const [first = "", ...lines] = toColumns([heading, ...rows]);
  return [style("bold", first), ...lines];
}

/** Escapes control characters and text direction marks, so that a terminal shows them instead of interpreting them. */
export const toPlain = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
