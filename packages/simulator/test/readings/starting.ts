import { permissions } from "@journey-kit/schemas/routes";
import { expect } from "vitest";
import { createMemoryStore } from "../../src/store/memory.ts";
import { noFaults } from "../../src/world/fault.ts";
import { testPeople } from "../../src/world/people.ts";
import type { ApiClient } from "../../src/world/permissions.ts";
import { address, noon, type Reply, type Service, sentSubject } from "../service.ts";
import { type Check, gives, type Open, type SomeChecks } from "./check.ts";
import { fetchInteraction, fetchState, person, startV1, toStart } from "./exchange.ts";
import { forbid } from "./forbid.ts";
import { american, oldVariant } from "./journeys.ts";

const startUnknown = ({ v2 }: Service) => v2("journey/start", toStart("nowhere@latest"));
const startOldJourney = ({ v2 }: Service) => v2("journey/start", toStart("age-check-v1@latest"));
const startWithoutVersion = ({ v2 }: Service) => v2("journey/start", toStart("age-check"));
const startKiosk = ({ v2 }: Service) => v2("journey/start", toStart("age-check@latest", {}, { delivery: "kiosk" }));

const startAmerican =
  (status: number): Check =>
  async (open) => {
    const { post } = await open({ journeys: [american] });
    expect(await post("/us/v2/captain/journey/start", toStart("american@latest"))).toMatchObject({ status: 201 });
    const refused = await post("/au/v2/captain/journey/start", toStart("american@latest"));
    expect(refused).toMatchObject({ status, body: { errors: [{ name: "UNAVAILABLE_REGION" }] } });
    return refused;
  };

const withoutV2: ApiClient = { clientId: "old-customer", clientSecret: "secret", v2: false };

const startWithoutV2 =
  (status: number): Check =>
  async (open) => {
    const { v2, v1 } = await open({ clients: [withoutV2] }, "old-customer");
    const refused = await v2("journey/start", toStart("age-check@latest"));
    expect(refused.status).toBe(status);
    expect(await v1("journey/start", toStart("age-check-v1@latest", {}, { async: true }))).toMatchObject({
      status: 201,
    });
    return refused;
  };

const startWrongGeneration =
  (status: number): Check =>
  async (open) => {
    const service = await open();
    const onV2 = await startOldJourney(service);
    const onV1 = await service.v1("journey/start", toStart("age-check@latest", {}, { async: true }));
    expect([onV2.status, onV1.status]).toEqual([status, status]);
    return [onV2, onV1];
  };

/** Starts two v1 instances with `page` delivery, one with valid and one with invalid prefill. */
async function startPageV1(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const config = { async: true, delivery: "page" };
  const bad = { identity: { dateOfBirth: "yesterday" } };
  return [await startV1(service, {}, config), await startV1(service, bad, config)];
}

/** Sends a v2 start and a v1 start without a subject. */
async function startBare(open: Open): Promise<readonly [Reply, Reply]> {
  const { v1, v2 } = await open();
  const config = { delivery: "api" };
  return [
    await v2("journey/start", { resourceId: "age-check@latest", context: { config } }),
    await v1("journey/start", { resourceId: "age-check-v1@latest" }),
  ];
}

const startBadNumber = ({ v2 }: Service) =>
  v2("journey/start", toStart("identity-check@latest", { identity: { idNumbers: [{ type: "ssn", idNumber: 7 }] } }));
const startBadBirth = ({ v2 }: Service) =>
  v2("journey/start", toStart("identity-check@latest", { identity: { dateOfBirth: "yesterday" } }));

const startPage = ({ v2 }: Service) => v2("journey/start", toStart("age-check@latest", {}, { delivery: "page" }));

/** Sends a fetch and a submit for a `page` instance. */
async function callPage(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const instanceId = await service.start("age-check@latest", {}, { delivery: "page" });
  const fetched = await fetchInteraction(service, instanceId);
  const submitted = await service.v2("journey/interaction/submit", {
    instanceId,
    interactionId: "age-check:interaction:birth@latest",
    participants: [{ domainElementId: "DateOfBirth" }],
    context: { subject: sentSubject("DateOfBirth") },
  });
  return [fetched, submitted];
}

const startForNoTime = ({ v2 }: Service) =>
  v2("journey/start", toStart("age-check@latest", {}, { delivery: "page", linkConfig: { ttlMinutes: 0 } }));

/** Lets the link of a `page` instance expire and fetches both the page and the state. */
async function expire(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const config = { delivery: "page", linkConfig: { ttlMinutes: 1 } };
  const started = await service.v2("journey/start", toStart("age-check@latest", {}, config));
  const page = `/journey/${started.text("instanceId")}`;
  expect(await service.send(page, { method: "GET" })).toMatchObject({ status: 200 });
  await service.world.clock.advance({ ms: 60_000 });
  return [await service.send(page, { method: "GET" }), await fetchState(service, started.text("instanceId"))];
}

const startSynchronously = (service: Service) => startV1(service, sentSubject("FullName"), {});
const startBroken = (service: Service) => startV1(service, person("Testfail"), {});

/** Checks the phases of the instances that remain after synchronous starts that fail or time out. */
const leaves =
  (...phases: readonly string[]): Check =>
  async (open, profile) => {
    const clock = { mode: "frozen", at: noon } as const;
    const store = createMemoryStore(() => ({
      clock,
      profile,
      scenario: testPeople,
      scenarios: [],
      faults: noFaults,
      callsPerMinute: 60,
      permissions,
      epoch: 1,
    }));
    const service = await open({ store });
    const refused = [await startBroken(service), await startV1(service, person("Testnever"), {})];
    expect(refused.map(({ status }) => status)).toEqual([500, 500]);
    const left: string[] = [];
    for (const { instance } of await store.scan("tester")) {
      left.push((await service.world.instance(instance.id).read()).instance.progress.phase);
    }
    expect(left).toEqual(phases);
    return refused;
  };

/** Publishes a v2 journey that uses a v1 variant and starts an instance of the journey. */
const publishOldVariant: Check = async (open) => {
  const { v2 } = await open({ journeys: [oldVariant] });
  const started = await v2("journey/start", toStart("old-variant@latest"));
  expect(started.status).toBe(201);
  return started;
};

/** Fetches an instance that started at `/us` at the other regional addresses, and without a prefix. */
const fetchElsewhere =
  (status: number): Check =>
  async (open) => {
    const { post } = await open();
    const started = await post("/us/v2/captain/journey/start", toStart("age-check@latest"));
    const fetchAt = (address: string) =>
      post(`${address}/v2/captain/journey/state/fetch`, { instanceId: started.at("instanceId") });
    expect(await fetchAt("/us")).toMatchObject({ status: 200 });
    const replies = [await fetchAt("/eu"), await fetchAt("/au"), await fetchAt("")];
    expect(replies.map((reply) => reply.status)).toEqual([status, status, status]);
    return replies;
  };

/** Checks for the gaps about starting and publishing journeys. */
export const startingChecks = {
  "version-omitted": {
    refused: gives(400, startWithoutVersion, { errors: [{ name: "INVALID_FIELD", location: "Body" }] }),
    latest: async (open) => {
      const service = await open();
      const started = await startWithoutVersion(service);
      const state = await fetchState(service, started.text("instanceId"));
      expect(state.at("context.process.journey")).toMatchObject({ id: "age-check", version: "1" });
      return started;
    },
  },
  "unknown-resource": {
    "not-found": gives(404, startUnknown, { errors: [{ name: "UNKNOWN_RESOURCE" }] }),
    "bad-request": gives(400, startUnknown, { errors: [{ name: "UNKNOWN_RESOURCE" }] }),
  },
  "unavailable-region": { "not-found": startAmerican(404), "bad-request": startAmerican(400) },
  "v2-not-enabled": { forbidden: startWithoutV2(403), "not-found": startWithoutV2(404) },
  "incompatible-journey": {
    "bad-request": startWrongGeneration(400),
    "not-found": startWrongGeneration(404),
    conflict: startWrongGeneration(409),
  },
  "v1-data-variants": {
    allowed: publishOldVariant,
    refused: async (open) => {
      const problems = await forbid(open, oldVariant);
      expect(problems).toMatchObject([{ path: "segments[0].modules[0].variant" }]);
      return problems;
    },
  },
  "delivery-values": {
    refused: gives(400, startKiosk, { errors: [{ name: "INVALID_FIELD" }] }),
    "as-api": async (open) => {
      const started = await startKiosk(await open());
      expect(started.status).toBe(201);
      expect(started.body).not.toHaveProperty("instanceUrl");
      return started;
    },
  },
  "v1-delivery": {
    optional: async (open) => {
      const [started, refused] = await startPageV1(open);
      expect(started).toMatchObject({ status: 201, body: { instanceUrl: expect.stringContaining("/journey/") } });
      expect(refused.status).toBe(400);
      return [started, refused];
    },
    ignored: async (open) => {
      const replies = await startPageV1(open);
      for (const { status, body } of replies) {
        expect(status).toBe(201);
        expect(body).not.toHaveProperty("instanceUrl");
      }
      return replies;
    },
  },
  "start-subject-omitted": {
    "refused-on-v2": async (open) => {
      const replies = await startBare(open);
      expect(replies.map(({ status }) => status)).toEqual([400, 201]);
      return replies;
    },
    refused: async (open) => {
      const replies = await startBare(open);
      expect(replies.map(({ status }) => status)).toEqual([400, 400]);
      return replies;
    },
    accepted: async (open) => {
      const replies = await startBare(open);
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      return replies;
    },
  },
  "invalid-prefill": {
    refused: gives(400, startBadNumber, { errors: [{ name: "INVALID_FIELD" }] }),
    stripped: async (open) => {
      const service = await open();
      const optional = await startBadNumber(service);
      const required = await startBadBirth(service);
      expect([optional.status, required.status]).toEqual([201, 400]);
      const { instance } = await service.world.instance(optional.text("instanceId")).read();
      expect(instance.provided).toEqual({});
      return [optional, required];
    },
  },
  "region-visibility": { own: fetchElsewhere(404), all: fetchElsewhere(200) },
  "start-response": {
    nothing: async (open) => {
      const { v2, v1 } = await open();
      const started = await v2("journey/start", toStart("age-check@latest"));
      const old = await v1("journey/start", toStart("age-check-v1@latest", {}, { async: true }));
      for (const { body } of [started, old]) expect(Object.keys(Object(body))).toEqual(["instanceId"]);
      return [started, old];
    },
    message: gives(201, ({ v2 }) => v2("journey/start", toStart("age-check@latest")), {
      status: "started",
      message: expect.any(String),
    }),
  },
  "v1-start-status": {
    created: gives(201, (service) => startV1(service)),
    ok: gives(200, (service) => startV1(service)),
  },
  "instance-url-form": {
    absolute: async (open) => {
      const service = await open();
      const started = await startPage(service);
      const { pathname, origin } = new URL(started.text("instanceUrl"));
      expect(origin).toBe(address);
      expect(await service.send(pathname, { method: "GET" })).toMatchObject({ status: 200 });
      return started;
    },
    path: async (open) => {
      const service = await open();
      const started = await startPage(service);
      expect(started.at("instanceUrl")).toBe(`/journey/${started.text("instanceId")}`);
      expect(await service.send(started.text("instanceUrl"), { method: "GET" })).toMatchObject({ status: 200 });
      return started;
    },
  },
  "page-api-calls": {
    allowed: async (open) => {
      const replies = await callPage(open);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      return replies;
    },
    refused: async (open) => {
      const replies = await callPage(open);
      expect(replies.map(({ status }) => status)).toEqual([409, 409]);
      return replies;
    },
  },
  "link-config-bounds": {
    "at-least-one": gives(400, startForNoTime, { errors: [{ name: "INVALID_FIELD" }] }),
    any: gives(201, startForNoTime),
  },
  "link-expiry": {
    "link-only": async (open) => {
      const [page, state] = await expire(open);
      expect(page.status).toBe(410);
      expect(state).toMatchObject({ status: 200, body: { status: "InProgress" } });
      return page;
    },
    "instance-fails": async (open) => {
      const [page, state] = await expire(open);
      expect(state).toMatchObject({ status: 200, body: { status: "Failed" } });
      return [page, state];
    },
  },
  "v1-sync-open-tasks": {
    "answers-at-once": async (open) => {
      const service = await open();
      const started = await startSynchronously(service);
      expect(started.status).toBe(201);
      const state = await service.v1("journey/state/fetch", { instanceId: started.at("instanceId") });
      expect(state.at("status")).toBe("InProgress");
      return started;
    },
    refused: gives(400, startSynchronously, { error: "OPEN_TASKS" }),
  },
  "v1-sync-failure": {
    "500": gives(500, startBroken, { status: 500 }),
    "502": gives(502, startBroken, { status: 502 }),
    "503": gives(503, startBroken, { status: 503 }),
    "504": gives(504, startBroken, { status: 504 }),
  },
  "v1-sync-failed-instance": { failed: leaves("failed", "failed"), none: leaves() },
} as const satisfies SomeChecks;
