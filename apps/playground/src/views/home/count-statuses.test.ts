import type { InstanceSummary } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { countStatuses } from "./count-statuses.ts";

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
