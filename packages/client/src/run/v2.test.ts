import type { FaultAction } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { toPlan } from "../../test/fault.ts";
import { pixel } from "../../test/journey.ts";
import { run, toSubject } from "../../test/program.ts";
import { createTestWorld, type TestWorldOptions } from "../../test/world.ts";
import { createJourneyClient, type JourneyClient } from "../client.ts";
import type { ElementAnswers } from "../types/elements.ts";
import type { Collect } from "./collect.ts";
import * as v1 from "./v1.ts";
import { runJourney } from "./v2.ts";

const paths = ({ reached }: ReturnType<typeof createTestWorld>) => reached.map(({ path }) => path);

const values: ElementAnswers = {
  FullName: { firstName: "Ada", lastNames: ["Lovelace"] },
  DateOfBirth: "1990-12-10",
  CurrentAddress: { locality: "London" },
};
const answer: Collect = (element) => values[element];

const birth: Collect = (element) => (element === "DateOfBirth" ? "1990-12-10" : undefined);

test("collects each element once and submits each interaction in one request (spec 3.2)", async () => {
  const opened = createTestWorld({ latency: 0 });
  const asked: unknown[] = [];
  const result = await runJourney(opened.client, {
    resourceId: "identity-check@latest",
    async collect(element, { need, attempt }) {
      asked.push([element, need, attempt]);
      return values[element];
    },
  });
  expect(asked).toEqual([
    ["FullName", "required", 1],
    ["DateOfBirth", "required", 1],
    ["CurrentAddress", "required", 1],
    ["SSN", "optional", 1],
  ]);
  expect(result).toMatchObject({
    status: "Completed",
    outcome: "accept",
    steps: [{ name: "Data Verification", outcome: "Match", advice: { outcome: "Match" } }],
  });
  expect(paths(opened).filter((path) => path === "interaction/submit")).toHaveLength(2);
});

test("fetches the state once if the last interaction fetch returns a 409 (spec 4.4; gap interaction-after-end)", async () => {
  const readings = { "interaction-after-end": "conflict" } as const;
  const opened = createTestWorld({ profile: { readings }, latency: 0 });
  expect(await runJourney(opened.client, { resourceId: "age-check@latest", collect: birth })).toMatchObject({
    outcome: "accept",
  });
  expect(paths(opened).filter((path) => path === "state/fetch")).toHaveLength(1);
});

test.each([
  ["device", "forbidden"],
  ["journey-device", "unauthorized"],
] as const)(
  "gets an end-user token if the service requires one (gaps interaction-token, device-start: %s, wrong-token: %s)",
  async (reading, wrong) => {
    const readings = { "interaction-token": "end-user", "device-start": reading, "wrong-token": wrong } as const;
    const opened = createTestWorld({ profile: { readings } });
    expect(await run(opened.client, "full-kyc")).toMatchObject({ outcome: "accept" });
    expect(paths(opened).filter((path) => path.endsWith("device/start"))).toHaveLength(1);
  },
);

test("gets another end-user token if the service refuses a submit with a 401 (spec 5; gap interaction-token)", async () => {
  const opened = createTestWorld({ profile: { readings: { "interaction-token": "end-user" } } });
  await opened.world.faults.set(toPlan({ endpoint: "v2.submitInteraction", nth: 1 }, { type: "revokeToken" }));
  expect(await run(opened.client, "age-check")).toMatchObject({ outcome: "accept" });
  expect(paths(opened).filter((path) => path.endsWith("device/start"))).toHaveLength(2);
});

test("requests a new connect token if the response to device/connect is lost (gap connect-token-uses)", async () => {
  const profile = { readings: { "interaction-token": "end-user" } } as const;
  const opened = createTestWorld({ profile });
  await opened.world.faults.set(toPlan({ endpoint: "v2.connectDevice", nth: 1 }, { type: "dropResponse" }));
  expect(await run(opened.client, "age-check")).toMatchObject({ outcome: "accept" });
  expect(paths(opened).flatMap((path) => /device\/\w+$/.exec(path) ?? [])).toEqual([
    "device/start",
    "device/connect",
    "device/connect",
    "device/start",
    "device/connect",
  ]);
});

test("throws an error that explains why no end-user token is available (gap device-start)", async () => {
  const readings = { "interaction-token": "end-user", "device-start": "journey-device" } as const;
  const options: TestWorldOptions = { profile: { readings } };
  const { client } = createTestWorld({ ...options, wrapFetch: (fetch) => (request) => fetch(elsewhere(request)) });
  const error: unknown = await run(client, "age-check").catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/end-user token.*: v2.startDevice responded with 404.*device-start/);
  expect(error).toHaveProperty("cause", expect.objectContaining({ route: "v2.fetchInteraction", status: 403 }));
});

const elsewhere = (request: Request) => new Request(request.url.replace("/journey/device", "/no-device"), request);

test("throws an error after three submits if the service requests the same element again each time (gap required-invalid)", async () => {
  for (const shrinks of ["as-accepted", "when-advancing"] as const) {
    const readings = { "required-invalid": "outstanding", "outstanding-shrinks": shrinks } as const;
    const { client } = createTestWorld({ profile: { readings } });
    const attempts: number[] = [];
    const running = runJourney(client, {
      resourceId: "age-check@latest",
      collect: (_, { attempt }) => `never ${attempts.push(attempt)}`,
    });
    await expect(running).rejects.toThrow("accepted DateOfBirth 3 times");
    expect(attempts).toEqual([1, 2, 3]);
  }
});

test("submits all missing elements at once, even if the service does not show which elements it already has (gaps outstanding-shrinks, missing-element)", async () => {
  const readings = { "outstanding-shrinks": "when-advancing", "missing-element": "of-interaction" } as const;
  const { client } = createTestWorld({ profile: { readings } });
  const { outcome } = await run(client, "onboarding", { prefill: toSubject("Lovelace", ["FullName"]) });
  expect(outcome).toBe("accept");
});

test("collects all elements again if the list of outstanding elements does not show which one was invalid (gap outstanding-shrinks)", async () => {
  const readings = { "required-invalid": "outstanding", "outstanding-shrinks": "when-advancing" } as const;
  const { client } = createTestWorld({ profile: { readings } });
  const asked: string[] = [];
  const result = await runJourney(client, {
    resourceId: "identity-check@latest",
    subject: { identity: { currentAddress: { locality: "London" } } },
    collect(element, { attempt }) {
      asked.push(element);
      if (element === "FullName") return { firstName: "Ada", lastNames: ["Lovelace"] };
      return attempt === 1 ? "not a date" : "1990-12-10";
    },
  });
  expect(result.outcome).toBe("accept");
  expect(asked).toEqual(["FullName", "DateOfBirth", "FullName", "DateOfBirth"]);
});

test("throws an error that names the element if `collect` returns nothing for a required element", async () => {
  const { client } = createTestWorld();
  const running = runJourney(client, { resourceId: "age-check@latest", collect: () => undefined });
  await expect(running).rejects.toThrow(/collect returned nothing for DateOfBirth, which .* requires/);
});

test("accepts the data of a custom element only as a part of the subject (spec 2.6)", async () => {
  const definition = {
    id: "origin",
    name: "Origin",
    apiVersion: "v2",
    elements: [{ name: "Origin", path: "identity.placeOfBirth.country" }],
    segments: [
      {
        id: "one",
        interactions: [{ id: "origin", pages: [], required: ["Origin"] }],
        modules: [{ module: "Data Verification", variant: "data-verification-v2" }],
      },
    ],
  };
  const { client } = createTestWorld({ journeys: [definition] });
  const collect: Collect = () => ({ subject: { identity: { placeOfBirth: { country: "GB" } } } });
  expect(await runJourney(client, { resourceId: "origin@latest", collect })).toMatchObject({ outcome: "accept" });
  const bare = runJourney(client, { resourceId: "origin@latest", collect: () => "GB" });
  await expect(bare).rejects.toThrow("Origin is not a standard element");
});

test("reports the address of the hosted pages and waits for the end user (spec 2.7)", async () => {
  const opened = createTestWorld();
  const urls: (string | undefined)[] = [];
  const result = await runJourney(opened.client, {
    resourceId: "age-check@latest",
    delivery: "page",
    collect: birth,
    timeoutMs: 60_000,
    onStart: ({ instanceUrl }) => urls.push(instanceUrl),
  });
  expect(result).toMatchObject({ status: "InProgress", outcome: "undecided" });
  expect(urls).toEqual([expect.stringMatching(/^http.*\/journey\//)]);
  expect(paths(opened)).not.toContain("interaction/fetch");
});

test.each(["v1", "v2"] as const)("returns the outcome undecided when timeoutMs has passed (%s)", async (apiVersion) => {
  const readings = { "refer-ends-journey": "no" } as const;
  const { client } = createTestWorld({ profile: { readings } });
  const journey = apiVersion === "v1" ? "full-kyc-v1" : "full-kyc";
  expect(await run(client, journey, { lastName: "Testrefer" })).toMatchObject({
    status: "InProgress",
    outcome: "undecided",
  });
  expect(client.clock.now() - Date.UTC(2026, 0, 1, 12)).toBe(600_000);
});

test.each(["v1", "v2"] as const)(
  "returns the outcome undecided when timeoutMs has passed, even if the last request for the state fails once (%s)",
  async (apiVersion) => {
    const { client, world } = createTestWorld({ latency: 900_000 });
    await world.faults.set(toPlan({ endpoint: `${apiVersion}.fetchState`, nth: 1 }, { type: "status", status: 503 }));
    expect(await run(client, apiVersion === "v1" ? "age-check-v1" : "age-check")).toMatchObject({
      status: "InProgress",
      outcome: "undecided",
    });
  },
);

test.each(["collect", "onStart"] as const)("stops at once if the signal aborts while `%s` is pending", async (name) => {
  const opened = createTestWorld({ latency: 0 });
  const controller = new AbortController();
  let passed: unknown;
  const never = (_: unknown, spec?: unknown) => {
    passed = spec;
    controller.abort("enough");
    return new Promise<never>(() => {});
  };
  const options = { resourceId: "age-check@latest", collect: birth, signal: controller.signal, [name]: never };
  await expect(runJourney(opened.client, options)).rejects.toBe("enough");
  if (name === "collect") expect(passed).toMatchObject({ signal: controller.signal });
  expect(paths(opened)).not.toContain("interaction/submit");
});

test.each([
  { apiVersion: "v1", run: v1.runJourney, body: null },
  { apiVersion: "v2", run: runJourney, body: {} },
])("throws an UnknownOutcomeError if the response to a $apiVersion start is $body (spec 4.2, 4.3)", async (each) => {
  const responses = [{ access_token: "t", token_type: "Bearer", expires_in: 3_600 }, each.body];
  const auth = { clientId: "c", clientSecret: "s" };
  const address = "http://localhost";
  const fetch = async () => Response.json(responses.shift());
  const client = createJourneyClient({ baseUrl: address, authUrl: address, auth, fetch });
  const onStart = () => expect.unreachable();
  await expect(each.run(client, { resourceId: "age-check@latest", collect: birth, onStart })).rejects.toMatchObject({
    name: "UnknownOutcomeError",
    route: `${each.apiVersion}.startJourney`,
    sent: { resourceId: "age-check@latest" },
  });
});

test("sends nothing more if the signal aborts while `collect` runs", async () => {
  const opened = createTestWorld();
  const controller = new AbortController();
  const running = runJourney(opened.client, {
    resourceId: "document-and-selfie@latest",
    signal: controller.signal,
    collect() {
      controller.abort("enough");
      return { side1Image: pixel };
    },
  });
  await expect(running).rejects.toBe("enough");
  expect(paths(opened)).toEqual(["start", "interaction/fetch"]);
});

/** Returns the elements that the instance accepted, in order, and the number of starts. */
async function commands({ world }: ReturnType<typeof createTestWorld>) {
  const { instances } = await world.instances();
  const logs = await Promise.all(instances.map(({ instanceId }) => world.instance(instanceId).log()));
  return {
    starts: instances.length,
    accepted: logs.flat().flatMap((command) => (command.type === "submit" ? command.participants : [])),
  };
}

test.each<[string, FaultAction]>([
  ["the service accepted the submit", { type: "dropResponse" }],
  ["the submit did not arrive", { type: "dropRequest" }],
  ["the service returned a 503", { type: "status", status: 503 }],
])("continues after a lost submit if %s, with or without the option `readings` (spec 4.2)", async (_, action) => {
  for (const hasReadings of [true, false]) {
    for (const readings of [{}, { "outstanding-shrinks": "when-advancing" }] as const) {
      for (const nth of [1, 2]) {
        const opened = createTestWorld({ profile: { readings }, hasReadings });
        await opened.world.faults.set(toPlan({ endpoint: "v2.submitInteraction", nth }, action));
        const asked: string[] = [];
        const result = await runJourney(opened.client, {
          resourceId: "identity-check@latest",
          collect(element, { attempt }) {
            asked.push(`${element} ${attempt}`);
            return values[element];
          },
        });
        expect(result).toMatchObject({ outcome: "accept" });
        expect(asked).toEqual(["FullName 1", "DateOfBirth 1", "CurrentAddress 1", "SSN 1"]);
        expect(await commands(opened)).toEqual({ starts: 1, accepted: ["FullName", "DateOfBirth", "CurrentAddress"] });
      }
    }
  }
});

test("waits at least intervalMs before repeating a lost submit (spec 4.4)", async () => {
  const opened = createTestWorld({ hasReadings: false });
  await opened.world.faults.set(toPlan({ endpoint: "v2.submitInteraction", nth: 1 }, { type: "dropRequest" }));
  await runJourney(opened.client, { resourceId: "age-check@latest", collect: birth, intervalMs: 25_000 });
  const [first = 0, second = 0] = opened.reached.flatMap(({ path, at }) => (path === "interaction/submit" ? [at] : []));
  expect(second - first).toBeGreaterThanOrEqual(25_000);
});

test.each([
  ["age-check", "v2.submitInteraction", runJourney, "interaction/submit"],
  ["age-check-v1", "v1.updateTask", v1.runJourney, "task/update"],
] as const)(
  "throws UnknownOutcomeError after three lost submits to one interaction or task (%s)",
  async (id, route, start, sent) => {
    const opened = createTestWorld({ hasReadings: false });
    await opened.world.faults.set(toPlan({ endpoint: route }, { type: "dropRequest" }));
    const running = start(opened.client, { resourceId: `${id}@latest`, collect: birth });
    await expect(running).rejects.toMatchObject({ name: "UnknownOutcomeError", route });
    expect(await commands(opened)).toEqual({ starts: 1, accepted: [] });
    expect(paths(opened).filter((path) => path === sent)).toHaveLength(3);
  },
);

test("continues if a task update is refused with 409, but not if a submit or an update is refused with 400 (spec 4.2, 4.3)", async () => {
  for (const [id, route, start] of [
    ["age-check", "v2.submitInteraction", runJourney],
    ["age-check-v1", "v1.updateTask", v1.runJourney],
  ] as const) {
    for (const status of [409, 400]) {
      const { client, world } = createTestWorld();
      await world.faults.set(toPlan({ endpoint: route, nth: 1 }, { type: "status", status }));
      const running = start(client, { resourceId: `${id}@latest`, collect: birth });
      if (status === 409 && id === "age-check-v1") expect(await running).toMatchObject({ outcome: "accept" });
      if (status === 400) await expect(running).rejects.toMatchObject({ name: "ApiError", status, route });
      else await running.catch(() => undefined);
    }
  }
});

test("after a lost submit, waits no longer than the run may take (spec 4.4)", async () => {
  const opened = createTestWorld({ hasReadings: false });
  await opened.world.faults.set(toPlan({ endpoint: "v2.submitInteraction", nth: 1 }, { type: "dropRequest" }));
  const limits = { intervalMs: 25_000, timeoutMs: 10_000 };
  await runJourney(opened.client, { resourceId: "age-check@latest", collect: birth, ...limits });
  expect(opened.reached.at(-1)?.at).toBe(10_000);
});

test("does not count a submit that a module requests again as another attempt (gap module-retry)", async () => {
  for (const [journey, latency, attempts] of [
    ["full-kyc", 3_000, 1],
    ["full-kyc", 0, 2], // the client does not see that modules run
    ["full-kyc-v1", 3_000, 2],
    ["full-kyc-v1", 0, 2],
  ] as const) {
    const readings = { "module-retry": "recollect" } as const;
    const { client, world } = createTestWorld({ latency, profile: { readings } });
    await world.scenarios.arm({ scenario: "liveness-fails-once" });
    const asked: string[] = [];
    const collect: Collect = (element) => {
      asked.push(element);
      const images: ElementAnswers = { PrimaryDocument: { side1Image: pixel }, Selfie: { selfieImage: pixel } };
      return values[element] ?? images[element];
    };
    const start = journey === "full-kyc" ? runJourney : v1.runJourney;
    const result = await start(client, { resourceId: `${journey}@latest`, collect, attempts });
    expect(result).toMatchObject({ outcome: "accept" });
    expect(asked.filter((element) => element === "Selfie")).toHaveLength(2);
  }
});

test("throws UnknownOutcomeError if the response to the start is lost, and does not start another instance (spec 4.2)", async () => {
  const opened = createTestWorld();
  await opened.world.faults.set(toPlan({ endpoint: "v2.startJourney", nth: 1 }, { type: "dropResponse" }));
  const running = runJourney(opened.client, { resourceId: "age-check@latest", collect: birth });
  await expect(running).rejects.toMatchObject({ name: "UnknownOutcomeError", route: "v2.startJourney" });
  expect(paths(opened)).toEqual(["start"]);
});

test.each(["v1", "v2"] as const)(
  "a new client resumes a run from a saved instance id without a second start (%s)",
  async (apiVersion) => {
    const opened = createTestWorld();
    let saved: { readonly instanceId: string } | undefined;
    const program = (client: JourneyClient, collect: Collect) => {
      const resourceId = apiVersion === "v1" ? "identity-check-v1@latest" : "identity-check@latest";
      const options = {
        ...(saved ?? { resourceId, subject: { uid: "customer-7" } }),
        collect,
        onStart: async (started: { readonly instanceId: string }) => {
          await Promise.resolve();
          saved = JSON.parse(JSON.stringify(started));
        },
        timeoutMs: 600_000,
      };
      return apiVersion === "v1" ? v1.runJourney(client, options) : runJourney(client, options);
    };
    const dying = program(opened.client, (element) => {
      if (element === "CurrentAddress") throw new Error("process ends");
      return values[element];
    });
    await expect(dying).rejects.toThrow("process ends");
    const elsewhere = opened.reconnect();
    expect(await program(elsewhere, answer)).toMatchObject({
      instanceId: saved?.instanceId,
      outcome: "accept",
    });
    expect((await opened.world.instances()).instances).toHaveLength(1);
  },
);

test("continues after a lost task update (spec 2.10, 4.3)", async () => {
  for (const action of [{ type: "dropResponse" }, { type: "dropRequest" }, { type: "status", status: 503 }] as const) {
    const opened = createTestWorld({ hasReadings: false });
    await opened.world.faults.set(toPlan({ endpoint: "v1.updateTask", nth: 1 }, action));
    const result = await v1.runJourney(opened.client, { resourceId: "identity-check-v1@latest", collect: answer });
    expect(result).toMatchObject({ outcome: "accept" });
    expect((await opened.world.instances()).instances).toHaveLength(1);
  }
});

test("waits for onStart to finish before collecting data", async () => {
  const opened = createTestWorld();
  const order: string[] = [];
  await runJourney(opened.client, {
    resourceId: "age-check@latest",
    async onStart() {
      for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
      order.push(`stored after ${paths(opened).length} request`);
    },
    collect(element, spec) {
      order.push(`collects ${element}`);
      return birth(element, spec);
    },
  });
  expect(order).toEqual(["stored after 1 request", "collects DateOfBirth"]);
});

test("does not list the tasks of a paused v1 instance (spec 4.3; gap paused-polling)", async () => {
  const opened = createTestWorld();
  const onStart = ({ instanceId }: { readonly instanceId: string }) => opened.world.instance(instanceId).pause();
  const options = { resourceId: "age-check-v1@latest", collect: birth, onStart, timeoutMs: 30_000 };
  expect(await v1.runJourney(opened.client, options)).toMatchObject({ status: "Paused", outcome: "undecided" });
  expect(new Set(paths(opened))).toEqual(new Set(["start", "state/fetch"]));
});
