import { createJourneyClient } from "@journey-kit/client";
import type { Explanation, Scenario } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { toScenario } from "./to-scenario.ts";

const image = "aW1hZ2U=";
const subject = {
  identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" },
  documents: [{ type: "Primary", side1Image: image }],
  biometrics: [{ selfieImage: image }],
};

/** Runs a journey under a scenario for a minute. */
async function run(scenario: Scenario): Promise<Explanation> {
  const { fetch, world } = createSimulator({ clock: { mode: "frozen", at: Date.UTC(2026, 0, 1) }, scenario });
  const client = createJourneyClient({
    baseUrl: "http://eu.localhost",
    authUrl: "http://eu.localhost",
    auth: { clientId: "acme", clientSecret: "any" },
    fetch,
  });
  const context = { config: { delivery: "api" }, subject } as const;
  const { instanceId } = await client.v2.startJourney({ resourceId: "document-and-selfie@latest", context });
  await world("acme").clock.advance({ ms: 60_000 });
  return world("acme").instance(instanceId).explain();
}

const factsOf = ({ phase, outcome, modules }: Explanation) => ({
  phase,
  outcome,
  runs: modules.map((one) => [one.module, one.attempt, one.outcome, one.startedAt, one.finishesAt, one.ends]),
});

const facematch = { module: "Facematch" };
const scenarios: readonly Scenario[] = [
  { name: "suspect", rules: [{ when: {}, then: { outcome: "refer", latency: 1_234 } }] },
  { name: "custom", rules: [{ when: {}, then: { outcome: { name: "Watch List", classification: "neutral" } } }] },
  { name: "broken", rules: [{ when: facematch, then: { ends: "fail", latency: 700 } }] },
  { name: "stuck", rules: [{ when: facematch, then: { ends: "never" } }] },
  {
    name: "repeated",
    readings: { "module-retry": "automatic" },
    rules: [{ when: { ...facematch, attempt: 1 }, then: { outcome: "Fail" } }],
  },
];

test.each(scenarios)(
  "a scenario created from a finished instance reproduces its module outcomes and times: $name",
  async (scenario) => {
    const first = await run(scenario);
    expect(first.modules.length).toBeGreaterThan(1);
    expect(factsOf(await run(toScenario(first)))).toEqual(factsOf(first));
  },
);
