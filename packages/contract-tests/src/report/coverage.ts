import type { Coverage, CoverageRow } from "@journey-kit/schemas/control";

/**
 * Merges the coverage of several worlds: a row is covered if any world covered it, and reachable if any could.
 *
 * @param min The percentage to reach.
 */
export function mergeCoverage(name: string, coverages: readonly Coverage[], min?: number): Coverage {
  const names = [...new Set(coverages.flatMap(({ parts: held }) => held.map(({ part }) => part)))];
  const parts = names.map((part) => {
    const rows = mergeRows(coverages.map((one) => one.parts.find((other) => other.part === part)?.rows ?? []));
    const covered = rows.filter(({ times }) => times > 0).length;
    return { part, covered, reachable: rows.filter(({ reachable }) => reachable).length, rows };
  });
  const sum = (field: "covered" | "reachable") => parts.reduce((total, part) => total + part[field], 0);
  const percentage = sum("reachable") === 0 ? 0 : Math.floor((sum("covered") / sum("reachable")) * 100);
  return {
    world: name,
    requests: coverages.reduce((total, { requests }) => total + requests, 0),
    percentage,
    ...(min !== undefined && { min }),
    reached: percentage >= (min ?? 0),
    parts,
  };
}

function mergeRows(lists: readonly (readonly CoverageRow[])[]): CoverageRow[] {
  const merged = new Map<string, CoverageRow>();
  for (const row of lists.flat()) {
    const known = merged.get(row.id);
    const times = row.times + (known?.times ?? 0);
    merged.set(row.id, { ...row, times, reachable: row.reachable || known?.reachable === true });
  }
  return [...merged.values()];
}
