/** Two entries with the same key, one from each of two lists, or an entry without a counterpart in the other list. */
export interface Pair<Entry> {
  readonly first?: Entry;
  readonly second?: Entry;
}

/** Pairs the entries of two lists in order. Entries with the same key belong together, as many of them as possible. */
export function align<Entry>(
  first: readonly Entry[],
  second: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly Pair<Entry>[] {
  const lengths = commonLengths(first.map(keyOf), second.map(keyOf));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const pairs: Pair<Entry>[] = [];
  let i = 0;
  let j = 0;
  while (i < first.length || j < second.length) {
    const [one, other] = [first[i], second[j]];
    if (one !== undefined && other !== undefined && keyOf(one) === keyOf(other)) {
      pairs.push({ first: one, second: other });
      i++;
      j++;
    } else if (one !== undefined && (other === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      pairs.push({ first: one });
      i++;
    } else if (other !== undefined) {
      pairs.push({ second: other });
      j++;
    }
  }
  return pairs;
}

/** Length of the longest common subsequence of two list tails, by the indexes at which the tails start. */
function commonLengths(first: readonly string[], second: readonly string[]): readonly (readonly number[])[] {
  const lengths: number[][] = Array.from({ length: first.length + 1 }, () => new Array(second.length + 1).fill(0));
  for (let i = first.length - 1; i >= 0; i--)
    for (let j = second.length - 1; j >= 0; j--) {
      const [row, next] = [lengths[i] ?? [], lengths[i + 1] ?? []];
      const [below = 0, beside = 0, diagonal = 0] = [next[j], row[j + 1], next[j + 1]];
      row[j] = first[i] === second[j] ? diagonal + 1 : Math.max(below, beside);
    }
  return lengths;
}
