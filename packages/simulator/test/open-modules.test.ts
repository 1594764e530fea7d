import type { Scenario } from "@journey-kit/schemas/control";
import { describe, expect, test } from "vitest";
import { openService, type Service, sentSubject } from "./service.ts";

/** A business journey with a custom module, custom variants and custom outcomes. */
const journeyOf = (apiVersion: "v1" | "v2") => ({
  id: "business",
  name: "Business check",
  apiVersion,
  modules: [
    {
      name: "AML Screening",
      variants: ["aml-global"],
      latency: 5_000,
      advice: { lists: 12 },
      examines: ["FullName"],
      outcomes: [
        { name: "No Hit", classification: "positive" },
        { name: "Possible Hit", classification: "neutral", advice: { hits: 1 } },
        { name: "Hit", classification: "negative", advice: { hits: 3 } },
      ],
    },
    {
      name: "Data Verification",
      variants: ["data-verification-us-business"],
      outcomes: [{ name: "Registered Agent Only", classification: "neutral" }],
    },
  ],
  segments: [
    {
      id: "person",
      ...(apiVersion === "v2"
        ? { interactions: [{ id: "person", pages: [], required: ["FullName", "DateOfBirth"] }] }
        : {
            tasks: [{ id: "person", variantId: "t", feeds: "AML Screening", required: ["FullName", "DateOfBirth"] }],
          }),
      modules: [
        { module: "AML Screening", variant: "aml-global", attempts: 2 },
        { module: "Data Verification", variant: "data-verification-us-business" },
      ],
    },
  ],
});

async function openWith(apiVersion: "v1" | "v2", scenario?: Scenario): Promise<Service> {
  const service = await openService({ journeys: [journeyOf(apiVersion)] });
  if (scenario !== undefined) {
    await service.world.scenarios.put(scenario);
    await service.world.scenarios.arm({ scenario: scenario.name });
  }
  return service;
}

async function begin(service: Service, apiVersion: "v1" | "v2"): Promise<string> {
  const subject = sentSubject("FullName", "DateOfBirth");
  const config = apiVersion === "v2" ? { delivery: "api" } : { async: true };
  const body = { resourceId: "business@latest", context: { config, subject } };
  return (await service[apiVersion]("journey/start", body)).text("instanceId");
}

async function finish(service: Service, apiVersion: "v1" | "v2"): Promise<string> {
  const instanceId = await begin(service, apiVersion);
  await service.world.clock.advance({ ms: 5_000 });
  return instanceId;
}

const hit: Scenario = {
  name: "hit",
  rules: [
    { when: { module: "AML Screening", variant: "aml-global" }, then: { outcome: "Hit", advice: { list: "PEP" } } },
    { when: { module: "Data Verification" }, then: { outcome: "Registered Agent Only" } },
  ],
};

const advice = { lists: 12, hits: 3, list: "PEP", outcome: "Hit" };

describe.each(["v1", "v2"] as const)(
  "modules, variants and outcomes that a %s journey declares (spec 1)",
  (apiVersion) => {
    test("declared modules return their default outcomes after the declared latency", async () => {
      const service = await openWith(apiVersion);
      const instanceId = await finish(service, apiVersion);
      const { modules } = await service.world.instance(instanceId).explain();
      expect(modules.map(({ module, variant, outcome }) => [module, variant, outcome])).toEqual([
        ["Data Verification", "data-verification-us-business", "Match"],
        ["AML Screening", "aml-global", "No Hit"],
      ]);
      expect((await service.world.instance(instanceId).read()).instance.progress).toMatchObject({ outcome: "accept" });
    });

    test("declared modules follow a scenario, and the explanation names the deciding rules", async () => {
      const service = await openWith(apiVersion, hit);
      const { modules } = await service.world.instance(await finish(service, apiVersion)).explain();
      expect(modules).toMatchObject([
        { outcome: "Registered Agent Only", decidedBy: { type: "scenario", scenario: "hit", rule: 2 } },
        { outcome: "Hit", decidedBy: { type: "scenario", scenario: "hit", rule: 1 } },
      ]);
    });

    test("declared modules decide the outcome of the instance and are counted in the coverage", async () => {
      const service = await openWith(apiVersion, hit);
      const instanceId = await finish(service, apiVersion);
      expect((await service.world.instance(instanceId).read()).instance.progress).toMatchObject({ outcome: "reject" });
      const { parts } = await service.world.coverage();
      const transitions = parts.find(({ part }) => part === "transitions")?.rows ?? [];
      expect(transitions.find(({ id }) => id === "running -> finished")?.times).toBe(1);
      const outcomes = parts.find(({ part }) => part === "outcomes")?.rows ?? [];
      expect(outcomes.map(({ id, times }) => `${id} ${times}`)).toEqual([
        "AML Screening: No Hit 0",
        "AML Screening: Possible Hit 0",
        "AML Screening: Hit 1",
        "Data Verification: Match 0",
        "Data Verification: Partial Match 0",
        "Data Verification: No Match 0",
        "Data Verification: Registered Agent Only 1",
      ]);
    });

    test("a retry asks again for the elements that a declared module examines (gap module-retry)", async () => {
      const rules = [
        { when: { module: "AML Screening", attempt: 1 }, then: { outcome: "Hit", retry: "recollect" as const } },
      ];
      const service = await openWith(apiVersion, { name: "again", rules });
      const instanceId = await finish(service, apiVersion);
      const { waitingFor } = await service.world.instance(instanceId).explain();
      expect(waitingFor[0]).toMatchObject({ type: "data", missing: expect.arrayContaining(["FullName"]) });
    });

    test("a tester can resolve a declared module, but only with an outcome that the module can return", async () => {
      const service = await openWith(apiVersion);
      const instance = service.world.instance(await begin(service, apiVersion));
      await instance.resolve("AML Screening", { outcome: "refer" });
      await expect(instance.resolve("AML Screening", { outcome: "Match" })).rejects.toThrow(
        "AML Screening can return No Hit (accept), Possible Hit (refer), Hit (reject), or a custom outcome.",
      );
      await expect(instance.resolve("Liveness", { outcome: "Fail" })).rejects.toThrow(
        "expected one of AML Screening, Data Verification.",
      );
      await service.world.clock.advance({ ms: 5_000 });
      expect((await instance.explain()).modules).toMatchObject([
        {},
        { outcome: "Possible Hit", decidedBy: { type: "tester" } },
      ]);
    });
  },
);

test("the v1 state shows a declared variant under its own id in the flow (spec 9)", async () => {
  const service = await openWith("v1", hit);
  const state = await service.v1("journey/state/fetch", { instanceId: await finish(service, "v1") });
  expect(state.at("data.process.flow")).toMatchObject({
    "aml-global": { result: { outcome: "Hit", advice } },
    "data-verification-us-business": { result: { outcome: "Registered Agent Only" } },
  });
});

test("the v2 state shows a declared module as a step (spec 4.2)", async () => {
  const service = await openWith("v2", hit);
  const state = await service.v2("journey/state/fetch", { instanceId: await finish(service, "v2") });
  expect(state.at("context.process.steps[1]")).toMatchObject({
    name: "AML Screening",
    outcome: "Hit",
    outcomeClassification: "negative",
    advice,
  });
});

test.each(["positive", "neutral", "negative"] as const)(
  "a scenario can set a custom outcome with the classification %s",
  async (classification) => {
    const outcome = { name: "Watch List", classification, advice: { list: "EU" } };
    const rules = [{ when: { module: "Data Verification" }, then: { outcome } }];
    const ends = { positive: "accept", neutral: "refer", negative: "reject" };
    for (const apiVersion of ["v1", "v2"] as const) {
      const service = await openWith(apiVersion, { name: "own", rules });
      const instanceId = await finish(service, apiVersion);
      const state = await service[apiVersion]("journey/state/fetch", { instanceId });
      const shown = { outcome: "Watch List", advice: { list: "EU", outcome: "Watch List" } };
      if (apiVersion === "v2") expect(state.at("context.process.steps[0]")).toMatchObject(shown);
      else expect(state.at("data.process.flow")).toMatchObject({ "data-verification-us-business": { result: shown } });
      const { modules } = await service.world.instance(instanceId).explain();
      expect(modules[0]).toMatchObject({
        outcome: "Watch List",
        decidedBy: { type: "scenario", scenario: "own", rule: 1 },
      });
      const { parts } = await service.world.coverage();
      const outcomes = parts.find(({ part }) => part === "outcomes")?.rows;
      expect(outcomes).toContainEqual(expect.objectContaining({ id: "Data Verification: Watch List", times: 1 }));
      const { progress } = (await service.world.instance(instanceId).read()).instance;
      expect(progress).toMatchObject({ outcome: ends[classification] });
    }
  },
);
