import type { TrafficReport } from "@journey-kit/contract-tests/traffic";
import { expect, test } from "vitest";
import { divergence, foundGap, hint, learned } from "../../../contract-tests/test/traffic-report.ts";
import { createNews } from "./news.ts";

const diagnosis = { hints: [hint], judged: [], untested: {}, expects: [], profile: undefined, advice: undefined };

test("has a line for each reading that was found, each divergence and each mistake of the client, once", () => {
  const renderNews = createNews();
  const first: TrafficReport = { learned: { ...learned, divergences: [] } };
  expect(renderNews(first)).toEqual(["found       token-lifetime (spec 8): 300s"]);
  expect(renderNews(first)).toEqual([]);
  expect(renderNews({ learned, diagnosis })).toEqual([
    'divergence  #4 v2.fetchState, context.process.journey.name: expected: There is no such member. Received: It is "<b>x</b>".',
    "client      #2 FAIL one-token (spec 5): It requested 4 tokens.",
  ]);
  const again = { ...divergence, exchanges: [...divergence.exchanges, 12], lastAt: "2026-01-02T12:00:00.000Z" };
  const more = { ...hint, problem: "It requested 5 tokens.", exchanges: 5 };
  expect(
    renderNews({ learned: { ...learned, divergences: [again] }, diagnosis: { ...diagnosis, hints: [more] } }),
  ).toEqual([]);
});

test("has a line for another reading of the same gap, without control characters", () => {
  const renderNews = createNews();
  renderNews({ learned });
  const changed = { ...foundGap, possible: ["60s"] };
  const shown = { ...divergence, received: "It is \u001b[2J." };
  expect(renderNews({ learned: { ...learned, gaps: [changed], divergences: [shown] } })).toEqual([
    "found       token-lifetime (spec 8): 60s",
    expect.stringContaining("Received: It is \\u001b[2J."),
  ]);
});
