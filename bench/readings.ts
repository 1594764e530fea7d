import { checkClient, pairwiseProfiles, renderReport } from "@journey-kit/contract-tests";
import { createSimulator } from "@journey-kit/simulator";
import { ourClient } from "../packages/contract-tests/test/our-client.ts";
import type { Line, Report } from "./report.ts";

const budget = 60;

/** Measures how long our client takes to run every journey under every pair of readings. */
export async function measureReadings(): Promise<Report> {
  const simulator = { baseUrl: "http://127.0.0.1", fetch: createSimulator().fetch };
  const begun = performance.now();
  let conditions = 0;
  for (const apiVersion of ["v1", "v2"] as const) {
    const report = await checkClient(ourClient, { simulator, apiVersion, everyReading: true });
    if (!report.passed) throw new Error(renderReport(report));
    conditions += report.conditions;
  }
  const seconds = (performance.now() - begun) / 1_000;
  const line: Line = {
    what: `${conditions} conditions of the client check, with every pair of readings (${pairwiseProfiles().length} profiles), s`,
    ours: seconds.toFixed(1),
    peer: "",
    ratio: "",
    budget: `at most ${budget} s`,
    holds: seconds <= budget,
    reason: `${Math.round((1_000 * seconds) / conditions)} ms per condition`,
  };
  return { lines: [line] };
}
