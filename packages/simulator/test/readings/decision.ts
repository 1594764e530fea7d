import { errorKinds } from "@journey-kit/schemas/tables";
import { expect } from "vitest";
import { join } from "../samples.ts";
import { form, type Service, sentSubject } from "../service.ts";
import type { DecidedGapId, Open } from "./check.ts";
import { collectionDecisions } from "./decision-collection.ts";
import { fetchInteraction, fetchState, longEnough, runThrough, startV1, submitElements, toStart } from "./exchange.ts";

const badBirth = { identity: { dateOfBirth: "yesterday" } };

/** Lists the tasks of a v1 instance and returns the variant ids. */
async function tasksOf({ v1 }: Service, instanceId: unknown): Promise<unknown[]> {
  const tasks = (await v1("journey/task/list", { instanceId })).at("tasks");
  return Array.isArray(tasks) ? tasks.map(({ variantId }: { readonly variantId: unknown }) => variantId) : [];
}

/** Sends an invalid submit and returns the name of the error. */
async function refusalOf(service: Service, instanceId: string, interaction: string, ...names: readonly string[]) {
  const refused = await service.v2("journey/interaction/submit", {
    instanceId,
    interactionId: `identity-check:interaction:${interaction}@latest`,
    participants: names.map((domainElementId) => ({ domainElementId })),
    context: { subject: badBirth },
  });
  return refused.at("errors[0].name");
}

/** Starts age-check. Returns the status and the member names of both the response and the state. */
async function startWith(service: Service, config: object): Promise<unknown> {
  const started = await service.v2("journey/start", toStart("age-check@latest", {}, { delivery: "api", ...config }));
  const state = await fetchState(service, started.text("instanceId"));
  return [started.status, Object.keys(Object(started.body)), Object.keys(Object(state.body))];
}

/** Checks for the recorded decisions, which are gaps with only one reading. */
export const decisions: { readonly [Id in DecidedGapId]: (open: Open) => Promise<void> } = {
  ...collectionDecisions,
  "latest-resolution": async (open) => {
    const { simulator, v2 } = await open();
    const started = await v2("journey/start", toStart("age-check@latest"));
    expect(started.basis).toContain("latest-resolution=at-start");
    const published = simulator.published().find(({ resourceId }) => resourceId === "age-check");
    simulator.publish({ ...published?.definition, version: "2" });
    const state = await v2("journey/state/fetch", { instanceId: started.at("instanceId") });
    expect(state.at("context.process.journey.version")).toBe("1");
  },
  "v2-regions": async (open) => {
    const european = { clientId: "european", clientSecret: "secret", regions: ["eu" as const] };
    const { post } = await open({ clients: [european] }, "european");
    const start = (region: string) => post(`/${region}/v2/captain/journey/start`, toStart("age-check@latest"));
    expect(await start("eu")).toMatchObject({ status: 201 });
    for (const region of ["us", "au"]) {
      const refused = await start(region);
      expect(refused.status).toBe(403);
      expect(refused.basis).toContain("v2-regions=all-but-withheld");
    }
  },
  "environment-choice": async (open) => {
    const { v2 } = await open();
    for (const resourceId of ["age-check@latest", "age-check-preview@latest"]) {
      const started = await v2("journey/start", toStart(resourceId));
      expect(started.status).toBe(201);
      expect(started.basis).toContain("environment-choice=by-resource-id");
    }
  },
  "region-address": async (open) => {
    const service = await open({ region: "au" });
    const config = { delivery: "page" };
    const urlOf = async (prefix: string, headers: Readonly<Record<string, string>> = {}) => {
      const path = `${prefix}/v2/captain/journey/start`;
      return (await service.post(path, toStart("age-check@latest", {}, config), headers)).text("instanceUrl");
    };
    expect(await urlOf("")).toContain("/au/journey/");
    expect(await urlOf("/us")).toContain("/us/journey/");
    expect(await urlOf("", { host: "eu.localhost:4010" })).toContain("/eu/journey/");
  },
  "token-form": async (open) => {
    const service = await open();
    const { v2, token } = service;
    expect(token).toMatch(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/);
    const device = await v2("device/start", { instanceId: await service.start("age-check@latest") });
    expect(device.text("connectToken")).toMatch(/^[A-Za-z0-9-_]+$/);
    const connected = await v2("device/connect", { connectToken: device.at("connectToken") });
    expect(connected.text("endUserToken")).toMatch(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/);
  },
  "connect-token-uses": async (open) => {
    const { v2, start } = await open();
    const { text } = await v2("device/start", { instanceId: await start("age-check@latest") });
    const connect = () => v2("device/connect", { connectToken: text("connectToken") });
    expect(await connect()).toMatchObject({ status: 201 });
    const again = await connect();
    expect(again.status).toBe(401);
    expect(again.basis).toContain("connect-token-uses=once");
  },
  "v1-invalid-prefill": async (open) => {
    const service = await open();
    const started = await startV1(service, join(sentSubject("FullName"), badBirth));
    expect(started.status).toBe(201);
    expect(started.basis).toContain("v1-invalid-prefill=left-open");
    expect(await tasksOf(service, started.at("instanceId"))).toHaveLength(2);
  },
  "branding-type": async (open) => {
    const service = await open();
    const plain = await startWith(service, {});
    for (const branding of ["blue", 7, null, ["a"], { logo: { url: "x" } }]) {
      expect(await startWith(service, { branding })).toEqual(plain);
    }
  },
  "assisted-effect": async (open) => {
    const service = await open();
    const plain = await startWith(service, {});
    for (const assisted of [true, false]) expect(await startWith(service, { assisted })).toEqual(plain);
  },
  "interaction-fetch-body": async (open) => {
    const service = await open();
    const instanceId = await service.start("age-check@latest");
    const plain = await fetchInteraction(service, instanceId);
    const more = { instanceId, interactionId: "", scope: ["anything"] };
    expect((await service.v2("journey/interaction/fetch", more)).body).toEqual(plain.body);
  },
  "error-precedence": async (open) => {
    const service = await open();
    const instanceId = await service.start("identity-check@latest");
    await submitElements(service, instanceId, ["FullName"]);
    const wrong = ["Selfie", "FullName", "DateOfBirth", "PrimaryDocument"];
    const finished = await runThrough(service);
    expect(await refusalOf(service, finished, "address", ...wrong)).toBe("JOURNEY_NOT_ACTIVE");
    expect(await refusalOf(service, instanceId, "address", ...wrong)).toBe("INTERACTION_NOT_CURRENT");
    expect(await refusalOf(service, instanceId, "person", ...wrong)).toBe("DUPLICATE_ELEMENT");
    expect(await refusalOf(service, instanceId, "person", "Selfie", "DateOfBirth")).toBe("FOREIGN_ELEMENT");
    const fresh = await service.start("identity-check@latest");
    expect(await refusalOf(service, fresh, "person", "DateOfBirth", "FullName")).toBe("MISSING_FIELD");
    expect(await refusalOf(service, fresh, "person", "DateOfBirth")).toBe("INVALID_FIELD");
  },
  "instructions-meaning": async (open) => {
    const service = await open();
    const instanceId = await service.start("age-check@latest");
    const submitted = await service.v2("journey/interaction/submit", {
      instanceId,
      interactionId: "age-check:interaction:birth@latest",
      participants: [{ domainElementId: "DateOfBirth", instructions: ["skip", ""] }],
      context: { subject: sentSubject("DateOfBirth") },
    });
    expect(submitted).toMatchObject({ status: 200, body: { status: "success" } });
  },
  "v1-task-stage": async (open) => {
    const service = await open();
    await service.world.profile.set({ readings: { "v1-intent-values": "save-and-validate" } });
    const stages = async (subject: unknown, intent?: string) => {
      const instanceId = (await startV1(service, subject)).text("instanceId");
      const task = { instanceId, taskId: `${instanceId}.1`, context: { subject: sentSubject("FullName") } };
      if (intent !== undefined) await service.v1("journey/task/update", { ...task, intent });
      return (await service.world.instance(instanceId).read()).instance.collection;
    };
    expect(await stages({})).toEqual({ stages: ["Assigned", "Assigned"] });
    expect(await stages({}, "Save")).toEqual({ stages: ["In Progress", "Assigned"] });
    expect(await stages(sentSubject("FullName"))).toEqual({ stages: ["In Progress", "Assigned"] });
    expect(await stages(sentSubject("DateOfBirth"), "Complete")).toEqual({ stages: ["Completed", "Assigned"] });
    expect(await stages(sentSubject("FullName", "DateOfBirth"))).toEqual({ stages: ["Completed", "Assigned"] });
  },
  "paused-collection": async (open) => {
    const service = await open();
    await service.world.profile.set({ readings: { "refer-ends-journey": "no", "task-list-contents": "open" } });
    const reviewed = await runThrough(service, "Testrefer");
    const [paused, pausedV1] = [await service.start("age-check@latest"), (await startV1(service)).text("instanceId")];
    for (const id of [paused, pausedV1]) await service.world.instance(id).pause();
    for (const id of [reviewed, paused]) {
      const fetched = await fetchInteraction(service, id);
      expect(fetched).toMatchObject({ status: 200, body: { processing: true, outstanding: [] } });
      expect(fetched.basis).toContain("paused-collection=hidden");
    }
    expect(await tasksOf(service, pausedV1)).toEqual([]);
    await service.world.instance(pausedV1).resume();
    expect(await tasksOf(service, pausedV1)).toHaveLength(2);
  },
  "task-order": async (open) => {
    const service = await open();
    const body = toStart("document-and-selfie-v1@latest", {}, { async: true });
    const instanceId = (await service.v1("journey/start", body)).text("instanceId");
    expect(await tasksOf(service, instanceId)).toEqual(["data-verification-v1"]);
    const later = await service.v1("journey/task/schema", { taskId: `${instanceId}.2` });
    expect(later.status).toBe(404);
    const update = { intent: "Complete", instanceId, context: { subject: sentSubject("FullName", "DateOfBirth") } };
    await service.v1("journey/task/update", { ...update, taskId: `${instanceId}.1` });
    expect(await tasksOf(service, instanceId)).toEqual([]);
    await service.world.clock.advance({ ms: longEnough });
    expect(await tasksOf(service, instanceId)).toEqual(["document-authentication-v1"]);
  },
  "deprecation-notice": async (open) => {
    const service = await open();
    const instanceId = (await startV1(service)).text("instanceId");
    for (const path of ["journey/task/list", "journey/task/list/schema", "journey/task/schema"]) {
      const { status, headers } = await service.v1(path, { instanceId, taskId: `${instanceId}.1` });
      expect([status < 300, headers.get("deprecation"), headers.get("sunset")]).toEqual([true, "@1735689600", null]);
    }
    expect((await service.v1("journey/state/fetch", { instanceId })).headers.get("deprecation")).toBeNull();
  },
  "submit-unknown-instance": async (open) => {
    const service = await open();
    const submit = () =>
      service.v2("journey/interaction/submit", {
        instanceId: "nobody-started-this",
        interactionId: "any",
        participants: [{ domainElementId: "FullName" }],
        context: { subject: {} },
      });
    for (const [reading, status] of [
      ["not-found", 404],
      ["forbidden", 403],
      ["bad-request", 400],
    ] as const) {
      await service.world.profile.set({ readings: { "unknown-instance": reading } });
      expect(await submit()).toMatchObject({ status, body: { errors: [{ name: "UNKNOWN_INSTANCE" }] } });
    }
  },
  "free-form-values": async (open) => {
    const service = await open();
    const words = { title: "Countess", gender: "as she likes", phones: [{ type: "attic", number: "1" }] };
    const documents = [{ type: "Parchment", side1Image: "aW1hZ2U=" }];
    const subject = { ...join(sentSubject("DateOfBirth"), { identity: words }), documents };
    const started = await service.v2("journey/start", toStart("age-check@latest", subject));
    expect(started.status).toBe(201);
  },
  "interaction-journey-status": async (open) => {
    const service = await open();
    const instanceId = await service.start("age-check@latest");
    const statusOf = async () => (await fetchInteraction(service, instanceId)).at("journey.status");
    expect(await statusOf()).toBe("InProgress");
    await service.submit(instanceId, "DateOfBirth");
    expect(await statusOf()).toBe("InProgress");
    await service.world.clock.advance({ ms: longEnough });
    expect(await statusOf()).toBe("Completed");
  },
  "module-outcomes": async (open) => {
    const service = await open();
    const subject = sentSubject("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie");
    const instanceId = await service.start("full-kyc@latest", subject);
    await service.world.clock.advance({ ms: longEnough });
    const steps = (await fetchState(service, instanceId)).at("context.process.steps");
    const outcomes = Array.isArray(steps) ? steps.map((step: { readonly outcome: unknown }) => step.outcome) : [];
    expect(new Set(outcomes)).toEqual(
      new Set(["Match", "Of Age", "Document Classified", "Extraction Successful", "Approved", "Success"]),
    );
  },
  "permission-names": async (open) => {
    for (const missing of ["journey:start", "journey:read", "journey:submit"] as const) {
      const kept = (["journey:start", "journey:read", "journey:submit"] as const).filter((name) => name !== missing);
      const client = { clientId: "limited", clientSecret: "secret", permissions: kept };
      const { v2 } = await open({ clients: [client] }, "limited");
      const paths = { "journey:start": "start", "journey:read": "state/fetch", "journey:submit": "interaction/submit" };
      const refused = await v2(`journey/${paths[missing]}`, {});
      expect(refused.text("errors[0].problem")).toContain(missing);
      expect(refused.basis).toContain("permission-names=journey");
    }
  },
  "invalid-token": async (open) => {
    const service = await open();
    const ask = (headers: Readonly<Record<string, string>>) =>
      service.send("/v2/captain/journey/start", { ...form({}), headers });
    for (const headers of [{}, { authorization: "Bearer nonsense" }, { authorization: "Basic eDp5" }] as const) {
      const refused = await ask(headers);
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(refused.basis).toContain("invalid-token=unauthorized");
    }
    await service.world.reset();
    expect(await ask({ authorization: `Bearer ${service.token}` })).toMatchObject({ status: 401 });
  },
  "malformed-json": async (open) => {
    const { send, token } = await open();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    for (const body of ['{"secret', "[]", `${"[".repeat(70)}${"]".repeat(70)}`]) {
      const refused = await send("/v2/captain/journey/start", { method: "POST", headers, body });
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).not.toContain("secret");
      expect(refused.basis).toContain("malformed-json=bad-request");
    }
  },
  "error-catalogue": async (open) => {
    const missing = await (await open()).v2("journey/start", {});
    expect(missing.body).toMatchObject({ errors: [{ code: "4002", name: "MISSING_FIELD" }, {}] });
    expect([errorKinds.INVALID_FIELD.code, errorKinds.JOURNEY_NOT_ACTIVE.code]).toEqual(["4003", "4009"]);
    for (const { code } of Object.values(errorKinds)) expect(code).toMatch(/^\d{4}$/);
  },
};
