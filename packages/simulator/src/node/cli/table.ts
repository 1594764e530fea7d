import type { Style } from "./terminal.ts";

/** Sets rows in columns, each as wide as its longest text. */
export function toColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(width(column)))
      .join("  ")
      .trimEnd(),
  );
}

/** Sets words in lines of at most `width` characters. */
export function toLines(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 2 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line}  ${word}`;
  }
  return lines;
}

/** Sets rows in columns below a head that is set off. */
export function toTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): readonly string[] {
  const [first = "", ...lines] = toColumns([head, ...rows]);
  return [style("bold", first), ...lines];
}
