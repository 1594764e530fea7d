import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { presets } from "@journey-kit/schemas/profile";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { isThorough, runs, sample } from "../../../../vitest.shared.ts";
import { generatedMutations, type Mutation } from "../../test/mutation.ts";
import { ourClient } from "../../test/our-client.ts";
import { createReference } from "../../test/reference-client.ts";
import { plainSituation } from "../arbitraries/situation.ts";
import type { ClientAdapter, Report } from "../service/client-adapter.ts";
import { packToken, ReplayTokenError } from "../service/packed-token.ts";
import { type CheckClientOptions, checkClient, toClientCheckText } from "./check-client.ts";

const check = (mutation: Mutation, options: CheckClientOptions = {}) =>
  checkClient(createReference(mutation), {
    simulator: { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch },
    seed: 1,
    ...options,
  });

const timeout = 180_000;

test("a correct client passes in generated situations (spec 4.2)", { timeout }, async () => {
  const result = await check(undefined, { runs: runs(20, 500) });
  expect(toClientCheckText(result)).toMatch(/^The client passed in \d+ generated situations \(seed 1\)\.\n$/);
});

test.each(["v2", "v1"] as const)(
  "our client passes in generated %s situations with various readings (spec 4.2)",
  { timeout },
  async (generation) => {
    const result = await checkClient(ourClient, { generations: [generation], runs: runs(20, 500), seed: 1 });
    expect(result.failure === undefined ? "" : toClientCheckText(result)).toBe("");
  },
);

test("accepts a token that has the same text as the refused one, because both were issued at the same instant (spec 5)", async () => {
  const plain = plainSituation("v1");
  const rules = [{ when: { endpoint: "v1.listTaskSchemas", nth: 1 }, then: { token: "revoked" } }];
  const runs = [0, 1, 2].flatMap(() => plain.runs);
  const replay = await packToken("c1.", { ...plain, runs, faults: { rules }, canSleep: true });
  const result = await checkClient(ourClient, { replay });
  expect(result.failure === undefined ? "" : toClientCheckText(result)).toBe("");
});

test("finds a v1 client that polls too fast (spec 4.4)", { timeout }, async () => {
  const fast: ClientAdapter = {
    connect: ({ sleep = async () => undefined, ...settings }) =>
      ourClient.connect({ ...settings, sleep: (duration, options) => sleep(duration / 5, options) }),
  };
  const result = await checkClient(fast, { generations: ["v1"], runs: 50, seed: 1 });
  expect(result).toMatchObject({ passed: false, failure: { id: "polls-at-interval" } });
});

test("a correct client with its own timers passes in generated situations (spec 4.4)", async () => {
  const adapter = createReference();
  const own: ClientAdapter = { connect: ({ sleep: _, now: __, ...settings }) => adapter.connect(settings) };
  const result = await checkClient(own, { runs: runs(10, 50), seed: 1, parallel: 4 });
  expect(result.failure === undefined ? "" : toClientCheckText(result)).toBe("");
});

test.each([
  ["in process", { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch }],
  ["at an address", undefined],
])("sees the data that a client with its own fetch sends to a simulator %s (spec 2.8)", async (_, given) => {
  const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
  const adapter = createReference("joins the last names into one text");
  const own: ClientAdapter = { connect: ({ fetch: _, ...settings }) => adapter.connect(settings) };
  const simulator = given ?? { baseUrl: `${url}/` };
  const subject = { identity: { firstName: "Ada", lastNames: ["King", "Lovelace"] } };
  const replay = await packToken("c1.", { ...plainSituation("v2"), runs: [{ journey: 0, subject }] });
  const result = await checkClient(own, { simulator, replay }).finally(close);
  const problem = expect.stringMatching(/data that is not the person's: context\.subject\.identity\.lastNames\.$/);
  expect(result).toMatchObject({ notChecked: [], failure: { id: "sends-given-data", problem } });
});

test("names the requirements that it cannot check for a client that ignores its base URL (spec 2.7, 2.8)", async () => {
  const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
  const addresses = { baseUrl: url, authUrl: url };
  const own: ClientAdapter = {
    connect: ({ fetch: _, ...settings }) => createReference().connect({ ...settings, ...addresses }),
  };
  const result = await checkClient(own, { simulator: { baseUrl: url }, runs: 2, seed: 5 }).finally(close);
  expect(result).toMatchObject({ passed: true, notChecked: ["sends-valid-requests", "sends-given-data"] });
  expect(toClientCheckText(result)).toMatch(
    /^The client passed .*\nNot checked: sends-valid-requests and sends-given-data, because the client sent no request to the base URL in its settings\.\n$/,
  );
});

const generated = Object.entries(generatedMutations) as [keyof typeof generatedMutations, string][]; // `Object.entries` loses the key types

const rows: readonly (readonly [Exclude<Mutation, undefined>, string])[] = [
  ...generated,
  ["treats refer as accept", "tells-outcome"],
  ["lists too few participants", "participants-match"],
  ["drops the region from its base URL", "uses-base-url"],
  ["retries a start after a lost response", "start-sent-once"],
  ["keeps a revoked token", "replaces-refused-token"],
];

test.each(sample(rows, 5))("finds the broken requirement of a client that %s: %s (spec 4.2)", async (mutation, id) => {
  const result = await check(mutation, { runs: 1_000 });
  expect(result).toMatchObject({ passed: false, failure: { id } });
  expect(await check(mutation, { replay: result.failure?.replay ?? "" })).toMatchObject({ runs: 1, failure: { id } });
});

test("a replay token reproduces the failure of a client that seldom waits (spec 4.4)", async () => {
  const hasty: ClientAdapter = {
    connect: async (settings) => {
      const { fetch = globalThis.fetch } = settings;
      let stop = (_: Report) => {};
      const stopped = new Promise<Report>((resolve) => {
        stop = resolve;
      });
      const stops: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        if (!(await response.clone().text()).includes('"processing":')) return response;
        stop({ conclusion: "undecided" });
        return new Promise(() => {});
      };
      const client = await createReference().connect({ ...settings, fetch: stops });
      return { runJourney: (run) => Promise.race([client.runJourney(run), stopped]) };
    },
  };
  const { failure } = await checkClient(hasty, { seed: 2 }); // waits in the search, but not in the first run
  const replayed = await checkClient(hasty, { replay: failure?.replay ?? "" });
  const { id, problem, replay } = failure ?? {};
  expect(replayed).toMatchObject({ passed: false, failure: { id, problem, replay } });
});

test("a failure message shows the situation, the requests and a replay token, and the same seed fails again (spec 4.2)", async () => {
  const options = { runs: 1_000, seed: 6 }; // fails early
  const result = await check("stops at the 409 on its retried submit", options);
  const text = toClientCheckText(result);
  expect(text).toMatch(/^BROKEN {2}own-409-is-done: .* \(spec 4\.2\)$/m);
  expect(text).toMatch(/^ {2}journey 1, for Ada Lovelace: v2, collects \w+/m);
  expect(text).toMatch(/^ {2}fault .* on v2\.submitInteraction request 1$/m);
  expect(text).toMatch(/^ {2}#\d+ \d\d:\d\d:\d\d v2\.submitInteraction 409/m);
  expect(text).toMatch(/^Replay it: checkClient\(adapter, \{ replay: "c1\.[\w-]+" \}\)$/m);
  const again = await check("stops at the 409 on its retried submit", options);
  expect(again).toMatchObject({ runs: result.runs, failure: { replay: result.failure?.replay } });
});

test("the seed and the run that a failure message prints find the failure again, also after parallel searches (spec 4.2)", async () => {
  const mutation = "stops at the 409 on its retried submit";
  const result = await check(mutation, { runs: 100, seed: 5, parallel: 3 }); // the second search fails first
  const [, run, seed] =
    /^Found in run (\d+) with seed (\d+)\. The simplest situation:$/m.exec(toClientCheckText(result)) ?? [];
  expect(Number(seed)).toBeGreaterThan(5);
  const again = { runs: Number(run), seed: Number(seed) };
  const found = await check(mutation, again);
  expect(found.failure).toMatchObject({ id: "own-409-is-done", found: { run: again.runs, seed: again.seed } });
  expect(await check(mutation, { ...again, runs: again.runs - 1 })).toMatchObject({ passed: true });
  const replayed = await check(mutation, { replay: result.failure?.replay ?? "" });
  expect(toClientCheckText(replayed)).toMatch(/\nThe situation:\n/);
});

test("if a client hangs, the failure message says what the simulator is waiting for (spec 4.4)", async () => {
  const adapter: ClientAdapter = {
    connect: async (settings) => {
      const { fetch = globalThis.fetch, sleep = () => Promise.reject() } = settings;
      const findsNothing: typeof fetch = async (input, init) =>
        input instanceof Request && input.url.endsWith("/interaction/fetch") ? Response.json({}) : fetch(input, init);
      const client = await createReference("gives up after a minute").connect({ ...settings, fetch: findsNothing });
      return {
        runJourney: async (run, options) => {
          const report = await client.runJourney(run, options);
          await sleep(86_400_000);
          return report;
        },
      };
    },
  };
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  const replay = await packToken("c1.", plainSituation("v2"));
  const result = await checkClient(adapter, { simulator, replay });
  expect(toClientCheckText(result)).toMatch(
    /^BROKEN {2}ends: .*\n {2}The client hung: .*120 minutes of world time\. The simulator is waiting for: data for interaction step-1-1: FullName\.$/m,
  );
});

test("a failure message names the reading under which the service refused many requests (spec 5)", async () => {
  const adapter: ClientAdapter = {
    connect: (settings) => createReference().connect({ ...settings, profile: presets.specified }),
  };
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  const situation = { ...plainSituation("v2"), readings: { "interaction-token": "end-user" } };
  const result = await checkClient(adapter, { simulator, replay: await packToken("c1.", situation) });
  expect(result.failure?.problem).toMatch(
    /^The journey was still running; .* The simulator refused \d+ requests to v2\.fetchInteraction with 403 TOKEN_NOT_ACCEPTED under interaction-token=end-user, wrong-token=forbidden\.$/,
  );
});

test("a failure message shows at most the first 20 and the last 20 requests (spec 4.4)", () => {
  const calls = Array.from({ length: 100 }, (_, i) => `#${i + 1}`);
  const violation = { id: "ends", spec: "4.4", text: "", problem: "" } as const;
  const failure = { ...violation, situation: plainSituation("v2"), calls, replay: "" };
  const text = toClientCheckText({ passed: false, runs: 1, requests: 100, notChecked: [], seed: 1, failure });
  expect(text).toMatch(
    /^Its requests:\n {2}#1\n(.*\n){18} {2}#20\n {2}… 60 more requests …\n {2}#81\n(.*\n){18} {2}#100\nReplay/m,
  );
});

test.runIf(isThorough)("a replay token reproduces the failure in another process (spec 4.2)", async () => {
  const { failure } = await check("treats refer as accept", { runs: 1_000 });
  const script = `
    const { checkClient } = await import("./src/client/check-client.ts");
    const { createReference } = await import("./test/reference-client.ts");
    const { failure, runs } = await checkClient(createReference("treats refer as accept"), { replay: process.argv[1] });
    console.log(JSON.stringify({ id: failure.id, problem: failure.problem, situation: failure.situation, runs }));
    process.exit();`;
  const args = ["--input-type=module", "--eval", script, "--", failure?.replay ?? ""];
  const cwd = join(import.meta.dirname, "..", "..");
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  const { id, problem, situation } = failure ?? {};
  expect(JSON.parse(stdout)).toEqual({ id, problem, situation, runs: 1 });
});

test("throws ReplayTokenError for an invalid replay token (spec 4.2)", async () => {
  await expect(check(undefined, { replay: "r1.abc" })).rejects.toThrow(ReplayTokenError);
  await expect(check(undefined, { replay: "c1.abc" })).rejects.toThrow(ReplayTokenError);
});

test.each([1, 2])("throws if the simulator stops responding, with `parallel` set to %i (spec 5)", async (parallel) => {
  const simulator = createSimulator();
  let requests = 0;
  const fetch = async (request: Request): Promise<Response> => {
    requests += 1;
    if (requests > 200) throw new TypeError("fetch failed: the simulator has stopped");
    return simulator.fetch(request);
  };
  const dying = check(undefined, { simulator: { baseUrl: "http://127.0.0.1:4010", fetch }, runs: 50, parallel });
  await expect(dying).rejects.toThrow(/^No response from \w+\.$/);
});

test("does not pass if no situation runs, or the client sends no request (spec 4.2)", async () => {
  const none = await check(undefined, { runs: 0 });
  expect(none).toMatchObject({ passed: false, runs: 0, requests: 0, seed: 1 });
  expect(toClientCheckText(none)).toBe("No situation was run.\n");
  expect(await check(undefined, { limitMs: 0 })).toMatchObject({ passed: false, runs: 0 });
  const idle: ClientAdapter = { connect: () => ({ runJourney: async () => ({ conclusion: "accept" }) }) };
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  const options = { simulator, seed: 1, runs: 3, except: ["reports-conclusion"] } as const;
  const silent = await checkClient(idle, options);
  expect(silent).toMatchObject({ passed: false, runs: 3, requests: 0, seed: 1 });
  expect(toClientCheckText(silent)).toBe("The client sent no request in 3 generated situations (seed 1).\n");
});

test("a search stops at its time limit or when it is aborted (spec 4.4)", async () => {
  const { failure, runs: done } = await check(undefined, { runs: 100_000, limitMs: 100, parallel: 2 });
  expect(failure).toBeUndefined();
  expect(done).toBeLessThan(100_000);
  const stop = new AbortController();
  const aborted = check(undefined, { signal: stop.signal, onRun: () => stop.abort(new RangeError("enough")) });
  await expect(aborted).rejects.toThrow(RangeError);
});
