import { expect } from "vitest";
import { noon, type Reply, type Service } from "../service.ts";
import type { Check, Checks, Open } from "./check.ts";
import { fetchState, person, startV1, toStart } from "./exchange.ts";
import { forbid } from "./forbid.ts";
import { oldVariant, phone } from "./journeys.ts";

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

const startBroken = (service: Service) => startV1(service, person("Testfail"), {});

/** Checks the phases of the instances that remain after synchronous starts that fail or time out. */
const leaves =
  (...phases: readonly string[]): Check =>
  async (open) => {
    const clock = { mode: "frozen", at: noon } as const;
    const service = await open({ clock });
    const refused = [await startBroken(service), await startV1(service, person("Testnever"), {})];
    expect(refused.map(({ status }) => status)).toEqual([500, 500]);
    const { instances } = await service.world.instances();
    const left: string[] = [];
    for (const { instanceId } of instances) {
      left.push((await service.world.instance(instanceId).read()).instance.progress.phase);
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

const ageCheck = toStart("age-check@latest");

const mebibyte = 1024 ** 2;

/** Sends a start with a body of the given size. */
const startOfSize =
  (bytes: number) =>
  (service: Service): Promise<Reply> => {
    const body = JSON.stringify(ageCheck);
    return service.send("/v2/captain/journey/start", {
      method: "POST",
      headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
      body: body + " ".repeat(bytes - body.length),
    });
  };

/** Checks that a body of the given size is accepted and that one more byte is refused. */
const takes =
  (bytes: number): Check =>
  async (open) => {
    const service = await open();
    expect(await startOfSize(bytes)(service)).toMatchObject({ status: 201 });
    const refused = await startOfSize(bytes + 1)(service);
    expect(refused).toMatchObject({ status: 413, body: { errors: [{ name: "BODY_TOO_LARGE" }] } });
    return refused;
  };

/** Checks that no case of the contract tests can express: publishing, hosted pages, the store, a body of 20 MiB. */
export const checks: Checks = {
  "v1-data-variants": {
    allowed: publishOldVariant,
    refused: async (open) => {
      const problems = await forbid(open, oldVariant);
      expect(problems).toMatchObject([{ path: "segments[0].modules[0].variant" }]);
      return problems;
    },
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
  "v1-sync-failed-instance": { failed: leaves("failed", "failed"), none: leaves() },
  "element-names": {
    six: async (open) => {
      const problems = await forbid(open, phone);
      expect(problems).toMatchObject([{ path: "segments[0].interactions[0].required[0]" }]);
      return problems;
    },
    extended: async (open) => {
      const { v2 } = await open({ journeys: [phone] });
      const started = await v2("journey/start", toStart("phone@latest"));
      expect(started.status).toBe(201);
      return started;
    },
  },
  "request-size-limit": { "20MiB": takes(20 * mebibyte), "1MiB": takes(mebibyte) },
};
