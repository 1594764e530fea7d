import { createSimulator } from "@journey-kit/simulator";
import { describe, expect } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { shippedRuns } from "../src/profiles/shipped-runs.ts";
import { createWorldTest, describeJourneyClient } from "../src/vitest.ts";
import { ourClient } from "./our-client.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };

/** A journey of each generation in `npm test`: `runUnderReadings` has its own test with every one. */
const runs = isThorough ? shippedRuns : shippedRuns.filter(({ resourceId }) => /^age-check(-v1)?@/.test(resourceId));

describeJourneyClient("our client", ourClient, { simulator, runs, readings: true });

const test = createWorldTest(simulator);
const [journeyRun] = shippedRuns;

test("a test has a world of its own, in which nobody has called (spec 5)", async ({ world }) => {
  await expect(world).not.toHaveMetRule("access-token-is-bearer");
  await expect(world).not.toHaveReached(1);
});

test("a world tells which rules its calls have met (spec 4.1)", async ({ world }) => {
  const client = await ourClient.connect(world.service);
  if (journeyRun !== undefined) await client.runJourney(journeyRun);
  await expect(world).toHaveMetRule("access-token-is-bearer");
  await expect(world).toHaveReached(5);
  await expect(expect(world).toHaveMetRule("submit-duplicate-refused")).rejects.toThrow(
    /^Expected a call to meet rule submit-duplicate-refused \(spec 4\.2: .*\); none of \d+ did\.$/,
  );
  await expect(expect(world).toHaveReached(99)).rejects.toThrow(/of at least 99 %; \d+ calls reached \d+ %/);
});

describe("under a scenario", () => {
  test.override({ worldOptions: { scenario: "rejected" } });

  test("a suite has worlds of another kind (spec 3.1)", async ({ world }) => {
    const client = await ourClient.connect(world.service);
    expect(journeyRun && (await client.runJourney(journeyRun))).toMatchObject({ conclusion: "reject" });
  });
});
