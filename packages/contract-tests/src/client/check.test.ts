import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { describe, expect, test } from "vitest";
import { isThorough, runs, sample } from "../../../../vitest.shared.ts";
import { finishedLeak, tokenLeak } from "../../test/leaks.ts";
import { alsoBroken, dataMutations, type Mutation, mutations, slowMutations } from "../../test/mutation.ts";
import { ourClient } from "../../test/our-client.ts";
import { createOrdinary, createReference } from "../../test/reference-client.ts";
import { reportOf } from "../../test/report-of.ts";
import { plainCondition } from "../arbitraries/condition.ts";
import type { ClientAdapter, Report } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import { packToken, ReplayTokenError } from "../service/packed-token.ts";
import { startSimulator } from "../service/start-simulator.ts";
import { toRequest } from "../service/target.ts";
import { type ClientReport, checkClient } from "./check.ts";
import { conditionRows } from "./conditions.ts";
import type { CheckOptions, Progress } from "./options.ts";
import { renderReport } from "./report.ts";
import { type RequirementId, requirementIds } from "./requirements.ts";

const inProcess = () => ({ baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch });

const check = (adapter: ClientAdapter, options: CheckOptions = {}): Promise<ClientReport> =>
  checkClient(adapter, { simulator: inProcess(), seed: 1, ...options });

const failedOf = ({ failures }: ClientReport) => failures.map(({ id }) => id).toSorted();

/** What a report says besides `pass`. */
const shortcomings = ({ results, failures }: ClientReport) =>
  results
    .filter(({ status }) => status !== "pass")
    .map(({ id, status, reasons }) => [
      id,
      status,
      ...reasons,
      ...failures.flatMap((one) => (one.id === id ? [one.problem] : [])),
    ]);

describe("a correct client", () => {
  test.each([
    ["our client in v2", ourClient, {}],
    ["our client in v1", ourClient, { apiVersion: "v1" }],
    ...(isThorough ? [["the reference client", createReference(), {}] as const] : []),
  ] as const)(
    "meets every requirement, also under generated conditions: %s (spec 4.2, 4.4, 5)",
    { timeout: 300_000 },
    async (_, adapter, options) => {
      const report = await check(adapter, { ...options, generate: runs(4, 200) });
      expect(shortcomings(report)).toEqual([]);
      expect(report).toMatchObject({ passed: true, failures: [], seed: 1 });
      expect(report.coverage.percentage).toBeGreaterThan(25);
      expect(renderReport(report)).toMatch(/\nThe client passes\.\n$/);
    },
  );

  test.runIf(isThorough)("meets every requirement with its own timers and the global fetch (spec 4.4)", async () => {
    const report = await checkClient(createOrdinary(), { seed: 1 });
    expect(shortcomings(report)).toEqual([]);
    expect(report.passed).toBe(true);
  });
});

const rows = Object.entries({ ...mutations, ...dataMutations }) as [Exclude<Mutation, undefined>, RequirementId][]; // `Object.entries` loses the key types
const quick = rows.filter(([mutation]) => !slowMutations.includes(mutation));

describe("a client with a mistake", () => {
  test.each(isThorough ? rows : sample(quick, 8))(
    "that %s fails %s and, as CI checks, nothing else (spec 4.2, 4.4, 5)",
    { timeout: 180_000 },
    async (mutation, id) => {
      const report = isThorough ? await check(createReference(mutation)) : await reportOf(mutation, id);
      const others = isThorough ? (alsoBroken[mutation] ?? []) : [];
      expect(failedOf(report)).toEqual([id, ...others].toSorted());
      expect(report.passed).toBe(report.failures.every(({ strength }) => strength === "warning"));
      const shown = renderReport(report);
      for (const failure of report.failures) expect(shown).toContain(`\n  ${failure.problem.split("\n")[0]}\n`);
    },
  );

  /** One mutation for each requirement, because these clients wait in real time. No condition takes a minute of it. */
  const inSeconds = quick.filter(([mutation]) => mutation !== "gives up after a minute");
  const ordinary = inSeconds.filter(
    ([, id], i) => id !== "refreshes-in-time" && inSeconds.findIndex(([, other]) => other === id) === i,
  );
  test.runIf(isThorough).each(ordinary)(
    "that uses its own timers and %s fails %s (spec 4.2, 4.4, 5)",
    { timeout: 180_000 },
    async (mutation, id) => {
      const simulator = await startSimulator();
      const options = { simulator, seed: 1, only: [id] };
      const report = await checkClient(createOrdinary(mutation), options).finally(simulator.close);
      expect(failedOf(report)).toEqual([id]);
    },
  );
});

describe("the options", () => {
  test("`only` checks these requirements, and runs only their conditions (spec 4.2)", async () => {
    const lines: string[] = [];
    const report = await check(createReference("retries a start after a lost response"), {
      only: ["start-sent-once"],
      onProgress: ({ line }) => lines.push(line.replace(/:.*/, "")),
    });
    expect(report.results.map(({ id, status }) => [id, status])).toEqual([["start-sent-once", "fail"]]);
    expect(lines).toEqual(
      expect.arrayContaining(["accepted", "lost-start", "cut-start", "reset-start", "start-gateway-error"]),
    );
    expect(lines).not.toContain("lost-submit");
    expect(report.conditions).toBe(lines.length);
  });

  test("`except` ignores a requirement, even if it fails (spec 4.2)", async () => {
    const only = ["start-sent-once", "ends"] as const;
    const report = await check(createReference("retries a start after a lost response"), {
      only,
      except: ["start-sent-once"],
    });
    expect(report).toMatchObject({ passed: true, failures: [], results: [{ id: "ends", status: "pass" }] });
  });

  test("a requirement that nothing tested fails the check, unless `allowUntested` names it (spec 4.4)", async () => {
    const silent: ClientAdapter = {
      connect: async (settings) => {
        const client = await createReference("gives up at the first error").connect(settings);
        return { runJourney: (run) => client.runJourney(run) };
      },
    };
    const only = ["never-faster-after-error", "ends"] as const;
    const report = await check(silent, { only });
    expect(report).toMatchObject({ passed: false, failures: [], why: "never-faster-after-error was not tested." });
    expect(report.results).toMatchObject([
      { status: "untested", reasons: [expect.any(String), ...[]] },
      { status: "pass" },
    ]);
    expect(renderReport(report)).toMatch(/\nThe client does not pass\. never-faster-after-error was not tested\.\n$/);
    const allowed = await check(silent, { only, allowUntested: ["never-faster-after-error"] });
    expect(allowed).toMatchObject({ passed: true, failures: [] });
    expect(allowed.why).toBeUndefined();
  });

  test("`run` chooses the journey, and leaves out conditions with journeys of their own (spec 2.1)", async () => {
    const seen = new Set<string>();
    const adapter: ClientAdapter = {
      connect: async (settings) => {
        const client = await ourClient.connect(settings);
        return {
          runJourney: (run, options) => {
            seen.add(run.resourceId);
            return client.runJourney(run, options);
          },
        };
      },
    };
    const { subject } = plainCondition("v2").runs[0] ?? { subject: {} };
    const run = { resourceId: "age-check@latest", apiVersion: "v2", subject } as const;
    const report = await check(adapter, {
      run,
      only: ["tells-outcome", "repeats-no-submit"],
      allowUntested: ["repeats-no-submit"],
    });
    expect(report.passed).toBe(true);
    expect([...seen]).toEqual(["age-check@latest"]);
  });

  test.each(
    sample(
      [
        ["tells-outcome", "treats refer as accept", "referred", { "refer-ends-journey": "yes" }],
        ["error-means-failed", "ignores the status Error", "broken", { "failure-status": "error" }],
        [
          "review-is-not-failure",
          "treats Paused as failed",
          "referred",
          { "refer-ends-journey": "no", paused: "in-review" },
        ],
      ] as const,
      3,
    ),
  )(
    "a scenario of your own can show that a client breaks %s (spec 3.1, 4.2)",
    async (id, mutation, scenario, readings) => {
      const options = { only: [id], custom: { scenario }, profile: { readings } };
      const report = await check(createReference(mutation), options);
      expect(report.failures).toMatchObject([{ id }]);
      expect(report.failures[0]?.seenUnder).toContain("custom");
      expect((await check(createReference(), options)).passed).toBe(true);
    },
  );

  /** A client that stops waiting for the response to its first start, and starts again. */
  const impatient: ClientAdapter = {
    connect: ({ fetch = globalThis.fetch, ...settings }) => {
      let starts = 0;
      return createReference("retries a start after a lost response").connect({
        ...settings,
        fetch: async (input, init) => {
          const request = toRequest(input, init);
          const response = await fetch(request);
          if (request.url.endsWith("/journey/start")) starts += 1;
          if (request.url.endsWith("/journey/start") && starts === 1) throw new Error("Timeout");
          return response;
        },
      });
    },
  };
  const faults = [
    ["start-sent-once", impatient, "v2.startJourney", { type: "delay", ms: 1 }],
    [
      "start-sent-once",
      createReference("retries a start after a lost response"),
      "v2.startJourney",
      { type: "dropRequest" },
    ],
    [
      "retried-409-is-success",
      createReference("stops at the 409 on its retried submit"),
      "v2.submitInteraction",
      { type: "dropResponse" },
    ],
    ["replaces-refused-token", createReference("keeps a revoked token"), "v2.fetchState", { type: "expireToken" }],
  ] as const;
  test.each(faults)("a fault of your own can show that a client breaks %s: %#", async (id, adapter, endpoint, then) => {
    const readings = { "duplicate-element": "refused", "stale-interaction": "conflict" } as const;
    const report = await check(adapter, {
      only: [id],
      profile: { readings },
      custom: { scenario: "accepted", faults: { rules: [{ when: { endpoint, nth: 1 }, then }] } },
    });
    expect(report.failures.find((one) => one.id === id)?.seenUnder).toContain("custom");
  });

  test("`conditions` replaces the table, and shows each failure under its own condition (spec 4.2)", async () => {
    const condition: Condition = {
      ...plainCondition("v2"),
      id: "mine",
      scenario: "referred",
      readings: { "refer-ends-journey": "yes" },
    };
    const report = await check(createReference("treats refer as accept"), { conditions: [condition] });
    expect(report).toMatchObject({
      passed: false,
      conditions: 1,
      failures: [{ id: "tells-outcome", seenUnder: ["mine"] }],
    });
    expect(report.failures[0]?.condition).toEqual(condition);
    const fine = await check(createReference(), { conditions: [condition], only: ["tells-outcome"] });
    expect(fine).toMatchObject({ passed: true, conditions: 1, failures: [] });
  });

  test("the same seed generates the same conditions with the same result, another seed others (spec 4.2)", async () => {
    const generated = async (seed: number) => {
      const lines: string[] = [];
      const report = await check(createReference(), {
        ...{ only: ["error-means-failed"], seed, generate: 4 },
        onProgress: ({ line }) => void lines.push(line.replace(/, [\d.]+ s$/, "")),
      });
      return { lines, report };
    };
    const [one, two, other] = [await generated(5), await generated(5), await generated(6)];
    expect(one.lines.filter((line) => line.startsWith("generated: "))).toHaveLength(4);
    expect(one.report).toMatchObject({ seed: 5, conditions: one.lines.length });
    expect(two.lines).toEqual(one.lines);
    expect(two.report).toEqual(one.report);
    expect(other.lines).not.toEqual(one.lines);
  });

  test("`seconds` keeps what was found until the time limit, and does not pass (spec 4.4)", async () => {
    const report = await check(createReference("retries a start after a lost response"), { seconds: 0.4 });
    expect(report).toMatchObject({ passed: false, stopped: "time" });
    expect(report.why).toBe("The check was stopped at its time limit.");
    expect(report.conditions).toBeLessThan(conditionRows.length);
    expect(report.results.map(({ id }) => id)).toEqual(requirementIds);
    expect(report.seed).toBe(1);
  });

  test("`signal` returns what was found so far (spec 4.4)", async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    const onProgress = ({ line }: Progress) => {
      lines.push(line);
      if (line.startsWith("rejected")) stop.abort();
    };
    const report = await check(createReference("logs its token"), { signal: stop.signal, onProgress, parallel: 1 });
    expect(report).toMatchObject({ passed: false, stopped: "signal", why: "The check was stopped by the user." });
    expect(lines.at(-1)).toMatch(/^rejected: fails keeps-secrets, /);
    expect(report.failures).toMatchObject([{ id: "keeps-secrets" }]);
    expect(report.conditions).toBe(lines.length);
  });

  test("`min` requires a coverage (spec 2 to 9)", async () => {
    const options = { only: ["tells-outcome"] } as const;
    const report = await check(createReference(), { ...options, min: 100 });
    expect(report).toMatchObject({ passed: false, failures: [] });
    expect(report.why).toMatch(/^The coverage is \d+ %, which is less than 100 %\.$/);
    expect(await check(createReference(), { ...options, min: 5 })).toMatchObject({ passed: true });
  });

  test.each([
    [{ only: ["tells-outcome", "nope"] }, /^only: There is no requirement "nope"\.$/],
    [{ generate: -1 }, /^generate: /],
    [{ exhaustive: 9 }, /^exhaustive: /],
    [{ seconds: 0 }, /^seconds: /],
    [{ parallel: 1.5 }, /^parallel: /],
    [{ conditions: [{ id: "mine", runs: [] }] }, /^conditions\.0\.runs: /],
    [{ run: { resourceId: 7, apiVersion: "v2" } }, /^run\.resourceId: /],
  ])("refuses %j with TypeError", async (options, message) => {
    let count = 0;
    const counting: ClientAdapter = {
      connect: (settings) => {
        count += 1;
        return createReference().connect(settings);
      },
    };
    const checking = check(counting, JSON.parse(JSON.stringify(options))); // as an untyped caller may
    await expect(checking).rejects.toThrow(TypeError);
    await expect(checking).rejects.toThrow(message);
    expect(count).toBe(0);
  });

  test("`exhaustive` is refused for a client that does not wait with settings.sleep (spec 4.4)", async () => {
    const own: ClientAdapter = { connect: ({ sleep: _, now: __, ...settings }) => createReference().connect(settings) };
    const checking = check(own, { only: ["keeps-secrets"], exhaustive: 1 });
    await expect(checking).rejects.toThrow(
      new TypeError("exhaustive: The client must wait with settings.sleep and read the time with settings.now."),
    );
  });
});

describe("a client that does nothing", () => {
  const silent: ClientAdapter = { connect: () => ({ runJourney: async () => ({ conclusion: "accept" }) }) };

  test("sends no request, so it does not pass, whatever it reports (spec 4.2)", async () => {
    const report = await check(silent, { only: ["documents-in-subject", "keeps-secrets"] });
    expect(report).toMatchObject({ passed: false, requests: 0, why: "The client sent no request." });
    expect(renderReport(report)).toMatch(/\nThe client does not pass\. .*The client sent no request\.\n$/);
  });

  test("does not pass if no requirement is checked (spec 4.2)", async () => {
    const report = await check(createReference(), { only: [] });
    expect(report).toMatchObject({ passed: false, results: [], why: "No requirement was checked." });
  });

  test("and crashes in the simplest journey is not run under other conditions (spec 3.2)", async () => {
    let clients = 0;
    const crashing: ClientAdapter = {
      connect: () => {
        clients += 1;
        return { runJourney: () => Promise.reject(new Error("no connection")) };
      },
    };
    const report = await check(crashing, { generate: 50, everyReading: true });
    expect(report).toMatchObject({ passed: false, conditions: 1, requests: 0 });
    expect(clients).toBeLessThan(20); // with the repetitions that confirm the failure
    const outcome = report.results.find(({ id }) => id === "tells-outcome");
    expect(outcome?.reasons).toContain("The client failed the simplest journey, so nothing else was run.");
    expect(failedOf(report)).toEqual(["reports-conclusion"]);
  });

  test("and never ends is stopped after `timeoutMs`, and nothing else is run (spec 4.4)", async () => {
    const hanging: ClientAdapter = { connect: () => ({ runJourney: () => new Promise(() => undefined) }) };
    const report = await check(hanging, { timeoutMs: 50 });
    expect(report).toMatchObject({ passed: false, conditions: 1 });
    expect(failedOf(report)).toEqual(["ends"]);
    expect(report.failures[0]?.problem).toContain("within 0.05 s");
  });
});

/** A client that returns the result of `act` instead of its own if a response had the status 401. */
const after401 = (act: () => Promise<Report>): ClientAdapter => ({
  connect: ({ fetch = globalThis.fetch, ...settings }) => {
    let isRefused = false;
    const client = createReference().connect({
      ...settings,
      fetch: async (...sent) => {
        const response = await fetch(...sent);
        isRefused ||= response.status === 401;
        return response;
      },
    });
    return { runJourney: async (run) => (await client).runJourney(run).then((report) => (isRefused ? act() : report)) };
  },
});

test.each([
  [
    "crashes",
    () => Promise.reject(new Error("Refused: HTTP 401")),
    "reports-conclusion",
    /the client crashed: Error: Refused: HTTP 401/,
  ],
  [
    "reports a wrong outcome",
    async (): Promise<Report> => ({ conclusion: "reject" }),
    "tells-outcome",
    /the client reported "reject"\./,
  ],
  ["hangs", () => new Promise<Report>(() => undefined), "ends", /within 1 s/],
] as const)("a client that %s after a 401 fails %s (spec 4.2)", async (_, act, id, problem) => {
  const rule = { when: { endpoint: "v2.fetchState" as const, nth: 1 }, then: { type: "revokeToken" as const } };
  const conditions = [{ ...plainCondition("v2"), faults: { rules: [rule] } }];
  const report = await check(after401(act), { timeoutMs: 1_000, conditions });
  expect(failedOf(report)).toEqual([id]);
  expect(report.failures[0]?.problem).toMatch(problem);
});

test("an adapter that reports no conclusion fails reports-conclusion (spec 4.2)", async () => {
  const adapter: ClientAdapter = {
    connect: async (settings) => {
      const client = await createReference().connect(settings);
      return { runJourney: (run) => client.runJourney(run).then(() => JSON.parse("{}")) }; // as an untyped adapter may
    },
  };
  expect(failedOf(await check(adapter, { conditions: [plainCondition("v2")] }))).toEqual(["reports-conclusion"]);
});

test("if the start is refused, the report names the missing field and shows the refusal (spec 4.2, 7)", async () => {
  const forgetful: ClientAdapter = {
    connect: ({ fetch = globalThis.fetch, ...settings }) =>
      createReference().connect({
        ...settings,
        fetch: async (input, init) => {
          const request = toRequest(input, init);
          const body = (await request.clone().text()).replace('"delivery":"api"', "");
          return fetch(new Request(request.url, { method: "POST", headers: request.headers, body }));
        },
      }),
  };
  const report = await check(forgetful, { conditions: [plainCondition("v2")] });
  expect(failedOf(report)).toEqual(["sends-valid-requests"]);
  expect(report.failures[0]?.problem).toMatch(/^It sent v2\.startJourney with an invalid context\.config\.delivery: /);
  expect(report.failures[0]?.calls[1]).toMatch(/^#2 .* v2\.startJourney 400 MISSING_FIELD: context\.config\.delivery/);
});

test.each([
  ["in process", inProcess],
  ["at an address", undefined],
])("sees the data that a client with its own fetch sends to a simulator %s (spec 2.8)", async (_, given) => {
  const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
  const adapter = createReference("joins the last names into one text");
  const own: ClientAdapter = { connect: ({ fetch: _, ...settings }) => adapter.connect(settings) };
  const plain = plainCondition("v2");
  const subject = { ...plain.runs[0]?.subject, identity: { firstName: "Ada", lastNames: ["King", "Lovelace"] } };
  const conditions = [{ ...plain, runs: plain.runs.map((run) => ({ ...run, subject })) }];
  const report = await checkClient(own, { simulator: given?.() ?? { baseUrl: url }, conditions }).finally(close);
  expect(failedOf(report)).toEqual(["sends-given-data"]);
  expect(report.failures[0]?.problem).toMatch(/context\.subject\.identity\.lastNames/);
});

test.each([1, 3])(
  "throws if the simulator stops responding, with %i conditions at a time (spec 5)",
  async (parallel) => {
    const simulator = createSimulator();
    let requests = 0;
    const fetch = async (request: Request): Promise<Response> => {
      requests += 1;
      if (requests > 200) throw new TypeError("fetch failed: the simulator has stopped");
      return simulator.fetch(request);
    };
    const dying = check(createReference(), { simulator: { baseUrl: "http://127.0.0.1:4010", fetch }, parallel });
    await expect(dying).rejects.toThrow(/^No response from \w+\.$/);
  },
);

describe("a replay token", () => {
  const readings = { "duplicate-element": "refused", "stale-interaction": "conflict" } as const;
  const mistake = createReference("stops at the 409 on its retried submit");
  const options = { only: ["retried-409-is-success"], profile: { readings } } as const;

  const times = runs(3, 10);

  test("gives the same result every time (spec 4.2)", async () => {
    const found = await check(mistake, options);
    const [failure] = found.failures;
    const tokens = new Set([failure?.replay]);
    for (let n = 0; n < times; n++) {
      const again = await check(mistake, { replay: failure?.replay, seed: n });
      expect(again).toMatchObject({
        passed: false,
        conditions: 1,
        failures: [{ id: failure?.id, problem: failure?.problem }],
      });
      expect(again.failures[0]?.condition).toEqual(JSON.parse(JSON.stringify(failure?.condition)));
      tokens.add(again.failures[0]?.replay);
    }
    expect(tokens.size).toBe(1);
    expect(await check(createReference(), { replay: failure?.replay })).toMatchObject({ passed: true, failures: [] });
  });

  test("gives the same result every time for several journeys at once (spec 2.2)", async () => {
    const confused = createReference("polls only the instance that it started last");
    const { failures } = await check(confused, { only: ["keeps-journeys-apart"] });
    expect(failures).toMatchObject([{ id: "keeps-journeys-apart" }]);
    expect(failures[0]?.condition.runs.length).toBeGreaterThan(1);
    for (let n = 0; n < times; n++) {
      const again = await check(confused, { replay: failures[0]?.replay });
      expect(again).toMatchObject({ passed: false, failures: [{ id: "keeps-journeys-apart" }] });
      expect(again.failures[0]?.problem).toBe(failures[0]?.problem);
    }
  });

  test.each(["c1.abc", "c2.abc", "nope"])("is refused if it is %s (spec 4.2)", async (replay) => {
    await expect(check(createReference(), { replay })).rejects.toThrow(ReplayTokenError);
  });

  test("is refused if a reading in it does not exist (spec 4.2)", async () => {
    const condition = { ...plainCondition("v2"), readings: { "submit-status": "nope" } };
    const replay = await packToken("c2.", { id: "ends", condition, isVirtual: true });
    await expect(check(createReference(), { replay })).rejects.toThrow(ReplayTokenError);
  });

  test("accepts a token that has the same text as the refused one, because both were issued at the same instant (spec 5)", async () => {
    const plain = plainCondition("v1");
    const rules = [{ when: { endpoint: "v1.listTaskSchemas", nth: 1 }, then: { type: "revokeToken" } }] as const;
    const three = [0, 1, 2].flatMap(() => plain.runs);
    const conditions = [{ ...plain, runs: three, faults: { rules: [...rules] } }];
    const report = await check(ourClient, { apiVersion: "v1", conditions });
    expect(report.failures).toEqual([]);
  });
});

describe("a client with state in a module", () => {
  const script = `
    const { checkClient } = await import("./src/client/check.ts");
    const leaks = await import("./test/leaks.ts");
    const reports = [];
    for (const [name, replay] of JSON.parse(process.argv[1]))
      reports.push(await checkClient(leaks[name](), { replay }));
    console.log(JSON.stringify(reports.map(({ passed, failures }) => ({ passed, ids: failures.map(({ id }) => id) }))));
    process.exit();`;

  test("fails keeps-journeys-apart, and its replay token shows that in a new process (spec 2.2)", async () => {
    const tokens: [string, string][] = [];
    for (const [name, create] of Object.entries(isThorough ? { tokenLeak, finishedLeak } : { tokenLeak })) {
      const report = await check(create(), isThorough ? {} : { only: ["keeps-journeys-apart"] });
      expect([name, report.passed, failedOf(report)]).toEqual([name, false, ["keeps-journeys-apart"]]);
      expect(report.failures[0]?.condition.runs.length).toBeGreaterThan(1);
      tokens.push([name, report.failures[0]?.replay ?? ""]);
    }
    const args = ["--input-type=module", "--eval", script, "--", JSON.stringify(tokens)];
    const cwd = join(import.meta.dirname, "..", "..");
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
    const failed = { passed: false, ids: ["keeps-journeys-apart"] };
    expect(JSON.parse(stdout)).toEqual(tokens.map(() => failed));
  });
});
