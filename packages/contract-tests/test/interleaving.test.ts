import { builtInJourneys, createMemoryStorage, createSimulator, type Storage } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { checkInterleavings, type Schedule } from "./check-interleavings.ts";

const numRuns = isThorough ? 1_000 : 40;
const journeys = builtInJourneys.filter(({ apiVersion }) => apiVersion === "v2");

const clock = { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } as const;
const scenario = { name: "usual", rules: [] };

const target = (fetch: (request: Request) => Promise<Response>) => ({
  baseUrl: "http://127.0.0.1",
  clientId: "pair",
  clientSecret: "secret",
  fetch,
});

/** A store whose reads and updates run in the scheduled order. */
const createScheduledStorage = (schedule: Schedule): Storage =>
  createMemoryStorage((store) => ({
    ...store,
    read: (world, id) => schedule(() => store.read(world, id), "read"),
    update: (...given) => schedule(() => store.update(...given), "update"),
  }));

test(`the simulator accepts exactly one of two concurrent submits, in ${numRuns} orders of store operations (spec 4.2, rule 3)`, async () => {
  const makeTarget = (_: number, schedule: Schedule) =>
    target(createSimulator({ storage: createScheduledStorage(schedule), clock, scenario, latency: 0 }).fetch);
  await checkInterleavings(makeTarget, { journeys, latencyMs: 0, numRuns });
});

test("detects a target that accepts two overlapping submits (spec 4.2, rule 3)", async () => {
  const makeTarget = (_: number, schedule: Schedule) => {
    const { fetch } = createSimulator({ latency: 0 });
    let together = 0;
    return target(async (request) => {
      if (!request.url.endsWith("/submit")) return fetch(request);
      together += 1;
      const isSecond = together > 1;
      const response = await schedule(() => fetch(request), "check");
      const isRaced = isSecond && response.status === 409;
      together -= 1;
      return isRaced ? Response.json({ status: "success" }, { headers: response.headers }) : response;
    });
  };
  const found = checkInterleavings(makeTarget, { journeys, latencyMs: 0, numRuns });
  await expect(found).rejects.toThrow("statuses of two simultaneous submits: expected [200,409], got [200,200]");
});
