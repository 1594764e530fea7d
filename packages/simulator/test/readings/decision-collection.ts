import { expect } from "vitest";
import { sentSubject } from "../service.ts";
import type { DecidedGapId, Open } from "./check.ts";
import { fetchInteraction, fetchState, longEnough, startV1, submitElements, toStart } from "./exchange.ts";
import { twice } from "./journeys.ts";

const day = 86_400_000;
const second = 1_000;

/** Checks for the recorded decisions about collecting data, and about waiting for data and modules. */
export const collectionDecisions = {
  "element-collected-twice": async (open) => {
    const service = await open({ journeys: [twice] });
    const instanceId = await service.start("twice@latest");
    await submitElements(service, instanceId, ["DateOfBirth"]);
    const fetched = await fetchInteraction(service, instanceId);
    expect(fetched.at("collects")).toEqual(["FullName", "DateOfBirth"]);
    expect(fetched.at("outstanding")).toEqual(["FullName"]);
    const again = await submitElements(service, instanceId, ["FullName", "DateOfBirth"]);
    expect([again.status, again.at("errors[0].name")]).toEqual([409, "DUPLICATE_ELEMENT"]);
    await submitElements(service, instanceId, ["FullName"]);
    await service.world.clock.advance({ ms: longEnough });
    expect((await fetchState(service, instanceId)).at("status")).toBe("Completed");
  },
  "module-start": async (open) => {
    const service = await open();
    const instanceId = await service.start("full-kyc@latest", sentSubject("FullName", "DateOfBirth"));
    const startedModules = async () => {
      await service.world.clock.advance({ ms: longEnough });
      return (await fetchState(service, instanceId)).at("context.process.steps");
    };
    expect(await startedModules()).toEqual([]);
    await service.submit(instanceId, "CurrentAddress");
    expect(await startedModules()).toMatchObject([{ name: "Age Verification" }, { name: "Data Verification" }]);
  },
  "abandoned-instance": async (open) => {
    const service = await open();
    const started = await service.v2("journey/start", toStart("age-check@latest", {}, { delivery: "page" }));
    await service.world.clock.advance({ ms: 365 * day });
    const later = await service.renew();
    expect((await fetchState(later, started.text("instanceId"))).at("status")).toBe("InProgress");
    expect((await later.send(new URL(started.text("instanceUrl")).pathname, {})).status).toBe(200);
  },
  "recollected-data": async (open) => {
    const service = await open();
    await service.world.scenarios.put({
      name: "no-match",
      rules: [{ when: { module: "Facematch", attempt: 1 }, then: { outcome: "reject" } }],
      readings: { "module-retry": "recollect" },
    });
    await service.world.scenarios.arm({ scenario: "no-match" });
    const subject = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");
    const instanceId = await service.start("document-and-selfie@latest", subject);
    await service.world.clock.advance({ ms: longEnough });
    await service.submit(instanceId, "PrimaryDocument");
    await service.submit(instanceId, "Selfie");
    await service.world.clock.advance({ ms: longEnough });
    const { body } = await fetchState(service, instanceId);
    const runsOf = (module: string) => JSON.stringify(body).split(`"name":"${module}"`).length - 1;
    expect(["Facematch", "Document Authentication", "Liveness"].map(runsOf)).toEqual([2, 1, 1]);
  },
  "v1-sync-patience": async (open) => {
    let now = Date.UTC(2026, 0, 1, 12);
    const sleep = async (ms: number) => {
      now += ms;
    };
    const service = await open({ clock: { mode: "real" }, now: () => now, sleep });
    await service.world.scenarios.arm({ scenario: "stuck" });
    const before = now;
    const body = toStart("age-check-v1@latest", sentSubject("DateOfBirth"), {});
    expect((await service.v1("journey/start", body)).status).toBe(500);
    expect(now - before).toBe(60 * second);
  },
  "task-prefilled": async (open) => {
    const service = await open();
    const instanceId = (await startV1(service, sentSubject("FullName"))).text("instanceId");
    const other = { identity: { firstName: "Grace", lastNames: ["Hopper"], dateOfBirth: "1990-12-10" } };
    const update = { intent: "Complete", instanceId, taskId: `${instanceId}.1`, context: { subject: other } };
    expect((await service.v1("journey/task/update", update)).status).toBe(200);
    const { instance } = await service.world.instance(instanceId).read();
    expect(instance.provided).toMatchObject({ FullName: { by: "submit", value: { firstName: "Grace" } } });
  },
  "task-foreign-data": async (open) => {
    const service = await open();
    const instanceId = (await startV1(service)).text("instanceId");
    const subject = sentSubject("FullName", "DateOfBirth", "CurrentAddress");
    const update = { intent: "Complete", instanceId, taskId: `${instanceId}.1`, context: { subject } };
    expect((await service.v1("journey/task/update", update)).status).toBe(200);
    const { instance } = await service.world.instance(instanceId).read();
    expect(Object.keys(instance.provided)).toEqual(["FullName", "DateOfBirth"]);
    const left = await service.v1("journey/task/list", { instanceId });
    expect(left.at("tasks")).toMatchObject([{ taskId: `${instanceId}.2` }]);
  },
  "device-token-lifetimes": async (open) => {
    const service = await open();
    const { body, text } = await service.v2("device/start", { instanceId: await service.start("age-check@latest") });
    expect(body).toMatchObject({ expiresIn: 120 });
    await service.world.clock.advance({ ms: 120 * second - 1 });
    const connected = await service.v2("device/connect", { connectToken: text("connectToken") });
    expect(connected).toMatchObject({ status: 201, body: { expiresIn: 3_600 } });
  },
} as const satisfies { readonly [Id in DecidedGapId]?: (open: Open) => Promise<void> };
