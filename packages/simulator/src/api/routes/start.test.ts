import { resolveProfile } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { address, openService } from "../../../test/service.ts";
import { createMemoryStorage } from "../../context/storage.ts";

const invalidNumber = { idNumbers: [{ type: "ssn", idNumber: 7 }] };

test.each([
  ["absolute", `${address}/eu/journey/`],
  ["path", "/journey/"],
] as const)(
  "under the reading %s, `instanceUrl` leads to the instance's hosted page (spec 2.7, gap instance-url-form)",
  async (form, before) => {
    const service = await openService({ profile: { readings: { "instance-url-form": form } } });
    const started = await service.v2("journey/start", {
      resourceId: "age-check@latest",
      context: { config: { delivery: "page" }, subject: {} },
    });
    const url = started.text("instanceUrl");
    expect(url.startsWith(before)).toBe(true);
    const { pathname } = new URL(url, address);
    expect(await service.send(pathname, { method: "GET" })).toMatchObject({ status: 200 });
  },
);

test("a start strips an invalid optional element from the prefill and keeps the others (spec 2.5, gap invalid-prefill)", async () => {
  const service = await openService({ profile: { readings: { "invalid-prefill": "stripped" } } });
  const identity = { firstName: "Ada", lastNames: ["Lovelace"], ...invalidNumber };
  const instanceId = await service.start("identity-check@latest", { identity });
  const { instance } = await service.world.instance(instanceId).read();
  expect(Object.keys(instance.provided)).toEqual(["FullName"]);
});

test("instances with the same journey, readings and scenarios share one object for their terms, which saves memory", async () => {
  const service = await openService();
  const readNew = async () => service.world.instance(await service.start("identity-check@latest")).read();
  const [one, other] = [await readNew(), await readNew()];
  expect(other.terms).toBe(one.terms);
  expect(other.instance.resource).toBe(one.instance.resource);
  await service.world.profile.set({ readings: { "module-retry": "automatic" } });
  expect((await readNew()).terms).not.toEqual(one.terms);
});

test("a start under a profile that changes before its commit follows one profile (gap invalid-prefill)", async () => {
  const storage = createMemoryStorage((store) => ({
    ...store,
    start: async (world, context, start) => {
      await store.configure(world, (settings) => ({ ...settings, profile: resolveProfile("specified") }));
      return store.start(world, context, start);
    },
  }));
  const service = await openService({ storage, profile: { readings: { "invalid-prefill": "stripped" } } });
  const identity = { firstName: "Ada", lastNames: ["Lovelace"], ...invalidNumber };
  const { status, basis } = await service.v2("journey/start", {
    resourceId: "identity-check@latest",
    context: { config: { delivery: "api" }, subject: { identity } },
  });
  expect([status, basis.filter((id) => id.startsWith("invalid-prefill"))]).toEqual([400, ["invalid-prefill=refused"]]);
});

test("refuses link lifetimes below a minute, and accepts any longer one (spec 2.7, gap link-config-bounds)", async () => {
  const service = await openService({ profile: { readings: { "link-config-bounds": "at-least-one" } } });
  const startWith = (linkConfig: object) => {
    const config = { delivery: "page", linkConfig };
    return service.v2("journey/start", { resourceId: "age-check@latest", context: { config, subject: {} } });
  };
  for (const name of ["ttlMinutes", "resumeExpiryMinutes"]) {
    expect((await startWith({ [name]: 0 })).at("errors[0].problem")).toBe(
      `context.config.linkConfig.${name}: must be at least 1.`,
    );
    const started = await startWith({ [name]: Number.MAX_SAFE_INTEGER });
    expect(started.status).toBe(201);
    expect(await service.world.instance(started.text("instanceId")).explain()).toMatchObject({ phase: "collecting" });
  }
  const brief = (await startWith({ ttlMinutes: 1 })).text("instanceUrl");
  const show = async () => (await service.send(new URL(brief, address).pathname, { method: "GET" })).status;
  await service.world.clock.advance({ ms: 59_999 });
  expect(await show()).toBe(200);
  await service.world.clock.advance({ ms: 1 });
  expect(await show()).not.toBe(200);
});

test("a client starts journeys only in its own regions (spec 1, 4.2)", async () => {
  const clients = [{ clientId: "tester", clientSecret: "secret", regions: ["us" as const] }];
  const { post } = await openService({ clients });
  const body = { resourceId: "age-check-v1@latest", context: { config: { async: true }, subject: {} } };
  const statuses = ["/us", "/eu", ""].map(async (region) => {
    const { status, at } = await post(`${region}/captain/api/journey/start`, body);
    return [status, at("error")];
  });
  expect(await Promise.all(statuses)).toEqual([
    [201, undefined],
    [expect.any(Number), "UNAVAILABLE_REGION"],
    [expect.any(Number), "UNAVAILABLE_REGION"],
  ]);
});
