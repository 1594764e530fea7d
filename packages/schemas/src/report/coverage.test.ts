import { expect, test } from "vitest";
import type { Coverage } from "../control/index.ts";
import { mergeCoverage } from "./coverage.ts";

const row = (id: string, times: number, reachable = true) => ({ id, text: id, times, reachable });
const coverage = (...rows: ReturnType<typeof row>[]): Coverage => ({
  world: "one",
  requests: 5,
  percentage: 0,
  reached: true,
  parts: [{ part: "rules", covered: 0, reachable: 0, rows }],
});

test("in merged coverage, an item is covered or reachable if it is covered or reachable in any world", () => {
  const one = coverage(row("a", 1), row("b", 0), row("c", 0, false));
  const other = coverage(row("a", 2), row("b", 0), row("c", 0));
  expect(mergeCoverage("both", [one, other], 50)).toEqual({
    world: "both",
    requests: 10,
    percentage: 33,
    min: 50,
    reached: false,
    parts: [{ part: "rules", covered: 1, reachable: 3, rows: [row("a", 3), row("b", 0), row("c", 0)] }],
  });
  expect(mergeCoverage("none", [])).toMatchObject({ percentage: 0, reached: true, parts: [] });
});
