import { expect, test, vi } from "vitest";
import { createListeners } from "./journal.ts";

test("without an error handler, an error in a listener becomes an uncaught error, and other listeners are still called", () => {
  const uncaught: (() => void)[] = [];
  const seen: unknown[] = [];
  const queue = vi.spyOn(globalThis, "queueMicrotask").mockImplementation((task) => void uncaught.push(task));
  const listeners = createListeners();
  listeners.add(() => {
    throw new Error("mine");
  });
  listeners.add((world) => seen.push(world));
  listeners.call("world", undefined);
  queue.mockRestore();
  expect(seen).toEqual(["world"]);
  expect(uncaught).toHaveLength(1);
  expect(uncaught[0]).toThrow("mine");
});
