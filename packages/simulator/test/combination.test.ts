import type { Readings } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { fetchInteraction, startV1, submitElements } from "./readings/exchange.ts";
import { enterService, openService } from "./service.ts";

const day = 24 * 60 * 60 * 1_000;
const under = (readings: Readings) => openService({ profile: { readings } });

test("an empty submit stores nothing, even under stricter or more lenient readings (spec 2.9, 4.2)", async () => {
  const service = await under({
    "participants-omitted": "keeps-nothing",
    "missing-element": "of-interaction",
    "unlisted-data": "taken",
  });
  const instanceId = await service.start("identity-check@latest");
  const subject = { identity: { firstName: "Ada", lastNames: ["Lovelace"] } };
  expect(await submitElements(service, instanceId, [], subject)).toMatchObject({
    status: 200,
    body: { status: "success" },
  });
  expect((await fetchInteraction(service, instanceId)).at("outstanding")).toEqual(["FullName", "DateOfBirth"]);
});

test("an invalid element that may stay outstanding does not count as missing (spec 4.2)", async () => {
  const service = await under({ "required-invalid": "outstanding", "missing-element": "of-interaction" });
  const instanceId = await service.start("identity-check@latest");
  const identity = { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "yesterday" };
  const submitted = await submitElements(service, instanceId, ["FullName", "DateOfBirth"], { identity });
  expect(submitted.status).toBe(200);
  expect((await fetchInteraction(service, instanceId)).at("outstanding")).toEqual(["DateOfBirth"]);
});

test("a hosted page is removed together with its instance (spec 2.7, 8)", async () => {
  const service = await under({ retention: "after-a-day" });
  const birth = { identity: { dateOfBirth: "1990-12-10" } };
  const instanceId = await service.start("age-check@latest", birth, { delivery: "page" });
  const show = () => service.send(`/journey/${instanceId}`, { method: "GET" });
  await service.world.clock.advance({ ms: 1_000 });
  expect(await show()).toMatchObject({ status: 200 });
  await service.world.clock.advance({ ms: day });
  expect(await show()).toMatchObject({ status: 404, body: { errors: [{ name: "UNKNOWN_INSTANCE" }] } });
});

test("a v2 request for a v1 instance does not cite retention (spec 7, 8)", async () => {
  const service = await openService();
  const instanceId = (await startV1(service)).text("instanceId");
  const refused = await service.v2("journey/state/fetch", { instanceId });
  expect(refused).toMatchObject({ status: 404 });
  expect(refused.basis).not.toContain("retention=never");
});

test("the token endpoint uses the readings of the client's world (spec 4.1)", async () => {
  const one = await openService();
  const other = await enterService(one.simulator, "other");
  await other.world.profile.set({ readings: { "token-error-body": "errors" } });
  const ask = (clientId: string) =>
    one.send("/as/token.oauth2", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `client_id=${clientId}&client_secret=secret`,
    });
  expect(await ask("tester")).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(await ask("other")).toMatchObject({ status: 400, body: { errors: [{ name: "INVALID_TOKEN_REQUEST" }] } });
});

test("one reading changes the paths of both device endpoints (spec 4.2, 5)", async () => {
  const service = await openService();
  await service.world.profile.set({ readings: { "device-start": "journey-device" } });
  const device = await service.v2("journey/device/start", { instanceId: await service.start("age-check@latest") });
  const show = (path: string) =>
    service.send(`/v2/captain/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ connectToken: device.at("connectToken") }),
    });
  expect(await show("journey/device/connect")).toMatchObject({ status: 201, body: { tokenType: "end-user" } });
  expect(await show("device/connect")).toMatchObject({ status: 404 });
});

test("a task gets its variant from the module that it feeds in the same segment (spec 2.3)", async () => {
  const task = { variantId: "own", feeds: "Data Verification", required: ["FullName"] };
  const segment = (id: string, variant: string) => ({
    id,
    tasks: [{ ...task, id: `${id}-task` }],
    modules: [{ module: "Data Verification", variant }],
  });
  const segments = [segment("first", "data-verification-v1"), segment("second", "data-verification-us-v1")];
  const { v1, world } = await openService({ journeys: [{ id: "twice", name: "Twice", apiVersion: "v1", segments }] });
  const subject = { identity: { firstName: "Ada", lastNames: ["Lovelace"] } };
  const started = await v1("journey/start", {
    resourceId: "twice@latest",
    context: { config: { async: true }, subject },
  });
  await world.profile.set({ readings: { "task-list-contents": "all" } });
  await world.clock.advance({ ms: 2_000 });
  const listed = await v1("journey/task/list", { instanceId: started.at("instanceId") });
  expect(listed.at("tasks")).toMatchObject([
    { variantId: "data-verification-v1" },
    { variantId: "data-verification-us-v1" },
  ]);
});
