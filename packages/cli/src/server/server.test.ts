import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cases } from "@journey-kit/contract-tests";
import { ruleIds } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { describe, expect, test } from "vitest";
import { runCli } from "../../test/terminal.ts";

const rules = ["submit-duplicate-refused", "regions-shared", "permissions-required", "resource-id-latest"];
const only = rules.flatMap((rule) => ["--only", rule]);

describe("journey server", () => {
  test("checks rules on a temporary simulator without skipping a case (spec 1, 4.2)", async () => {
    const { code, out, err } = await runCli("server", ...only);
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^2 of 20 cases.*\n(.*\n)+20 of 20 cases\n$/),
    });
    expect(out).toMatch(/^20 passed, 0 failed, 0 skipped\n\nCoverage of all cases: \d+ % after \d+ requests$/m);
  });

  test("starts the temporary simulator with the chosen profile", async () => {
    const profiled = ["--only", "error-location-named", "--only", "generation-prefixes"];
    expect(await runCli("server", "--profile", "observed", ...profiled)).toMatchObject({ code: 0 });
  });

  test("checks rules on a running simulator, and says why cases are skipped", async () => {
    const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
    const { code, out } = await runCli("server", "--simulator", url, ...only).finally(close);
    expect(out.split("\n").slice(0, 6)).toEqual([
      "skipped    1  needs the journey kit-versions@latest: publish caseJourneys",
      "skipped    1  needs the journey kit-older-in-us@latest: publish caseJourneys",
      "skipped    3  needs credentials in the option clients.reader",
      "skipped    3  needs credentials in the option clients.writer",
      "12 passed, 0 failed, 8 skipped",
      "To run the cases that need journeys or API clients that this simulator lacks, omit --simulator.",
    ]);
    expect(code).toBe(0);
  });

  test("prints one line and exits with 2 if the simulator refuses new client ids", async () => {
    const closed = createSimulator({ clients: [{ clientId: "somebody-else", clientSecret: "secret" }] });
    const { url, close } = await serveSimulator(closed, { port: 0 });
    const { code, err } = await runCli("server", "--simulator", url, ...only).finally(close);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        /^journey: The simulator at http:\S+ accepts only the clients it was started with, [^\n]*\n$/,
      ),
    });
  });

  test("exits with 2 if no case checks the chosen rule", async () => {
    const rule = ruleIds.find((id) => !cases.some((one) => one.rule === id)) ?? "";
    expect(await runCli("server", "--only", rule)).toMatchObject({
      code: 2,
      out: "",
      err: `journey: There is no case for ${rule}.\n`,
    });
  });

  test("exits with 2 before the first request if a report cannot be written", async () => {
    const file = "/no/such/folder/report.xml";
    const err = `journey: ${file} cannot be written: /no/such/folder does not exist.\n`;
    expect(await runCli("server", "--junit", file)).toEqual({ code: 2, out: "", err });
    const profile = ["--base-url", "http://127.0.0.1:9", "--client-id", "me", "-o", import.meta.dirname];
    const folder = `journey: ${import.meta.dirname} is a folder, not a file.\n`;
    expect(await runCli("calibrate", ...profile)).toEqual({ code: 2, out: "", err: folder });
  });

  test("exits with 1 if every case is skipped", async () => {
    const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
    const flags = ["--simulator", url, "--only", "resource-id-latest", "--json"];
    const { code, out } = await runCli("server", ...flags).finally(close);
    const { passed, results }: { passed: boolean; results: { status: string }[] } = JSON.parse(out);
    expect({ code, passed, statuses: new Set(results.map(({ status }) => status)) }).toEqual({
      code: 1,
      passed: false,
      statuses: new Set(["skipped"]),
    });
  });

  test.each([
    [["--profile", "guessed"], '--profile must be "specified", "observed" or the path of a JSON file.'],
    [["--reading", "fetch-status=maybe"], "--reading fetch-status: expected one of ok, created."],
    [["--reading", "fetch-stats=ok"], '--reading fetch-stats: unknown gap. Did you mean "fetch-status"?'],
    [
      ["--reading", "fetch-status=creatd"],
      '--reading fetch-status: expected one of ok, created. Did you mean "created"?',
    ],
    [
      ["--profile", "obsrved"],
      '--profile must be "specified", "observed" or the path of a JSON file. Did you mean "observed"?',
    ],
    [["--min", "101"], "--min must be a whole number from 0 to 100."],
    [["--only", "no-such-rule"], '--only: unknown rule "no-such-rule". To list the rules, run journey server --json.'],
  ])("%j prints the problem on one line and exits with 2", async (args, line) => {
    expect(await runCli("server", ...args)).toMatchObject({
      code: 2,
      err: `journey: ${line} Try journey --help.\n`,
    });
  });

  test("runs cases under the chosen readings, and reports missed coverage as a JUnit failure", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cases-test-"));
    const junit = join(folder, "cases.xml");
    const readings = ["--profile", "observed", "--reading", "unknown-instance=forbidden"];
    const gate = ["--min", "90", "--coverage", "--only", "generations-separate-state"];
    const { code, out } = await runCli("server", "--junit", junit, ...readings, ...gate);
    expect(code).toBe(1);
    expect(out).toMatch(/^Coverage of all cases: \d+ % .* \(at least 90 %: not reached\)$/m);
    expect(out).toMatch(/^Not covered: rules\n {2}[a-z-]+ +/m);
    const report = await readFile(junit, "utf8");
    expect(report).toContain('<testcase classname="spec 1" name="generations-separate-state/');
    expect(report).toContain('<testcase classname="coverage" name="at least 90 %" time="0"><failure');
    await rm(folder, { recursive: true });
  });
});
