import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isThorough, sourceCondition } from "../../../../vitest.shared.ts";
import { createCondition } from "../../test/evidence.ts";
import type { Mutation } from "../../test/mutation.ts";
import { reportOf } from "../../test/report-of.ts";
import type { Failure } from "./explain.ts";
import type { CheckOptions } from "./options.ts";
import type { RequirementId } from "./requirements.ts";
import { renderTest, type WrittenRunner } from "./written-test.ts";

const runners: readonly WrittenRunner[] = ["vitest", "node", "pytest", "jest"];

/** Mistakes whose failures are written as tests: three, and ten in CI. A program that runs one journey can make each. */
const mistakes = [
  ["stops at the 409 on its retried submit", "retried-409-is-success"],
  ["ignores the status Error", "error-means-failed"],
  ["retries a start after a lost response", "start-sent-once"],
  ["lists v1 tasks", "no-v1-for-v2"],
  ["treats refer as accept", "tells-outcome"],
  ["keeps a revoked token", "replaces-refused-token"],
  ["treats Paused as failed", "review-is-not-failure"],
  ["lists too few participants", "participants-match"],
  ["drops the region from its base URL", "uses-base-url"],
  ["sends documents outside the context", "documents-in-subject"],
] as const satisfies readonly (readonly [Mutation, RequirementId])[];
const used = mistakes.slice(0, isThorough ? 10 : 3);

/** Outside CI, node:test and pytest execute one of the three failures, and pytest only for the wrong client. */
const share = <T>(all: readonly T[], runner: WrittenRunner): readonly T[] =>
  isThorough ? all : all.slice(runners.indexOf(runner) % all.length, (runners.indexOf(runner) % all.length) + 1);

const packageRoot = join(import.meta.dirname, "..", "..");
let folder: string;
let found: readonly { readonly mutation: Mutation; readonly failure: Failure }[];
beforeAll(async () => {
  await mkdir(join(packageRoot, ".report"), { recursive: true });
  folder = await mkdtemp(join(packageRoot, ".report", "written-")); // imports resolve from inside the package
  found = await Promise.all(
    used.map(async ([mutation, id]) => {
      const { failures } = await reportOf(mutation, id);
      const failure = failures.find((one) => one.id === id);
      if (failure === undefined) throw new Error(`${mutation}: not found`);
      return { mutation, failure };
    }),
  );
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

const program = { client: ["python3", "client.py"] } as const;

/** The lines of each test in a file. */
const testsOf = (written: string): readonly (readonly string[])[] =>
  written
    .split(/^(?=\/\/ [a-z0-9-]+ \(spec|def test_)/m)
    .slice(1)
    .map((one) => one.trimEnd().split("\n"));

describe.each(runners)("a test for %s", (runner) => {
  test("has at most 60 lines, and contains neither a seed nor a replay token (spec 4.2)", () => {
    const failures = found.map(({ failure }) => failure);
    const written = renderTest(failures, { ...program, runner });
    const tests = testsOf(written);
    expect(tests).toHaveLength(failures.length);
    for (const lines of tests) expect(lines.length).toBeLessThanOrEqual(60);
    for (const { failure } of found) expect(written).not.toContain(failure.replay);
    expect(written).not.toMatch(/\bc2\.|seed|replay/i);
  });

  test("shortens a large image, and stays below 60 lines with many journeys and faults (spec 4.2)", () => {
    const large = "aW1hZ2Vz".repeat(9_000);
    const {
      runs: [run],
    } = createCondition();
    if (run === undefined) throw new Error("no run");
    const subject = { ...run.subject, documents: [{ type: "Primary" as const, side1Image: large }] };
    const rules = Array.from({ length: 30 }, (_, i) => ({
      when: { endpoint: "v2.fetchState" as const, nth: i + 1 },
      then: { type: "status" as const, status: 503, retryAfter: 20 },
    }));
    const condition = createCondition({ runs: [0, 1, 2, 3].map(() => ({ ...run, subject })), faults: { rules } });
    const failure = { ...found[0]?.failure, condition } as Failure; // `found` is not empty
    const written = renderTest([failure], { ...program, runner });
    expect(testsOf(written)[0]?.length).toBeLessThanOrEqual(60);
    expect(written.length).toBeLessThan(10_000);
    expect(written).toContain(runner === "pytest" ? '"aW1hZ2Vz" * 9000' : '"aW1hZ2Vz".repeat(9000)');
  });
});

test("pytest refuses a module with TypeError", () => {
  expect(() => renderTest([], { runner: "pytest", client: { module: "./adapter.ts" } })).toThrow(TypeError);
});

/** Text in JavaScript and Python that is not what it seems must not end a literal. */
test("strings with quotes, line breaks and non-ASCII letters survive as they are", () => {
  const {
    runs: [run],
  } = createCondition();
  const lastNames = ['O"Neill\n', "\\", "Zoë \u2028", "`$"];
  const condition = createCondition({
    runs: [
      { resourceId: "kit@latest", apiVersion: "v2", ...run, subject: { identity: { firstName: "Ada", lastNames } } },
    ],
  });
  const failure = { ...found[0]?.failure, condition } as Failure; // `found` is not empty
  const js = renderTest([failure], { ...program, runner: "node" });
  const checked: CheckOptions[] = [];
  const names = ["test", "programClient", "checkClient", "renderReport", "assert"];
  const body = new Function(...names, js.replaceAll(/^import .*$/gm, ""));
  const record = async (_: unknown, options: CheckOptions) => {
    checked.push(options);
    return { passed: true };
  };
  const call = (_: string, run: () => unknown) => run();
  body(
    call,
    () => undefined,
    record,
    () => "",
    { ok: () => undefined },
  );
  expect(checked[0]?.conditions?.[0]?.runs[0]?.subject.identity?.lastNames).toEqual(lastNames);
  const py = renderTest([failure], { ...program, runner: "pytest" });
  const script = `${py}\ncheck = lambda requirement, condition: print(json.dumps(condition["runs"][0]["subject"]["identity"]["lastNames"]))\n${/def (test_\w+)/.exec(py)?.[1]}()`;
  const { stdout } = spawnSync("python3", ["-c", script], { encoding: "utf8" });
  if (stdout !== null) expect(JSON.parse(stdout)).toEqual(lastNames);
});

// The written tests are executed.

/** A module that exports clients with the mistakes, or if `isCorrect`, the correct client under the same names. */
const moduleFor = (mutation: Mutation | undefined) => `
import { createReference } from ${JSON.stringify(relative(folder, join(packageRoot, "test/reference-client.ts")).replaceAll("\\", "/"))};
export const adapter = createReference(${JSON.stringify(mutation)});
`;

/** A program that runs the journey of its environment with a mistake. */
const programFor = (mutation: Mutation | undefined) => `
import { createReference } from ${JSON.stringify(join(packageRoot, "test/reference-client.ts"))};
const { env } = process;
const client = await createReference(${JSON.stringify(mutation)}).connect({
  baseUrl: env.JOURNEY_BASE_URL, authUrl: env.JOURNEY_AUTH_URL, clientId: env.JOURNEY_CLIENT_ID,
  clientSecret: env.JOURNEY_CLIENT_SECRET, pollIntervalMs: Number(env.JOURNEY_POLL_SECONDS) * 1000,
  profile: { "expires-in-unit": "seconds" },
});
const { conclusion, output } = await client.runJourney({
  resourceId: env.JOURNEY_RESOURCE_ID, apiVersion: env.JOURNEY_API_VERSION, subject: JSON.parse(env.JOURNEY_SUBJECT),
});
console.log(output);
console.log(conclusion);
process.exit();
`;

interface Ran {
  readonly code: number | null;
  readonly out: string;
}

async function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = spawn(command, args, {
    cwd: packageRoot,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out: out + err };
}

/** Writes a test and a module for each mistake, with the mistakes or without. Returns the names of the tests. */
async function writeTests(runner: "vitest" | "jest" | "node", isCorrect: boolean) {
  const files: string[] = [];
  for (const [i, { mutation, failure }] of share(found, runner).entries()) {
    const name = `${runner}-${isCorrect ? "right" : "wrong"}-${i}`;
    await writeFile(join(folder, `${name}.client.ts`), moduleFor(isCorrect ? undefined : mutation));
    const file = join(folder, `${name}.${runner === "node" ? "ts" : "test.ts"}`);
    await writeFile(file, renderTest([failure], { runner, client: { module: `./${name}.client.ts` } }));
    files.push(file);
  }
  return files;
}

describe("a written test fails on the wrong client and passes on the correct one", () => {
  test.runIf(isThorough)("with Vitest (spec 4.2)", { timeout: 300_000 }, async () => {
    const files = [...(await writeTests("vitest", false)), ...(await writeTests("vitest", true))];
    const report = join(folder, "vitest.json");
    const config = join(folder, "vitest.config.ts");
    const conditions = [sourceCondition];
    await writeFile(
      config,
      `export default ${JSON.stringify({ ssr: { resolve: { conditions } }, test: { isolate: false, maxWorkers: 1 } })};\n`,
    );
    const cli = join(packageRoot, "node_modules/vitest/vitest.mjs");
    const flags = ["--root", folder, "--config", config, "--reporter=json", `--outputFile=${report}`];
    const { out } = await start(process.execPath, [cli, "run", ...flags, ...files], { VITEST: "" });
    const { testResults } = JSON.parse(await readFile(report, "utf8").catch(() => expect.fail(out)));
    const ends = testResults.map((one: { name: string; assertionResults: { status: string }[] }) => [
      one.name.includes("-right-"),
      one.assertionResults.map(({ status }) => status).join(),
    ]);
    expect(ends).toHaveLength(2 * share(used, "vitest").length);
    for (const [isRight, status] of ends) expect(status).toBe(isRight ? "passed" : "failed");
  });

  test("with node:test (spec 4.2)", { timeout: 300_000 }, async () => {
    const files = [...(await writeTests("node", false)), ...(await writeTests("node", true))]; // they run by name
    const flags = ["--test", "--test-isolation=none", "--test-reporter=tap"];
    const { out } = await start(process.execPath, [...flags, ...files], { NODE_TEST_CONTEXT: "" });
    const ends = [...out.matchAll(/^(ok|not ok) \d+ - (?!.*\.ts$)/gm)].map(([, end]) => end);
    expect(ends).toEqual([...share(used, "node").map(() => "ok"), ...share(used, "node").map(() => "not ok")]);
    for (const { failure } of share(found, "node")) expect(out).toContain(failure.problem.split("\n")[0]?.slice(0, 40));
  });

  const jest = join(packageRoot, "../../examples/recipes/jest/node_modules/jest/bin/jest.js");
  const hasJest = existsSync(jest);
  if (isThorough && !hasJest)
    console.warn("\n*** jest is not installed, so the written tests for Jest were NOT RUN. ***\n");
  test.runIf(isThorough && hasJest)("with Jest (spec 4.2)", { timeout: 300_000 }, async () => {
    for (const isCorrect of [false, true]) {
      const files = await writeTests("jest", isCorrect);
      const { code } = await start(process.execPath, [jest, "--rootDir", folder, ...files]);
      expect(code === 0).toBe(isCorrect);
    }
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  if (!hasPython) console.warn("\n*** python3 is not installed, so the written tests for pytest were NOT RUN. ***\n");
  const hasPytest = hasPython && spawnSync("python3", ["-m", "pytest", "--version"]).status === 0;
  test.runIf(hasPython)("with pytest (spec 4.2)", { timeout: 600_000 }, async () => {
    const command = `${process.execPath} --conditions=@journey-kit/source ${join(packageRoot, "../cli/bin/journey.js")}`;
    const cases = share(found, "pytest").entries();
    for (const [i, { mutation, failure }] of cases)
      for (const isCorrect of isThorough ? [false, true] : [false]) {
        const name = `test_${isCorrect ? "right" : "wrong"}_${i}`;
        const client = join(folder, `${name}.client.ts`);
        await writeFile(client, programFor(isCorrect ? undefined : mutation));
        const file = join(folder, `${name}.py`);
        await writeFile(file, renderTest([failure], { runner: "pytest", client: [process.execPath, client] }));
        const calls =
          "import runpy, sys\nfor name, test in runpy.run_path(sys.argv[1]).items():\n  if name.startswith('test_'): test()";
        const args = hasPytest ? ["-m", "pytest", "-q", "-p", "no:cacheprovider", file] : ["-c", calls, file];
        const { code, out } = await start("python3", args, { JOURNEY_COMMAND: command });
        expect([mutation, code, out]).toEqual([mutation, isCorrect ? 0 : 1, expect.any(String)]);
        if (!isCorrect) expect(out).toContain(`FAIL  ${failure.id}: `);
      }
  });
});
