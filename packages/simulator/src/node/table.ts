import { toColumns } from "./column.ts";
import type { Style } from "./terminal.ts";

/** Sets rows in columns below a head that is set off. */
export function toTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): readonly string[] {
  const [first = "", ...lines] = toColumns([head, ...rows]);
  return [style("bold", first), ...lines];
}
