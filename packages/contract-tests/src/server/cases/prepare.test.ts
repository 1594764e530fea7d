import { expect, test } from "vitest";
import { createCaseRun } from "./case-run.ts";
import { waitUntil } from "./prepare.ts";

const target = { baseUrl: "http://127.0.0.1", clientId: "kit", clientSecret: "any" };

test("a wait replaces its tokens after 30 to 45 s, before the shortest lifetime of 60 s ends (gap token-lifetime)", async () => {
  let now = 0;
  const lifetimes: number[] = [];
  const sleep = async (ms: number) => {
    now += ms;
  };
  const run = createCaseRun(target, { sleep, timeoutMs: 10 * 60_000 });
  let since = 0;
  const polls: number[] = [];
  const isReached = await waitUntil(run, async () => {
    polls.push(now);
    if (!run.tokens.has("client")) {
      if (now > 0) lifetimes.push(now - since);
      since = now;
      run.tokens.set("client", `token-${now}`);
    }
    return false;
  });
  expect(isReached).toBe(false);
  expect(lifetimes.length).toBeGreaterThan(10);
  expect(Math.min(...lifetimes)).toBeGreaterThanOrEqual(30_000);
  expect(Math.max(...lifetimes)).toBeLessThan(45_000);
  const pauses = polls.slice(1).map((at, i) => at - (polls[i] ?? 0));
  expect(pauses.slice(0, 7)).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000]);
});
