import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulatorControl } from "@journey-kit/client/control";
import { createClient } from "../client.ts"; // your client

// `journey exec` sets the addresses.
const { JOURNEY_BASE_URL: baseUrl = "", JOURNEY_AUTH_URL: authUrl = "" } = process.env;
const simulator = createSimulatorControl({ baseUrl });
const adult = { identity: { dateOfBirth: "1990-12-10" } };

/** Opens the world of a new client id, and creates a client for it. */
function open() {
  const clientId = crypto.randomUUID();
  const client = createClient({ baseUrl, authUrl, clientId, clientSecret: "any", pollIntervalMs: 10 });
  return { world: simulator.world(clientId), client };
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

test("requests a new token when the old one has expired", async () => {
  const { world, client } = open();
  await client.runJourney("age-check@latest", adult);
  await world.clock.advance({ ms: 24 * 60 * 60 * 1_000 });
  assert.equal(await client.runJourney("age-check@latest", adult), "accept");
});
