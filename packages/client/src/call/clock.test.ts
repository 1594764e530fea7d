import { getEventListeners } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { sleepBySystem, untilAborted, withTimeout } from "./clock.ts";

test("a sleep ends after its duration, or rejects with the reason of an aborted signal", async () => {
  await expect(sleepBySystem(0)).resolves.toBeUndefined();
  const controller = new AbortController();
  const waiting = sleepBySystem(1_000_000, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(sleepBySystem(1_000_000, { signal: controller.signal })).rejects.toThrow("enough");
});

afterEach(() => void vi.useRealTimers());

test("leaves no timer and no listener behind when a wait or a call ends", async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const { signal } = controller;
  await withTimeout("v2.fetchState", 1_000, signal, async () => "answer");
  await expect(withTimeout("v2.fetchState", 1_000, signal, () => Promise.reject(new Error("no")))).rejects.toThrow();
  expect(vi.getTimerCount()).toBe(0);
  await untilAborted(signal, Promise.resolve());
  await untilAborted(signal, Promise.reject(new Error("no"))).catch(() => undefined);
  const slept = sleepBySystem(1_000, { signal });
  vi.advanceTimersByTime(1_000);
  await slept;
  expect([vi.getTimerCount(), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  const aborted = sleepBySystem(1_000, { signal });
  controller.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  expect(vi.getTimerCount()).toBe(0);
});
