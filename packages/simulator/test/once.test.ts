import { Session } from "node:inspector/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryStorage } from "../src/context/storage.ts";
import { createSimulator } from "../src/simulator.ts";
import type { Store } from "../src/store/store.ts";
import { enterService, form, noon, sentSubject } from "./service.ts";

// Counts what one request does: the calls of the store, and how often a function of our code runs.

const session = new Session();
beforeAll(async () => {
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true });
});
afterAll(() => session.disconnect());

/** The functions that decide about data, or that read all of it. */
const heavy = ["applyCommand", "startInstance", "checkSize", "parseSubject", "validateForm"];

/** How often each of the {@link heavy} functions has run since the last call. */
async function takeRuns(): Promise<Readonly<Record<string, number>>> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const counts = result
    .filter(({ url }) => url.includes("/packages/simulator/src/"))
    .flatMap(({ functions }) => functions)
    .filter(({ functionName }) => heavy.includes(functionName))
    .map(({ functionName, ranges: [whole] }) => [functionName, whole?.count ?? 0] as const)
    .filter(([, count]) => count > 0);
  return Object.fromEntries(counts);
}

const calls: string[] = [];
const countCalls = (store: Store): Store =>
  new Proxy(store, {
    get: (target, name, receiver) => {
      const method = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return (...parameters: readonly unknown[]) => {
        calls.push(String(name));
        return Reflect.apply(method, target, parameters);
      };
    },
  });

/** What one request does. */
async function count(send: () => Promise<unknown>) {
  calls.length = 0;
  await takeRuns();
  await send();
  return { store: calls.toSorted(), runs: await takeRuns() };
}

const enter = (world: string) => {
  const simulator = createSimulator({ storage: createMemoryStorage(countCalls), now: () => noon });
  return enterService(simulator, world);
};
/** A member that no domain element uses: it is validated, but not stored. */
const extra = { sessions: [{ ipAddress: "192.0.2.1" }] };

test("a start and a submit read the settings once before the change, and the engine decides once about data that it stores in part", async () => {
  const service = await enter("api");
  const subject = { ...sentSubject("FullName"), ...extra };
  let instanceId = "";
  const started = await count(async () => {
    instanceId = await service.start("document-and-selfie@latest", subject);
  });
  expect(started).toEqual({
    store: ["published", "settings", "start"],
    runs: { startInstance: 1, checkSize: 1, parseSubject: 1 },
  });
  const open = await service.v2("journey/interaction/fetch", { instanceId });
  const submission = {
    instanceId,
    interactionId: open.text("interactionId"),
    participants: [{ domainElementId: "DateOfBirth" }],
    context: { subject: { ...sentSubject("DateOfBirth"), ...extra } },
  };
  expect(await count(() => service.v2("journey/interaction/submit", submission))).toEqual({
    store: ["settings", "update"],
    runs: { applyCommand: 1, checkSize: 1, parseSubject: 1 },
  });
});

test("a poll reads the settings and the instance once", async () => {
  const service = await enter("poll");
  const instanceId = await service.start("document-and-selfie@latest");
  const polled = await count(() => service.v2("journey/state/fetch", { instanceId }));
  expect(polled).toEqual({ store: ["read", "settings"], runs: {} });
});

test("a hosted form is read and validated once", async () => {
  const service = await enter("pages");
  const instanceId = await service.start("document-and-selfie@latest", {}, { delivery: "page" });
  const path = `/journey/${instanceId}`;
  const shown = await count(() => service.send(path, { method: "GET" }));
  expect(shown).toEqual({ store: ["findWorld", "read", "settings"], runs: {} });
  const page = String((await service.send(path, { method: "GET" })).body);
  const hidden = /name="page" value="([^"]*)"/.exec(page)?.[1] ?? "";
  const fields = {
    page: hidden,
    "FullName.firstName": "Ada",
    "FullName.lastNames": "Lovelace",
    "DateOfBirth.date": "1990-12-10",
  };
  const submitted = await count(() => service.send(path, form(fields)));
  expect(submitted).toEqual({
    store: ["findWorld", "settings", "update"],
    runs: { validateForm: 1, applyCommand: 1, checkSize: 1, parseSubject: 1 },
  });
});

test("a synchronous start reads the settings once while its clock stands still", async () => {
  const service = await enter("sync");
  await service.world.clock.set({ mode: "frozen" });
  const subject = sentSubject("FullName", "DateOfBirth", "Selfie");
  const started = await count(() =>
    service.v1("journey/start", { resourceId: "age-check-v1@latest", context: { subject } }),
  );
  expect(started.store).toEqual(["published", "settings", "start", "update"]);
});

test("a tester's command on an instance reads the settings and the instance once", async () => {
  const service = await enter("tester");
  const instanceId = await service.start("document-and-selfie@latest");
  const paused = await count(() => service.world.instance(instanceId).pause());
  expect(paused).toEqual({ store: ["log", "settings", "update"], runs: { applyCommand: 1 } });
});
