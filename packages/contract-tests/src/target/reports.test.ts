import type { Explanation } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { beforeAll, expect, test } from "vitest";
import { createReference } from "../../test/reference-client.ts";
import { requirementRun } from "../client/check-requirements.ts";
import type { Conclusion } from "./client-adapter.ts";
import { matchReports } from "./reports.ts";
import { type ClientRun, createClientRunner, type Ending } from "./run-client.ts";

let run: ClientRun;
beforeAll(async () => {
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  run = await createClientRunner(createReference(), { simulator }).run([requirementRun]);
});

const reports = (...conclusions: readonly Conclusion[]): readonly Ending[] =>
  conclusions.map((conclusion) => ({ kind: "reported", report: { conclusion } }));

type End = "accept" | "reject" | "failed" | "paused" | "running";

const phaseOf = (end: End): Explanation["phase"] => (end === "accept" || end === "reject" ? "finished" : end);

/** Instances that have ended, or not, as listed. */
const instances = (...ends: readonly End[]): readonly Explanation[] =>
  run.instances.flatMap((instance) =>
    ends.map((what, i) => ({
      ...instance,
      instanceId: `${i}`,
      phase: phaseOf(what),
      timeline: [...instance.timeline, { at: "", kind: "evaluated", what, problems: [], effects: [] }],
    })),
  );

const match = (conclusions: readonly Conclusion[], ends: readonly End[]) =>
  matchReports(run, reports(...conclusions), instances(...ends));

test("accepts reports in any order, and instances without a report (spec 4.2)", () => {
  expect(match(["accept", "reject"], ["accept", "reject"])).toBeUndefined();
  expect(match(["accept", "reject"], ["reject", "accept"])).toBeUndefined();
  expect(match(["reject", "failed", "undecided"], ["running", "paused", "accept", "reject", "failed"])).toBeUndefined();
  expect(match([], ["accept"])).toBeUndefined();
});

test("two reports cannot match the same instance (spec 4.2)", () => {
  expect(match(["accept", "accept"], ["accept", "reject"])).toEqual({
    id: "tells-outcome",
    problem: 'The journey ended with "reject"; the client reported "accept".',
  });
  expect(match(["accept", "accept"], ["accept"])?.problem).toBe(
    'The journey was not started; the client reported "accept".',
  );
  expect(match(["reject", "accept", "reject"], ["accept", "reject", "accept"])?.id).toBe("tells-outcome");
});

test("compares 60 reports with 60 instances in a number of steps that is at most proportional to their product", () => {
  const ends = Array.from({ length: 60 }, (_, n): End => (n === 0 ? "reject" : "accept"));
  let reads = 0;
  const counted = instances(...ends).map((instance) => ({
    ...instance,
    get phase() {
      reads += 1;
      return instance.phase;
    },
  }));
  expect(matchReports(run, reports(...ends.map(() => "accept" as const)), counted)?.id).toBe("tells-outcome");
  expect(reads).toBeLessThanOrEqual(3 * 60 * 60);
});
