import { createSimulator } from "@journey-kit/simulator";
import { expect, test, vi } from "vitest";
import { isThorough, sample } from "../../../../vitest.shared.ts";
import { ourClient } from "../../test/our-client.ts";
import { createOrdinary, createReference } from "../../test/reference-client.ts";
import { shippedRuns } from "../profiles/shipped-runs.ts";
import type { ClientAdapter } from "../service/client-adapter.ts";
import { requirementRun, situationRows } from "./situations.ts";
import { type ClientSuiteOptions, describeClient } from "./suite.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
const runs = shippedRuns.slice(0, 1);

/** Runs a suite like a test runner, and returns the result of each test. */
async function runSuite(adapter: ClientAdapter, options: ClientSuiteOptions, canSkip = true) {
  const tests: { title: string; run: () => Promise<string | undefined> }[] = [];
  const after: (() => Promise<void>)[] = [];
  const runner = {
    canSkip,
    describe: (_: string, define: () => void) => define(),
    test: (title: string, run: () => Promise<string | undefined>) => void tests.push({ title, run }),
    afterAll: (run: () => Promise<void>) => void after.push(run),
  };
  describeClient(runner, "client", adapter, options);
  const ends: Record<string, string> = {};
  for (const { title, run } of tests) {
    ends[title] = await run().then(
      (reason) => reason ?? "passed",
      ({ message }: Error) => `failed: ${message}`,
    );
  }
  for (const run of after) await run();
  return ends;
}

const failuresOf = (ends: Readonly<Record<string, string>>) =>
  Object.entries(ends).filter(([, end]) => end.startsWith("failed: "));

test("a client that waits with settings.sleep meets every requirement (spec 4.4)", async () => {
  const ends = await runSuite(createReference(), { simulator, runs: [] });
  expect(new Set(Object.values(ends))).toEqual(new Set(["passed"]));
});

test("a client with its own timers and the global fetch meets every requirement (spec 4.4)", async () => {
  const ends = await runSuite(createOrdinary(), { runs, profile: "specified" });
  expect(failuresOf(ends)).toEqual([]);
  expect(Object.entries(ends).filter(([, end]) => end !== "passed")).toEqual([]);
});

const retrying = [
  ["in virtual time", createReference("retries a start after a lost response")],
  ["in real time", createOrdinary("retries a start after a lost response")],
] as const;

test.each(sample(retrying, 2))(
  "%s, a broken requirement fails its test, and the message shows the section and the requests (spec 4.2)",
  async (_, client) => {
    const failures = failuresOf(await runSuite(client, { runs: [] }));
    expect(failures).toEqual([[expect.stringMatching(/^start-sent-once: .* \(spec 4\.2\)$/), expect.any(String)]]);
    expect(failures[0]?.[1]).toMatch(
      /: Does not retry .* \(spec 4\.2\)\nin "lost-start": It retried .*\n +#1 .* token\.requestToken 200\n.*\n +#3 .* v2\.startJourney 201$/,
    );
  },
);

test.runIf(isThorough)(
  "the reason why a requirement was not shown ignores situations that were not run (spec 5)",
  async () => {
    const silent: ClientAdapter = {
      connect: async (settings) => {
        const client = await createOrdinary().connect(settings);
        return { runJourney: async (run) => ({ conclusion: (await client.runJourney(run)).conclusion }) };
      },
    };
    const ends = await runSuite(silent, { runs: [] });
    expect(Object.entries(ends).find(([title]) => title.startsWith("keeps-secrets: "))?.[1]).toMatch(
      /^failed: keeps-secrets was not tested\. [^\n]*\nThe client printed nothing\. [^\n]*$/,
    );
  },
);

test("each situation runs once, not once per requirement (spec 4.4)", async () => {
  let clients = 0;
  const counting: ClientAdapter = {
    connect: (settings) => {
      clients += 1;
      return createReference().connect(settings);
    },
  };
  await runSuite(counting, { simulator, runs: [] });
  expect(clients).toBe(situationRows.length);
});

test("the failure message hints at the cause if a client ignores its settings (spec 4.4)", async () => {
  const deaf: ClientAdapter = { connect: () => ({ runJourney: async () => ({ conclusion: "refer" }) }) };
  const one = await runSuite(deaf, { simulator, runs, requirements: false });
  expect(Object.values(one)[0]).toMatch(
    /reported "refer"; expected "accept"\nThe client sent no request\. Use settings/,
  );
  const patient: ClientAdapter = {
    connect: (settings) => createOrdinary().connect({ ...settings, pollIntervalMs: 10_000 }),
  };
  const options = { runs: [requirementRun], requirements: false, profile: "specified", timeoutMs: 3_000 } as const;
  const other = await runSuite(patient, options);
  expect(Object.values(other)[0]).toMatch(
    /hung: .*\n.*The client sent only \d+ requests in 3 s\. Wait with settings\.sleep/s,
  );
});

test("a broken requirement with the strength `warning` does not fail its test (spec 4.4)", async () => {
  const ends = await runSuite(createReference("polls every second"), { simulator, runs: [] });
  expect(failuresOf(ends)).toEqual([]);
  expect(Object.values(ends)).toContainEqual(expect.stringMatching(/^Warning: /));
});

test("prints warnings and what was not shown if the test runner cannot skip tests (spec 4.4)", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const ends = await runSuite(createReference("polls every second"), { simulator, runs: [] }, false);
  const printed = warn.mock.calls.flat();
  warn.mockRestore();
  const reasons = Object.entries(ends).filter(([, end]) => end !== "passed");
  expect(reasons).not.toEqual([]);
  expect(printed).toEqual(reasons.map((lines) => lines.join("\n")));
});

test("after a journey in which the client hung without a request, no other one runs (spec 3.2)", async () => {
  let clients = 0;
  const hanging: ClientAdapter = {
    connect: () => {
      clients += 1;
      return { runJourney: () => new Promise<never>(() => undefined) };
    },
  };
  const ends = await runSuite(hanging, { simulator, readings: true, timeoutMs: 100 });
  expect(clients).toBe(1);
  const failures = failuresOf(ends);
  const others = Object.keys(ends).filter((title) => !failures.some(([failed]) => failed === title));
  expect(others.map((title) => title.split(":")[0])).toEqual([
    "polls-at-interval",
    "replaces-refused-token",
    "keeps-secrets",
    "keeps-data-private",
  ]);
  for (const [, end] of failures)
    expect(end).toMatch(/hung: It did not finish within 0\.1 s.*The client sent no request|was not tested/s);
});

test("runs only journeys of the API versions in the option `generations` (spec 3.2, 3.3)", async () => {
  const titles = Object.keys(await runSuite(ourClient, { simulator, generations: ["v1"] }));
  expect(titles).toHaveLength(10);
  for (const title of titles)
    expect(title).toMatch(/^runs [\w-]+-v1@latest under the profile (specified|observed) \(spec 3\.3\)$/);
});

test("a client that reports accept without running the journey fails (spec 3.3)", async () => {
  const idle: ClientAdapter = { connect: () => ({ runJourney: async () => ({ conclusion: "accept" }) }) };
  const ends = await runSuite(idle, { simulator, generations: ["v1"] });
  for (const end of Object.values(ends))
    expect(end).toMatch(
      /^failed: [^\n]+: The journey was not started; the client reported "accept"\.\nThe client sent no/,
    );
});

test("runs the journeys under both presets, and names the reading that makes a client fail (spec 3.2)", async () => {
  const literal: ClientAdapter = {
    connect: (settings) =>
      ourClient.connect({ ...settings, fetch: async (request) => plain(await (settings.fetch ?? fetch)(request)) }),
  };
  const ends = await runSuite(literal, { simulator, runs, requirements: false, readings: true });
  expect(ends).toEqual({
    "runs age-check@latest under the profile specified (spec 3.2)": "passed",
    "runs age-check@latest under the profile observed (spec 3.2)": expect.stringMatching(
      /^failed: age-check@latest under the profile observed: hung: It did not finish within 120 minutes of world time\n +#\d+ .*\nIt fails under interaction-fetch-layout=nested \(spec 2\.5: .*\)\. If your service has other readings, pass `profile`\.$/s,
    ),
    "runs every journey under every pair of readings (spec 2 to 9)": expect.stringMatching(
      /^failed: The client fails under interaction-fetch-layout=nested \(spec 2\.5: /,
    ),
  });
});

/** A client that cannot read the nested interaction layout. */
async function plain(response: Response): Promise<Response> {
  if ((await response.clone().text()).includes('"interaction":{')) throw new Error("nested");
  return response;
}
