import { runUnderReadings, shippedRuns } from "@journey-kit/contract-tests";
import { createSimulator } from "@journey-kit/simulator";
import { ourClient } from "../packages/contract-tests/test/our-client.ts";
import type { Line, Report } from "./report.ts";

const budget = 60;

/** Measures how long our client takes to run every journey under every pair of readings. */
export async function measureReadings(): Promise<Report> {
  const simulator = { baseUrl: "http://127.0.0.1", fetch: createSimulator().fetch };
  const { profiles, runs, failed, duration } = await runUnderReadings(ourClient, { simulator, runs: shippedRuns });
  if (failed > 0) throw new Error(`${failed} of ${runs} journeys failed.`);
  const seconds = duration / 1_000;
  const line: Line = {
    what: `${runs} journeys of the client under every pair of readings (${profiles} profiles), s`,
    ours: seconds.toFixed(1),
    peer: "",
    ratio: "",
    budget: `at most ${budget} s`,
    holds: seconds <= budget,
    reason: `${Math.round(duration / runs)} ms per journey`,
  };
  return { lines: [line] };
}
