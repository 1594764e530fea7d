import type { Coverage, CoverageRow } from "../control/index.ts";
import { type JunitCase, toJunit } from "./junit.ts";
import { toColumns } from "./table.ts";

/**
 * Merges the coverage of several worlds. A row is covered if it is covered in any world, and reachable if it is
 * reachable in any world.
 *
 * @param min The required percentage.
 */
export function mergeCoverage(name: string, coverages: readonly Coverage[], min?: number): Coverage {
  const names = [...new Set(coverages.flatMap(({ parts }) => parts.map(({ part }) => part)))];
  const rows = names.map((part) => {
    const lists = coverages.map((one) => one.parts.find((other) => other.part === part)?.rows ?? []);
    return [part, mergeRows(lists)] as const;
  });
  const requests = coverages.reduce((total, one) => total + one.requests, 0);
  return createCoverage(name, requests, rows, min);
}

/**
 * Counts the covered and the reachable rows of each part.
 *
 * @param min The required percentage.
 */
export function createCoverage(
  world: string,
  requests: number,
  rowsByPart: readonly (readonly [CoveragePart["part"], CoverageRow[]])[],
  min?: number,
): Coverage {
  const parts = rowsByPart.map(([part, rows]) => {
    const covered = rows.filter(({ times }) => times > 0).length;
    return { part, covered, reachable: rows.filter(({ reachable }) => reachable).length, rows };
  });
  const sum = (field: "covered" | "reachable") => parts.reduce((total, part) => total + part[field], 0);
  const percentage = sum("reachable") === 0 ? 0 : Math.floor((sum("covered") / sum("reachable")) * 100);
  const goal = { ...(min !== undefined && { min }), reached: percentage >= (min ?? 0) };
  return { world, requests, percentage, ...goal, parts };
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

/** Formats coverage for a terminal: the parts and, with `uncovered`, the rows that no request covered. */
export function toCoverageText(
  { world, requests, percentage, min, reached, parts }: Coverage,
  { uncovered }: { readonly uncovered: boolean },
): string {
  const threshold = min === undefined ? "" : ` (at least ${min} %: ${reached ? "reached" : "not reached"})`;
  return [
    `Coverage of ${world}: ${percentage} % after ${requests} requests${threshold}`,
    "",
    ...toColumns([["part", "covered", "of", ""], ...parts.map(partRow)], [1, 2, 3]),
    ...(uncovered ? parts.flatMap(listUncovered) : []),
    "",
  ].join("\n");
}

type CoveragePart = Coverage["parts"][number];

const partRow = ({ part, covered, reachable }: CoveragePart): readonly string[] => [
  part,
  `${covered}`,
  `${reachable}`,
  reachable === 0 ? "" : `${Math.floor((covered / reachable) * 100)} %`,
];

const isUncovered = ({ times, reachable }: CoverageRow): boolean => reachable && times === 0;

function listUncovered({ part, rows }: CoveragePart): readonly string[] {
  const lines = toColumns(rows.filter(isUncovered).map(({ id, text }) => [`  ${id}`, text]));
  return lines.length === 0 ? [] : ["", `Not covered: ${part}`, ...lines];
}

/** Creates a JUnit case for the required percentage, or no case if no percentage is required. */
export function toCoverageCases({ min, reached, percentage }: Coverage): readonly JunitCase[] {
  if (min === undefined) return [];
  const gate = { suite: "coverage", name: `at least ${min} %` };
  return [reached ? gate : { ...gate, failure: `${percentage} % is less than ${min} %` }];
}

/**
 * Formats coverage as a JUnit report, with a suite for each part and a case for each row. A case is skipped if no
 * request covered its row. If a percentage is required, an additional case fails when the coverage is lower.
 */
export function toCoverageJunit(coverage: Coverage): string {
  const rows = coverage.parts.flatMap(({ part, rows: all }) =>
    all
      .filter(({ reachable }) => reachable)
      .map((row) => ({
        suite: part,
        name: row.id,
        ...(isUncovered(row) && { skipped: `not covered: ${row.text}` }),
      })),
  );
  return toJunit(`coverage of ${coverage.world}`, [...rows, ...toCoverageCases(coverage)]);
}
