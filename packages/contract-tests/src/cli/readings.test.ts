import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isThorough } from "../../../../vitest.shared.ts";
import { readingCount } from "../../test/reading-count.ts";
import { runCli } from "../../test/terminal.ts";

/** A program that requests a token, and reports an outcome without running the journey. */
const source = `const { JOURNEY_AUTH_URL: auth, JOURNEY_CLIENT_ID: id, JOURNEY_CLIENT_SECRET: secret } = process.env;
  const form = { grant_type: "client_credentials", scope: "service.token", client_id: id, client_secret: secret };
  await fetch(auth + "/as/token.oauth2", { method: "POST", body: new URLSearchParams(form) });
  console.log("accept");`;
const program = [process.execPath, "--input-type=module", "-e", source];
const age = ["--journey", "age-check@latest"];

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.runIf(hasPython)("exits with 0 if a program succeeds under every reading (spec 4.2)", async () => {
  const client = fileURLToPath(new URL("../../../../examples/client.py", import.meta.url));
  const { code, out, err } = await runCli("readings", "--journey", "age-check-v1@latest", "--", "python3", client);
  expect(code).toBe(0);
  expect(err).toMatch(/^(\d+ of \d+ runs.*\n){10}$/);
  const survived = /^(\d+) profiles, \1 runs, 0 failed, [\d.]+ s\.\n(\d+) of \2 readings survived\.$/m.exec(out)?.[2];
  expect(survived).toBe(`${readingCount}`);
});

test.runIf(isThorough)(
  "a program that reports accept without running the journey fails under every reading (spec 4.2)",
  async () => {
    const { code, err, out } = await runCli("readings", ...age, "--json", "--", ...program);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^(\d+) of \1 runs, \1 failed$/m) });
    const problem = 'The journey was not started; the client reported "accept".';
    expect(JSON.parse(out).causes).toEqual([{ readings: {}, failures: [{ resourceId: "age-check@latest", problem }] }]);
  },
);

test("reports why a program fails under every reading, and exits with 1 (spec 4.2)", async () => {
  const bad = await runCli("readings", ...age, "--json", "--", "echo", "reject");
  expect(bad.code).toBe(1);
  const [, profiles] = /^(\d+) of \1 runs, \1 failed$/m.exec(bad.err) ?? [];
  expect(profiles).toBeDefined();
  expect(bad.err).toMatch(new RegExp(`^searching for causes: step 1 of ${profiles}, run 1$`, "m"));
  expect(bad.err).toMatch(/\njourney-contract: The program sent no request\. [^\n]+\n$/);
  expect(JSON.parse(bad.out)).toMatchObject({
    passed: false,
    failed: Number(profiles),
    causes: [
      { readings: {}, failures: [{ resourceId: "age-check@latest", problem: 'reported "reject"; expected "accept"' }] },
    ],
  });
});

test("a program that sends no request fails, whatever it prints", async () => {
  const { code, err } = await runCli("readings", ...age, "--", "echo", "accept");
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("\njourney-contract: The program sent no request. Does it read JOURNEY_BASE_URL?\n"),
  });
});

test.runIf(isThorough)("exits with 1 if coverage is below --min (spec 2 to 9)", async () => {
  const { code, out } = await runCli("readings", ...age, "--min", "90", "--", ...program);
  expect(code).toBe(1);
  expect(out).toMatch(/^Coverage of all readings: \d+ % .* \(at least 90 %: not reached\)$/m);
});

test.each([
  [["--generation", "v3"], "--generation must be v1 or v2."],
  [["--strength", "4"], "--strength must be 2 or 3."],
  [["--parallel", "0"], "--parallel must be a whole number from 1 to 99."],
  [["--timeout", "soon"], "--timeout must be a number of seconds greater than 0, such as 0.2 or 10."],
])("%j prints the problem on one line and exits with 2", async (flags, line) => {
  const { code, err } = await runCli("readings", ...flags, "--", "true");
  expect(code).toBe(2);
  expect(err).toBe(`journey-contract: ${line} Try journey-contract --help.\n`);
});
