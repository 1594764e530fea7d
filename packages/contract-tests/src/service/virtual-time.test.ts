import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createSleep, watchTraffic } from "./virtual-time.ts";

/** A clock that starts at 0, and the times to which it was moved. */
function standStill(moveTo = (_: number): Promise<void> => Promise.resolve()) {
  const moves: number[] = [];
  let at = 0;
  const sleep = createSleep({
    now: () => at,
    moveTo: async (instant) => {
      await moveTo(instant);
      moves.push(instant);
      at = instant;
    },
    quiet: () => new Promise((resolve) => setTimeout(resolve, 0)),
  });
  return { sleep, moves, now: () => at };
}

test("wakes sleepers in the order of their wake-up times (spec 4.4)", async () => {
  const { sleep, moves, now } = standStill();
  const woken: string[] = [];
  const wait = async (name: string, ...durations: readonly number[]) => {
    for (const duration of durations) {
      await sleep(duration);
      woken.push(`${name} at ${now()}`);
    }
  };
  await Promise.all([wait("slow", 25), wait("quick", 10, 10, 10)]);
  expect(woken).toEqual(["quick at 10", "quick at 20", "slow at 25", "quick at 30"]);
  expect(moves).toEqual([10, 20, 25, 30]);
});

test("wakes all sleepers with the same wake-up time in one clock move (spec 4.4)", async () => {
  const { sleep, moves } = standStill();
  await Promise.all([sleep(10), sleep(10), sleep(10)]);
  expect(moves).toEqual([10]);
});

test("an aborted sleeper rejects with the reason, and the clock ignores its wake-up time (spec 4.4)", async () => {
  const { sleep, moves } = standStill();
  const call = new AbortController();
  const early = sleep(10, { signal: call.signal });
  const late = sleep(30);
  call.abort(new Error("enough"));
  await expect(early).rejects.toThrow("enough");
  await late;
  expect(moves).toEqual([30]);
  const other = new AbortController();
  await sleep(10, { signal: other.signal });
  expect(getEventListeners(other.signal, "abort")).toEqual([]);
  await expect(sleep(10, { signal: call.signal })).rejects.toThrow("enough");
});

test("if the clock cannot move, every pending sleep rejects, and a later sleep tries again (spec 4.4)", async () => {
  let isBroken = true;
  const { sleep } = standStill(() => (isBroken ? Promise.reject(new Error("no clock")) : Promise.resolve()));
  const ends = await Promise.allSettled([sleep(10), sleep(20)]);
  expect(ends).toMatchObject([{ reason: new Error("no clock") }, { reason: new Error("no clock") }]);
  isBroken = false;
  await sleep(10);
});

test("traffic is quiet only after every response has arrived in full (spec 4.4)", async () => {
  let finish = () => {};
  const body = new ReadableStream({
    start: (controller) => {
      finish = () => controller.close();
    },
  });
  const received: Request[] = [];
  const { fetch, quiet } = watchTraffic(async (request) => {
    received.push(request);
    return new Response(received.length === 1 ? body : null);
  });
  await fetch(new URL("http://localhost/a"), { method: "POST" });
  expect(received.map(({ url, method }) => [url, method])).toEqual([["http://localhost/a", "POST"]]);
  await fetch(new URL("http://localhost/b"));
  expect(received.at(-1)).toBeInstanceOf(Request);
  let isQuiet = false;
  const silence = quiet(60_000).then(() => {
    isQuiet = true;
  });
  for (let n = 0; n < 10; n += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isQuiet).toBe(false);
  finish();
  await silence;
});
