import { createSimulator } from "@journey-kit/simulator";
import { describe, expect } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { builtInRuns } from "../src/client/conditions.ts";
import { createWorldTest, describeClient } from "../src/vitest.ts";
import { ourClient } from "./our-client.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };

/** In `npm test`, a few requirements: `checkClient` has its own test with all. */
const some = ["tells-outcome", "error-means-failed", "start-sent-once"] as const;

describeClient("our client", ourClient, isThorough ? {} : { only: some });
describeClient("our client in v1", ourClient, { simulator, apiVersion: "v1", only: ["tells-outcome"] });

const test = createWorldTest();
const run = builtInRuns.find(({ resourceId }) => resourceId === "age-check@latest");

test("each test has a new world without requests (spec 5)", async ({ world }) => {
  await expect(world).not.toHaveCoveredRule("access-token-is-bearer");
  await expect(world).not.toHaveCoverage(1);
});

test("a world reports which rules its requests have covered (spec 4.1)", async ({ world }) => {
  const client = await ourClient.connect(world.settings);
  if (run !== undefined) await client.runJourney(run);
  await expect(world).toHaveCoveredRule("access-token-is-bearer");
  await expect(world).toHaveCoverage(5);
  await expect(expect(world).toHaveCoveredRule("submit-duplicate-refused")).rejects.toThrow(
    /^Expected a request to cover rule submit-duplicate-refused \(spec 4\.2: .*\); none of \d+ did\.$/,
  );
  await expect(expect(world).toHaveCoverage(99)).rejects.toThrow(/of at least 99 %; \d+ requests covered \d+ %/);
});

describe("under a scenario", () => {
  test.override({ worldOptions: { scenario: "rejected" } });

  test("world options apply to every test in a suite (spec 3.1)", async ({ world }) => {
    const client = await ourClient.connect(world.settings);
    expect(run && (await client.runJourney(run))).toMatchObject({ conclusion: "reject" });
  });
});
