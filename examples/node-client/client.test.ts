import type { ClientAdapter, Conclusion } from "@journey-kit/contract-tests";
import { describeJourneyClient } from "@journey-kit/contract-tests/vitest";
import { createClient } from "./client.ts";

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

describeJourneyClient("the Node client of the examples", adapter);
