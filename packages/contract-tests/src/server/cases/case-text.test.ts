import { expect, test } from "vitest";
import type { CaseResult } from "./case.ts";
import { renderCases, renderCasesJunit } from "./case-text.ts";

const results: readonly CaseResult[] = [
  {
    id: "submit-duplicate-refused",
    rule: "submit-duplicate-refused",
    spec: "4.2",
    status: "failed",
    line: "submit-duplicate-refused (spec 4.2): expected 409, got 200",
  },
  { id: "post-only/get", rule: "post-only", spec: "4", status: "passed", line: "post-only/get (spec 4)" },
  ...["session-retention", "token-expires"].map(
    (id): CaseResult => ({
      id,
      rule: "token-expires",
      spec: "5",
      status: "skipped",
      line: `${id} (spec 5): needs a longer timeoutMs, or advance in the target to move the clock`,
    }),
  ),
];

test("prints one line for each failure and counts skipped cases by reason", () => {
  expect(renderCases(results)).toBe(`failed   submit-duplicate-refused (spec 4.2): expected 409, got 200
skipped    2  needs a longer timeoutMs, or advance in the target to move the clock
1 passed, 1 failed, 2 skipped
`);
});

test("groups failures with the same cause", () => {
  const fail = (id: string, status: number): CaseResult => ({
    id,
    rule: "post-only",
    spec: "4",
    status: "failed",
    line: `${id} (spec 4): expected 405, got ${status} [given ${id}]`,
  });
  expect(renderCases([fail("a", 200), fail("b", 404), fail("c", 200), fail("d", 200)])).toBe(
    `failed   a (spec 4): expected 405, got 200 [given a]
         also c, d
failed   b (spec 4): expected 405, got 404 [given b]
0 passed, 4 failed, 0 skipped
`,
  );
});

test("the JUnit report has a suite for each section and the message of each failure", () => {
  const report = renderCasesJunit(results);
  expect(report).toContain('<testsuite name="spec 5" tests="2" failures="0" errors="0" skipped="2" time="0">');
  expect(report).toContain('<failure message="submit-duplicate-refused (spec 4.2): expected 409, got 200">');
});
