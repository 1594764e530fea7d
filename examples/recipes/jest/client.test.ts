import { expect, test } from "@jest/globals";
import { createSimulator } from "@journey-kit/simulator";
import { createClient } from "../client.ts"; // your client

const simulator = createSimulator({ latency: 0 });
const adult = { identity: { dateOfBirth: "1990-12-10" } };

/** Opens the world of a new client id, and creates a client for it. */
function open() {
  const clientId = crypto.randomUUID();
  const url = "http://eu.localhost"; // no server listens there
  const settings = { baseUrl: url, authUrl: url, clientId, clientSecret: "any", pollIntervalMs: 10 };
  return { world: simulator.world(clientId), client: createClient({ ...settings, fetch: simulator.fetch }) };
}

test("accepts an adult", async () => {
  const { client } = open();
  expect(await client.runJourney("age-check@latest", adult)).toBe("accept");
});

test("reports a rejection", async () => {
  const { world, client } = open();
  await world.scenarios.arm({ scenario: "rejected" });
  expect(await client.runJourney("age-check@latest", adult)).toBe("reject");
});

test("does not start a second journey if the response to the start is lost", async () => {
  const { world, client } = open();
  await world.faults.set({
    rules: [{ when: { endpoint: "v2.startJourney", nth: 1 }, then: { type: "dropResponse" } }],
  });
  expect(await client.runJourney("age-check@latest", adult)).toBe("unknown");
  expect((await world.instances()).instances).toHaveLength(1);
});
