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
