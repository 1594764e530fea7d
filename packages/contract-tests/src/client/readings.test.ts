import { type Profile, ProfileError, type Readings } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { isThorough } from "../../../../vitest.shared.ts";
import { ourClient } from "../../test/our-client.ts";
import { readingCount } from "../../test/reading-count.ts";
import type { ClientAdapter, JourneyRun } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import { toRequest } from "../service/target.ts";
import { checkClient } from "./check.ts";
import { builtInRuns } from "./conditions.ts";
import { fail, pass } from "./evidence.ts";
import { explainFailures, type Observe } from "./explain.ts";
import { judge, type Observation, requirementsOf } from "./judge.ts";
import { planReadings, summariseReadings } from "./readings.ts";
import { createRunner } from "./run.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
const runsOf = (...ids: readonly string[]) => builtInRuns.filter(({ resourceId }) => ids.includes(resourceId));

/** Our client, except that after a confusing response, all its journeys crash. */
const confusedBy = (isConfusing: (path: string, response: Response, profile: Profile) => boolean): ClientAdapter => ({
  connect: async ({ fetch = globalThis.fetch, ...settings }) => {
    const fall = new AbortController();
    const client = await ourClient.connect({
      ...settings,
      fetch: async (input, init) => {
        const request = toRequest(input, init);
        const response = await fetch(request);
        if (isConfusing(new URL(request.url).pathname, response, settings.profile))
          fall.abort(new Error("cannot take this"));
        return response;
      },
    });
    return {
      runJourney: (run, { signal = fall.signal } = {}) =>
        client.runJourney(run, { signal: AbortSignal.any([signal, fall.signal]) }),
    };
  },
});

/** Searches as `everyReading` does, but runs only some journeys. */
async function search(adapter: ClientAdapter, runs: readonly JourneyRun[]) {
  const runner = createRunner(adapter, { simulator, isVirtual: true });
  const observe: Observe = async (condition, own) => {
    try {
      return judge(condition, await runner.run(condition, own));
    } catch (error) {
      if (error instanceof ProfileError) return undefined;
      throw error;
    }
  };
  const observations: Observation[] = [];
  const plan = planReadings(runs);
  const runAll = async (conditions: readonly Condition[]) => {
    for (const condition of conditions)
      observations.push(...[await observe(condition)].filter((one) => one !== undefined));
  };
  await runAll(plan.conditions);
  await runAll(plan.hidden(observations));
  const rows = requirementsOf(runs[0]?.apiVersion ?? "v2");
  const failures = await explainFailures(rows, observations, {
    runner,
    observe,
    isOver: () => false,
    isFixed: false,
    keepsJourneys: false,
  });
  return { failures, summary: summariseReadings(observations, failures) };
}

const ageCheck = runsOf("age-check@latest");

test("finds the single reading, and the two readings in combination, that break a client (spec 4.2)", async () => {
  const confused = confusedBy(
    (path, { status }, profile) =>
      (path.endsWith("/submit") && status === 201) ||
      (path.endsWith("/submit") &&
        profile["fetch-status"] === "created" &&
        profile["outstanding-scope"] === "required"),
  );
  const { failures, summary } = await search(confused, ageCheck);
  expect(summary).toEqual({ total: readingCount, passed: readingCount - 3, hidden: [] });
  const causes = failures.map(({ id, condition: { readings } }) => ({ id, readings }));
  const pair = { "fetch-status": "created", "outstanding-scope": "required" };
  expect(causes).toHaveLength(2);
  expect(causes).toEqual(
    expect.arrayContaining([
      { id: "reports-conclusion", readings: { "submit-status": "created" } },
      { id: "reports-conclusion", readings: pair },
    ]),
  );
  for (const { problem, seenUnder } of failures) {
    expect(problem).toContain("cannot take this");
    expect(seenUnder).toEqual(["readings"]);
  }
});

/** What a run under each condition shows, if it fails under some readings. */
const observe = (conditions: readonly Condition[], isFailed: (readings: Readings) => boolean): readonly Observation[] =>
  conditions.map((condition) => ({
    condition,
    evidence: [],
    breaches: [],
    verdicts: new Map([["ends", isFailed(condition.readings ?? {}) ? fail("It never ended.") : pass]]),
  }));

test("tests a reading again, with those that it requires, if every profile with it fails (spec 4.2)", () => {
  const plan = planReadings(ageCheck);
  const failsUnder = (readings: Readings) => readings.paused === "in-review" || readings["submit-status"] === "created";
  const first = observe(plan.conditions, failsUnder);
  const hidden = plan.hidden(first);
  expect(hidden.map(({ readings }) => readings)).toEqual(
    expect.arrayContaining([{ "submit-status": "created" }, { paused: "in-review", "refer-ends-journey": "no" }]),
  );
  expect(hidden).toHaveLength(summariseReadings(first, []).hidden.length);
  // Alone, all but one pass, so that they were only hidden.
  const second = observe(hidden, (readings) => readings["submit-status"] === "created");
  expect(summariseReadings([...first, ...second], [])).toEqual({
    total: readingCount,
    passed: readingCount - 1,
    hidden: [{ "submit-status": "created" }],
  });
  expect(
    summariseReadings(
      observe(plan.conditions, () => false),
      [],
    ).hidden,
  ).toEqual([]);
});

test.runIf(isThorough)(
  "a client that fails under every reading is reported once, with no reading to blame (spec 4.2)",
  async () => {
    const deaf = confusedBy((path) => path.endsWith("/journey/start"));
    const { failures, summary } = await search(deaf, ageCheck);
    expect(failures).toHaveLength(1);
    expect(failures[0]?.condition.readings ?? {}).toEqual({});
    expect(summary.passed).toBe(0);
    expect(summary.hidden).toHaveLength(readingCount);
  },
);

test("runs every journey under every profile, and expects v1 journeys to hide their outcome under one reading (spec 9)", () => {
  const { conditions } = planReadings(builtInRuns);
  const profiles = new Set(conditions.map(({ readings }) => JSON.stringify(readings)));
  expect(conditions).toHaveLength(profiles.size * builtInRuns.length);
  for (const {
    id,
    readings = {},
    runs: [run],
  } of conditions) {
    const isHidden = run?.apiVersion === "v1" && readings["v1-outcome-place"] === "absent";
    expect([id, run?.expects]).toEqual(["readings", isHidden ? undefined : "accept"]);
  }
  expect(conditions.some(({ runs: [run] }) => run?.expects === undefined)).toBe(true);
});

test.runIf(isThorough)(
  "checks every built-in journey of an API version with `everyReading` (spec 2 to 9)",
  { timeout: 600_000 },
  async () => {
    for (const apiVersion of ["v2", "v1"] as const) {
      const report = await checkClient(ourClient, { simulator, apiVersion, everyReading: true });
      expect(report.failures).toEqual([]);
      expect(report).toMatchObject({
        passed: true,
        readings: { total: readingCount, passed: readingCount, hidden: [] },
      });
    }
  },
);

test.runIf(isThorough)(
  "`everyReading` names the reading that breaks a client (spec 4.2)",
  { timeout: 600_000 },
  async () => {
    const strict = confusedBy((path, { status }) => path.endsWith("/submit") && status === 201);
    const report = await checkClient(strict, { simulator, everyReading: true, only: ["reports-conclusion"] });
    expect(report).toMatchObject({
      passed: false,
      failures: [{ condition: { readings: { "submit-status": "created" } } }],
    });
    expect(Object.keys(report.failures[0]?.condition.readings ?? {})).toEqual(["submit-status"]);
    expect(report.readings).toEqual({ total: readingCount, passed: readingCount - 1, hidden: [] });
  },
);
