import type { Exchange, InstanceSummary } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { countStatuses, mergeRequests } from "./model.ts";

const toInstance = (phase: InstanceSummary["phase"], outcome?: InstanceSummary["outcome"]): InstanceSummary => ({
  instanceId: "4f9c2b7e1d3a4c58",
  journey: "selfie",
  journeyName: "Selfie",
  apiVersion: "v2",
  region: "eu",
  ordinal: 1,
  scenario: "default",
  phase,
  startedAt: "2026-01-31T09:30:00.000Z",
  ...(outcome !== undefined && { outcome }),
});

test("counts finished instances by outcome and all others by phase, unfinished ones first", () => {
  const counts = countStatuses([
    toInstance("finished", "accept"),
    toInstance("collecting"),
    toInstance("paused", "refer"),
    toInstance("paused"),
    toInstance("finished", "reject"),
    toInstance("finished", "accept"),
    toInstance("running"),
  ]);
  expect(counts).toEqual([
    { status: "running", count: 1 },
    { status: "collecting", count: 1 },
    { status: "paused", count: 2 },
    { status: "accept", count: 2 },
    { status: "reject", count: 1 },
  ]);
});

const toRequest = (world: string, requestId: string, second: number, sequence = second) => {
  const exchange: Exchange = {
    sequence,
    requestId,
    at: "2026-01-31T09:30:00.000Z",
    startedAt: `2026-01-31T09:30:0${second}.000Z`,
    duration: 1,
    request: { method: "POST", path: "/v2/captain/journey/state/fetch", headers: {} },
    response: { status: 200, headers: {} },
    rules: [],
    readings: {},
  };
  return { world, exchange };
};

test("lists each request of all worlds once, newest first", () => {
  const recorded = [toRequest("acme", "a", 1), toRequest("acme", "b", 3), toRequest("other", "c", 2)];
  const live = [toRequest("other", "d", 4), toRequest("acme", "b", 3)];
  const merged = mergeRequests(live, recorded, 3);
  expect(merged.map(({ world, exchange }) => [world, exchange.requestId])).toEqual([
    ["other", "d"],
    ["acme", "b"],
    ["other", "c"],
  ]);
});

test("sorts a world's requests from the same millisecond by sequence number", () => {
  const merged = mergeRequests([toRequest("acme", "second", 1, 2)], [toRequest("acme", "first", 1, 1)], 3);
  expect(merged.map(({ exchange }) => exchange.requestId)).toEqual(["second", "first"]);
});
