import { mkdir, rm, writeFile } from "node:fs/promises";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../../test/pact/missing.ts";
import { runVerb } from "../../test/terminal.ts";

const dir = ".pact/verb";
const served = await serveSimulator(createSimulator(), { port: 0 });
const simulator = ["--simulator", served.url];
afterAll(() => served.close());

/** Writes a pact in which a state request without a token gets each of the statuses. */
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
  const given = { name: "the moon is full" };
  const odd = { consumer: { name: "odd" }, provider: { name: "service" }, interactions: [{ providerStates: [given] }] };
  await writeFile(`${dir}/odd.json`, JSON.stringify(odd));
});

describe.skipIf(missing)("verify-pacts", () => {
  test("verifies a folder, and fails below the required coverage (spec 5)", async () => {
    const path = await writePact("kept", 401);
    const verified = await runVerb("verify-pacts", path, ...simulator);
    expect(verified).toMatchObject({ code: 0, err: "" });
    expect(verified.out).toMatch(
      /^1 of 1 interactions passed\n\nCoverage of all interactions: [1-9]\d* % after \d+ requests$/m,
    );
    const gated = await runVerb("verify-pacts", path, "--min", "90", ...simulator);
    expect(gated).toMatchObject({ code: 1, out: expect.stringContaining("(at least 90 %: not reached)") });
  });

  test("groups broken interactions by their problem, and exits with 1 (spec 5)", async () => {
    const broken = await runVerb("verify-pacts", await writePact("broken", 200, 401, 200), ...simulator);
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(
      /^broken my-app: call 1\nbroken my-app: call 3\n {2}.*200.*401.*\n1 of 3 interactions passed$/m,
    );
  });

  test("exits with 1 if the pacts contain no interaction", async () => {
    expect(await runVerb("verify-pacts", await writePact("none"), ...simulator)).toMatchObject({ code: 1 });
  });
});

test.skipIf(missing)("verify-pacts reads your own states from a module", async () => {
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
  [["verify-pacts", `${dir}/empty`, ...simulator], 2, `${dir}/empty: there is no .json file in it.`],
  [["verify-pacts"], 2, "Missing argument <dir>."],
  [["verify-pacts", "x", "--profile", "mine"], 2, "--profile takes specified, observed or the path of a JSON file."],
  [["verify-pacts", `${dir}/nowhere`, ...simulator], 2, `${dir}/nowhere: there is no such file or folder.`],
  [["verify-pacts", `${dir}/notes.json`, ...simulator], 2, "is no pact; one names its consumer and its provider."],
  [["verify-pacts", `${dir}/odd.json`, ...simulator], 2, 'nobody knows the state "the moon is full". The states are:'],
])("%j exits with %i and the problem", async (args, code, problem) => {
  const result = await runVerb(...args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(problem);
});
