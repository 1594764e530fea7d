import { expect, test, vi } from "vitest";
import { createListeners } from "./listeners.ts";

test("without an error handler, an error in a listener becomes an uncaught error, and other listeners are still called", () => {
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
