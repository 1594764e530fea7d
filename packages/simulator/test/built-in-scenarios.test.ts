import { describe, expect, test } from "vitest";
import { builtInJourneys } from "../src/journeys/built-in.ts";
import { builtInScenarios } from "../src/world/built-in.ts";
import type { Scenario } from "../src/world/scenario.ts";
import { openService, type Service, sentSubject } from "./service.ts";

const elements = ["FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie"];

/** The progress of an instance under each scenario, four minutes after it started with all its data. */
const promised: Readonly<Record<string, object>> = {
  accepted: { phase: "finished", outcome: "accept" },
  rejected: { phase: "finished", outcome: "reject" },
  referred: { phase: "finished", outcome: "refer" },
  broken: { phase: "failed" },
  stuck: { phase: "running" },
  slow: { phase: "finished", outcome: "accept" },
  instant: { phase: "finished", outcome: "accept" },
  "liveness-fails-once": { phase: "finished", outcome: "accept" },
  "face-differs": { phase: "finished", outcome: "reject" },
  "document-suspect": { phase: "finished", outcome: "refer" },
  "nobody-known": { phase: "finished", outcome: "reject" },
};

const appliesTo = ({ rules }: Scenario, { segments }: (typeof builtInJourneys)[number]): boolean =>
  rules.some(
    ({ when }) =>
      when.module === undefined || segments.some(({ modules }) => modules.some(({ module }) => module === when.module)),
  );

const runs = builtInScenarios.flatMap((scenario) =>
  builtInJourneys.filter((journey) => appliesTo(scenario, journey)).map((journey) => ({ scenario, journey })),
);

async function start(service: Service, journey: (typeof builtInJourneys)[number], scenario: string): Promise<string> {
  const isV2 = journey.apiVersion === "v2";
  const body = {
    resourceId: `${journey.id}@latest`,
    context: { config: isV2 ? { delivery: "api" } : { async: true }, subject: sentSubject(...elements) },
  };
  const path = isV2 ? "/v2/captain/journey/start" : "/captain/api/journey/start";
  return (await service.post(path, body, { "x-sim-scenario": scenario })).text("instanceId");
}

/** Sends another selfie, if the instance asks for one. */
async function answer(service: Service, apiVersion: "v1" | "v2", instanceId: string): Promise<void> {
  if ((await service.world.instance(instanceId).read()).instance.progress.phase !== "collecting") return;
  if (apiVersion === "v2") await service.submit(instanceId, "Selfie");
  else {
    const taskId = (await service.v1("journey/task/list", { instanceId })).text("tasks[0].taskId");
    const context = { subject: sentSubject("Selfie") };
    await service.v1("journey/task/update", { intent: "Complete", instanceId, taskId, context });
  }
}

test("the last name in the prefill decides the outcome, even if the journey does not collect `FullName` (spec 2.5)", async () => {
  const service = await openService();
  const subject = {
    ...sentSubject(...elements),
    identity: {
      currentAddress: { postalCode: "SW1Y 4JH" },
      firstName: "Ada",
      lastNames: ["Testreject"],
      dateOfBirth: "1990-12-10",
    },
  };
  const outcomeOf = async (journey: string) => {
    const instanceId = await service.start(`${journey}@latest`, subject);
    await service.world.clock.advance({ ms: 240_000 });
    return (await service.world.instance(instanceId).read()).instance.progress;
  };
  expect(await outcomeOf("identity-check")).toMatchObject({ phase: "finished", outcome: "reject" });
  expect(await outcomeOf("age-check")).toMatchObject({ phase: "finished", outcome: "reject" });
});

test("every built-in scenario has an expected result, and applies to at least one v1 and one v2 journey", () => {
  expect(Object.keys(promised).toSorted()).toEqual(builtInScenarios.map(({ name }) => name).toSorted());
  const kinds = new Set(runs.map(({ scenario, journey }) => `${scenario.name} ${journey.apiVersion}`));
  expect(kinds.size).toBe(2 * builtInScenarios.length);
});

describe.each(["specified", "observed"] as const)("under the preset %s", (preset) => {
  // The preset hardly affects the modules, all of which full-kyc runs.
  const own = preset === "specified" ? runs : runs.filter(({ journey }) => journey.id.startsWith("full-kyc"));
  test.each(own.map(({ scenario, journey }) => [scenario.name, journey.id, journey] as const))(
    "the built-in scenario %s has the expected effect on %s",
    async (scenario, _, journey) => {
      const readings = { "refer-ends-journey": "yes" } as const;
      const service = await openService({ profile: { preset, readings } });
      const instanceId = await start(service, journey, scenario);
      const { clock, instance } = service.world;
      if (scenario === "instant") {
        expect((await instance(instanceId).read()).instance.progress.phase).toBe("finished");
      }
      if (scenario === "slow") {
        await clock.advance({ ms: 9_999 });
        expect((await instance(instanceId).read()).instance.finished).toEqual([]);
      }
      await clock.advance({ ms: 120_000 });
      await answer(service, journey.apiVersion, instanceId);
      await clock.advance({ ms: 120_000 });
      expect((await instance(instanceId).read()).instance.progress).toMatchObject(promised[scenario] ?? {});
    },
  );
});

test.each(["document-and-selfie-v1", "full-kyc-v1"])(
  "on %s, the scenario liveness-fails-once reopens the selfie task (spec 3.3)",
  async (journey) => {
    const service = await openService({ scenario: { name: "none", rules: [] } });
    const context = { config: { async: true }, subject: sentSubject(...elements, "SSN") };
    const headers = { "x-sim-scenario": "liveness-fails-once" };
    const path = "/captain/api/journey/start";
    const started = await service.post(path, { resourceId: `${journey}@latest`, context }, headers);
    const instanceId = started.text("instanceId");
    await service.world.clock.advance({ ms: 120_000 });
    const open = await service.v1("journey/task/list", { instanceId });
    expect(open.at("tasks")).toHaveLength(1);
    const taskId = open.text("tasks[0].taskId");
    const update = { intent: "Complete", instanceId, taskId, context: { subject: sentSubject("Selfie") } };
    expect((await service.v1("journey/task/update", update)).status).toBe(200);
    await service.world.clock.advance({ ms: 120_000 });
    expect((await service.world.instance(instanceId).read()).instance.progress).toMatchObject({ outcome: "accept" });
  },
);
