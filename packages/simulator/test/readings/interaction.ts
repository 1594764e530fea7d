import { expect } from "vitest";
import type { Reply, Service } from "../service.ts";
import { sentSubject } from "../service.ts";
import { type Check, gives, type Open, type SomeChecks } from "./check.ts";
import { fetchInteraction, fetchState, longEnough, person, runThrough, toStart } from "./exchange.ts";
import { extrasFirst, namesItsOwn } from "./journeys.ts";

/** Fetches the interaction of a new instance with a prefilled name and date of birth. */
async function fetchSome(service: Service): Promise<Reply> {
  const instanceId = await service.start("identity-check@latest", sentSubject("FullName", "DateOfBirth"));
  return fetchInteraction(service, instanceId);
}

/** Fetches the interaction while the modules of a fully prefilled instance run. */
const fetchWhileRunning = async (service: Service): Promise<Reply> =>
  fetchInteraction(service, await service.start("identity-check@latest", person()));

/** Fetches the interaction after the journey has ended. */
const fetchAfterEnd = async (service: Service): Promise<Reply> => fetchInteraction(service, await runThrough(service));

/** Fetches the end interaction of a journey with custom end pages. */
async function fetchOwnEnd(open: Open): Promise<Reply> {
  const service = await open({ journeys: [namesItsOwn] });
  const instanceId = await service.start("names-its-own@latest", sentSubject("DateOfBirth"));
  await service.world.clock.advance({ ms: longEnough });
  return fetchInteraction(service, instanceId);
}

/** Submits the first two elements of document-and-selfie and fetches the interaction while the first module runs. */
async function fetchBehindModules(open: Open): Promise<readonly [Reply, Service, string]> {
  const service = await open();
  const instanceId = await service.start("document-and-selfie@latest");
  await service.submit(instanceId, "FullName", "DateOfBirth");
  return [await fetchInteraction(service, instanceId), service, instanceId];
}

/** Fetches the first interaction of a new instance. */
const fetchNew = async (service: Service): Promise<Reply> =>
  fetchInteraction(service, await service.start("identity-check@latest"));

/** Submits the first of two elements and fetches the interaction. */
async function fetchAfterOne(service: Service): Promise<Reply> {
  const instanceId = await service.start("identity-check@latest");
  await service.submit(instanceId, "FullName");
  return fetchInteraction(service, instanceId);
}

/** Submits an element to a new instance. */
const submitOne = async (service: Service): Promise<Reply> =>
  service.submit(await service.start("identity-check@latest"), "FullName");

/** Starts an instance with only the required elements prefilled and fetches the interaction. */
async function startCovered(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const started = await service.v2("journey/start", toStart("identity-check@latest", person()));
  return [started, await fetchInteraction(service, started.text("instanceId"))];
}

/** Starts a journey whose first interaction requires nothing and fetches the interaction. */
async function startExtras(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open({ journeys: [extrasFirst] });
  const started = await service.v2("journey/start", toStart("extras-first@latest"));
  return [started, await fetchInteraction(service, started.text("instanceId"))];
}

/** Lists the tasks of a v2 instance. */
const listTasks = async (service: Service): Promise<Reply> =>
  service.v2("journey/task/list/schema", { instanceId: await service.start("age-check@latest") });

/** Fetches an interaction with a customer token and then with an end-user token. */
async function fetchWithBoth(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const instanceId = await service.start("age-check@latest");
  const device = await service.v2("device/start", { instanceId });
  const connected = await service.v2("device/connect", { connectToken: device.at("connectToken") });
  const authorization = `Bearer ${connected.text("endUserToken")}`;
  const path = "/v2/captain/journey/interaction/fetch";
  return [await fetchInteraction(service, instanceId), await service.post(path, { instanceId }, { authorization })];
}

/** Starts a device at both possible paths. */
async function startDevices(open: Open): Promise<readonly [Reply, Reply]> {
  const service = await open();
  const body = { instanceId: await service.start("age-check@latest"), scope: ["selfie"] };
  return [await service.v2("device/start", body), await service.v2("journey/device/start", body)];
}

/** Connects two devices: one sends its connect token in the body, the other as the bearer token. */
const connects =
  (byBody: number, byBearer: number): Check =>
  async (open) => {
    const service = await open();
    const instanceId = await service.start("age-check@latest");
    const connectToken = async () => (await service.v2("device/start", { instanceId })).text("connectToken");
    const path = "/v2/captain/device/connect";
    const headers = { authorization: `Bearer ${await connectToken()}` };
    const replies = [
      await service.post(path, { connectToken: await connectToken() }),
      await service.post(path, {}, headers),
    ];
    expect(replies.map(({ status }) => status)).toEqual([byBody, byBearer]);
    return replies;
  };

const connect = { connectToken: expect.any(String), tokenType: "connect", expiresIn: 120, scope: ["selfie"] };

/** Checks for the gaps about interactions. */
export const interactionChecks = {
  "interaction-resource-version": {
    pinned: gives(200, fetchSome, { interaction: { resource: { version: "1" } } }),
    started: gives(200, fetchSome, { interaction: { resource: { version: "latest" } } }),
  },
  "interaction-fetch-layout": {
    flat: gives(200, fetchSome, {
      interactionId: "identity-check:interaction:address@latest",
      journey: { status: "InProgress" },
      collects: ["CurrentAddress", "SSN"],
      spec: { CurrentAddress: "required", SSN: "optional" },
      outstanding: ["CurrentAddress", "SSN"],
      layout: { pages: [{ id: "address_details", cards: [{ id: "AddressCard" }, { id: "IdentifierCardSSN" }] }] },
    }),
    nested: gives(200, fetchSome, {
      interactionId: "identity-check:interaction:address@latest",
      journey: { status: "InProgress" },
      interaction: {
        grId: "identity-check:interaction:address@latest",
        resource: { type: "interaction", data: { pages: [{ cards: [{ id: "AddressCard" }, {}] }] } },
        collects: [
          { ref: "CurrentAddress", spec: "required" },
          { ref: "SSN", spec: "optional" },
        ],
        consumes: [],
      },
      outstanding: ["CurrentAddress", "SSN"],
    }),
  },
  "interaction-waits-for-modules": {
    waits: async (open) => {
      const [fetched, service, instanceId] = await fetchBehindModules(open);
      expect(fetched.at("processing")).toBe(true);
      await service.world.clock.advance({ ms: 2_000 });
      const later = await fetchInteraction(service, instanceId);
      expect(later.at("outstanding")).toEqual(["PrimaryDocument"]);
      return [fetched, later];
    },
    "at-once": async (open) => {
      const [fetched, service, instanceId] = await fetchBehindModules(open);
      expect(fetched.at("outstanding")).toEqual(["PrimaryDocument"]);
      expect(await service.submit(instanceId, "PrimaryDocument")).toMatchObject({ status: 200 });
      return fetched;
    },
  },
  "interaction-while-running": {
    processing: async (open) => {
      const service = await open();
      const fetched = await fetchWhileRunning(service);
      expect(fetched.status).toBe(200);
      expect(fetched.body).toEqual({
        instanceId: expect.any(String),
        journey: { status: "InProgress" },
        processing: true,
        outstanding: [],
      });
      return fetched;
    },
    "not-found": gives(404, fetchWhileRunning, { errors: [{ name: "NO_INTERACTION" }] }),
    conflict: gives(409, fetchWhileRunning, { errors: [{ name: "NO_INTERACTION" }] }),
  },
  "interaction-after-end": {
    "end-interaction": gives(200, fetchAfterEnd, {
      interactionId: "identity-check:interaction:end@latest",
      journey: { status: "Completed" },
      collects: [],
      outstanding: [],
    }),
    conflict: gives(409, fetchAfterEnd, { errors: [{ name: "JOURNEY_ENDED" }] }),
  },
  "end-interaction-outcome": {
    result: async (open) => {
      const service = await open();
      const instanceId = await runThrough(service);
      const fetched = await fetchInteraction(service, instanceId);
      const state = await fetchState(service, instanceId);
      expect(fetched.at("result")).toEqual(state.at("context.process.result"));
      expect(fetched.at("result.outcome")).toBe("Accept");
      expect(fetched.at("layout.pages[0].cards[0].outcome")).toBeUndefined();
      return fetched;
    },
    layout: async (open) => {
      const fetched = await fetchAfterEnd(await open());
      const own = await fetchOwnEnd(open);
      for (const { body } of [fetched, own]) expect(body).not.toHaveProperty("result");
      expect(fetched.at("layout.pages[0].cards[0].outcome")).toBe("Accept");
      expect(own.at("layout.pages[0].cards[0]")).toEqual({ id: "ThanksCard", outcome: "Welcome" });
      return [fetched, own];
    },
  },
  "outstanding-scope": {
    all: gives(200, fetchSome, { outstanding: ["CurrentAddress", "SSN"] }),
    required: gives(200, fetchSome, { outstanding: ["CurrentAddress"] }),
  },
  "outstanding-granularity": {
    elements: gives(200, fetchNew, { outstanding: ["FullName", "DateOfBirth"] }),
    fields: gives(200, fetchNew, {
      outstanding: ["FullName/firstName", "FullName/middleNames", "FullName/lastNames", "DateOfBirth"],
    }),
  },
  "outstanding-shrinks": {
    "as-accepted": gives(200, fetchAfterOne, { outstanding: ["DateOfBirth"] }),
    "when-advancing": async (open) => {
      const service = await open();
      const fetched = await fetchAfterOne(service);
      expect(fetched.at("outstanding")).toEqual(["FullName", "DateOfBirth"]);
      await service.submit(fetched.text("instanceId"), "DateOfBirth");
      const next = await fetchInteraction(service, fetched.text("instanceId"));
      expect(next.at("outstanding")).toEqual(["CurrentAddress", "SSN"]);
      return [fetched, next];
    },
  },
  "fetch-status": { ok: gives(200, fetchSome), created: gives(201, fetchSome) },
  "submit-status": {
    ok: gives(200, submitOne, { status: "success" }),
    created: gives(201, submitOne, { status: "success" }),
  },
  "prefill-covers": {
    required: async (open) => {
      const [started, fetched] = await startCovered(open);
      expect(fetched.at("processing")).toBe(true);
      return started;
    },
    all: async (open) => {
      const [started, fetched] = await startCovered(open);
      expect(fetched.at("outstanding")).toEqual(["SSN"]);
      return started;
    },
  },
  "optional-only": {
    waits: async (open) => {
      const [started, fetched] = await startExtras(open);
      expect(fetched.at("outstanding")).toEqual(["SSN"]);
      return [started, fetched];
    },
    "passed-over": async (open) => {
      const [started, fetched] = await startExtras(open);
      expect(fetched.at("outstanding")).toEqual(["DateOfBirth"]);
      return started;
    },
  },
  "v2-task-list": {
    interaction: gives(201, listTasks, {
      status: "InProgress",
      tasks: [{ taskId: "age-check:interaction:birth@latest" }],
      schemas: { birth: { type: "object" } },
    }),
    instance: async (open) => {
      const listed = await listTasks(await open());
      expect(listed).toMatchObject({ status: 201, body: { tasks: [{ taskId: listed.at("instanceId") }] } });
      return listed;
    },
    none: gives(201, listTasks, { tasks: [], schemas: {} }),
    "not-found": gives(404, listTasks, { errors: [{ name: "NO_TASKS" }] }),
  },
  "interaction-token": {
    either: async (open) => {
      const replies = await fetchWithBoth(open);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      return replies;
    },
    "end-user": async (open) => {
      const replies = await fetchWithBoth(open);
      expect(replies.map(({ status }) => status)).toEqual([403, 200]);
      return replies;
    },
  },
  "connect-token-place": {
    body: connects(201, 400),
    bearer: connects(401, 201),
    either: connects(201, 201),
  },
  "device-start": {
    device: async (open) => {
      const [here, there] = await startDevices(open);
      expect([here, there]).toMatchObject([{ status: 201, body: connect }, { status: 404 }]);
      return [here, there];
    },
    "journey-device": async (open) => {
      const [here, there] = await startDevices(open);
      expect([here, there]).toMatchObject([{ status: 404 }, { status: 201, body: connect }]);
      return [here, there];
    },
    absent: async (open) => {
      const [here, there] = await startDevices(open);
      expect([here, there]).toMatchObject([{ status: 404 }, { status: 404 }]);
      return [here, there];
    },
  },
} as const satisfies SomeChecks;
