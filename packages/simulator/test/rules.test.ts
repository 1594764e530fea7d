import { ErrorBody, V2StateResponse } from "@journey-kit/schemas";
import { type RuleId, ruleOf } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { openService, type Service, sentSubject } from "./service.ts";

/** Starts a fully prefilled journey, waits until it ends and returns the state. */
async function finishedState(service: Service, journey = "document-and-selfie@latest") {
  const instanceId = await service.start(
    journey,
    sentSubject("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie"),
  );
  await service.world.clock.advance({ ms: 60_000 });
  return service.v2("journey/state/fetch", { instanceId });
}

const startV1 = (service: Service, subject: unknown) =>
  service.v1("journey/start", {
    resourceId: "document-and-selfie-v1@latest",
    context: { config: { async: true }, subject },
  });

/**
 * Checks for rules that a target-independent case cannot check, such as exact times. The cases for all other rules are
 * in `contract-tests/src/server/cases`.
 */
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
    await service.world.clock.advance({ ms: 2_000 });
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
    const steps = V2StateResponse.parse((await finishedState(service)).body).context.process.steps ?? [];
    const begins = steps.map((step) => ("process" in step ? JSON.stringify(step.process) : ""));
    const startedAt = begins.map((text) => /"startedAt":"([^"]+)"/.exec(text)?.[1]);
    expect(startedAt.slice(1, 4)).toEqual(Array(3).fill("2026-01-01T12:00:02.000Z"));
  },
  "metadata-created-time": async (service) => {
    expect((await finishedState(service)).at("metaData.createdTime")).toBe("2026-01-01T12:00:00.000Z");
  },
  "metadata-completed-time": async (service) => {
    expect((await finishedState(service)).at("metaData.completedTime")).toBe("2026-01-01T12:00:08.000Z");
  },
  "state-data-free-form": async (service) => {
    const instanceId = (await startV1(service, {})).text("instanceId");
    expect((await service.v1("journey/state/fetch", { instanceId })).at("data")).toEqual({ process: { flow: {} } });
  },
  "session-retention": async () => {
    const service = await openService({ profile: { readings: { retention: "after-a-day" } } });
    const instanceId = await service.start("age-check@latest", sentSubject("DateOfBirth"));
    await service.world.clock.advance({ ms: 1_000 + 86_400_000 });
    const token = await service.renew();
    expect((await token.v2("journey/state/fetch", { instanceId })).basis).toContain("session-retention");
  },
  "state-steps-advice": async (service) => {
    const state = await finishedState(service, "identity-check@latest");
    expect(V2StateResponse.parse(state.body).context.process.steps?.[0]?.advice).toMatchObject({
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
  "regions-shared": async ({ post }) => {
    for (const region of ["eu", "us", "au"]) {
      expect((await post(`/${region}/captain/api/journey/state/fetch`, { instanceId: "x" })).status).toBe(404);
      const start = { resourceId: "age-check@latest", context: { config: { delivery: "page" }, subject: {} } };
      const started = await post(`/${region}/v2/captain/journey/start`, start);
      expect(started.text("instanceUrl")).toContain(`/${region}/journey/sim_`);
    }
  },
  "v1-error-older-form": async ({ v1 }) => {
    expect((await v1("journey/state/fetch", {})).body).toEqual({
      status: 400,
      message: expect.stringContaining("instanceId"),
      error: "MISSING_FIELD",
    });
  },
};

test.each(Object.entries(shown))("the simulator follows rule %s", async (id, show) => {
  expect(ruleOf(id as RuleId).observable).not.toBe(false); // the keys of `shown` are rule ids
  await show(await openService());
});
