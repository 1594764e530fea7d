import { createSimulatorControl } from "@journey-kit/client/control";
import { addPreset, type Exchange, type FaultHit, faultPresets } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openService } from "../../api/service.ts";
import { toFaultLog } from "./fault-log.ts";
import { describeFaultCondition } from "./fault-plan.ts";

const baseUrl = "http://simulator.localhost";
const start = { resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } } as const;

/** Opens a world, and starts journeys in it as its client. A refused start is no error here. */
function openWorld() {
  const { fetch } = createSimulator();
  const control = createSimulatorControl({ baseUrl, fetch });
  const world = control.world("acme");
  const { v2 } = openService({ kind: "tab", isReadOnly: false, baseUrl, fetch, control }, "acme").client("eu");
  return { world, start: () => v2.startJourney(start).catch(() => undefined) };
}

test("links each fault to the request that it hit, newest first", async () => {
  const { world, start } = openWorld();
  await world.faults.set({
    rules: [{ id: "down", when: { endpoint: "v2.startJourney" }, then: { type: "status", status: 400 } }],
  });
  await start();
  await start();
  const { hits } = await world.faults.hits();
  const { requests } = await world.requests.list();
  const sequences = requests.filter(({ fault }) => fault !== undefined).map(({ sequence }) => sequence);
  const log = toFaultLog(hits, requests, 10);
  expect(sequences).toHaveLength(2);
  expect(log.map(({ exchange }) => exchange?.sequence)).toEqual(sequences.toReversed());
  expect(log.map(({ number }) => number)).toEqual([2, 1]);
});

test("lists the latest hits up to the limit, each with its own request, even if others of the rule are older", () => {
  const action = { type: "status", status: 400 } as const;
  const toHit = (rule: string): FaultHit => ({ rule, endpoint: "v2.startJourney", instance: 0, action });
  const toExchange = (sequence: number, rule?: string): Exchange => ({
    sequence,
    requestId: `request-${sequence}`,
    at: "2026-01-01T12:00:00.000Z",
    startedAt: "2026-01-01T12:00:00.000Z",
    duration: 1,
    endpoint: "v2.startJourney",
    request: { method: "POST", path: "/", headers: {} },
    response: { status: 400, headers: {} },
    rules: [],
    readings: {},
    ...(rule !== undefined && { fault: { rule, action } }),
  });
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "b", undefined)), fc.integer({ min: 1, max: 5 }), (rules, limit) => {
      const requests = rules.map((rule, i) => toExchange(i + 1, rule));
      const faulted = requests.filter(({ fault }) => fault !== undefined);
      const hits = faulted.map(({ fault }) => toHit(fault?.rule ?? ""));
      const log = toFaultLog(hits, requests, limit);
      expect(log.map(({ number }) => number)).toEqual(
        hits
          .map((_, i) => i + 1)
          .slice(-limit)
          .reverse(),
      );
      expect(log.map(({ hit }) => hit)).toEqual(hits.slice(-limit).reverse());
      expect(log.map(({ exchange }) => exchange?.sequence)).toEqual(
        faulted
          .slice(-limit)
          .map(({ sequence }) => sequence)
          .reverse(),
      );
    }),
  );
});

test("parallel requests are found although the journal has them in another order", () => {
  const action = { type: "delay", ms: 5 } as const;
  const hits = ["a", "b", "c", "d"].map((rule): FaultHit => ({ rule, endpoint: "v2.fetchState", instance: 0, action }));
  const requests = ["c", "d", "a", "b"].map(
    (rule, i) => ({ sequence: i + 1, endpoint: "v2.fetchState", fault: { rule, action } }) as Exchange, // only these count
  );
  expect(toFaultLog(hits, requests, 2).map(({ exchange }) => exchange?.sequence)).toEqual([2, 1]);
});

test("lists a fault without its request if the journal no longer has the request", () => {
  const hit = {
    rule: "down",
    endpoint: "v2.startJourney",
    instance: 0,
    action: { type: "status", status: 400 },
  } as const;
  expect(toFaultLog([hit], [], 10)).toEqual([{ number: 1, hit, exchange: undefined }]);
});

test("the simulator accepts every fault preset, and adding a preset again replaces its rule", async () => {
  const { faults } = createSimulator().world("acme");
  for (const preset of faultPresets) await faults.set(addPreset(await faults.read(), preset));
  for (const preset of faultPresets) await faults.set(addPreset(await faults.read(), preset));
  const ids = (await faults.read()).rules.map(({ id }) => id);
  expect(ids).toEqual(faultPresets.map(({ rule }) => rule.id).toReversed());
});

test("describes the fault presets", () => {
  const words = faultPresets.map(({ rule }) => `${describeFaultCondition(rule.when)}: ${describeFault(rule.then)}`);
  expect(words).toEqual([
    "v2.submitInteraction, request 1: response lost",
    "v2.startJourney, request 1: answered with 503 (retryAfter 5)",
    "v2.fetchState, request 1: token treated as expired",
    "Any request: response delayed by 3 s",
    "Any request, 10 % of the requests: response lost",
    "v2.fetchState, request 1: response cut off after 20 characters",
  ]);
});
