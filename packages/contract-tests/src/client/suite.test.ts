import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { ourClient } from "../../test/our-client.ts";
import { createReference } from "../../test/reference-client.ts";
import { shippedRuns } from "../profiles/shipped-runs.ts";
import type { ClientAdapter } from "../target/client-adapter.ts";
import { type ClientSuiteOptions, describeClient } from "./suite.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
const runs = shippedRuns.slice(0, 1);

/** Runs a suite like a test runner, and returns the result of each test. */
async function runSuite(adapter: ClientAdapter, options: Omit<ClientSuiteOptions, "simulator">) {
  const tests: { title: string; run: () => Promise<string | undefined> }[] = [];
  const runner = {
    describe: (_: string, define: () => void) => define(),
    test: (title: string, run: () => Promise<string | undefined>) => void tests.push({ title, run }),
    afterAll: () => undefined,
  };
  describeClient(runner, "client", adapter, { simulator, runs, ...options });
  const ends: Record<string, string> = {};
  for (const { title, run } of tests) {
    ends[title] = await run().then(
      (reason) => reason ?? "passed",
      ({ message }: Error) => `failed: ${message}`,
    );
  }
  return ends;
}

test("a correct client passes, and requirements that are not shown are reported (spec 4.4)", async () => {
  const ends = await runSuite(createReference(), { runs: [] });
  expect(Object.values(ends).filter((end) => end.startsWith("failed"))).toEqual([]);
});

test("a broken requirement fails with the requests that show it (spec 4.2)", async () => {
  const ends = await runSuite(createReference("sends a lost start again"), { runs: [] });
  const failed = Object.entries(ends).filter(([, end]) => end.startsWith("failed"));
  expect(failed).toEqual([[expect.stringMatching(/^start-sent-once: .* \(spec 4\.2\)$/), expect.any(String)]]);
  expect(failed[0]?.[1]).toMatch(
    /Never retries .* \(spec 4\.2\)\nin "lost-start": .*\n +#1 .* token\.requestToken 200\n/,
  );
});

test("a warning does not fail (spec 4.4)", async () => {
  const ends = await runSuite(createReference("polls every second"), { runs: [] });
  expect(Object.values(ends).filter((end) => end.startsWith("failed"))).toEqual([]);
  expect(Object.values(ends)).toContainEqual(expect.stringMatching(/^A warning: /));
});

test("runs the journeys under both presets, and fails with the reason (spec 3.2)", async () => {
  const literal: ClientAdapter = {
    connect: (settings) =>
      ourClient.connect({ ...settings, fetch: async (request) => plain(await (settings.fetch ?? fetch)(request)) }),
  };
  const ends = await runSuite(literal, { requirements: false, readings: true });
  expect(ends).toEqual({
    "runs age-check@latest as specified (spec 3.2)": "passed",
    "runs age-check@latest as observed (spec 3.2)": expect.stringMatching(
      /^failed: age-check@latest as observed: hung: It did not finish within 120 minutes of its world's time\n +#\d+ /,
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
