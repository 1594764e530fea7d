import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../../../contract-tests/test/pact/missing.ts";
import { runCli } from "../../test/terminal.ts";

const dir = ".pact/verb";
const served = await serveSimulator(createSimulator(), { port: 0 });
const simulator = ["--simulator", served.url];
afterAll(() => served.close());

/** Writes a pact with one interaction for each expected status. The requests contain no token. */
async function writePact(name: string, ...statuses: readonly number[]): Promise<string> {
  const interactions = statuses.map((status, i) => ({
    description: `call ${i + 1}`,
    request: { method: "POST", path: "/v2/captain/journey/state/fetch", body: { instanceId: "none" } },
    response: { status },
  }));
  const path = `${dir}/${name}`;
  await mkdir(path, { recursive: true });
  await writeFile(
    `${path}/pact.json`,
    JSON.stringify({ consumer: { name: "my-app" }, provider: { name: "service" }, interactions }),
  );
  return path;
}

beforeAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await mkdir(`${dir}/empty`, { recursive: true });
  await writeFile(`${dir}/notes.json`, "[]");
  await writeFile(`${dir}/none.mjs`, "export const states = 1;");
  await writeFile(`${dir}/states.mjs`, 'export const stateHandlers = { "the moon is full": async () => ({}) };');
  const given = { name: "the moon is full" };
  const odd = { consumer: { name: "odd" }, provider: { name: "service" }, interactions: [{ providerStates: [given] }] };
  await writeFile(`${dir}/odd.json`, JSON.stringify(odd));
});

describe.skipIf(missing)("pacts", () => {
  test("verifies the pacts in a folder, and fails if the coverage is below --min (spec 5)", async () => {
    const path = await writePact("passing", 401);
    const verified = await runCli("pacts", path, ...simulator);
    expect(verified).toMatchObject({ code: 0, err: "1 of 1 interactions\n" });
    expect(verified.out).toMatch(
      /^1 of 1 interactions passed\n\nCoverage of all interactions: [1-9]\d* % after \d+ requests$/m,
    );
    const gated = await runCli("pacts", path, "--min", "90", ...simulator);
    expect(gated).toMatchObject({ code: 1, out: expect.stringContaining("(at least 90 %: not reached)") });
  });

  test("groups the failures by cause, writes a JUnit report and exits with 1 (spec 5)", async () => {
    const junit = `${dir}/report.xml`;
    const path = await writePact("broken", 200, 401, 200);
    const broken = await runCli("pacts", path, "--junit", junit, ...simulator);
    expect(broken).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^1 of 3 i.*\n2 of 3 i.*\n3 of 3 interactions\n$/),
    });
    expect(broken.out).toMatch(
      /^FAILED expected 200 but was 401\n {2}my-app: call 1\n {2}my-app: call 3\n\n1 of 3 interactions passed\n\nCoverage/,
    );
    expect(await readFile(junit, "utf8")).toContain('tests="3" failures="2"');
  });

  test("prints only JSON with --json (spec 5)", async () => {
    const { code, out } = await runCli("pacts", await writePact("json", 401), "--json", ...simulator);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ passed: true, interactions: [{ consumer: "my-app" }], failures: [] });
  });

  test("uses the provider states that a JavaScript module exports", async () => {
    const { out } = await runCli("pacts", `${dir}/odd.json`, "--states", `${dir}/states.mjs`, ...simulator);
    expect(out).toContain("0 of 1 interactions passed"); // the pact contains no request that Pact could send
    const { code, err } = await runCli("pacts", dir, "--states", `${dir}/none.mjs`, ...simulator);
    expect(code).toBe(2);
    expect(err).toContain("must export `stateHandlers`, an object with a function for each state.");
  });

  test("exits with 2 if a pact contains no interaction", async () => {
    const { code, err } = await runCli("pacts", await writePact("none"), ...simulator);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("is not a pact. interactions:") });
  });
});

test.each([
  [["pacts", `${dir}/empty`, ...simulator], `${dir}/empty contains no .json file.`],
  [["pacts"], "Missing required argument 'dir'."],
  [["pacts", "x", "--profile", "mine"], '--profile must be "specified", "observed" or the path of a JSON file.'],
  [["pacts", `${dir}/nowhere`, ...simulator], `${dir}/nowhere does not exist.`],
  [["pacts", `${dir}/notes.json`, ...simulator], `${dir}/notes.json is not a pact.`],
  [["pacts", `${dir}/odd.json`, ...simulator], 'there is no provider state "the moon is full".'],
])("%j prints the problem and exits with 2", async (args, problem) => {
  const { code, err } = await runCli(...args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) });
});
