import { setTimeout } from "node:timers/promises";
import { ErrorBody } from "@journey-kit/schemas";

import { expect, it, vi } from "vitest";
import { address, openService, sentSubject } from "../../test/service.ts";
import { createMemoryStorage } from "../context/storage.ts";
import { createSimulator } from "../simulator.ts";
import { createPrometheusMetrics, timeMethods } from "./metrics.ts";

const scrape = async ({ fetch }: Pick<ReturnType<typeof createSimulator>, "fetch">) => {
  const response = await fetch(new Request("http://127.0.0.1/_sim/metrics"));
  return { response, text: await response.text() };
};

it("counts requests by endpoint, method and status, without any id or text from a caller", async () => {
  const { simulator, start, v2 } = await openService({ metrics: createPrometheusMetrics() });
  const instanceId = await start("age-check@latest");
  await v2("journey/state/fetch", { instanceId });
  await v2("journey/state/fetch", { instanceId: "Ada" });
  await simulator.fetch(new Request(`${address}/Ada`));
  await simulator.fetch(new Request(`${address}/`, { method: "ADA" }));
  await simulator.fetch(new Request("http://127.0.0.1/_sim/worlds/Ada/clock"));
  const { response, text } = await scrape(simulator);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  for (const line of [
    'journey_sim_requests_total{endpoint="v2.startJourney",method="POST",status="201"} 1',
    'journey_sim_requests_total{endpoint="v2.fetchState",method="POST",status="200"} 1',
    'journey_sim_requests_total{endpoint="v2.fetchState",method="POST",status="404"} 1',
    'journey_sim_requests_total{endpoint="none",method="GET",status="404"} 1',
    'journey_sim_requests_total{endpoint="none",method="other",status="404"} 1',
    'journey_sim_requests_total{endpoint="readClock",method="GET",status="200"} 1',
    'journey_sim_request_duration_seconds_count{endpoint="v2.fetchState"} 2',
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).toContain('journey_sim_request_duration_seconds_bucket{le="0.0001",endpoint="v2.fetchState"}');
  expect(text).not.toMatch(new RegExp(`Ada|tester|${instanceId}`, "i"));
});

it("counts worlds, instances by phase and open streams", async () => {
  const { simulator, world, start } = await openService({ metrics: createPrometheusMetrics() });
  await start("age-check@latest");
  await start("age-check@latest", sentSubject("DateOfBirth"));
  await world.clock.advance({ ms: 60_000 });
  const stop = new AbortController();
  const stream = new Request("http://127.0.0.1/_sim/events", { signal: stop.signal });
  await simulator.fetch(stream);
  const lines = (await scrape(simulator)).text.split("\n");
  expect(lines).toContain("journey_sim_worlds 1");
  expect(lines).toContain('journey_sim_instances{phase="collecting"} 1');
  expect(lines).toContain('journey_sim_instances{phase="running"} 1');
  expect(lines).toContain("journey_sim_open_streams 1");
  stop.abort();
  expect((await scrape(simulator)).text).toContain("\njourney_sim_open_streams 0\n");
});

it("measures store operations, the process and the event loop", async () => {
  const { simulator, start } = await openService({ metrics: createPrometheusMetrics() });
  await start("age-check@latest");
  const { text } = await scrape(simulator);
  expect(text).toContain('\njourney_sim_store_duration_seconds_count{operation="start"} 1\n');
  expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/);
  expect(text).toMatch(/\nnodejs_eventloop_lag_p99_seconds [\d.e-]+\n/);
});

it("responds without the counts of worlds and instances while the store fails", async () => {
  vi.useFakeTimers({ toFake: ["performance"] }); // a count that seems slow would be used again
  let isDown = false;
  const storage = createMemoryStorage((store) => ({
    ...store,
    count: () => (isDown ? Promise.reject(new Error("down")) : store.count()),
  }));
  const simulator = createSimulator({ storage, metrics: createPrometheusMetrics() });
  const counts = ["journey_sim_worlds 0", 'journey_sim_instances{phase="collecting"} 0'];
  const scrapeLines = async () => (await scrape(simulator)).text.split("\n");
  expect(await scrapeLines()).toEqual(expect.arrayContaining(counts));
  isDown = true;
  const { response, text } = await scrape(simulator);
  expect(response.status).toBe(200);
  expect(text).not.toMatch(/^journey_sim_(worlds|instances)[ {]/m);
  isDown = false;
  expect(await scrapeLines()).toEqual(
    expect.arrayContaining([...counts, 'journey_sim_store_failures_total{operation="count"} 1']),
  );
  vi.useRealTimers();
});

it("explains how to turn on metrics if they are off", async () => {
  const { response, text } = await scrape(createSimulator());
  expect(response.status).toBe(404);
  expect(ErrorBody.parse(JSON.parse(text)).errors[0]).toMatchObject({
    name: "UNKNOWN_PATH",
    problem: "Metrics are off. Start the simulator with --metrics.",
  });
});

it("timing a method changes neither its results nor its errors", async () => {
  const calls: unknown[] = [];
  const target = {
    size: 3,
    double: (number: number) => number * 2,
    later: async (text: string) => text,
    fail: async () => Promise.reject(new Error("no")),
  };
  const timed = timeMethods(target, (name, duration, isFailure) => {
    expect(duration).toBeGreaterThanOrEqual(0);
    calls.push([name, isFailure]);
  });
  expect([timed.size, timed.double(2), await timed.later("x")]).toEqual([3, 4, "x"]);
  await expect(timed.fail()).rejects.toThrow("no");
  await setTimeout(0);
  expect(calls).toEqual([
    ["double", false],
    ["later", false],
    ["fail", true],
  ]);
  expect(timed.double).toBe(timed.double);
});
