import { toPlain } from "./table.ts";

/** Returns ` Did you mean "…"?` with the most similar known word, or an empty string if no word is similar. */
export function suggest(word: string, known: readonly string[]): string {
  const nearest = findNearest(word, known);
  return nearest === undefined ? "" : ` Did you mean "${toPlain(nearest)}"?`;
}

const maxWordLength = 64;

/** Finds the most similar known word; undefined if no word is similar or `word` is too long. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > maxWordLength) return undefined;
  const maxEdits = Math.min(3, Math.floor(word.length / 3));
  const near = known
    .map((one) => ({ one, edits: countEdits(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.one;
}

/**
 * Counts the insertions, deletions, substitutions and swaps of adjacent letters needed to turn one word into the other.
 */
function countEdits(from: string, to: string): number {
  if (from === to) return 0;
  const rows = [Array.from({ length: to.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const above = rows[i - 1] ?? [];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1),
        isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
