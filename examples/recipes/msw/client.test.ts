import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setupServer } from "msw/node";
import { createClient } from "../client.ts"; // your client
import { handlers, simulator } from "./handlers.ts";

const server = setupServer(...handlers);
before(() => server.listen({ onUnhandledFrame: "error" }));
after(() => server.close());

const adult = { identity: { dateOfBirth: "1990-12-10" } };

/** Opens the world of a new client id, and creates a client with the addresses of production. */
function open() {
  const clientId = crypto.randomUUID();
  const baseUrl = "https://journeys.example.com/eu";
  const settings = { baseUrl, authUrl: "https://login.example.com", clientId, clientSecret: "any", pollIntervalMs: 10 };
  return { world: simulator.world(clientId), client: createClient(settings) };
}

test("reports a rejection", async () => {
  const { world, client } = open();
  await world.scenarios.arm({ scenario: "rejected" });
  assert.equal(await client.runJourney("age-check@latest", adult), "reject");
});

test("does not start a second journey if the response to the start is lost", async () => {
  const { world, client } = open();
  await world.faults.set({
    rules: [{ when: { endpoint: "v2.startJourney", nth: 1 }, then: { type: "dropResponse" } }],
  });
  assert.equal(await client.runJourney("age-check@latest", adult), "unknown");
  assert.equal((await world.instances()).instances.length, 1);
});
