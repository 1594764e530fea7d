import { ErrorBody, V2StateResponse } from "@journey-kit/schemas";
import { type RuleId, ruleOf } from "@journey-kit/schemas/rules";
import { expect, test } from "vitest";
import { image } from "./samples.ts";
import { openService, type Service, sentSubject } from "./service.ts";

/** Runs a fully prefilled journey to its end and gives its state. */
async function finishedState(service: Service, journey = "document-and-selfie@latest") {
  const instanceId = await service.start(
    journey,
    sentSubject("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie"),
  );
  await service.world.clock.advance(60_000);
  return service.v2("journey/state/fetch", { instanceId });
}

async function fetchInteraction(service: Service, journey = "identity-check@latest", subject: unknown = {}) {
  const instanceId = await service.start(journey, subject);
  return service.v2("journey/interaction/fetch", { instanceId });
}

/** Starts with prefill for one element and tells whether it counts as provided. */
async function isProvided(service: Service, journey: string, subject: unknown, name: string): Promise<boolean> {
  const { body } = await service.v2("journey/start", {
    resourceId: journey,
    context: { config: { delivery: "api" }, subject },
  });
  const instanceId = String((body as { instanceId?: unknown }).instanceId); // absent where the start was refused
  const running = await service.world.instance(instanceId).read();
  return Object.hasOwn(running.instance.provided, name);
}

const startV1 = (service: Service, subject: unknown) =>
  service.v1("journey/start", {
    resourceId: "document-and-selfie-v1@latest",
    context: { config: { async: true }, subject },
  });

/** For rules of the specification, an exchange that shows each. */
const shown: { readonly [Id in RuleId]?: (service: Service) => Promise<void> } = {
  "module-variants": async ({ simulator }) => {
    const variant = "data-verification-us-v2";
    const published = simulator.published().find(({ resourceId }) => resourceId === "identity-check");
    const segments = published?.definition.segments.map((segment) => ({
      ...segment,
      modules: [{ module: "Data Verification", variant }],
    }));
    expect(() => simulator.publish({ ...published?.definition, version: "2", segments })).not.toThrow();
  },
  "caller-supplies-subject": async (service) => {
    const instanceId = await service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));
    await service.submit(instanceId, "CurrentAddress");
    await service.world.clock.advance(2_000);
    const state = await service.v2("journey/state/fetch", { instanceId });
    expect(state.at("context.subject")).toEqual({
      identity: {
        firstName: "Ada",
        lastNames: ["Lovelace"],
        dateOfBirth: "1990-12-10",
        currentAddress: { postalCode: "SW1Y 4JH" },
      },
    });
  },
  "segment-modules-parallel": async (service) => {
    const steps = V2StateResponse.parse((await finishedState(service)).body).context.process.steps;
    const begins = steps.map((step) => ("process" in step ? JSON.stringify(step.process) : ""));
    const startedAt = begins.map((text) => /"startedAt":"([^"]+)"/.exec(text)?.[1]);
    expect(startedAt.slice(1, 4)).toEqual(Array(3).fill("2026-01-01T12:00:02.000Z"));
  },
  "segment-advances-when-all-finished": async (service) => {
    const instanceId = await service.start("document-and-selfie@latest", sentSubject("FullName", "DateOfBirth"));
    await service.world.clock.advance(2_000);
    await service.submit(instanceId, "PrimaryDocument");
    await service.world.clock.advance(3_999);
    expect((await service.v2("journey/interaction/fetch", { instanceId })).at("processing")).toBe(true);
    await service.world.clock.advance(1);
    expect((await service.v2("journey/interaction/fetch", { instanceId })).at("outstanding")).toEqual(["Selfie"]);
  },
  "environment-own-resource-id": async (service) => {
    expect(await service.start("identity-check-preview@latest")).toMatch(/^sim_/);
    expect(await service.start("identity-check@latest")).toMatch(/^sim_/);
  },
  "v2-refuses-v1-variants": async ({ simulator }) => {
    const published = simulator.published().find(({ resourceId }) => resourceId === "document-and-selfie");
    const segments = published?.definition.segments.map((segment) => ({
      ...segment,
      modules: [{ module: "Facematch", variant: "facematch-v1" }],
    }));
    expect(() => simulator.publish({ ...published?.definition, segments })).toThrow(
      "Facematch is not supported in a v2",
    );
  },
  "instance-id-length": async ({ v2 }) => {
    expect((await v2("journey/state/fetch", { instanceId: "x".repeat(64) })).status).toBe(404);
    expect((await v2("journey/state/fetch", { instanceId: "x".repeat(65) })).status).toBe(400);
    expect((await v2("journey/state/fetch", { instanceId: "" })).status).toBe(400);
  },
  "metadata-created-time": async (service) => {
    expect((await finishedState(service)).at("metaData.createdTime")).toBe("2026-01-01T12:00:00.000Z");
  },
  "metadata-completed-time": async (service) => {
    expect((await finishedState(service)).at("metaData.completedTime")).toBe("2026-01-01T12:00:08.000Z");
  },
  "completed-sets-completed-time": async (service) => {
    const instanceId = await service.start("age-check@latest", sentSubject("DateOfBirth"));
    expect((await service.v2("journey/state/fetch", { instanceId })).at("metaData.completedTime")).toBeUndefined();
    await service.world.clock.advance(1_000);
    const state = await service.v2("journey/state/fetch", { instanceId });
    expect(state.at("metaData.completedTime")).toBe("2026-01-01T12:00:01.000Z");
  },
  "state-data-free-form": async (service) => {
    const instanceId = (await startV1(service, {})).text("instanceId");
    expect((await service.v1("journey/state/fetch", { instanceId })).at("data")).toEqual({ process: { flow: {} } });
  },
  "interaction-collects": async (service) => {
    expect((await fetchInteraction(service)).at("collects")).toEqual(["FullName", "DateOfBirth"]);
  },
  "interaction-spec-required-optional": async (service) => {
    const fetched = await fetchInteraction(service, undefined, sentSubject("FullName", "DateOfBirth"));
    expect(fetched.at("spec")).toEqual({ CurrentAddress: "required", SSN: "optional" });
  },
  "start-interaction-hidden": async (service) => {
    expect((await fetchInteraction(service)).text("interactionId")).toBe("identity-check:interaction:person@latest");
  },
  "standard-interaction-collects": async (service) => {
    const instanceId = await service.start("age-check@latest");
    expect((await service.submit(instanceId, "DateOfBirth")).status).toBe(200);
  },
  "domain-element-named": async (service) => {
    const instanceId = await service.start("age-check@latest");
    expect((await service.submit(instanceId, "DateOfDeath")).at("errors[0].name")).toBe("FOREIGN_ELEMENT");
  },
  "v2-no-async": async (service) => {
    const config = { delivery: "api", async: false };
    const instanceId = await service.start("age-check@latest", sentSubject("DateOfBirth"), config);
    expect((await service.v2("journey/state/fetch", { instanceId })).at("status")).toBe("InProgress");
  },
  "v1-empty-arrays-without-prefill": async (service) => {
    expect((await startV1(service, { documents: [], biometrics: [] })).status).toBe(201);
  },
  "subject-members": async (service) => {
    const subject = {
      entities: [{}],
      sessions: [{}],
      consent: [{}],
      accounts: [{}],
      uid: "u-1",
      documents: [],
      biometrics: [],
    };
    expect(await service.start("age-check@latest", { ...sentSubject("DateOfBirth"), ...subject })).toMatch(/^sim_/);
  },
  "subject-uid-no-effect": async (service) => {
    const states = [];
    for (const uid of [undefined, "u-1"]) {
      const instanceId = await service.start("age-check@latest", { ...sentSubject("DateOfBirth"), uid });
      await service.world.clock.advance(1_000);
      states.push((await service.v2("journey/state/fetch", { instanceId })).at("context.process.result"));
    }
    expect(states[1]).toEqual(states[0]);
  },
  "date-of-birth-form": async ({ v2 }) => {
    for (const [dateOfBirth, status] of [
      ["1990-12-10", 201],
      ["1990-13-10", 400],
      ["10.12.1990", 400],
      [19901210, 400],
    ] as const) {
      const context = { config: { delivery: "api" }, subject: { identity: { dateOfBirth } } };
      expect((await v2("journey/start", { resourceId: "age-check@latest", context })).status).toBe(status);
    }
  },
  "id-number-ssn-type": async (service) => {
    const subject = (type: string) => ({ identity: { idNumbers: [{ type, idNumber: "1" }] } });
    expect(await isProvided(service, "identity-check@latest", subject("ssn"), "SSN")).toBe(true);
    expect(await isProvided(service, "identity-check@latest", subject("passport"), "SSN")).toBe(false);
  },
  "document-primary-type": async (service) => {
    const subject = {
      documents: [
        { type: "Other", side1Image: image },
        { type: "Primary", side1Image: image },
      ],
    };
    expect(await isProvided(service, "document-and-selfie@latest", subject, "PrimaryDocument")).toBe(true);
    const other = { documents: [{ type: "Other", side1Image: image }] };
    expect(await isProvided(service, "document-and-selfie@latest", other, "PrimaryDocument")).toBe(false);
  },
  "document-images-base64": async ({ v2 }) => {
    for (const [side1Image, status] of [
      [image, 201],
      ["not base64!", 400],
      ["aW1hZ2U", 400],
    ] as const) {
      const subject = { documents: [{ type: "Primary", side1Image }] };
      const context = { config: { delivery: "api" }, subject };
      expect((await v2("journey/start", { resourceId: "document-and-selfie@latest", context })).status).toBe(status);
    }
  },
  "document-side2-empty": async (service) => {
    const subject = { documents: [{ type: "Primary", side1Image: image, side2Image: "" }] };
    expect(await isProvided(service, "document-and-selfie@latest", subject, "PrimaryDocument")).toBe(true);
  },
  "selfie-image-base64": async (service) => {
    for (const biometric of [{ selfieImage: image }, { face1Image: image }, { type: "Selfie", selfieImage: image }]) {
      expect(await isProvided(service, "document-and-selfie@latest", { biometrics: [biometric] }, "Selfie")).toBe(true);
    }
  },
  "submit-subject-carries-data": async (service) => {
    const instanceId = await service.start("age-check@latest");
    const { v2 } = service;
    const interactionId = (await v2("journey/interaction/fetch", { instanceId })).text("interactionId");
    const participants = [{ domainElementId: "DateOfBirth" }];
    const outside = { instanceId, interactionId, participants, ...sentSubject("DateOfBirth") };
    expect((await v2("journey/interaction/submit", outside)).status).toBe(400);
    const inside = { instanceId, interactionId, participants, context: { subject: sentSubject("DateOfBirth") } };
    expect((await v2("journey/interaction/submit", inside)).status).toBe(200);
  },
  "partial-submission-outstanding": async (service) => {
    const instanceId = await service.start("identity-check@latest");
    await service.submit(instanceId, "FullName");
    expect((await service.v2("journey/interaction/fetch", { instanceId })).at("outstanding")).toEqual(["DateOfBirth"]);
  },
  "session-retention": async () => {
    const service = await openService({ profile: { readings: { retention: "after-a-day" } } });
    const instanceId = await service.start("age-check@latest", sentSubject("DateOfBirth"));
    await service.world.clock.advance(1_000 + 86_400_000);
    const token = await service.renew();
    expect((await token.v2("journey/state/fetch", { instanceId })).basis).toContain("session-retention");
  },
  "state-steps-advice": async (service) => {
    const state = await finishedState(service, "identity-check@latest");
    expect(V2StateResponse.parse(state.body).context.process.steps[0]?.advice).toMatchObject({
      outcome: "Match",
      contains: { nameDobAddress: 1, score: expect.any(Number) },
    });
  },
  "state-journey-metadata": async (service) => {
    expect((await finishedState(service)).at("context.process.journey")).toEqual({
      name: "Document and selfie",
      startedAt: "2026-01-01T12:00:00.000Z",
      id: "document-and-selfie",
      version: "1",
    });
  },
  "v1-task-endpoints-deprecated": async (service) => {
    const instanceId = (await startV1(service, {})).text("instanceId");
    const listed = await service.v1("journey/task/list", { instanceId });
    expect(listed.headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(listed.headers.get("sunset")).toBeNull();
    expect((await service.v1("journey/state/fetch", { instanceId })).headers.get("deprecation")).toBeNull();
  },
  "access-token-is-bearer": async ({ post, token }) => {
    const path = "/v2/captain/journey/state/fetch";
    expect((await post(path, { instanceId: "x" }, { authorization: `bearer ${token}` })).status).toBe(404);
    expect((await post(path, { instanceId: "x" }, { authorization: token })).status).toBe(401);
  },
  "error-body-form": async ({ v2 }) => {
    const refused = await v2("journey/start", {});
    expect(Object.keys(ErrorBody.parse(refused.body).errors[0] ?? {}).toSorted()).toEqual([
      "action",
      "code",
      "location",
      "name",
      "problem",
    ]);
  },
  "error-code-numeric-string": async ({ v2 }) => {
    expect(ErrorBody.parse((await v2("journey/start", {})).body).errors[0]?.code).toBe("4002");
  },
  "error-location-named": async ({ v2 }) => {
    expect(ErrorBody.parse((await v2("journey/start", {})).body).errors[0]?.location).toBe("Body");
    expect(ErrorBody.parse((await v2("journey/nowhere", {})).body).errors[0]?.location).toBe("Path");
  },
  "submit-four-error-variants": async (service) => {
    const path = "/v2/captain/journey/interaction/submit";
    const { start, submit, post } = service;
    const instanceId = await start("identity-check@latest");
    await submit(instanceId, "FullName");
    const limited = await openService({
      clients: [{ clientId: "tester", clientSecret: "secret", permissions: ["journey:read"] }],
    });
    const refusals = [
      await post(path, {}),
      await post(path, {}, { authorization: "" }),
      await limited.post(path, {}),
      await submit(instanceId, "FullName"),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 401, 403, 409]);
    for (const { body } of refusals) expect(ErrorBody.parse(body).errors.length).toBeGreaterThan(0);
  },
  "regions-shared": async ({ post }) => {
    for (const region of ["eu", "us", "au"]) {
      expect((await post(`/${region}/captain/api/journey/state/fetch`, { instanceId: "x" })).status).toBe(404);
      const start = { resourceId: "age-check@latest", context: { config: { delivery: "page" }, subject: {} } };
      const started = await post(`/${region}/v2/captain/journey/start`, start);
      expect(started.text("instanceUrl")).toContain(`/${region}/journey/sim_`);
    }
  },
  "token-endpoint-shared": async ({ v1, v2 }) => {
    expect((await v1("journey/state/fetch", { instanceId: "x" })).status).toBe(404);
    expect((await v2("journey/state/fetch", { instanceId: "x" })).status).toBe(404);
  },
  "v1-error-older-form": async ({ v1 }) => {
    expect((await v1("journey/state/fetch", {})).body).toEqual({
      status: 400,
      message: expect.stringContaining("instanceId"),
      error: "MISSING_FIELD",
    });
  },
  "subject-identical": async (service) => {
    const subject = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");
    const { world, v1, v2 } = service;
    const instances = [
      (await startV1(service, subject)).text("instanceId"),
      await service.start("document-and-selfie@latest", subject),
    ];
    await world.clock.advance(60_000);
    expect((await v1("journey/state/fetch", { instanceId: instances[0] })).at("status")).toBe("Completed");
    expect((await v2("journey/state/fetch", { instanceId: instances[1] })).at("status")).toBe("Completed");
  },
  "submit-no-intent": async (service) => {
    const instanceId = await service.start("age-check@latest");
    expect((await service.submit(instanceId, "DateOfBirth")).basis).toContain("submit-advances-when-complete");
  },
};

test.each(Object.entries(shown))("an exchange shows %s", async (id, show) => {
  expect(ruleOf(id as RuleId).observable).not.toBe(false); // the table's keys are rule ids
  await show(await openService());
});
