import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { ourClient } from "../../test/our-client.ts";
import { createReference } from "../../test/reference-client.ts";
import type { Driver } from "../driver/driver.ts";
import { shippedErrands } from "../reading/errand.ts";
import { type ClientSuiteOptions, describeClient } from "./client-suite.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
const errands = shippedErrands.slice(0, 1);

/** Runs a suite as a test runner would, and gives what each test came to. */
async function runSuite(driver: Driver, options: Omit<ClientSuiteOptions, "simulator">) {
  const tests: { title: string; run: () => Promise<string | undefined> }[] = [];
  const runner = {
    describe: (_: string, define: () => void) => define(),
    test: (title: string, run: () => Promise<string | undefined>) => void tests.push({ title, run }),
  };
  describeClient(runner, "client", driver, { simulator, errands, ...options });
  const ends: Record<string, string> = {};
  for (const { title, run } of tests) {
    ends[title] = await run().then(
      (reason) => reason ?? "passed",
      ({ message }: Error) => `failed: ${message}`,
    );
  }
  return ends;
}

test("a client that is right passes, and what nothing shows is said (spec 4.4)", async () => {
  const ends = await runSuite(createReference(), { errands: [] });
  expect(Object.values(ends).filter((end) => end.startsWith("failed"))).toEqual([]);
});

test("the obligation that a client breaks fails with the calls that show it (spec 4.2)", async () => {
  const ends = await runSuite(createReference("sends a lost start again"), { errands: [] });
  const failed = Object.entries(ends).filter(([, end]) => end.startsWith("failed"));
  expect(failed).toEqual([[expect.stringMatching(/^start-sent-once: .* \(spec 4\.2\)$/), expect.any(String)]]);
  expect(failed[0]?.[1]).toMatch(/Never sends a start again whose answer was lost\.\nin "/);
});

test("a warning does not fail (spec 4.4)", async () => {
  const ends = await runSuite(createReference("polls every second"), { errands: [] });
  expect(Object.values(ends).filter((end) => end.startsWith("failed"))).toEqual([]);
  expect(Object.values(ends)).toContainEqual(expect.stringMatching(/^A warning: /));
});

test("the journeys run under both presets, and a preset that breaks the client fails with the reason (spec 3.2)", async () => {
  const literal: Driver = {
    connect: (service) =>
      ourClient.connect({ ...service, fetch: async (request) => plain(await (service.fetch ?? fetch)(request)) }),
  };
  const ends = await runSuite(literal, { obligations: false, readings: true });
  expect(ends).toEqual({
    "runs age-check@latest as specified (spec 3.2)": "passed",
    "runs age-check@latest as observed (spec 3.2)": expect.stringMatching(
      /^failed: age-check@latest as observed: was not done within 60 minutes/,
    ),
    "runs every journey under every pair of readings (spec 2 to 9)": expect.stringMatching(
      /^failed: The client fails under interaction-fetch-layout=nested \(spec 2\.5: /,
    ),
  });
});

/** Cannot take an interaction whose layout is nested. */
async function plain(response: Response): Promise<Response> {
  if ((await response.clone().text()).includes('"interaction":{')) throw new Error("nested");
  return response;
}
