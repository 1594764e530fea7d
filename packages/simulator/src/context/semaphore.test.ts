import { expect, it } from "vitest";
import { createSemaphore } from "./semaphore.ts";

/** Lets every settled promise call its listeners. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it("admits request bodies in order of arrival, up to the byte limit", async () => {
  const gate = createSemaphore(100);
  const admitted: string[] = [];
  const enter = async (name: string, bytes: number) => {
    const leave = await gate.enter(bytes);
    admitted.push(name);
    return leave;
  };
  const first = enter("first", 60);
  const second = enter("second", 60);
  const third = enter("third", 40); // would fit beside the first, but not before the second
  await settle();
  expect(admitted).toEqual(["first"]);
  (await first)();
  await settle();
  expect(admitted).toEqual(["first", "second", "third"]);
  (await second)();
  (await third)();
});

it("admits a request body above the limit if no other body is being processed", async () => {
  const gate = createSemaphore(100);
  const leave = await gate.enter(1_000);
  let isAdmitted = false;
  const next = gate.enter(1).then((leaveNext) => {
    isAdmitted = true;
    return leaveNext;
  });
  await settle();
  expect(isAdmitted).toBe(false);
  leave();
  (await next)();
});

it("refuses a request body while a hundred others are waiting", async () => {
  const gate = createSemaphore(100);
  const leave = await gate.enter(100);
  const waiting = Array.from({ length: 100 }, () => gate.enter(1));
  expect(() => gate.enter(1)).toThrow(/--limit large-bodies/);
  leave();
  for (const admitted of waiting) (await admitted)();
  (await gate.enter(100))();
});
