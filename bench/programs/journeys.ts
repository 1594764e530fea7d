// Runs whole journeys in this process and measures the memory of instances. Needs --expose-gc.
import { createSimulator } from "@journey-kit/simulator";
import { Hono } from "hono";
import { openCaller, runJourney, startJourney } from "../caller.ts";
import { answerParent } from "./answer.ts";

function openSimulator() {
  const simulator = createSimulator({ latency: 0 });
  return (path: string, init: RequestInit) => simulator.fetch(new Request(`http://127.0.0.1:4010${path}`, init));
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
      new Request("http://127.0.0.1:4010/v2/captain/journey/state/fetch", {
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

answerParent({
  /** Milliseconds of each of `count` journeys, each in its own world, after as many warm-up runs. */
  run: async ({ count }) => {
    const carry = openSimulator();
    const times: number[] = [];
    for (let i = 0; i < 2 * Number(count); i += 1) {
      const begin = performance.now();
      await runJourney(carry, `bench-${i}`);
      times.push(performance.now() - begin);
    }
    return times.slice(Number(count));
  },
  /** Milliseconds of as many requests to a bare application, `count` times. */
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
  /** Bytes of heap per instance without data, averaged over `count`. */
  weigh: async ({ count }) => {
    const caller = await openCaller(openSimulator());
    for (let i = 0; i < 1_000; i += 1) await startJourney(caller);
    const before = readHeap();
    for (let i = 0; i < Number(count); i += 1) await startJourney(caller);
    const bytes = readHeap() - before;
    await startJourney(caller); // keeps the simulator alive until here
    return bytes / Number(count);
  },
});
