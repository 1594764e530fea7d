import { mkdir, rm, writeFile } from "node:fs/promises";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../../test/pact/missing.ts";
import { openRun, runShort } from "../../test/pact/run.ts";
import { runVerb } from "../../test/terminal.ts";

const dir = ".pact/verb";
const served = await serveSimulator(createSimulator(), { port: 0 });
const simulator = ["--simulator", served.url];
afterAll(() => served.close());
beforeAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await writeFile(`${dir}/notes.json`, "[]");
  const given = { name: "the moon is full" };
  const odd = { consumer: { name: "odd" }, provider: { name: "service" }, interactions: [{ providerStates: [given] }] };
  await writeFile(`${dir}/odd.json`, JSON.stringify(odd));
});

describe.skipIf(missing)("export-pact and verify-pacts", () => {
  test("write a run as a pact and hold a simulator to it (spec 3)", async () => {
    await runShort(await openRun({ baseUrl: served.url }, "my-app"), "Lovelace");
    const written = await runVerb("export-pact", "--world", "my-app", "--out", `${dir}/run`, ...simulator);
    expect(written).toMatchObject({ code: 0, err: "" });
    expect(written.out).toMatch(
      /^1 of 3: v2\.startJourney: .*\n2 of 3: .*\n3 of 3: .*\n.*my-app-journey-service\.json\n$/,
    );
    const verified = await runVerb("verify-pacts", `${dir}/run`, ...simulator);
    expect(verified).toMatchObject({ code: 0, err: "" });
    expect(verified.out).toMatch(
      /^3 of 3 interactions kept\nCoverage: [1-9]\d* % of what can be met, after \d+ calls\.$/m,
    );
    const gated = await runVerb("verify-pacts", `${dir}/run`, "--min", "90", ...simulator);
    expect(gated).toMatchObject({ code: 1, out: expect.stringContaining("at least 90 % were wanted: NOT REACHED.") });
  });

  test("name what is broken, and exit with 1 (spec 4.2)", async () => {
    const written = await runVerb("export-pact", "--world", "my-app", "--out", `${dir}/run`, ...simulator);
    expect(written.code).toBe(0);
    const other = await runVerb("verify-pacts", `${dir}/run`, "--profile", "observed", ...simulator);
    expect(other.code).toBe(1);
    expect(other.out).toMatch(/^broken my-app: 3 of 3: v2\.fetchState: .*\n(?: {2}.*\n)*? {2}\$\.context\.process/m);
    expect(other.out).toMatch(/^\d of 3 interactions kept$/m);
  });
});

test.skipIf(missing)("verify-pacts takes states of one's own from a module", async () => {
  await writeFile(`${dir}/states.mjs`, 'export const states = { "the moon is full": async () => {} };');
  expect(await runVerb("verify-pacts", `${dir}/odd.json`, "--states", `${dir}/states.mjs`, ...simulator)).toMatchObject(
    {
      code: 1, // the interaction holds no request that Pact could send
      err: "",
    },
  );
  await writeFile(`${dir}/none.mjs`, "export const states = 1;");
  const { err } = await runVerb("verify-pacts", dir, "--states", `${dir}/none.mjs`, ...simulator);
  expect(err).toContain("exports no `states`, an object of functions by the names of states.");
});

test.each([
  [["verify-pacts"], 2, "Missing argument <dir>."],
  [["verify-pacts", "x", "--profile", "mine"], 2, "--profile takes specified, observed or the path of a JSON file."],
  [["verify-pacts", `${dir}/nowhere`, ...simulator], 1, `${dir}/nowhere: there is no such file or folder.`],
  [["verify-pacts", `${dir}/notes.json`, ...simulator], 1, "is no pact; one names its consumer and its provider."],
  [["verify-pacts", `${dir}/odd.json`, ...simulator], 1, 'nobody knows the state "the moon is full". The states are:'],
  [["export-pact", ...simulator], 2, "--world is required."],
  [["export-pact", "--world", "x"], 2, "--simulator is required."],
])("%j is told what is wrong", async (args, code, problem) => {
  const told = await runVerb(...args);
  expect(told.code).toBe(code);
  expect(told.err).toContain(problem);
});
