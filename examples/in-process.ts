// Runs both journeys against a simulator in the same process, without a port. The modules take no time.
import { createJourneyClient } from "@journey-kit/client";
import { createSimulator } from "@journey-kit/simulator";
import { runV1 } from "./journey/v1.ts";
import { runV2 } from "./journey/v2.ts";

const address = "http://eu.localhost"; // any URL works, because the simulator's `fetch` gets the requests
const client = createJourneyClient({
  baseUrl: address,
  authUrl: address,
  auth: { clientId: "example", clientSecret: "any" },
  fetch: createSimulator({ latency: 0 }).fetch,
});
await runV2(client);
await runV1(client);
