import { type Profile, presets, resolveProfile } from "@journey-kit/schemas/profile";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { isThorough } from "../../../../vitest.shared.ts";
import { ourClient } from "../../test/our-client.ts";
import { readingCount } from "../../test/reading-count.ts";
import type { ClientAdapter, JourneyRun, ServiceSettings } from "../service/client-adapter.ts";
import type { ProfileRun } from "./causes.ts";
import { pairwiseProfiles } from "./pairwise.ts";
import { toReadingsJunit, toReadingsText } from "./profiles-text.ts";
import { runUnderReadings, type SearchRun } from "./run-profiles.ts";
import { shippedRuns, shippedRunsOf } from "./shipped-runs.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
const runs = shippedRuns.filter(({ resourceId }) => /^(age-check|age-check-v1)@/.test(resourceId));

/** Our client, except that after a confusing response, all its runs fail. */
const confusedBy = (isConfusing: (path: string, response: Response, profile: Profile) => boolean): ClientAdapter => ({
  connect: async (settings) => {
    const fall = new AbortController();
    const client = await ourClient.connect({
      ...settings,
      fetch: async (...sent) => {
        const request = new Request(...sent);
        const response = await (settings.fetch ?? fetch)(request);
        const { pathname } = new URL(request.url);
        if (isConfusing(pathname, response, settings.profile)) {
          fall.abort(new Error(`cannot take ${settings.clientSecret}\nthis`));
        }
        return response;
      },
    });
    return {
      runJourney: (run, { signal = fall.signal } = {}) =>
        client.runJourney(run, { signal: AbortSignal.any([signal, fall.signal]) }),
    };
  },
});

test.runIf(isThorough)("our client completes every journey under every pair of readings (spec 2 to 9)", async () => {
  const report = await runUnderReadings(ourClient, { simulator, runs: shippedRuns });
  console.log(toReadingsText(report).split("\n").slice(-3).join("\n"));
  expect(report).toMatchObject({ failed: 0, causes: [], hidden: [] });
  expect(report.runs).toBe(report.profiles * 10);
  expect(report.coverage).toMatchObject({ world: "all readings", reached: true });
  expect(report.coverage.percentage).toBeGreaterThan(30);
});

test("runs the built-in v2 journeys by default", async () => {
  const profiles = [presets.specified];
  const journeys: string[] = [];
  await runUnderReadings(ourClient, { simulator, profiles, onRun: ({ run }) => journeys.push(run.resourceId) });
  expect(journeys.toSorted()).toEqual(
    shippedRunsOf(["v2"])
      .map(({ resourceId }) => resourceId)
      .toSorted(),
  );
});

test("finds the single reading that breaks a client, and reports the failure (spec 4.2)", async () => {
  const strict = confusedBy((path, { status }) => path.endsWith("/submit") && status === 201);
  const report = await runUnderReadings(strict, { simulator, runs });
  expect(report.causes).toEqual([
    {
      readings: { "submit-status": "created" },
      failures: [{ resourceId: "age-check@latest", problem: expect.stringContaining("cannot take … this") }],
    },
  ]);
  expect(report.failed).toBeGreaterThan(5);
  expect(toReadingsText(report)).toContain(
    'The client fails under submit-status=created (spec 4.2: "Returns 201."):\n  age-check@latest: ',
  );
  expect(toReadingsText(report)).toMatch(/BREAKS +submit-status +created +spec 4\.2 +Returns 201\./);
  expect(toReadingsText(report)).toContain(`\n${readingCount - 1} of ${readingCount} readings survived.\n`);
  expect(toReadingsJunit(report)).toContain(`tests="${readingCount + 1}" failures="1"`);
});

test("finds two readings that break a client only in combination (spec 4.2)", async () => {
  const tangled = confusedBy(
    (path, _, profile) =>
      path.endsWith("/submit") && profile["fetch-status"] === "created" && profile["outstanding-scope"] === "required",
  );
  const { causes, hidden } = await runUnderReadings(tangled, { simulator, runs });
  const readings = { "fetch-status": "created", "outstanding-scope": "required" };
  expect(causes).toEqual([expect.objectContaining({ readings })]);
  expect(hidden).toEqual([]);
});

test("finds each of several readings that break different journeys (spec 2.5, 4.3)", async () => {
  const narrow = confusedBy(
    (path, { status }, profile) =>
      (path.endsWith("interaction/fetch") && profile["interaction-fetch-layout"] === "nested") ||
      (path.endsWith("journey/start") && status === 200),
  );
  const { causes } = await runUnderReadings(narrow, { simulator, runs });
  const found = causes.map(({ readings, failures }) => [readings, failures.map(({ resourceId }) => resourceId)]);
  expect(found).toHaveLength(2);
  expect(found).toEqual(
    expect.arrayContaining([
      [{ "interaction-fetch-layout": "nested" }, ["age-check@latest"]],
      [{ "v1-start-status": "ok" }, ["age-check-v1@latest"]],
    ]),
  );
});

test("tests a reading separately if every profile that contains it fails because of another reading (spec 4.2)", async () => {
  const narrow = confusedBy(
    (path, _, profile) =>
      path.endsWith("journey/start") && (profile["fetch-status"] === "created" || profile["rate-limit"] === "limited"),
  );
  const profiles = [
    presets.specified,
    resolveProfile({ readings: { "fetch-status": "created", "rate-limit": "limited", "submit-status": "created" } }),
  ];
  const searches: SearchRun[] = [];
  const onSearch = (search: SearchRun) => void searches.push(search);
  const { causes, hidden } = await runUnderReadings(narrow, { simulator, runs, profiles, onSearch });
  expect(searches.map(({ run }) => run)).toEqual(searches.map((_, i) => i + 1));
  expect(searches.filter(({ step, steps }) => step < 1 || step > steps)).toEqual([]);
  expect(searches).not.toHaveLength(0);
  expect(causes.map(({ readings }) => readings)).toEqual(
    expect.arrayContaining([{ "fetch-status": "created" }, { "rate-limit": "limited" }]),
  );
  expect(hidden).toEqual([]);
});

test("an aborted call rejects with the abort reason and starts no more journeys (spec 4.4)", async () => {
  const stop = new AbortController();
  const seen: ProfileRun[] = [];
  const onRun = (run: ProfileRun) => {
    seen.push(run);
    if (seen.length === 2) stop.abort(new Error("enough"));
  };
  const running = runUnderReadings(ourClient, { simulator, runs, signal: stop.signal, onRun, parallel: 1 });
  await expect(running).rejects.toThrow("enough");
  expect(seen).toHaveLength(2);
});

test("reports that a client fails under every reading, and lists readings that it could not test separately (spec 4.2)", async () => {
  const deaf = confusedBy((path) => path.endsWith("/journey/start"));
  const report = await runUnderReadings(deaf, { simulator, runs, profiles: [presets.specified, presets.observed] });
  expect(report).toMatchObject({ failed: 4, causes: [{ readings: {}, failures: [{}, {}] }] });
  expect(report.hidden).not.toHaveLength(0);
  expect(toReadingsText(report)).toContain("The client fails under every reading:");
  expect(toReadingsJunit(report)).toContain(
    'name="every journey passes under the profile specified" time="0"><failure',
  );
  expect(toReadingsJunit(report)).toContain("because of other readings");
});

test("stops a client that exceeds the limit on world time or real time (spec 4.4)", async () => {
  const forever = (wait: (settings: ServiceSettings) => Promise<void>): ClientAdapter => ({
    connect: (settings) => ({
      runJourney: async () => {
        for (;;) await wait(settings);
      },
    }),
  });
  const endless = forever(async ({ sleep }) => sleep?.(10_000));
  const stuck = forever(() => new Promise(() => {}));
  const profiles = [presets.specified];
  const one = await runUnderReadings(endless, { simulator, runs, profiles });
  expect(one.causes).toMatchObject([
    { failures: [{ problem: "hung: It did not finish within 120 minutes of world time" }, {}] },
  ]);
  const other = await runUnderReadings(stuck, { simulator, runs: runs.slice(0, 1), profiles, timeoutMs: 20 });
  expect(other.causes).toMatchObject([{ failures: [{ problem: "hung: It did not finish within 0.02 s" }] }]);
});

test("a client that reports a wrong conclusion fails (spec 3.1)", async () => {
  const liar: ClientAdapter = { connect: () => ({ runJourney: async () => ({ conclusion: "refer" }) }) };
  const { causes } = await runUnderReadings(liar, { simulator, runs, profiles: [presets.specified] });
  expect(causes[0]?.failures[0]?.problem).toBe('reported "refer"; expected "accept"');
});

test.each(["accept", "unknown"] as const)(
  "a client that runs no journey, or the wrong one, fails even if it reports an expected conclusion: %s (spec 3.1)",
  async (conclusion) => {
    const idle: ClientAdapter = { connect: () => ({ runJourney: async () => ({ conclusion }) }) };
    const other: ClientAdapter = {
      connect: async (settings) => {
        const client = await ourClient.connect(settings);
        const runOther = async (run: JourneyRun) =>
          client.runJourney({ ...run, resourceId: "identity-check-v1@latest" });
        return { runJourney: async (run) => runOther(run).then(() => ({ conclusion })) };
      },
    };
    const profiles = [resolveProfile({ readings: { "v1-outcome-place": "absent" } })];
    const options = { simulator, runs: runs.filter(({ generation }) => generation === "v1"), profiles };
    for (const adapter of [idle, other]) {
      const problems: unknown[] = [];
      await runUnderReadings(adapter, { ...options, onRun: ({ problem }) => problems.push(problem) });
      expect(problems).toEqual([`The journey was not started; the client reported "${conclusion}".`]);
    }
  },
);

test("a client gets the same results in process and over HTTP (spec 2 to 9)", async () => {
  const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
  const strict = confusedBy((path, { status }) => path.endsWith("/submit") && status === 201);
  const profiles = pairwiseProfiles().slice(0, 8);
  const report = await runUnderReadings(strict, { simulator, runs, profiles });
  const remote = await runUnderReadings(strict, { simulator: { baseUrl: url }, runs, profiles }).finally(close);
  expect(report.causes).not.toEqual([]);
  expect({ ...remote, duration: 0 }).toEqual({ ...report, duration: 0 });
});
