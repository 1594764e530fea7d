// Measures journeys in a process of its own: it counts steps from before our code is loaded, without optimized code.
import { Session } from "node:inspector/promises";
import type { Scenario } from "@journey-kit/schemas/control";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const [{ createSimulator }, { enterService }] = await Promise.all([
  import("../src/simulator.ts"),
  import("./service.ts"),
]);

/**
 * Counts how often the blocks of our code have run since the last call. The counts are the same on every machine. Loops
 * inside built-in functions do not count.
 */
async function takeSteps(): Promise<number> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .filter(({ url }) => /\/packages\/\w+\/src\//.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

/** Numbers of things in a definition, a scenario and a person. */
export interface Sizes {
  readonly segments: number;
  readonly modules: number;
  readonly attempts: number;
  readonly declared: number;
  readonly variants: number;
  readonly outcomes: number;
  readonly elements: number;
  readonly rules: number;
  readonly values: number;
  readonly names: number;
  readonly letters: number;
}

const list = <Entry>(length: number, entry: (i: number) => Entry): Entry[] =>
  Array.from({ length }, (_, i) => entry(i));

/** A journey whose lists have the given sizes. Every module ends with its last outcome, so it runs `attempts` times. */
const toDefinition = (sizes: Sizes) => ({
  id: "hostile",
  name: "Hostile",
  apiVersion: "v2",
  elements: list(sizes.elements, (i) => ({ name: `Own${i}`, path: `identity.own${i}` })),
  modules: list(sizes.declared + sizes.modules, (i) => ({
    name: `Module ${i}`,
    variants: list(sizes.variants, (j) => `variant-${i}-${j}`),
    outcomes: list(sizes.outcomes + 1, (j) => ({
      name: `Outcome ${j}`,
      classification: j < sizes.outcomes ? "positive" : "negative",
    })),
    latency: 0,
  })),
  segments: list(sizes.segments, (i) => ({
    id: `segment-${i}`,
    interactions:
      i > 0 ? [] : [{ id: "all", pages: [], optional: list(sizes.elements, (j) => `Own${j}`), required: [] }],
    modules: list(sizes.modules, (j) => ({
      module: `Module ${j}`,
      variant: `variant-${j}-${sizes.variants - 1}`,
      attempts: sizes.attempts,
    })),
  })),
  evaluation: { negative: "accept" },
});

const toScenario = (sizes: Sizes): Scenario => ({
  name: "hostile",
  rules: [
    ...list(sizes.rules, (i) => ({
      when: {
        subject: [
          { path: "identity.lastNames", matches: `*${"?a".repeat(20)}*b${i}` },
          { path: "identity.lastNames", in: list(sizes.values, (j) => `name ${j}`) },
        ],
      },
      then: { outcome: "accept" },
    })),
  ],
  otherwise: { outcome: `Outcome ${sizes.outcomes}`, retry: "automatic" },
});

const limits = {
  segments: 10_000,
  "module-runs": 10_000,
  "list-entries": 10_000,
  "match-steps": 100_000_000,
  "journey-bytes": 100_000_000,
  "scenario-bytes": 100_000_000,
};

/** Publishes, starts and fetches a journey of the given sizes. Returns the steps, and the amount of work it describes. */
async function measure(sizes: Sizes) {
  const [definition, scenario] = [toDefinition(sizes), toScenario(sizes)];
  const lastNames = list(sizes.names, () => "a".repeat(sizes.letters));
  const service = await enterService(createSimulator({ limits, now: () => 0 }), "hostile");
  await takeSteps();
  const { simulator, world } = service;
  simulator.publish(definition);
  await world.scenarios.put(scenario);
  await world.scenarios.arm({ scenario: "hostile" });
  const subject = { identity: { lastNames, own0: "here" } };
  const { text, status } = await service.v2("journey/start", {
    resourceId: "hostile@latest",
    context: { config: { delivery: "api" }, subject },
  });
  if (status !== 201) throw new Error(text("errors[0].problem"));
  const instanceId = text("instanceId");
  const interactionId = (await service.v2("journey/interaction/fetch", { instanceId })).text("interactionId");
  const participants = [{ domainElementId: "Own0" }];
  await service.v2("journey/interaction/submit", { instanceId, interactionId, participants, context: { subject } });
  await service.v2("journey/state/fetch", { instanceId });
  await world.instance(instanceId).explain();
  await world.snapshot.open(await world.snapshot.save());
  const steps = await takeSteps();
  const runCount = sizes.segments * sizes.modules * sizes.attempts;
  const shown = runCount * sizes.outcomes; // an explanation lists the outcomes of each run
  const compared = sizes.rules * (sizes.values + 2 * sizes.names * sizes.letters);
  return { steps, work: JSON.stringify([definition, scenario]).length + 400 * runCount + 40 * shown + 10 * compared };
}

process.on("message", async (sizes: Sizes) => process.send?.(await measure(sizes)));
