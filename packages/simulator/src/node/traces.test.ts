import { expect, it } from "vitest";
import { address, noon, openService, sentSubject } from "../../test/service.ts";
import { createMemoryStorage } from "../context/storage.ts";
import { UnavailableError } from "../database/database.ts";
import type { SimulatorOptions } from "../service.ts";
import { createSimulator } from "../simulator.ts";
import { createSpanTraces, type ShownSpan, type SpanSink } from "./traces.ts";

/** A span that was sent to the sink. A request is known by its number, from 1. */
interface Sent extends ShownSpan {
  readonly request?: number;
  readonly run?: readonly [from: number, to: number];
  readonly startedBy?: number | undefined;
  readonly foundBy?: number | undefined;
  readonly isApart?: boolean;
}

/** Opens a service that is traced. Its spans are in `sent`, in the order in which they ended. */
async function openTraced(options: SimulatorOptions = {}) {
  const sent: Sent[] = [];
  let requests = 0;
  const sink: SpanSink<number> = {
    start: () => {
      requests += 1;
      return requests;
    },
    end: (request, shown) => sent.push({ ...shown, request }),
    addRun: (shown, from, to, relations) => sent.push({ ...shown, run: [from - noon, to - noon], ...relations }),
  };
  const service = await openService({ now: () => noon, traces: createSpanTraces(sink), ...options });
  const latest = () => sent.findLast(({ request }) => request !== undefined);
  const runs = () => sent.filter(({ run }) => run !== undefined);
  /** The runs of each module: milliseconds after noon, and the requests that started them and found them finished. */
  const rows = () => runs().map(({ name, run, startedBy, foundBy }) => [name, run, startedBy, foundBy] as const);
  return { ...service, sent, latest, runs, rows };
}

it("shows the endpoint, the status, and the rules and readings behind a response", async () => {
  const { start, latest } = await openTraced();
  const instanceId = await start("age-check@latest");
  const shown = latest();
  expect(shown).toMatchObject({
    name: "POST /v2/captain/journey/start",
    isError: false,
    attributes: {
      "http.request.method": "POST",
      "http.route": "/v2/captain/journey/start",
      "http.response.status_code": 201,
      "url.path": "/v2/captain/journey/start",
      "url.scheme": "http",
      "journey.endpoint": "v2.startJourney",
      "journey.world": "tester",
      "journey.instance": instanceId,
      "journey.clock_offset_ms": 0,
    },
  });
  expect(shown?.attributes["journey.rules"]).toContain("v2-start-201");
  expect(shown?.attributes["journey.readings"]).toContain("rate-limit=none");
  expect(shown?.attributes["error.type"]).toBeUndefined();
});

it("marks only a server error as an error, and shows its kind and the fault behind it", async () => {
  const { world, v2, latest } = await openTraced();
  await v2("journey/state/fetch", { instanceId: "none" });
  expect(latest()).toMatchObject({ isError: false, attributes: { "journey.error": "UNKNOWN_INSTANCE" } });
  await world.faults.set({ rules: [{ id: "down", when: {}, then: { type: "status", status: 503 } }] });
  await v2("journey/state/fetch", { instanceId: "none" });
  expect(latest()).toMatchObject({
    isError: true,
    attributes: { "http.response.status_code": 503, "error.type": "503", "journey.fault": "down" },
  });
});

it("traces unknown paths and methods without their text, and no request to the control API", async () => {
  const { simulator, sent } = await openTraced();
  sent.splice(0);
  await simulator.fetch(`${address}/_sim/worlds/tester/clock`);
  await simulator.fetch(`${address}/v2/Ada?name=Ada`, { method: "ADA", headers: { "user-agent": "Ada" } });
  expect(sent).toMatchObject([
    { name: "HTTP", attributes: { "http.request.method": "_OTHER", "url.path": "/v2/‹string 3›" } },
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/ada/i);
});

it("adds a module run once, from the request that started it to the one that found it finished (spec 1)", async () => {
  const { start, submit, v2, world, runs, rows } = await openTraced({ latency: 2_000 });
  const instanceId = await start("document-and-selfie@latest");
  const fetchState = () => v2("journey/state/fetch", { instanceId });
  await submit(instanceId, "FullName", "DateOfBirth"); // request 4
  await fetchState();
  expect(rows()).toEqual([]);
  await world.clock.advance({ ms: 2_500 });
  await fetchState(); // request 6
  await fetchState();
  await submit(instanceId, "PrimaryDocument"); // request 9
  const first = ["module Data Verification", [0, 2_000], 4, 6];
  expect(rows()).toEqual([first]);
  await world.clock.advance({ ms: 5_000 });
  await world.instance(instanceId).explain();
  await fetchState();
  expect(rows()).toEqual([
    first,
    ...["Classification", "Extraction", "Authentication"].map((name) => [
      `module Document ${name}`,
      [2_500, 4_500],
      9,
      undefined,
    ]),
  ]);
  expect(runs()[0]).toMatchObject({
    isError: false,
    attributes: {
      "journey.instance": instanceId,
      "journey.definition": "document-and-selfie@1",
      "journey.segment": "person",
      "journey.module": "Data Verification",
      "journey.variant": "data-verification-v2",
      "journey.attempt": 1,
      "journey.outcome": "Match",
      "journey.decided_by": "module",
      "journey.clock_offset_ms": 0,
    },
  });
});

it("gives an automatic retry to the request that started the first run, even if nothing fetched it in between", async () => {
  const scenario = { name: "blurred", rules: [{ when: { module: "Liveness" }, then: { outcome: "Fail" } }] };
  const { start, submit, v2, world, runs, rows } = await openTraced({ latency: 1_000 });
  await world.profile.set({ readings: { "module-retry": "automatic" } });
  await world.scenarios.put(scenario);
  await world.scenarios.arm({ scenario: "blurred" });
  const subject = sentSubject("FullName", "DateOfBirth", "PrimaryDocument");
  const instanceId = await start("document-and-selfie@latest", subject); // request 2
  await world.clock.advance({ ms: 10_000 });
  await submit(instanceId, "Selfie"); // request 4
  await world.clock.advance({ ms: 1_500 });
  await v2("journey/state/fetch", { instanceId }); // request 5, during the second attempt
  await world.clock.advance({ ms: 10_000 });
  await v2("journey/state/fetch", { instanceId }); // request 6
  await v2("journey/state/fetch", { instanceId });
  const liveness = rows().filter(([name]) => name === "module Liveness");
  expect(liveness.map(([, ...row]) => row)).toEqual([
    [[10_000, 11_000], 4, 5],
    [[11_000, 12_000], 4, 6],
    [[12_000, 13_000], 4, 6],
  ]);
  expect(
    rows()
      .filter(([name]) => name.startsWith("module Document"))
      .map(([, , by]) => by),
  ).toEqual([2, 2, 2]);
  expect(runs().at(-1)?.attributes).toMatchObject({
    "journey.attempt": 3,
    "journey.outcome": "Fail",
    "journey.decided_by": "scenario",
    "journey.scenario": "blurred",
    "journey.scenario_rule": "1",
  });
});

it("shows a module that could not complete as an error", async () => {
  const scenario = { name: "broken", rules: [{ when: {}, then: { ends: "fail" as const } }] };
  const { start, v2, world, runs } = await openTraced({ latency: 0, scenario });
  const instanceId = await start("age-check@latest", sentSubject("DateOfBirth"));
  await world.clock.advance({ ms: 60_000 });
  await v2("journey/state/fetch", { instanceId });
  await v2("journey/state/fetch", { instanceId });
  expect(runs()).toMatchObject([{ isError: true, attributes: { "error.type": "module_failed" } }]);
  expect(runs()[0]?.attributes["journey.outcome"]).toBeUndefined();
});

it("adds the runs of a restored world again, because they run again", async () => {
  const { start, submit, world, rows } = await openTraced({ latency: 0 });
  const instanceId = await start("age-check@latest");
  const { checkpoint } = await world.checkpoints.save();
  await submit(instanceId, "DateOfBirth"); // request 4
  await world.checkpoints.restore(checkpoint);
  await submit(instanceId, "DateOfBirth"); // request 6
  expect(rows()).toEqual([4, 6].map((request) => ["module Age Verification", [0, 0], request, request]));
});

it("keeps a run apart if the clock of its instance is more than a minute from the system time", async () => {
  const { start, world, runs } = await openTraced({ latency: 0 });
  for (const ms of [60_000, 1]) {
    await world.clock.advance({ ms });
    await start("age-check@latest", sentSubject("DateOfBirth"));
  }
  expect(runs()).toMatchObject([
    { isApart: false, startedBy: 2, attributes: { "journey.clock_offset_ms": 60_000 } },
    { isApart: true, startedBy: 3, attributes: { "journey.clock_offset_ms": 60_001 } },
  ]);
});

it("adds a run that a tester started, without a request", async () => {
  const { start, world, rows } = await openTraced({ latency: 0 });
  const instanceId = await start("age-check@latest", {}, { delivery: "page" });
  await world.instance(instanceId).completePages();
  expect(rows()).toEqual([["module Age Verification", [0, 0], undefined, undefined]]);
});

it("traces a request whose store is down", async () => {
  const sent: ShownSpan[] = [];
  const traces = createSpanTraces({ start: () => 0, end: (_, shown) => sent.push(shown), addRun: () => undefined });
  const down = { findWorld: () => Promise.reject(new UnavailableError("down")) };
  const storage = createMemoryStorage((store) => ({ ...store, ...down }));
  await createSimulator({ storage, traces }).fetch(`${address}/journey/someone`);
  expect(sent).toMatchObject([
    { name: "GET", isError: true, attributes: { "url.path": "/journey/:instanceId", "error.type": "503" } },
  ]);
});
