// Runs with the test runner of Node, Bun or Deno.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulator } from "@journey-kit/simulator";
import { checkAge } from "./age-check.ts";

test("accepts an adult", async () => {
  const simulator = createSimulator({ latency: 0 });
  const service = { baseUrl: "http://eu.localhost", clientId: "me", fetch: simulator.fetch };
  assert.equal(await checkAge(service), "accept");
  assert.equal((await simulator.world("me").instances()).instances.length, 1);
});
