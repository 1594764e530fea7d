import { expect, test } from "vitest";
import { createTestWorld } from "../../test/world.ts";
import * as v1 from "../v1.ts";
import { waitForCompletion } from "../wait/completion.ts";
import { waitForInteraction } from "../wait/interaction.ts";
import type { RunOptions } from "./options.ts";
import { runJourney } from "./v2.ts";

const longest = 2 ** 31 - 1;

test.each<[keyof RunOptions, unknown, number, number]>([
  ["intervalMs", 0, 1, longest],
  ["intervalMs", Number.NaN, 1, longest],
  ["intervalMs", "10000", 1, longest],
  ["maxIntervalMs", 5_000, 10_000, longest], // less than the default of `intervalMs`
  ["maxIntervalMs", Number.POSITIVE_INFINITY, 10_000, longest],
  ["timeoutMs", Number.NaN, 0, Number.POSITIVE_INFINITY],
  ["timeoutMs", -1, 0, Number.POSITIVE_INFINITY],
  ["timeoutMs", "60000", 0, Number.POSITIVE_INFINITY],
])("a wait or a run rejects the option %s: %o before it sends anything", async (option, value, min, max) => {
  const { client, reached } = createTestWorld();
  const options: object = { [option]: value };
  const run = { resourceId: "age-check@latest", collect: () => undefined, ...options };
  const message = `Invalid ${option}: expected a number from ${min} to ${max}.`;
  for (const refused of [
    waitForCompletion(client, "instance-00000001", options),
    waitForInteraction(client, "instance-00000001", options),
    v1.waitForCompletion(client, "instance-00000001", options),
    runJourney(client, run),
    v1.runJourney(client, run),
  ])
    await expect(refused).rejects.toThrow(new TypeError(message));
  expect(reached).toEqual([]);
});

test.each([0, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("a run rejects the option attempts: %o", async (attempts) => {
  const { client, reached } = createTestWorld();
  const run = { resourceId: "age-check@latest", collect: () => undefined, attempts };
  const error = new TypeError("Invalid attempts: expected a whole number from 1 to 2147483647.");
  await expect(runJourney(client, run)).rejects.toThrow(error);
  await expect(v1.runJourney(client, run)).rejects.toThrow(error);
  expect(reached).toEqual([]);
});
