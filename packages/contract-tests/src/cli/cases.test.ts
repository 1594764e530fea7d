import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { describe, expect, test } from "vitest";
import { runVerb } from "../../test/terminal.ts";

const rules = ["submit-duplicate-refused", "regions-shared", "permissions-required", "resource-id-latest"];
const only = rules.flatMap((rule) => ["--only", rule]);

describe("journey-contract cases", () => {
  test("starts a simulator that lends all that the cases need, and shows rules on it (spec 1, 4.2)", async () => {
    const { code, out, err } = await runVerb("cases", ...only);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^14 passed, 0 failed, 0 skipped\n\nCoverage: \d+ % of what can be met, after \d+ calls\.$/m);
  });

  test("shows rules on a simulator that runs, and says what that one does not lend", async () => {
    const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
    const { code, out } = await runVerb("cases", "--simulator", url, ...only).finally(close);
    expect(out.split("\n").slice(0, 3)).toEqual([
      "skipped    1  needs the journey kit-versions@latest of caseJourneys",
      "skipped    3  needs the credentials of clients.reader",
      "10 passed, 0 failed, 4 skipped",
    ]);
    expect(code).toBe(0);
  });

  test("tells in one line what stands in the way of every case", async () => {
    const closed = createSimulator({ clients: [{ clientId: "somebody-else", clientSecret: "secret" }] });
    const { url, close } = await serveSimulator(closed, { port: 0 });
    const { code, err } = await runVerb("cases", "--simulator", url, ...only).finally(close);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        /^journey-contract: changeProfile answered 404 [^\n]*There is no such client\.[^\n]*\n$/,
      ),
    });
  });

  test.each([
    [["--profile", "guessed"], "--profile takes specified, observed or the path of a JSON file."],
    [["--reading", "fetch-status=maybe"], "fetch-status: expected one of ok, created."],
    [["--min", "101"], "--min takes a whole number from 0 to 100."],
    [["--only", "no-such-rule"], '--only: there is no rule "no-such-rule". docs/cases.md lists the rules.'],
  ])("%j is told in one line and exit 2", async (args, line) => {
    expect(await runVerb("cases", ...args)).toMatchObject({
      code: 2,
      err: `journey-contract: ${line} Try journey-contract --help.\n`,
    });
  });

  test("writes the results and the coverage that was wanted as JUnit, under other readings", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cases-test-"));
    const junit = join(folder, "cases.xml");
    const readings = ["--profile", "observed", "--reading", "unknown-instance=forbidden"];
    const gate = ["--min", "90", "--coverage", "--only", "generations-separate-state"];
    const { code, out } = await runVerb("cases", "--junit", junit, ...readings, ...gate);
    expect(code).toBe(1);
    expect(out).toMatch(/^Coverage: \d+ % .*; at least 90 % were wanted: NOT REACHED\.$/m);
    expect(out).toMatch(/^Never met: rules\n {2}[a-z-]+: /m);
    const report = await readFile(junit, "utf8");
    expect(report).toContain('<testcase classname="spec 1" name="generations-separate-state/');
    expect(report).toContain('<testcase classname="coverage" name="at least 90 %" time="0"><failure');
    await rm(folder, { recursive: true });
  });
});
