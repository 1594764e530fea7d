import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "../../../vitest.shared.ts";
import type { Sizes } from "./work.ts";

let child: ChildProcess;
beforeAll(() => {
  // Code that V8 optimizes is not counted.
  const execArgv = ["--no-opt", "--no-maglev", "--no-sparkplug"];
  child = fork(join(import.meta.dirname, "work.ts"), { execArgv });
});
afterAll(() => child.kill());

async function measure(sizes: Sizes): Promise<{ readonly steps: number; readonly work: number }> {
  child.send(sizes);
  return (await once(child, "message"))[0];
}

const small: Sizes = {
  segments: 1,
  modules: 1,
  attempts: 1,
  declared: 1,
  variants: 1,
  outcomes: 1,
  elements: 1,
  rules: 1,
  values: 1,
  names: 1,
  letters: 1,
};

/** How large each number becomes in the smaller of the two measured journeys. */
const scales: Partial<Sizes> = {
  segments: 100,
  modules: 60,
  attempts: 40,
  declared: 200,
  variants: 1_000,
  outcomes: 300,
  elements: 300,
  rules: 40,
  values: 1_000,
  names: 40,
  letters: 400,
};
const sizeNames = Object.keys(scales) as (keyof Sizes)[]; // `Object.keys` returns `string[]`

test("the work for a definition, a scenario and a person is proportional to their size", async () => {
  const grown = (names: readonly (keyof Sizes)[], factor: number): Sizes => ({
    ...small,
    ...Object.fromEntries(
      names.map((name) => [name, Math.ceil(((scales[name] ?? 1) * factor) / (names.length === 1 ? 1 : 6))]),
    ),
  });
  const check = async (names: readonly (keyof Sizes)[]) => {
    const [one, two] = [await measure(grown(names, 1)), await measure(grown(names, 2))];
    expect(two.steps / one.steps, `${names.join(", ")}: ${one.steps}, then ${two.steps} steps`).toBeLessThan(
      (1.25 * two.work) / one.work,
    );
  };
  await measure(small); // loads what loads on demand
  for (const name of sizeNames) await check([name]);
  const pair = fc.uniqueArray(fc.constantFrom(...sizeNames), { minLength: 2, maxLength: 3 });
  await fc.assert(fc.asyncProperty(pair, check), { numRuns: runs(1, 60) });
});
