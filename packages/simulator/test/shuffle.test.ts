import { once } from "node:events";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { serveSimulator } from "../src/node/serve.ts";
import { createSimulator } from "../src/simulator.ts";
import type { Shift } from "./shuffle-worker.ts";

/** A thorough run uses more workers, tests and orderings. */
const [workers, tests, orderings] = isThorough ? [8, 200, 10] : [2, 30, 1];

async function work(worker: Worker, shift: Shift): Promise<readonly string[]> {
  const finished = once(worker, "message"); // rejects if the worker fails
  worker.postMessage(shift);
  const [failures] = await finished;
  return failures;
}

test(`${tests} tests in ${workers} workers share one simulator without affecting each other (shuffled orders: ${orderings})`, async () => {
  const served = await serveSimulator(createSimulator(), { port: 0 });
  const crew = Array.from({ length: workers }, () => new Worker(new URL("./shuffle-worker.ts", import.meta.url)));
  const numbers = Array.from({ length: tests }, (_, i) => i);
  const orders = fc.sample(fc.shuffledSubarray(numbers, { minLength: tests }), { numRuns: orderings, seed: 7 });
  for (const [run, order] of orders.entries()) {
    const failures = await Promise.all(
      crew.map((worker, w) => {
        const shift = order.filter((_, i) => i % workers === w);
        return work(worker, { url: served.url, run, tests: shift });
      }),
    );
    expect(failures.flat()).toEqual([]);
  }
  await Promise.all(crew.map((worker) => worker.terminate()));
  await served.close();
}, 900_000);
