import type { Consequence, Resolution } from "@journey-kit/schemas/control";
import { testPersons } from "@journey-kit/schemas/personal";
import { describe, expect, test } from "vitest";
import { openControl } from "../../../test/control.ts";
import { join } from "../../../test/samples.ts";
import { noon, openService, type Service, sentSubject } from "../../../test/service.ts";
import { createSimulator } from "../../simulator.ts";
import type { Scenario } from "../../world/scenario.ts";

const ids = /sim_[A-Za-z0-9_-]{20}/g;
const subject = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");
const start = (subjectSent: unknown) => ({
  resourceId: "document-and-selfie@latest",
  context: { config: { delivery: "api" }, subject: subjectSent },
});
const path = "/v2/captain/journey/start";

const startOf =
  (subjectSent: unknown) =>
  async (service: Service, headers: Readonly<Record<string, string>> = {}) =>
    (await service.post(path, start(subjectSent), headers)).text("instanceId");

const begin = startOf(subject);

/** Lets the modules run for a minute of the world's time, and returns the state. */
async function stateAfterMinute({ world, v2 }: Service, instanceId: string) {
  await world.clock.advance({ ms: 60_000 });
  return v2("journey/state/fetch", { instanceId });
}

async function resolveLiveness({ world }: Service, instanceId: string, resolution: Resolution): Promise<void> {
  await world.clock.advance({ ms: 6_000 });
  await world.instance(instanceId).resolve("Liveness", resolution);
}

test.each(["a test person", "a tester"])(
  "Liveness fails once and asks for another selfie, then the journey ends in Accept (decided by %s)",
  async (way) => {
    const service = await openService();
    const person = way === "a tester" ? {} : { identity: { lastNames: ["Testlivenessfailsonce"] } };
    const instanceId = await startOf(join(subject, person))(service);
    if (way === "a tester") await resolveLiveness(service, instanceId, { outcome: "Fail", retry: "recollect" });
    const first = await stateAfterMinute(service, instanceId);
    expect([first.text("status"), first.basis.includes("module-retry=recollect")]).toEqual(["InProgress", true]);
    expect((await service.submit(instanceId, "Selfie")).status).toBe(200);
    const last = await stateAfterMinute(service, instanceId);
    expect(last.text("status")).toBe("Completed");
    expect((await service.world.instance(instanceId).read()).instance.progress).toMatchObject({ outcome: "accept" });
    const { modules } = await service.world.instance(instanceId).explain();
    const liveness = modules.filter(({ module }) => module === "Liveness");
    expect(liveness.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual(["1 Fail", "2 Success"]);
  },
);

test.each(["never", "automatic", "recollect"] as const)(
  "a Liveness failure caused by subject data, arming, a header or a tester has the same effect (gap module-retry: %s)",
  async (reading) => {
    const rule = { when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail" } };
    const person = [{ path: "identity.firstName", equals: "Ada" }];
    const always: Scenario = { name: "always", rules: [{ ...rule, when: { ...rule.when, subject: person } }] };
    const open = async (scenario: Scenario) => {
      const service = await openService({ scenario, profile: { readings: { "module-retry": reading } } });
      await service.world.scenarios.put({ name: "once", rules: [rule] });
      return service;
    };
    const none: Scenario = { name: "none", rules: [] };
    const seen: string[] = [];
    const finish = async (service: Service, instanceId: string) => {
      const { world } = service;
      await world.clock.advance({ ms: noon + 66_000 - (await world.clock.now()) });
      const state = await service.v2("journey/state/fetch", { instanceId });
      seen.push(JSON.stringify(state.body).replaceAll(ids, "id"));
    };
    const bySubject = await open(always);
    await finish(bySubject, await begin(bySubject));
    const byArm = await open(none);
    await byArm.world.scenarios.arm({ scenario: "once" });
    await finish(byArm, await begin(byArm));
    const byHeader = await open(none);
    await finish(byHeader, await begin(byHeader, { "x-sim-scenario": "once" }));
    const resolved = await open(none);
    const instanceId = await begin(resolved);
    await resolveLiveness(resolved, instanceId, { outcome: "Fail" });
    await finish(resolved, instanceId);
    const outcomes = { never: "Reject", automatic: "Accept", recollect: "pending" };
    expect(seen[0]).toContain(outcomes[reading]);
    expect(new Set(seen).size).toBe(1);
  },
);

test("an instance keeps the scenario that it started with", async () => {
  const service = await openService();
  const control = openControl(service.simulator);
  await control("PUT", "/tester/scenarios/mine", { name: "mine", rules: [{ when: {}, then: { outcome: "refer" } }] });
  const started = await service.post(path, start(subject), { "x-sim-scenario": "mine" });
  await control("PUT", "/tester/scenarios/mine", { name: "mine", rules: [] });
  await service.world.clock.advance({ ms: 60_000 });
  const state = await service.v2("journey/state/fetch", { instanceId: started.at("instanceId") });
  expect(state.at("context.process.result.outcome")).toBe("Refer");
});

test("refuses an unknown scenario in the header and starts nothing", async () => {
  const { simulator, post } = await openService();
  expect((await post(path, start(subject), { "x-sim-scenario": "nothing" })).status).toBe(400);
  expect((await openControl(simulator)("GET", "/tester/instances")).body).toEqual({ instances: [] });
});

/** A value for every consequence. */
const consequences: { readonly [Member in keyof Consequence]-?: NonNullable<Consequence[Member]> } = {
  outcome: "Fail",
  advice: { note: "mine" },
  retry: "recollect",
  latency: 1,
  ends: "never",
};

test.each(Object.entries(consequences))("a caller notices the consequence %s", async (member, value) => {
  const observe = async (then: Consequence) => {
    const scenario = { name: "mine", rules: [{ when: { module: "Liveness" }, then }] };
    const service = await openService({ scenario, clock: { mode: "frozen", at: noon } });
    const instanceId = await begin(service);
    await service.world.clock.advance({ ms: 3_500 });
    const early = await service.v2("journey/state/fetch", { instanceId });
    const late = await stateAfterMinute(service, instanceId);
    return JSON.stringify([early.body, late.body]).replaceAll(ids, "id");
  };
  const usual = member === "retry" ? { outcome: "Fail" } : {};
  expect(await observe({ ...usual, [member]: value })).not.toBe(await observe(usual));
});

test.each(testPersons.filter(({ module }) => module !== undefined))(
  "the last name $lastName determines the result of $module",
  async ({ lastName, module, then }) => {
    const { start: startJourney, world } = await openService({
      profile: { readings: { "evaluation-timing": "at-end" } },
    });
    const identity = {
      firstName: "Ada",
      lastNames: [lastName],
      dateOfBirth: "1990-12-10",
      currentAddress: { postBox: "1" },
    };
    const rest = sentSubject("PrimaryDocument", "Selfie");
    const instanceId = await startJourney("full-kyc@latest", { ...rest, identity });
    await world.clock.advance({ ms: 60_000 });
    const { instance } = await world.instance(instanceId).read();
    const { modules } = await world.instance(instanceId).explain();
    if (then.ends === "fail")
      expect(instance.progress).toMatchObject({ phase: "failed", cause: expect.stringContaining(module ?? "") });
    else expect(modules.find((run) => run.module === module)?.outcome).toBe(then.outcome);
  },
);

const impossible: Scenario = {
  name: "impossible",
  rules: [{ when: { module: "Document Classification" }, then: { outcome: "reject" } }],
};

const canReturn = "Document Classification can return Document Classified (accept), Document Not Classified (refer)";

/** A journey in which no module can lead to reject. */
const lenient = {
  id: "lenient",
  name: "Lenient",
  apiVersion: "v2",
  evaluation: { negative: "refer" },
  segments: [
    {
      id: "one",
      interactions: [{ id: "person", pages: [], required: ["FullName", "DateOfBirth"] }],
      modules: [{ module: "Liveness", variant: "liveness-v2" }],
    },
  ],
};

describe("impossible scenarios", () => {
  test("PUT refuses an impossible scenario and stores nothing", async () => {
    const { simulator } = await openService();
    const control = openControl(simulator);
    const refused = await control("PUT", "/tester/scenarios/impossible", impossible);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining(`rules[0].then.outcome: ${canReturn}`),
    ]);
    expect(JSON.stringify((await control("GET", "/tester/scenarios")).body)).not.toContain("impossible");
  });

  test("`put` and `createSimulator` refuse an impossible scenario in process", async () => {
    const { world } = await openService();
    await expect(world.scenarios.put(impossible)).rejects.toThrow(canReturn);
    expect(() => createSimulator({ scenario: impossible })).toThrow(canReturn);
  });

  test("`resolve` refuses an outcome that the module cannot return", async () => {
    const service = await openService();
    const instanceId = await begin(service);
    await service.world.clock.advance({ ms: 3_000 });
    const resolved = service.world.instance(instanceId).resolve("Document Classification", { outcome: "reject" });
    await expect(resolved).rejects.toThrow(`outcome: ${canReturn}`);
  });

  test.each(["armed", "header", "test person, at start", "test person, at submit"])(
    "a start or submit is refused if its scenario sets an outcome that the journey cannot have (%s)",
    async (way) => {
      const { simulator, world, post, v2, start: startJourney } = await openService({ journeys: [lenient] });
      if (way === "armed") await world.scenarios.arm({ scenario: "rejected" });
      const headers = way === "header" ? { "x-sim-scenario": "rejected" } : {};
      const lastNames = [way.startsWith("test person") ? "Testreject" : "Lovelace"];
      const named = { identity: { firstName: "Ada", lastNames } };
      const message =
        "rules[0].then.outcome: not possible in journey lenient. Liveness can return Success (accept), Fail (refer)";
      if (way === "test person, at submit") {
        const instanceId = await startJourney("lenient@latest");
        const interactionId = (await v2("journey/interaction/fetch", { instanceId })).text("interactionId");
        const participants = [{ domainElementId: "FullName" }];
        const body = { instanceId, interactionId, participants, context: { subject: named } };
        const refused = await v2("journey/interaction/submit", body);
        expect([refused.status, refused.text("errors[0].problem")]).toEqual([400, expect.stringContaining(message)]);
        expect((await world.instance(instanceId).read()).instance.provided).toEqual({});
        return;
      }
      const body = { resourceId: "lenient@latest", context: { config: { delivery: "api" }, subject: named } };
      const refused = await post(path, body, headers);
      expect([refused.status, refused.text("errors[0].problem")]).toEqual([400, expect.stringContaining(message)]);
      expect((await openControl(simulator)("GET", "/tester/instances")).body).toEqual({ instances: [] });
    },
  );

  test("an armed scenario refuses the start of a journey that it does not concern, and stays armed", async () => {
    const { simulator, world, post, start: startJourney } = await openService();
    await world.scenarios.arm({ scenario: "face-differs" });
    const body = { resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } };
    const refused = await post(path, body);
    expect([refused.status, refused.text("errors[0].problem")]).toEqual([
      400,
      "Scenario face-differs: no rule applies to a module of journey age-check (Age Verification). The scenario stays armed.",
    ]);
    expect((await world.scenarios.list()).armed).toEqual([{ scenario: "face-differs", times: 1 }]);
    expect((await openControl(simulator)("GET", "/tester/instances")).body).toEqual({ instances: [] });
    expect((await post(path, body, { "x-sim-scenario": "face-differs" })).status).toBe(201);
    await startJourney("document-and-selfie@latest");
    expect((await world.scenarios.list()).armed).toEqual([]);
  });

  test("a scenario that applies to every instance of a world allows every journey", async () => {
    const scenario = { name: "faces", rules: [{ when: { module: "Facematch" }, then: { outcome: "Fail" } }] };
    const { start: startJourney } = await openService({ scenario });
    expect(await startJourney("age-check@latest")).toMatch(ids);
  });

  test("arming or naming a scenario is refused if the world no longer has a reading that the scenario requires", async () => {
    const { world, post } = await openService({ profile: { readings: { "refer-ends-journey": "no" } } });
    const readings = { paused: "in-review" };
    await world.scenarios.put({ name: "waits", readings, rules: [] });
    await world.profile.set({ preset: "specified" });
    const message = 'requires "refer-ends-journey" to be "no"';
    await expect(world.scenarios.arm({ scenario: "waits" })).rejects.toThrow(message);
    const refused = await post(path, start(subject), { "x-sim-scenario": "waits" });
    expect([refused.status, refused.text("errors[0].problem")]).toEqual([400, expect.stringContaining(message)]);
  });
});

test("`explain` names the scenario that decided an outcome, or the module if a rule set only the latency", async () => {
  const service = await openService();
  await service.world.scenarios.put({ name: "mine", rules: [{ when: { module: "Facematch" }, then: { latency: 5 } }] });
  const person = join(subject, { identity: { lastNames: ["Testlivenessfail"] } });
  const instanceId = await startOf(person)(service, { "x-sim-scenario": "mine" });
  await service.world.clock.advance({ ms: 60_000 });
  const { modules } = await service.world.instance(instanceId).explain();
  const decided = Object.fromEntries(modules.map(({ module, decidedBy }) => [module, decidedBy]));
  expect(decided).toMatchObject({
    Liveness: { type: "scenario", scenario: "test-people", rule: expect.any(Number) },
    Facematch: { type: "module", changedBy: { scenario: "mine", rule: 1, sets: ["latency"] } },
  });
});

test("the readings of a chosen scenario override those of the simulator's scenario, and both override those of the world", async () => {
  const always = {
    name: "always",
    readings: { "module-retry": "recollect", "optional-only": "passed-over" },
    rules: [],
  };
  const service = await openService({ scenario: always });
  await service.world.scenarios.put({ name: "mine", readings: { "module-retry": "automatic" }, rules: [] });
  const readingsOf = async (headers: Readonly<Record<string, string>>) => {
    const { terms } = await service.world.instance(await begin(service, headers)).read();
    return [terms.readings["module-retry"], terms.readings["optional-only"], terms.readings.paused];
  };
  const { paused } = (await service.world.profile.read()).readings;
  expect(await readingsOf({})).toEqual(["recollect", "passed-over", paused]);
  expect(await readingsOf({ "x-sim-scenario": "mine" })).toEqual(["automatic", "passed-over", paused]);
  const [, second] = (await service.world.instances()).instances;
  expect((await service.world.instance(second?.instanceId ?? "").explain()).readings).toEqual({
    "module-retry": "automatic",
    "optional-only": "passed-over",
  });
});

test.each([
  [{ name: "Deepfake", classification: "bad" }, "rules[0].then.outcome.classification: Invalid option"],
  [{ name: "Deepfake" }, "rules[0].then.outcome.classification: Invalid option"],
  [{ name: "Deepfake", classification: "negative", advise: {} }, "rules[0].then.outcome: Unrecognized key"],
  [5, "rules[0].then.outcome: Invalid input"],
])("refuses the malformed outcome %j and names the invalid member", async (outcome, problem) => {
  const { simulator } = await openService();
  const rules = [{ when: { module: "Liveness" }, then: { outcome } }];
  const { status, body } = await openControl(simulator)("PUT", "/tester/scenarios/mine", { rules });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`"problem":"${problem}`)]);
});

test("a scenario needs no name besides the one in the path, and a different name in the body is refused", async () => {
  const { simulator } = await openService();
  const control = openControl(simulator);
  const put = async (body: object) => (await control("PUT", "/tester/scenarios/mine", body)).status;
  expect([
    await put({ rules: [] }),
    await put({ name: "mine", rules: [] }),
    await put({ name: "other", rules: [] }),
  ]).toEqual([200, 200, 400]);
});
