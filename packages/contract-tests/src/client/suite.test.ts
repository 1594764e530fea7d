import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createSimulator } from "@journey-kit/simulator";
import { describe, expect, test, vi } from "vitest";
import type { Mutation } from "../../test/mutation.ts";
import { createReference } from "../../test/reference-client.ts";
import { reportOf } from "../../test/report-of.ts";
import { plainCondition } from "../arbitraries/condition.ts";
import type { ClientAdapter } from "../service/client-adapter.ts";
import { requirementsOf } from "./judge.ts";
import { requirementIds } from "./requirements.ts";
import { describeClient, type SuiteOptions, type TestRunner } from "./suite.ts";

const conditions = [plainCondition("v2")];
const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };

interface Defined {
  readonly title: string;
  readonly run: (context?: unknown) => Promise<void>;
  readonly options: unknown;
}

/** A test runner that only collects what is defined. */
function createRunner(change: Partial<TestRunner> = {}) {
  const tests: Defined[] = [];
  const suites: string[] = [];
  const runner: TestRunner = {
    describe: (name, define) => {
      suites.push(name);
      define();
    },
    test: (title, run, options) => void tests.push({ title, run, options }),
    skip: (_, reason) => {
      throw new SkippedError(reason);
    },
    ...change,
  };
  return { runner, tests, suites };
}

class SkippedError extends Error {}

/** Runs a suite like a test runner, and returns the end of each test by requirement. */
async function runSuite(adapter: ClientAdapter, options: SuiteOptions = {}): Promise<Readonly<Record<string, string>>> {
  const { runner, tests } = createRunner();
  describeClient("client", adapter, { simulator, seed: 1, runner, ...options });
  const ends: Record<string, string> = {};
  for (const { title, run } of tests)
    ends[title.split(":")[0] ?? ""] = await run({}).then(
      () => "passed",
      (error: Error) => `${error instanceof SkippedError ? "skipped" : "failed"}: ${error.message}`,
    );
  return ends;
}

describe("a suite", () => {
  test("has a test for each requirement of its API version, named with its section (spec 4.2, 9)", () => {
    for (const apiVersion of ["v2", "v1"] as const) {
      const { runner, tests, suites } = createRunner();
      describeClient("our client", createReference(), { runner, apiVersion });
      expect(suites).toEqual(["our client"]);
      expect(tests.map(({ title }) => title)).toEqual(
        requirementsOf(apiVersion).map(([id, { text, spec }]) => `${id}: ${text} (spec ${spec})`),
      );
    }
  });

  test("defines no test for requirements that it does not check, and gives each 30 minutes (spec 4.2)", () => {
    const { runner, tests } = createRunner();
    describeClient("client", createReference(), {
      runner: { ...runner, timeout: (ms) => ({ timeout: ms }) },
      only: ["ends", "one-token"],
      except: ["one-token"],
    });
    expect(tests.map(({ title, options }) => [title.split(":")[0], options])).toEqual([
      ["ends", { timeout: 1_800_000 }],
    ]);
    const { runner: plain, tests: others } = createRunner();
    describeClient("client", createReference(), { runner: plain, only: ["ends"] });
    expect(others[0]?.options).toBe(1_800_000);
  });

  test("runs the check once, whichever test is first, and does not run it to define tests (spec 4.4)", async () => {
    let clients = 0;
    const counting: ClientAdapter = {
      connect: (settings) => {
        clients += 1;
        return createReference().connect(settings);
      },
    };
    const { runner, tests } = createRunner();
    describeClient("client", counting, { simulator, conditions, runner, only: ["tells-outcome", "ends"] });
    expect(clients).toBe(0);
    await tests[1]?.run();
    const once = clients;
    expect(once).toBeGreaterThan(0);
    await Promise.all(tests.map(({ run }) => run()));
    expect(clients).toBe(once);
  });

  test("refuses invalid options with TypeError, and a missing runner", () => {
    const { runner, tests } = createRunner();
    expect(() => describeClient("client", createReference(), { runner, generate: -1 })).toThrow(TypeError);
    expect(tests).toEqual([]);
    expect(() => describeClient("client", createReference())).toThrow(
      new TypeError("runner: There is no global describe and test. Pass those of your test runner."),
    );
  });

  test("uses the global functions of a runner such as Jest (spec 4.2)", () => {
    const { runner, tests } = createRunner();
    vi.stubGlobal("describe", runner.describe);
    vi.stubGlobal("test", runner.test);
    try {
      describeClient("client", createReference(), { only: ["ends"] });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(tests).toHaveLength(1);
  });
});

test("a failure fails its own test with the sentence, the reproduction, the cause and the change (spec 4.2)", async () => {
  const ends = await runSuite(createReference("retries a start after a lost response"), {
    only: ["start-sent-once", "ends"],
  });
  expect(ends.ends).toBe("passed");
  expect(ends["start-sent-once"]).toMatch(
    /^failed: FAIL {2}start-sent-once: Does not retry .* \(spec 4\.2\)\n {2}It retried .*\n {2}Seen under: .*lost-start.*\n {2}Shortest reproduction:\n(.*\n)* {2}Requests:\n {4}#1 .*token\.requestToken 200\n(.*\n)* {2}Likely cause: .*\n {2}What to change: .*\n {2}Repeat it: checkClient\(adapter, \{ replay: "c2\.[\w-]+" \}\)$/,
  );
});

test("a warning skips its test, and says why (spec 4.4)", async () => {
  const ends = await runSuite(createReference("polls every second"), { only: ["polls-at-interval", "ends"] });
  expect(ends["polls-at-interval"]).toMatch(/^skipped: warning {2}polls-at-interval: /);
});

test("an untested requirement fails its test, or skips it if it may stay untested (spec 4.4)", async () => {
  const impatient = createReference("gives up at the first error");
  const only = ["never-faster-after-error", "ends"] as const;
  const ends = await runSuite(impatient, { only });
  expect(ends.ends).toBe("passed");
  expect(ends["never-faster-after-error"]).toMatch(
    /^failed: never-faster-after-error was not tested\. Never polls faster .* \(spec 4\.4\)\n(.*\n)+never-faster-after-error was not tested\.$/,
  );
  const allowed = await runSuite(impatient, { only, allowUntested: ["never-faster-after-error"] });
  expect(allowed["never-faster-after-error"]).toMatch(/^skipped: never-faster-after-error was not tested\. /);
});

test("a replay token as an option fails only the test of its requirement, and skips what it does not test (spec 4.2)", async () => {
  const mistake = createReference("retries a start after a lost response");
  const { failures } = await reportOf("retries a start after a lost response", "start-sent-once");
  const ends = await runSuite(mistake, { replay: failures[0]?.replay });
  const failed = Object.keys(ends).filter((id) => ends[id]?.startsWith("failed: "));
  expect(failed).toEqual(["start-sent-once"]);
  expect(Object.keys(ends)).toEqual(requirementIds);
  expect(ends["backs-off"]).toMatch(/^skipped: backs-off was not tested\./);
});

test("a client that sends no request fails every `must` requirement that this leaves untested (spec 4.2)", async () => {
  const silent: ClientAdapter = { connect: () => ({ runJourney: async () => ({ conclusion: "accept" }) }) };
  const ends = await runSuite(silent, { only: ["documents-in-subject", "polls-at-interval"] });
  expect(ends["documents-in-subject"]).toMatch(/^failed: .*The client sent no request\.$/s);
  expect(ends["polls-at-interval"]).toMatch(/^skipped: /);
});

test("prints what is skipped if the test runner has no function to skip a test (spec 4.4)", async () => {
  const { runner, tests } = createRunner();
  const { skip: _, ...withoutSkip } = runner;
  describeClient("client", createReference("gives up at the first error"), {
    ...{ simulator, conditions, runner: withoutSkip, only: ["never-faster-after-error"] },
    allowUntested: ["never-faster-after-error"],
  });
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  await Promise.all(tests.map(({ run }) => run()));
  const printed = warn.mock.calls.flat();
  warn.mockRestore();
  expect(printed).toEqual([expect.stringMatching(/^never-faster-after-error was not tested\./)]);
});

const packageRoot = join(import.meta.dirname, "..", "..");

/** A file for `node --test` that runs a suite for the reference client. */
const source = (mutation: Mutation) => `
import { describe, test } from "node:test";
import { describeClient } from "@journey-kit/contract-tests";
import { createReference } from ${JSON.stringify(join(packageRoot, "test/reference-client.ts"))};
const only = ["start-sent-once", "tells-outcome"];
describeClient("client", createReference(${JSON.stringify(mutation)}), { runner: { describe, test }, only });
`;

test("a suite with node:test reports each requirement in a process of its own (spec 4.2)", async () => {
  await mkdir(join(packageRoot, ".report"), { recursive: true });
  const folder = await mkdtemp(join(packageRoot, ".report", "suite-"));
  const file = join(folder, "suite.ts");
  await writeFile(file, source("retries a start after a lost response"));
  const args = ["--test", "--test-isolation=none", "--test-reporter=tap", file];
  const env = { ...process.env, NODE_TEST_CONTEXT: "" };
  const child = spawn(process.execPath, args, { cwd: packageRoot, env, stdio: ["ignore", "pipe", "inherit"] });
  const [out, code] = await Promise.all([text(child.stdout), new Promise((resolve) => child.once("close", resolve))]);
  await rm(folder, { recursive: true });
  expect(code).toBe(1);
  expect(out).toMatch(/^ +not ok \d+ - start-sent-once: /m);
  expect(out).toMatch(/^ +ok \d+ - tells-outcome: /m);
  expect(out).toContain("What to change: ");
});
