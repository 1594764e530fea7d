import { expect, test, vi } from "vitest";
import { createListeners } from "./listeners.ts";

test("an error in a listener is uncaught if nothing handles it, and does not affect the other listeners", () => {
  const uncaught: (() => void)[] = [];
  const seen: string[] = [];
  const queue = vi.spyOn(globalThis, "queueMicrotask").mockImplementation((task) => void uncaught.push(task));
  const listeners = createListeners<[event: string]>();
  listeners.add(() => {
    throw new Error("mine");
  });
  listeners.add((event) => seen.push(event));
  listeners.call("change");
  queue.mockRestore();
  expect(seen).toEqual(["change"]);
  expect(uncaught).toHaveLength(1);
  expect(uncaught[0]).toThrow("mine");
});
