import { expect, test } from "vitest";
import { fetchState, longEnough } from "./readings/exchange.ts";
import { join } from "./samples.ts";
import { noon, openService, type Reply, sentSubject } from "./service.ts";

/** A journey that collects a name and a selfie. Its module may run three times. */
const mirror = {
  id: "mirror",
  name: "Mirror",
  apiVersion: "v2",
  segments: [
    {
      id: "only",
      interactions: [{ id: "person", pages: [], required: ["FullName", "Selfie"] }],
      modules: [{ module: "Liveness", variant: "liveness-v2", attempts: 3 }],
    },
  ],
};

const rejected = join({ identity: { firstName: "Ada", lastNames: ["Testreject"] } }, sentSubject("Selfie"));

const nodesOf = ({ at }: Reply): unknown => {
  const steps = at("context.process.steps");
  return Array.isArray(steps) ? steps.map(({ nodeId }: { readonly nodeId: unknown }) => nodeId) : undefined;
};

const toNodes = (...attempts: readonly number[]) => attempts.map((attempt) => `mirror:1:liveness-v2:${attempt}`);

test.each([
  ["never", [1]],
  ["automatic", [1, 2, 3]],
] as const)(
  "under the reading %s, a module that may run three times and always rejects has the attempts %j (spec 1, gap module-retry)",
  async (reading, attempts) => {
    const service = await openService({ journeys: [mirror], profile: { readings: { "module-retry": reading } } });
    const instanceId = await service.start("mirror@latest", rejected);
    await service.world.clock.advance({ ms: longEnough });
    const state = await fetchState(service, instanceId);
    expect(state.at("status")).toBe("Completed");
    expect(nodesOf(state)).toEqual(toNodes(...attempts));
  },
);

test("a module runs again after its data is collected again, and the state lists every run (spec 1, gap module-retry)", async () => {
  const service = await openService({ journeys: [mirror], profile: { readings: { "module-retry": "recollect" } } });
  const instanceId = await service.start("mirror@latest", rejected);
  for (const attempts of [[1], [1, 2], [1, 2, 3]]) {
    await service.world.clock.advance({ ms: longEnough });
    const state = await fetchState(service, instanceId);
    expect(nodesOf(state)).toEqual(toNodes(...attempts));
    const isLast = attempts.length === 3;
    expect(state.at("status")).toBe(isLast ? "Completed" : "InProgress");
    if (!isLast) expect((await service.submit(instanceId, "Selfie")).status).toBe(200);
  }
});

test.each(["slow", "rejected", "broken"])(
  "in the scenario %s, the steps of an instance do not depend on its `uid` or on earlier runs for the same person (spec 2.8, 4.2)",
  async (scenario) => {
    const lastSteps = async (...uids: readonly string[]) => {
      const readings = { "failed-module-step": "listed", "module-retry": "automatic" } as const;
      const service = await openService({ journeys: [mirror], profile: { readings } });
      let instanceId = "";
      for (const uid of uids) {
        await service.world.scenarios.arm({ scenario });
        instanceId = await service.start("mirror@latest", { ...sentSubject("FullName", "Selfie"), uid });
      }
      await service.world.clock.advance({ ms: longEnough });
      const steps = JSON.stringify((await fetchState(service, instanceId)).at("context.process.steps"));
      return steps.replaceAll(instanceId, "instance");
    };
    expect(await lastSteps("one", "one")).toBe(await lastSteps("one", "two"));
  },
);

test("an evaluation at the end of the journey includes the modules of every segment (spec 1, gap evaluation-timing)", async () => {
  const scenario = { name: "early", rules: [{ when: { module: "Data Verification" }, then: { outcome: "No Match" } }] };
  const service = await openService({ scenario, profile: { readings: { "evaluation-timing": "at-end" } } });
  const instanceId = await service.start("document-and-selfie@latest", sentSubject("FullName", "DateOfBirth"));
  for (const element of ["PrimaryDocument", "Selfie"]) {
    await service.world.clock.advance({ ms: longEnough });
    expect((await fetchState(service, instanceId)).at("status")).toBe("InProgress");
    await service.submit(instanceId, element);
  }
  await service.world.clock.advance({ ms: longEnough });
  expect((await fetchState(service, instanceId)).at("context.process.result.outcome")).toBe("Reject");
});

test("concurrent fetches under an `auto` clock move an instance to the end of its module run only once (spec 4.2)", async () => {
  const service = await openService({ clock: { mode: "auto", at: noon }, latency: 3_000 });
  const instanceId = await service.start("age-check@latest", sentSubject("FullName", "DateOfBirth"));
  await Promise.all([1, 2, 3, 4].map(() => fetchState(service, instanceId)));
  const { phase, endedAt, now } = await service.world.instance(instanceId).explain();
  expect({ phase, endedAt: Date.parse(endedAt ?? "") - noon, now: Date.parse(now) - noon }).toEqual({
    phase: "finished",
    endedAt: 3_000,
    now: 3_000,
  });
});

test("an `auto` clock does not move an instance to the expiry of its link (gap link-expiry)", async () => {
  const readings = { "link-expiry": "instance-fails" } as const;
  const service = await openService({ clock: { mode: "auto", at: noon }, profile: { readings } });
  const config = { delivery: "api", linkConfig: { ttlMinutes: 5 } };
  const instanceId = await service.start("age-check@latest", sentSubject("FullName"), config);
  expect((await fetchState(service, instanceId)).at("status")).toBe("InProgress");
});

/** A journey with two variants of a module, of which only the second may run again. */
const twice = {
  id: "twice",
  name: "Twice",
  apiVersion: "v2",
  segments: [
    {
      id: "only",
      interactions: [{ id: "person", pages: [], required: ["FullName"] }],
      modules: [
        { module: "Data Verification", variant: "data-verification-v2", latency: 1_000 },
        { module: "Data Verification", variant: "data-verification-us-v2", attempts: 2 },
      ],
    },
  ],
};

test("each variant of a module has its own attempts and latency (spec 1, gap module-retry)", async () => {
  const service = await openService({ journeys: [twice] });
  const instanceId = await service.start("twice@latest", sentSubject("FullName"));
  const instance = service.world.instance(instanceId);
  const resolved = await instance.resolve("Data Verification", { outcome: "No Match", retry: "automatic" });
  expect(resolved.waitingFor).toMatchObject([
    { type: "module", latency: { type: "journey" } },
    { type: "module", latency: { type: "default" } },
  ]);
});
