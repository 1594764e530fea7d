import type { ClientAdapter, Conclusion, WorldOptions } from "@journey-kit/contract-tests";
import { createWorldTest, describeClient } from "@journey-kit/contract-tests/vitest";
import { describe, expect } from "vitest";
import { createClient } from "../client.ts"; // your client

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
describeClient("our client", adapter);

const test = createWorldTest();
const adult = { identity: { dateOfBirth: "1990-12-10" } };

describe("under the scenario `rejected`, the client", () => {
  const worldOptions: WorldOptions = { scenario: "rejected", clock: "auto" };
  test.override({ worldOptions });

  test("reports a rejection", async ({ world }) => {
    expect(await createClient(world.settings).runJourney("age-check@latest", adult)).toBe("reject");
  });
});

describe("in a world that loses the response to a start, the client", () => {
  const rule = { when: { endpoint: "v2.startJourney", nth: 1 }, then: { type: "dropResponse" } } as const;
  const worldOptions: WorldOptions = { faults: { rules: [rule] } };
  test.override({ worldOptions });

  test("does not start a second journey", async ({ world }) => {
    expect(await createClient(world.settings).runJourney("age-check@latest", adult)).toBe("unknown");
    expect((await world.control.instances()).instances).toHaveLength(1);
  });
});
