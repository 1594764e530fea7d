import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createProgress } from "./progress.ts";

/** Runs steps of two seconds each, and returns the output. */
function print(isTTY: boolean, total: number, lines: readonly (string | undefined)[]): Promise<string> {
  const err = Object.assign(new PassThrough(), { isTTY });
  let time = 0;
  const progress = createProgress(err, "runs", () => time);
  for (const line of lines) {
    time += 2_000;
    progress.step({ total, ...(line !== undefined && { line, failed: true }) });
  }
  progress.end();
  return text(err.end());
}

test("a terminal shows the count, the failures and the time left on one line", async () => {
  const clear = "\r\u001b[2K";
  expect(await print(true, 3, [undefined, "second: broken", undefined])).toBe(
    `${clear}1 of 3 runs, about 4 s left${clear}second: broken\n2 of 3 runs, 1 failed, about 2 s left${clear}3 of 3 runs, 1 failed${clear}`,
  );
});

test("output that is not a terminal gets one line after every 10 % of the steps, and none after 100 %", async () => {
  const steps = Array.from({ length: 250 }, () => undefined);
  const lines = (await print(false, 200, steps)).split("\n");
  expect(lines).toHaveLength(11);
  expect(lines.slice(0, 2)).toEqual(["20 of 200 runs, about 6 min left", "40 of 200 runs, about 5 min left"]);
  expect(lines.slice(-2)).toEqual(["200 of 200 runs", ""]);
});

test("a step can say how many steps are done, if it reports several, and the total can grow", async () => {
  const err = Object.assign(new PassThrough(), { isTTY: false });
  let time = 0;
  const progress = createProgress(err, "conditions", () => time);
  for (const [done, total] of [
    [40, 100],
    [50, 400],
    [200, 400],
    [400, 400],
  ] as const) {
    time += 1_000;
    progress.step({ total, done });
  }
  expect(await text(err.end())).toBe(
    "40 of 100 conditions, about 2 s left\n200 of 400 conditions, about 3 s left\n400 of 400 conditions\n",
  );
});
