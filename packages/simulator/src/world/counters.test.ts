import { expect, test } from "vitest";
import { arm, type Counters, countCall, countStart, noCounters, useToken, withoutWindow } from "./counters.ts";

/** Counts calls at several times, and returns how long each has to wait. */
function waitsAt(times: readonly number[], callsPerMinute: number, counters: Counters = noCounters): readonly number[] {
  const [at, ...rest] = times;
  if (at === undefined) return [];
  const [counted, wait] = countCall(counters, at, callsPerMinute);
  return [wait, ...waitsAt(rest, callsPerMinute, counted)];
}

test("allows a limited number of calls in the minute that starts with the first call (gap rate-limit)", () => {
  const times = [30_000, 31_000, 40_000, 89_999, 90_000, 90_000, 90_000];
  expect(waitsAt(times, 2)).toEqual([0, 0, 50_000, 1, 0, 0, 60_000]);
  expect(waitsAt([90_000, 90_010], 0)).toEqual([60_000, 59_990]);
});

test("a new minute starts when the clock moves back, or when the counters replace those of a world", () => {
  expect(waitsAt([90_000, 90_000, 89_999, 90_000], 1)).toEqual([0, 60_000, 0, 59_999]);
  const [counted] = countCall(noCounters, 90_000, 1);
  expect(waitsAt([90_000], 1, withoutWindow(counted))).toEqual([0]);
});

test("starts use up armed scenarios in order, each for the requested number of instances", () => {
  let counters = arm(arm(noCounters, { scenario: "one", times: 2 }), { scenario: "other", times: 1 });
  const armed: (string | undefined)[] = [];
  for (const consumesArmed of [true, false, true, true, true]) {
    armed.push(counters.armed[0]?.scenario);
    counters = countStart(counters, consumesArmed);
  }
  expect(armed).toEqual(["one", "one", "one", "other", undefined]);
  expect(counters).toMatchObject({ ordinal: 5, armed: [] });
});

test("a single-use token can be used once, and is forgotten when it has expired", () => {
  const used = useToken(noCounters, "one", { expiresAt: 120, now: 1 });
  const both = used && useToken(used, "other", { expiresAt: 130, now: 119 });
  expect(both && useToken(both, "one", { expiresAt: 120, now: 119 })).toBeUndefined();
  const later = both && useToken(both, "last", { expiresAt: 240, now: 120 });
  expect([...(later?.usedTokens ?? [])]).toEqual([
    ["other", 130],
    ["last", 240],
  ]);
});
