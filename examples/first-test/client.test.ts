import type { ClientAdapter, Conclusion } from "@journey-kit/contract-tests";
import { createWorldTest, describeJourneyClient } from "@journey-kit/contract-tests/vitest";
import { expect } from "vitest";
import { createClient } from "./client.ts"; // the client of ../node-client

const adapter: ClientAdapter = {
  connect: (settings) => {
    const client = createClient(settings);
    return {
      runJourney: async ({ resourceId, subject }, { signal } = {}) => ({
        conclusion: (await client.runJourney(resourceId, { ...subject }, signal)) as Conclusion, // the client returns these words
      }),
    };
  },
};
describeJourneyClient("our client", adapter);

const test = createWorldTest();
test.override({ worldOptions: { scenario: "rejected", clock: "auto" } });

test("reports a rejection (spec 4.2)", async ({ world }) => {
  const person = { identity: { dateOfBirth: "1990-12-10" } };
  expect(await createClient(world.settings).runJourney("age-check@latest", person)).toBe("reject");
});
