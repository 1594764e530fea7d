import { expect } from "vitest";
import { enterService, type Reply, type Service, sentSubject } from "../service.ts";
import { type Check, gives, type Open, type SomeChecks } from "./check.ts";
import { fetchInteraction, fetchState, longEnough, person, runThrough, runThroughV1, startV1 } from "./exchange.ts";
import { namesItsOwn } from "./journeys.ts";

/** Checks the status of failed instances in their states, task lists and interaction. */
const failsAs =
  (inState: string | readonly [v1: string, v2: string], inTasks: string, inInteraction: string): Check =>
  async (open) => {
    const service = await open();
    const [instanceId, old] = [await runThrough(service, "Testfail"), await runThroughV1(service, "Testfail")];
    const states = [
      await service.v1("journey/state/fetch", { instanceId: old }),
      await fetchState(service, instanceId),
    ];
    const lists = [
      await service.v2("journey/task/list/schema", { instanceId }),
      await service.v1("journey/task/list", { instanceId: old }),
      await service.v1("journey/task/list/schema", { instanceId: old }),
    ];
    const fetched = await fetchInteraction(service, instanceId);
    expect(states.map(({ at }) => at("status"))).toEqual(typeof inState === "string" ? [inState, inState] : inState);
    expect(lists.map(({ at }) => at("status"))).toEqual([inTasks, inTasks, inTasks]);
    expect(fetched.at("journey.status")).toBe(inInteraction);
    return [...states, ...lists, fetched];
  };

/** Fetches the state of an instance that has ended. */
const stateOf =
  (lastName?: string) =>
  async (service: Service): Promise<Reply> =>
    fetchState(service, await runThrough(service, lastName));

/** Fetches the state of an instance that waits for data in the second segment. */
async function stateBetween(service: Service): Promise<Reply> {
  const instanceId = await service.start("document-and-selfie@latest", sentSubject("FullName", "DateOfBirth"));
  await service.world.clock.advance({ ms: longEnough });
  return fetchState(service, instanceId);
}

/** Fetches the state of an instance after a negative first segment. */
async function stateAfterReject(open: Open): Promise<readonly [Reply, Service]> {
  const service = await open();
  const identity = { firstName: "Ada", lastNames: ["Testreject"], dateOfBirth: "1990-12-10" };
  const instanceId = await service.start("document-and-selfie@latest", { identity });
  await service.world.clock.advance({ ms: longEnough });
  return [await fetchState(service, instanceId), service];
}

/** Fetches the state of a journey with a custom word for accept. */
async function stateOfOwn(open: Open): Promise<Reply> {
  const service = await open({ journeys: [namesItsOwn] });
  const instanceId = await service.start("names-its-own@latest", sentSubject("DateOfBirth"));
  await service.world.clock.advance({ ms: longEnough });
  return fetchState(service, instanceId);
}

const spells =
  (accept: string, reject: string, refer: string): Check =>
  async (open) => {
    const service = await open();
    const states = [
      await stateOf()(service),
      await stateOf("Testreject")(service),
      await stateOf("Testrefer")(service),
    ];
    expect(states.map(({ at }) => at("context.process.result.outcome"))).toEqual([accept, reject, refer]);
    const own = await stateOfOwn(open);
    expect(own.at("context.process.result.outcome")).toBe("Welcome");
    return states;
  };

/** Checks where the state contains the overall result. */
const showsResult =
  (inProcess: boolean, inContext: boolean): Check =>
  async (open) => {
    const state = await stateOf()(await open());
    const result = { status: "completed", outcome: "Accept", advice: { outcome: "Accept" } };
    expect(state.at("context.process.result")).toEqual(inProcess ? result : undefined);
    expect(state.at("context.result")).toEqual(inContext ? result : undefined);
    return state;
  };

const carries =
  (metaData: boolean, data: boolean): Check =>
  async (open) => {
    const state = await stateOf()(await open());
    expect([state.at("metaData") !== undefined, state.at("data") !== undefined]).toEqual([metaData, data]);
    return state;
  };

/** Fetches the states of a new v1 instance and a new v2 instance. */
async function statesWhileRunning(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const old = await startV1(service, person());
  return [
    await service.v1("journey/state/fetch", { instanceId: old.at("instanceId") }),
    await fetchState(service, await service.start("identity-check@latest", person())),
  ];
}

/** The states of a failed v1 instance and a failed v2 instance. */
async function statesAfterFailure(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const instanceId = await runThroughV1(service, "Testfail");
  return [
    await service.v1("journey/state/fetch", { instanceId }),
    await fetchState(service, await runThrough(service, "Testfail")),
  ];
}

/** Fetches a v1 and a v2 instance a day after their end. */
async function statesAfterDay(open: Open): Promise<readonly Reply[]> {
  const service = await open();
  const [instanceId, old] = [await runThrough(service), await runThroughV1(service)];
  await service.world.clock.advance({ ms: 24 * 60 * 60 * 1_000 - 2 * longEnough });
  const { v1, v2 } = await enterService(service.simulator, "tester");
  expect((await v2("journey/state/fetch", { instanceId })).status).toBe(200);
  await service.world.clock.advance({ ms: 2 * longEnough });
  const body = { instanceId };
  return [
    await v2("journey/state/fetch", body),
    await v1("journey/state/fetch", { instanceId: old }),
    await v2("journey/interaction/fetch", body),
  ];
}

const step = {
  nodeId: "identity-check:1:data-verification-v2:1",
  name: "Data Verification",
  outcome: "Match",
  outcomeClassification: "positive",
  advice: { outcome: "Match" },
  result: { status: "complete", outcome: "Match" },
  process: { step: { durationMilliSec: 2_000, moduleName: "Data Verification" } },
};

/** The states of an adult with an id number after Data Verification, and of a minor after Age Verification. */
async function statesWithAdvice(service: Service): Promise<readonly [Reply, Reply]> {
  const subject = sentSubject("FullName", "DateOfBirth", "CurrentAddress", "SSN");
  const adult = await service.start("identity-check@latest", subject);
  const minor = await service.start("age-check@latest", { identity: { dateOfBirth: "2020-02-29" } });
  await service.world.clock.advance({ ms: longEnough });
  return [await fetchState(service, adult), await fetchState(service, minor)];
}

const failedStep = {
  nodeId: "identity-check:1:data-verification-v2:1",
  name: "Data Verification",
  advice: {},
  result: {
    status: "error",
    error: { errors: [{ code: "5001", name: "MODULE_FAILED" }], correlationId: expect.stringMatching(/\S/) },
  },
  process: { step: { durationMilliSec: 2_000, moduleName: "Data Verification" } },
};

/** The state of an instance that was started in preview. */
const stateOfPreview = async (service: Service): Promise<Reply> =>
  fetchState(service, await service.start("age-check-preview@latest"));

/** The state of a finished instance with a document and a selfie. */
async function stateOfDocument(service: Service): Promise<Reply> {
  const subject = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");
  const instanceId = await service.start("document-and-selfie@latest", subject);
  await service.world.clock.advance({ ms: longEnough });
  return fetchState(service, instanceId);
}

/** Checks for the gaps about states, outcomes and the state response. */
export const stateChecks = {
  "failure-status": {
    failed: failsAs("Failed", "Failed", "Failed"),
    error: failsAs("Error", "Error", "Error"),
    "error-in-state": failsAs("Error", "Failed", "Error"),
    "error-in-v2-state": failsAs(["Failed", "Error"], "Failed", "Failed"),
  },
  paused: {
    "by-tester": async (open) => {
      const service = await open();
      const instanceId = await service.start("identity-check@latest");
      await service.world.instance(instanceId).pause();
      const paused = await fetchState(service, instanceId);
      expect(paused.at("status")).toBe("Paused");
      await service.world.instance(instanceId).resume();
      expect((await fetchState(service, instanceId)).at("status")).toBe("InProgress");
      const waiting = await fetchState(service, await runThrough(service, "Testrefer"));
      expect(waiting.at("status")).toBe("InProgress");
      return [paused, waiting];
    },
    "in-review": async (open) => {
      const service = await open();
      const instanceId = await runThrough(service, "Testrefer");
      const waiting = await fetchState(service, instanceId);
      expect(waiting.at("status")).toBe("Paused");
      await service.world.instance(instanceId).review({ outcome: "accept" });
      expect((await fetchState(service, instanceId)).at("status")).toBe("Completed");
      return waiting;
    },
  },
  "refer-ends-journey": {
    yes: gives(200, stateOf("Testrefer"), {
      status: "Completed",
      context: { process: { result: { outcome: "Refer" } } },
    }),
    no: async (open) => {
      const service = await open();
      const instanceId = await runThrough(service, "Testrefer");
      const waiting = await fetchState(service, instanceId);
      expect(waiting.at("status")).toBe("InProgress");
      await service.world.instance(instanceId).review({ outcome: "reject" });
      const decided = await fetchState(service, instanceId);
      expect(decided.at("context.process.result.outcome")).toBe("Reject");
      return waiting;
    },
  },
  "evaluation-timing": {
    "every-segment": async (open) => {
      const [state] = await stateAfterReject(open);
      expect(state.at("status")).toBe("Completed");
      expect(state.at("context.process.result.outcome")).toBe("Reject");
      return state;
    },
    "at-end": async (open) => {
      const [state, service] = await stateAfterReject(open);
      expect(state.at("status")).toBe("InProgress");
      for (const element of ["PrimaryDocument", "Selfie"]) {
        await service.submit(state.text("instanceId"), element);
        await service.world.clock.advance({ ms: longEnough });
      }
      const ended = await fetchState(service, state.text("instanceId"));
      expect(ended.at("context.process.result.outcome")).toBe("Reject");
      return [state, ended];
    },
  },
  "outcome-spelling": {
    plain: spells("Accept", "Reject", "Refer"),
    decision: spells("Decision: Accept", "Decision: Reject", "Decision: Manual review"),
  },
  "advice-members": {
    conventional: async (open) => {
      const [state, minor] = await statesWithAdvice(await open());
      expect(state.at("context.process.steps[0].advice.contains")).toMatchObject({ idNameAddress: 1, isUnder18: 0 });
      expect(state.at("context.process.steps[0].advice.contains.idName")).toBeUndefined();
      expect(minor.at("context.process.steps[0].advice.isUnder18")).toBe(1);
      return [state, minor];
    },
    extended: async (open) => {
      const [state, minor] = await statesWithAdvice(await open());
      expect(state.at("context.process.steps[0].advice")).toMatchObject({
        contains: { idName: 1, idNameDob: 1, idNameAddressDob: 1, customDecision: "Match", isUnder18: false },
        score: expect.any(Number),
      });
      expect(minor.at("context.process.steps[0].advice.isUnder18")).toBe(true);
      return [state, minor];
    },
  },
  "state-result-place": {
    process: showsResult(true, false),
    context: showsResult(false, true),
    both: showsResult(true, true),
  },
  "state-result-shape": {
    object: async (open) => {
      const service = await open();
      const states = [await stateBetween(service), await stateOf()(service), await stateOf("Testfail")(service)];
      expect(states.map(({ at }) => at("context.process.result"))).toEqual([
        { status: "pending", advice: {} },
        { status: "completed", outcome: "Accept", advice: { outcome: "Accept" } },
        { status: "failed", advice: {} },
      ]);
      return states;
    },
    string: async (open) => {
      const service = await open();
      const states = [await stateBetween(service), await stateOf()(service), await stateOf("Testfail")(service)];
      expect(states.map(({ at }) => at("context.process.result"))).toEqual([undefined, "Accept", undefined]);
      return states;
    },
  },
  "referred-result": {
    pending: async (open) => {
      const state = await stateOf("Testrefer")(await open());
      expect(state.at("status")).toBe("InProgress");
      expect(state.at("context.process.result")).toEqual({ status: "pending", advice: {} });
      return state;
    },
    decision: async (open) => {
      const state = await stateOf("Testrefer")(await open());
      expect(state.at("status")).toBe("InProgress");
      expect(state.at("context.process.result")).toEqual({
        status: "pending",
        outcome: "Refer",
        outcomeClassification: "neutral",
        advice: { outcome: "Refer" },
      });
      return state;
    },
  },
  "state-metadata": {
    "metadata-and-data": carries(true, true),
    metadata: carries(true, false),
    neither: carries(false, false),
  },
  "state-steps-while-running": {
    "as-they-finish": gives(200, stateBetween, { context: { process: { steps: [{ name: "Data Verification" }] } } }),
    "at-end": async (open) => {
      const service = await open();
      const [between, ended] = [await stateBetween(service), await stateOf()(service)];
      expect(between.at("context.process.steps")).toEqual([]);
      expect(ended.at("context.process.steps")).toHaveLength(1);
      return [between, ended];
    },
  },
  "step-shape": {
    full: gives(200, stateOf(), { context: { process: { steps: [step] } } }),
    minimal: async (open) => {
      const state = await stateOf()(await open());
      expect(state.at("context.process.steps")).toEqual([
        { name: "Data Verification", advice: expect.objectContaining({ outcome: "Match" }) },
      ]);
      return state;
    },
  },
  "decision-step": {
    no: gives(200, stateOf(), { context: { process: { steps: [{ name: "Data Verification" }] } } }),
    yes: async (open) => {
      const state = await stateOf()(await open());
      expect(state.at("context.process.steps")).toHaveLength(2);
      expect(state.at("context.process.steps[1]")).toMatchObject({ outcome: "Accept", result: null });
      expect(state.at("context.process.steps[1].name")).toBeUndefined();
      return state;
    },
  },
  "failed-module-step": {
    absent: async (open) => {
      const state = await stateOf("Testfail")(await open());
      expect(state.at("context.process.steps")).toEqual([]);
      return state;
    },
    listed: gives(200, stateOf("Testfail"), { context: { process: { steps: [failedStep] } } }),
  },
  "state-instance-id": {
    ordinal: gives(200, stateOf(), { context: { process: { instance: { id: "1" } } } }),
    "instance-id": async (open) => {
      const state = await stateOf()(await open());
      expect(state.at("context.process.instance")).toEqual({
        id: state.at("instanceId"),
        instanceId: state.at("instanceId"),
      });
      return state;
    },
  },
  "state-journey-id": {
    journey: gives(200, stateOfPreview, { context: { process: { journey: { id: "age-check", version: "1" } } } }),
    started: gives(200, stateOfPreview, {
      context: { process: { journey: { id: "age-check-preview", version: "1" } } },
    }),
  },
  "journey-end": {
    no: async (open) => {
      const state = await stateOf()(await open());
      expect(Object.keys(Object(state.at("context.process.journey")))).toEqual(["name", "startedAt", "id", "version"]);
      return state;
    },
    yes: gives(200, stateOf(), {
      context: {
        process: {
          journey: { endedAt: "2026-01-01T12:00:02.000Z", durationMilliSec: 2_000, terminateInteraction: false },
        },
      },
    }),
  },
  "state-subject": {
    "without-documents": async (open) => {
      const state = await stateOfDocument(await open());
      expect(state.at("context.subject")).toEqual(sentSubject("FullName", "DateOfBirth"));
      return state;
    },
    "with-documents": async (open) => {
      const state = await stateOfDocument(await open());
      expect(state.at("context.subject")).toMatchObject({
        documents: [
          {
            type: "Primary",
            classification: { countryCode: "GBR", isDoubleSided: false },
            extraction: { aggregatedFields: [{ label: "First Name", value: "Ada" }, {}, {}] },
          },
        ],
        biometrics: [{}],
      });
      expect(JSON.stringify(state.body)).not.toContain("Image");
      return state;
    },
  },
  "completed-time-while-running": {
    absent: async (open) => {
      const states = await statesWhileRunning(open);
      expect(states.map(({ at }) => at("metaData.completedTime"))).toEqual([undefined, undefined]);
      return states;
    },
    "empty-on-v1": async (open) => {
      const states = await statesWhileRunning(open);
      expect(states.map(({ at }) => at("metaData.completedTime"))).toEqual(["", undefined]);
      return states;
    },
  },
  "completed-time-on-failure": {
    absent: async (open) => {
      const states = await statesAfterFailure(open);
      expect(states.map(({ at }) => Object.keys(Object(at("metaData"))))).toEqual([["createdTime"], ["createdTime"]]);
      return states;
    },
    set: gives(200, stateOf("Testfail"), { metaData: { completedTime: "2026-01-01T12:00:02.000Z" } }),
    "empty-on-v1": async (open) => {
      const states = await statesAfterFailure(open);
      expect(states.map(({ at }) => at("metaData.completedTime"))).toEqual(["", undefined]);
      return states;
    },
  },
  retention: {
    never: async (open) => {
      const states = await statesAfterDay(open);
      expect(states.map(({ status }) => status)).toEqual([200, 200, 200]);
      return states;
    },
    "after-a-day": async (open) => {
      const states = await statesAfterDay(open);
      expect(states.map(({ status }) => status)).toEqual([404, 404, 404]);
      return states;
    },
  },
} as const satisfies SomeChecks;
