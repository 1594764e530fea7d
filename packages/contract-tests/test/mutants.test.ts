import { createSimulatorControl } from "@journey-kit/client/control";
import type { PresetName } from "@journey-kit/schemas/tables";
import type { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import type { CaseResult } from "../src/server/cases/case.ts";
import { runCases } from "../src/server/cases/run-cases.ts";
import { checkModel } from "../src/server/model/check-model.ts";
import { openTarget } from "./case-target.ts";
import { definitions as journeys, oddJourneys } from "./journeys.ts";
import { loadSimulator } from "./mutant.ts";
import { mutants } from "./mutants.ts";

const timeout = 120_000;

const [forCases, forModel] = [
  mutants.filter((one) => one.foundBy !== "model"),
  mutants.filter((one) => one.foundBy === "model"),
];

const failedOf = (results: readonly CaseResult[]) => results.filter(({ status }) => status === "failed");

/** The cases that a simulator fails. */
async function runOn(make: typeof createSimulator, profile: PresetName = "specified") {
  const { target, options } = openTarget(profile, make);
  return failedOf(await runCases(target, options));
}

/** The first failure that the model finds in a fixed set of sequences; undefined if there is none. */
function model(make: typeof createSimulator, numRuns: number): Promise<string | undefined> {
  const { fetch } = make({ journeys: oddJourneys, clock: { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } });
  const baseUrl = "http://127.0.0.1";
  const control = createSimulatorControl({ baseUrl, fetch });
  const makeTarget = (run: number) => {
    const clientId = `run-${run}`;
    return { baseUrl, clientId, clientSecret: "secret", fetch, control: control.world(clientId) };
  };
  return checkModel(makeTarget, { journeys, numRuns, seed: 1 }).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

test("an unchanged simulator passes the model, and passes the cases under both presets", { timeout }, async () => {
  const make = await loadSimulator();
  expect(await runOn(make)).toEqual([]);
  expect(await runOn(make, "observed")).toEqual([]);
  expect(await model(make, 200)).toBeUndefined();
});

test.each(forCases)("cases detect this fault: $fault ($foundBy)", async (mutant) => {
  const rule = mutant.foundBy as CaseResult["rule"]; // as chosen above
  const failed = await runOn(await loadSimulator(mutant), mutant.under);
  expect(failed.map((one) => one.rule)).toContain(rule);
});

test.each(forModel)("the model detects this fault: $fault", { timeout }, async (mutant) => {
  expect(await model(await loadSimulator(mutant), 2_000)).toContain("Steps:");
});
