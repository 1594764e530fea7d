import { expect, test } from "vitest";
import { runVerb } from "../../test/terminal.ts";

const age = ["--journey", "age-check@latest"];

test("a program that survives every reading ends with 0, one that does not with 1 and the reason (spec 4.2)", async () => {
  const good = await runVerb("readings", ...age, "--", "echo", "accept");
  expect(good).toMatchObject({ code: 0, err: "" });
  expect(good.out).toMatch(/^24 profiles, 24 runs, 0 failed, [\d.]+ s\.\n220 of 220 readings survived\.$/m);
  expect(good.out).toContain("Coverage: 0 % of what can be met, after 0 calls.");
  const bad = await runVerb("readings", ...age, "--json", "--", "echo", "reject");
  expect(bad.code).toBe(1);
  expect(bad.err).toContain("run 1 of 24: age-check@latest: said reject, expected accept\n");
  expect(bad.err).toMatch(/\n24 runs failed; looking for the readings that are to blame\n$/);
  expect(JSON.parse(bad.out).culprits).toEqual([
    { readings: {}, failures: [{ resourceId: "age-check@latest", problem: "said reject, expected accept" }] },
  ]);
});

test("coverage that is not reached is a failure (spec 2 to 9)", async () => {
  const { code, out } = await runVerb("readings", ...age, "--min", "1", "--", "echo", "accept");
  expect(code).toBe(1);
  expect(out).toContain("Coverage: 0 % of what can be met, after 0 calls; at least 1 % were wanted: NOT REACHED.");
});

test.each([
  [["--generation", "v3"], "--generation takes v1 or v2."],
  [["--strength", "4"], "--strength takes 2 or 3."],
  [["--parallel", "0"], "--parallel takes a whole number from 1 to 99."],
  [["--timeout", "soon"], "--timeout takes seconds, such as 0.2 or 10."],
])("%j is told in one line and exit 2", async (flags, line) => {
  const { code, err } = await runVerb("readings", ...flags, "--", "true");
  expect(code).toBe(2);
  expect(err).toBe(`journey-contract: ${line} Try journey-contract --help.\n`);
});
