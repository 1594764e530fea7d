import type { InstanceSummary } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { countPhases } from "./count-phases.ts";

const toInstance = (phase: InstanceSummary["phase"], outcome?: InstanceSummary["outcome"]): InstanceSummary => ({
  instanceId: "4f9c2b7e1d3a4c58",
  journey: "selfie",
  journeyName: "Selfie",
  generation: "v2",
  region: "eu",
  ordinal: 1,
  scenario: "default",
  phase,
  startedAt: "2026-01-31T09:30:00.000Z",
  ...(outcome !== undefined && { outcome }),
});

test("counts finished instances by outcome and others by phase, moving ones first", () => {
  const counts = countPhases([
    toInstance("finished", "accept"),
    toInstance("collecting"),
    toInstance("paused", "refer"),
    toInstance("paused"),
    toInstance("finished", "reject"),
    toInstance("finished", "accept"),
    toInstance("running"),
  ]);
  expect(counts.map(({ phase, outcome, count }) => [phase, phase === "finished" && outcome, count])).toEqual([
    ["running", false, 1],
    ["collecting", false, 1],
    ["paused", false, 2],
    ["finished", "accept", 2],
    ["finished", "reject", 1],
  ]);
});
