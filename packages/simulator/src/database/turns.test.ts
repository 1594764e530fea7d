import { expect, test } from "vitest";
import { createTurns, UnavailableError } from "./database.ts";

/** A task that ends when the test says so. */
function createTask() {
  let end = (_error: Error) => {};
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  return { run: () => ended, end };
}

test.each([
  ["fail with it if the database did not respond in time", new UnavailableError("late", { isTimeout: true }), []],
  ["run if the database refused it", new UnavailableError("busy"), ["second", "third"]],
  ["run if it failed", new Error("failed"), ["second", "third"]],
])("tasks that wait for another task %s", async (_, error, expected) => {
  const inTurn = createTurns();
  const ran: string[] = [];
  const add = async (name: string) => ran.push(name);
  const { run, end } = createTask();
  const all = [inTurn("a", run), inTurn("a", () => add("second")), inTurn("a", () => add("third"))];
  end(error);
  const results = await Promise.allSettled(all);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(3 - expected.length);
  expect(ran).toEqual(expected);
  await inTurn("a", () => add("later"));
  expect(ran).toEqual([...expected, "later"]);
});
