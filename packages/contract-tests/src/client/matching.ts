/**
 * Whether every row can have one of its options to itself. Looks for augmenting paths, so the number of steps is at most
 * the square of the number of rows times the number of options.
 */
export function hasMatching<Choice>(rows: readonly Iterable<Choice>[]): boolean {
  const owners = new Map<Choice, Iterable<Choice>>();
  return rows.every((row) => assign(row, owners, new Set()));
}

/** Gives a row an option. If another row owns the option, that row must find a different one. */
function assign<Choice>(row: Iterable<Choice>, owners: Map<Choice, Iterable<Choice>>, tried: Set<Choice>): boolean {
  for (const option of row) {
    if (tried.has(option)) continue;
    tried.add(option);
    const owner = owners.get(option);
    if (owner !== undefined && !assign(owner, owners, tried)) continue;
    owners.set(option, row);
    return true;
  }
  return false;
}
