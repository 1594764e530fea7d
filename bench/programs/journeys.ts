// Runs whole journeys in this process and measures the memory of instances. Needs --expose-gc.
import { setTimeout } from "node:timers/promises";
import { createSimulator, type Simulator } from "@journey-kit/simulator";
import { createMetrics } from "@journey-kit/simulator/node";
import { Hono } from "hono";
import { type Caller, type Carry, openCaller, runJourney, startJourney } from "../caller.ts";
import { answerParent } from "./answer.ts";

const origin = "http://127.0.0.1:4010";

const metrics = process.argv.includes("--metrics") ? await createMetrics() : undefined;
/** A million instances exceed the simulator's default limits. */
const limits = { instances: 2_000_000, "store-bytes": 8 * 1024 ** 3 };
const openSimulator = () => createSimulator({ latency: 0, limits, ...(metrics !== undefined && { metrics }) });

function openCarry(simulator = openSimulator()): Carry {
  return async (path, headers, body) => {
    const response = await simulator.fetch(new Request(`${origin}${path}`, { method: "POST", headers, body }));
    const text = await response.text();
    if (!response.ok) throw new Error(`Expected success, got ${response.status}: ${text}`);
    return text;
  };
}

/** A Hono application that only reads the body and responds. */
function openBare() {
  const headers = {
    "content-type": "application/json",
    "x-request-id": "0".repeat(36),
    "x-sim-basis": "0".repeat(250),
  };
  const app = new Hono().all("*", async (c) => {
    await c.req.raw.text();
    return new Response('{"status":"success"}', { headers });
  });
  return async () =>
    app.fetch(
      new Request(`${origin}/v2/captain/journey/state/fetch`, {
        method: "POST",
        headers: { authorization: `Bearer ${"0".repeat(130)}`, "content-type": "application/json" },
        body: '{"instanceId":"000000000000000000000000"}',
      }),
    );
}

function readHeap(): number {
  for (let i = 0; i < 3; i += 1) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const idLength = 24;

/** A simulator with instances. */
let filled: { readonly simulator: Simulator; readonly caller: Caller; readonly ids: Buffer } | undefined;

answerParent({
  /** Durations of `count` journeys in milliseconds, each in its own world, after an equal number of warm-up runs. */
  run: async ({ count }) => {
    const carry = openCarry();
    const times: number[] = [];
    for (let i = 0; i < 2 * Number(count); i += 1) {
      const begin = performance.now();
      await runJourney(carry, `bench-${i}`);
      times.push(performance.now() - begin);
    }
    return times.slice(Number(count));
  },
  /**
   * Durations of `calls` requests to a bare application in milliseconds, measured `count` times after an equal warm-up.
   */
  bare: async ({ count, calls }) => {
    const send = openBare();
    const times: number[] = [];
    for (let i = 0; i < 2 * Number(count); i += 1) {
      const begin = performance.now();
      for (let call = 0; call < Number(calls); call += 1) JSON.parse(await (await send()).text());
      times.push(performance.now() - begin);
    }
    return times.slice(Number(count));
  },
  /** Starts `count` instances without data, and returns the heap bytes per instance. */
  fill: async ({ count }) => {
    const simulator = openSimulator();
    const caller = await openCaller(openCarry(simulator));
    for (let i = 0; i < 1_000; i += 1) await startJourney(caller);
    const ids = Buffer.alloc(Number(count) * idLength); // outside the heap, so that the ids are not measured
    const before = readHeap();
    for (let i = 0; i < Number(count); i += 1) ids.write(await startJourney(caller), i * idLength, "latin1");
    const bytes = readHeap() - before;
    filled = { simulator, caller, ids };
    return bytes / Number(count);
  },
  /** Microseconds of processor time to fetch the state of a random instance, averaged over `count`. */
  fetch: async ({ count }) => {
    if (filled === undefined) return undefined;
    const { caller, ids } = filled;
    const before = process.cpuUsage();
    for (let i = 0; i < Number(count); i += 1) {
      const at = Math.floor(Math.random() * (ids.length / idLength)) * idLength;
      await caller.post("journey/state/fetch", { instanceId: ids.toString("latin1", at, at + idLength) });
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / Number(count);
  },
  /** Durations of `count` metrics scrapes in milliseconds. */
  scrape: async ({ count }) => {
    const times: number[] = [];
    for (let i = 0; i < Number(count); i += 1) {
      await setTimeout(2_000); // the simulator caches a count for a short time
      const begin = performance.now();
      await (await filled?.simulator.fetch(new Request(`${origin}/_sim/metrics`)))?.text();
      times.push(performance.now() - begin);
    }
    return times;
  },
});
