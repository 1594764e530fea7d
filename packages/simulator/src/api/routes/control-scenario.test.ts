import { expect, test } from "vitest";
import { openControl } from "../../../test/control.ts";
import { noon, openService, type Service, sentSubject } from "../../../test/service.ts";
import { testPersons } from "../../world/people.ts";
import type { Scenario } from "../../world/scenario.ts";

const ids = /sim_[A-Za-z0-9_-]{20}/g;
const subject = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");
const start = (subjectSent: unknown) => ({
  resourceId: "document-and-selfie@latest",
  context: { config: { delivery: "api" }, subject: subjectSent },
});
const path = "/v2/captain/journey/start";

/** Makes the first Liveness attempt fail for anyone named Ada. */
const once: Scenario = {
  name: "once",
  rules: [
    {
      when: { module: "Liveness", attempt: 1, subject: [{ path: "identity.firstName", equals: "Ada" }] },
      then: { outcome: "Fail" },
    },
  ],
};

/** Four ways to make Liveness fail on the first attempt. Each function starts an instance and returns its id. */
const ways: Readonly<Record<string, (service: Service) => Promise<string>>> = {
  "by subject data": async ({ post }) => (await post(path, start(subject))).text("instanceId"),
  armed: async ({ simulator, post }) => {
    await openControl(simulator)("POST", "/tester/arm", { scenario: "liveness-fails-once" });
    return (await post(path, start(subject))).text("instanceId");
  },
  "by header": async ({ post }) =>
    (await post(path, start(subject), { "x-sim-scenario": "liveness-fails-once" })).text("instanceId"),
  "after the fact": async ({ simulator, post, world }) => {
    const instanceId = (await post(path, start(subject))).text("instanceId");
    await world.clock.advance({ ms: 6_000 });
    const url = `/tester/instances/${instanceId}/modules/Liveness/resolve`;
    expect((await openControl(simulator)("POST", url, { outcome: "Fail" })).status).toBe(200);
    return instanceId;
  },
};

async function openFor(way: string, reading: "never" | "automatic" | "recollect"): Promise<Service> {
  const always = { name: "nothing", rules: [] };
  return openService({
    scenario: way === "by subject data" ? once : always,
    profile: { readings: { "module-retry": reading } },
  });
}

/** Runs a journey in which Liveness fails once and then passes. Returns the states with their ids masked. */
async function play(way: string, reading: "never" | "automatic" | "recollect"): Promise<string> {
  const service = await openFor(way, reading);
  const { v2, submit, world, post } = service;
  const first = await ways[way]?.(service);
  if (first === undefined) throw new Error("no such way");
  await world.clock.advance({ ms: noon + 60_000 - (await world.clock.now()) });
  const seen = [(await v2("journey/state/fetch", { instanceId: first })).body];
  if (reading === "recollect") {
    await submit(first, "Selfie");
    await world.clock.advance({ ms: 60_000 });
    seen.push((await v2("journey/state/fetch", { instanceId: first })).body);
  }
  if (reading === "never") {
    const second = (await post(path, start(subject))).text("instanceId");
    await world.clock.advance({ ms: 60_000 });
    seen.push((await v2("journey/state/fetch", { instanceId: second })).body);
  }
  return JSON.stringify(seen).replaceAll(ids, "id");
}

test.each(["never", "automatic", "recollect"] as const)(
  "all four ways to make Liveness fail once lead to the same states (gap module-retry: %s)",
  async (reading) => {
    const seen = await Promise.all(Object.keys(ways).map((way) => play(way, reading)));
    expect(seen[0]).toContain('"outcome":"Fail"');
    expect(seen[0]).toContain('"status":"completed","outcome":"Accept"');
    for (const other of seen.slice(1)) expect(other).toEqual(seen[0]);
  },
);

test("an instance keeps the scenario it started with", async () => {
  const service = await openService();
  const control = openControl(service.simulator);
  await control("PUT", "/tester/scenarios/mine", { name: "mine", rules: [{ when: {}, then: { outcome: "refer" } }] });
  const started = await service.post(path, start(subject), { "x-sim-scenario": "mine" });
  await control("PUT", "/tester/scenarios/mine", { name: "mine", rules: [] });
  await service.world.clock.advance({ ms: 60_000 });
  const state = await service.v2("journey/state/fetch", { instanceId: started.at("instanceId") });
  expect(state.at("context.process.result.outcome")).toBe("Refer");
});

test("an armed scenario applies only to the requested number of instances", async () => {
  const { simulator, start: begin, world, v2 } = await openService();
  await openControl(simulator)("POST", "/tester/arm", { scenario: "rejected", times: 2 });
  const outcomes = [];
  for (let i = 0; i < 3; i += 1) {
    const instanceId = await begin("document-and-selfie@latest", subject);
    await world.instance(instanceId).advance({ ms: 60_000 });
    outcomes.push((await v2("journey/state/fetch", { instanceId })).at("context.process.result.outcome"));
  }
  expect(outcomes).toEqual(["Reject", "Reject", "Accept"]);
});

test("refuses an unknown scenario in the header and starts nothing", async () => {
  const { simulator, post } = await openService();
  expect((await post(path, start(subject), { "x-sim-scenario": "nothing" })).status).toBe(400);
  expect((await openControl(simulator)("GET", "/tester/instances")).body).toEqual({ instances: [] });
});

test("a scenario can override the advice of a module", async () => {
  const scenario = {
    name: "scored",
    rules: [{ when: { module: "Facematch" as const }, then: { advice: { matchScore: 42 } } }],
  };
  const { start: begin, world, v2 } = await openService({ scenario });
  const instanceId = await begin("document-and-selfie@latest", subject);
  await world.clock.advance({ ms: 60_000 });
  const { body } = await v2("journey/state/fetch", { instanceId });
  expect(JSON.stringify(body)).toContain('"advice":{"matchScore":42,"outcome":"Success"}');
});

test.each(testPersons.filter(({ module }) => module !== undefined))(
  "the test person $lastName determines the result of $module",
  async ({ lastName, module, then }) => {
    const { start: begin, world } = await openService({ profile: { readings: { "evaluation-timing": "at-end" } } });
    const identity = {
      firstName: "Ada",
      lastNames: [lastName],
      dateOfBirth: "1990-12-10",
      currentAddress: { postBox: "1" },
    };
    const rest = sentSubject("PrimaryDocument", "Selfie");
    const instanceId = await begin("full-kyc@latest", { ...rest, identity });
    await world.clock.advance({ ms: 60_000 });
    const { instance } = await world.instance(instanceId).read();
    const { modules } = await world.instance(instanceId).explain();
    if (then.ends === "fail")
      expect(instance.progress).toMatchObject({ phase: "failed", cause: expect.stringContaining(module ?? "") });
    else expect(modules.find((run) => run.module === module)?.outcome).toBe(then.outcome);
  },
);
