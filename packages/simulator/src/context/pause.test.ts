import { expect, test } from "vitest";
import { createPause } from "./pause.ts";

const { setImmediate, MessageChannel, setTimeout } = globalThis;

test.each([
  ["setImmediate", { setImmediate, MessageChannel, setTimeout }],
  ["MessageChannel", { MessageChannel, setTimeout }],
  ["setTimeout", { setTimeout }],
])("lets another task run before the paused task continues, with %s", async (_, platform) => {
  const pause = createPause(platform);
  const order: string[] = [];
  const other = new Promise<void>((resolve) => setImmediate(() => resolve(void order.push("other"))));
  await pause();
  await other;
  order.push("paused");
  await pause();
  expect(order).toEqual(["other", "paused"]);
});

test("lets one paused task at a time continue, in turn", async () => {
  const due: (() => void)[] = [];
  const setTimeout = ((task: () => void) => due.push(task)) as unknown as typeof globalThis.setTimeout;
  const pause = createPause({ setTimeout });
  const order: string[] = [];
  const task = async (name: string) => {
    for (let step = 1; step <= 2; step += 1) {
      await pause();
      order.push(`${name}${step}`);
    }
  };
  const all = [task("a"), task("b"), task("c")];
  const seen: number[] = [];
  while (order.length < 6) {
    expect(due).toHaveLength(1);
    due.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(order.length);
  }
  await Promise.all(all);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
});
