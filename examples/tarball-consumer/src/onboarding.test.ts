import type { ClientAdapter } from "@journey-kit/contract-tests";
import { createWorldTest, describeClient } from "@journey-kit/contract-tests/vitest";
import { createSimulator } from "@journey-kit/simulator";
import { describe, expect } from "vitest";
import { onboard } from "./onboarding.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
const collect = () => "1990-12-10";
const adapter: ClientAdapter = {
  connect: (settings) => ({
    runJourney: async ({ resourceId, subject }) => ({
      conclusion: await onboard(settings, resourceId, () => subject.identity?.dateOfBirth),
    }),
  }),
};
const subject = { identity: { dateOfBirth: "1990-12-10" } };
const run = { resourceId: "age-check@latest", apiVersion: "v2", subject } as const;

describeClient("onboarding", adapter, { simulator, run, only: ["tells-outcome", "start-sent-once"] });

const test = createWorldTest(simulator);

test("accepts an adult user", async ({ world }) => {
  expect(await onboard(world.settings, "age-check@latest", collect)).toBe("accept");
  await expect(world).toHaveCoveredRule("access-token-is-bearer");
  await expect(world).not.toHaveCoverage(90);
});

describe("under the scenario `rejected`", () => {
  test.override({ worldOptions: { scenario: "rejected" } });

  test("rejects a user", async ({ world }) => {
    expect(await onboard(world.settings, "age-check@latest", collect)).toBe("reject");
  });
});
