import type { FaultAction } from "@journey-kit/schemas/control";
import type { RouteName } from "@journey-kit/schemas/routes";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { isThorough, sample } from "../../../../vitest.shared.ts";
import { type Mutation, mutations } from "../../test/mutation.ts";
import { ourClient } from "../../test/our-client.ts";
import { createOrdinary, createReference } from "../../test/reference-client.ts";
import type { ClientAdapter, Report } from "../service/client-adapter.ts";
import { startSimulator } from "../service/start-simulator.ts";
import {
  checkRequirements,
  type Finding,
  type RequirementReport,
  toReasons,
  toRequirementJunit,
  toRequirementText,
} from "./check-requirements.ts";
import type { RequirementId } from "./requirements.ts";

const inProcess = () => ({ baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch });

const check = (mutation?: Mutation, only?: readonly RequirementId[]): Promise<RequirementReport> =>
  checkRequirements(createReference(mutation), {
    simulator: { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch },
    ...(only !== undefined && { only }),
  });

test("a correct client meets every requirement (spec 4.2, 4.4, 5)", async () => {
  const { results, passed, coverage } = await check();
  expect(results.filter(({ status }) => status !== "kept")).toEqual([]);
  expect(passed).toBe(true);
  expect(coverage.percentage).toBeGreaterThan(30);
});

test("our own client meets every requirement (spec 4.2, 4.4, 5)", async () => {
  const { fetch } = createSimulator();
  const { results } = await checkRequirements(ourClient, {
    simulator: { baseUrl: "http://127.0.0.1:4010", fetch },
  });
  expect(results.filter(({ status }) => status !== "kept")).toEqual([]);
});

const rows = Object.entries(mutations) as [Exclude<Mutation, undefined>, RequirementId][]; // `Object.entries` loses the key types

test.each(sample(rows, 4))(
  "a client that %s breaks only the requirement %s (spec 4.2, 4.4, 5)",
  async (mutation, requirement) => {
    const { results } = await check(mutation);
    expect(results.filter(({ status }) => status === "broken").map(({ id }) => id)).toEqual([requirement]);
  },
);

/**
 * One mutation for each requirement, because these clients wait in real time. The runs are too short for a token to
 * expire.
 */
const ordinary = rows.filter(
  ([, requirement], i) =>
    requirement !== "refreshes-in-time" && rows.findIndex(([, other]) => other === requirement) === i,
);

test.runIf(isThorough).concurrent.each(ordinary)(
  "a client that uses its own timers and %s breaks only %s (spec 4.2, 4.4, 5)",
  { retry: 1 }, // on a busy machine, real requests can be so slow that an immediate retry looks late
  async (mutation, requirement) => {
    const simulator = await startSimulator();
    const { results } = await checkRequirements(createOrdinary(mutation), { simulator, timeoutMs: 10_000 });
    await simulator.close();
    expect(results.filter(({ status }) => status === "broken").map(({ id }) => id)).toEqual([requirement]);
  },
);

test("the report advises a client that uses settings.sleep without settings.now to use both (spec 5)", async () => {
  const problemOf = async (adapter: ClientAdapter) => {
    const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
    return toRequirementText(await checkRequirements(adapter, { simulator, only: ["refreshes-in-time"] }));
  };
  const withoutNow: ClientAdapter = { connect: ({ now, ...settings }) => createReference().connect(settings) };
  expect(await problemOf(withoutNow)).toMatch(
    /in "short-tokens": It sent an expired token\. It waits .* never calls settings\.now\. Use settings\.now instead of Date\.now/,
  );
  expect(await problemOf(createReference("refreshes its token only after a 401"))).toMatch(
    /in "short-tokens": It sent an expired token\.\n/,
  );
});

test("checks only the requirements in the option `only` (spec 4.2)", async () => {
  const { results } = await check("retries a start after a lost response", ["start-sent-once"]);
  expect(results).toEqual([expect.objectContaining({ id: "start-sent-once", status: "broken" })]);
});

const silent: ClientAdapter = { connect: () => ({ runJourney: async () => ({ conclusion: "accept" }) }) };

test.each([
  ["no requirement is checked", createReference(), { only: [] }, "No requirement was checked."],
  ["the client sends no request", silent, { only: ["documents-in-subject"] }, "The client sent no request."],
  ["the coverage is below `min`", createReference(), { only: ["tells-outcome"], min: 100 }, "The coverage is "],
] as const)("a report does not pass if %s (spec 4.2)", async (_, adapter, options, why) => {
  const report = await checkRequirements(adapter, { simulator: inProcess(), ...options });
  expect(report.passed).toBe(false);
  expect(toRequirementText(report)).toContain(`\nThe client does not pass. ${why}`);
});

test("a requirement that nothing tested does not pass unless it may stay untested (spec 5)", async () => {
  const quiet: ClientAdapter = {
    connect: async (settings) => {
      const client = await createReference().connect(settings);
      return { runJourney: async (run) => ({ conclusion: (await client.runJourney(run)).conclusion }) };
    },
  };
  const options = { simulator: inProcess(), only: ["tells-outcome", "keeps-secrets"] } as const;
  const report = await checkRequirements(quiet, options);
  expect([report.passed, report.why]).toEqual([false, "keeps-secrets was not tested."]);
  expect(toRequirementText(report)).toMatch(/^untested +keeps-secrets .*\n +The client printed nothing\./m);
  const allowed = await checkRequirements(quiet, { ...options, allowUntested: ["keeps-secrets"] });
  expect(allowed.passed).toBe(true);
});

test("rejects an unknown requirement in the option `only`", async () => {
  const only = ["tells-outcome", "nope"] as RequirementId[]; // as an untyped caller may
  await expect(checkRequirements(createReference(), { simulator: inProcess(), only })).rejects.toThrow(
    new TypeError('only: There is no requirement "nope".'),
  );
});

/** A client that returns the result of `act` instead of its own if a response had the status 401. */
const after401 = (mutation: Mutation, act: () => Promise<Report>): ClientAdapter => ({
  connect: (settings) => {
    let isRefused = false;
    const send = settings.fetch ?? fetch;
    const client = createReference(mutation).connect({
      ...settings,
      fetch: async (request) => {
        const response = await send(request);
        isRefused ||= response.status === 401;
        return response;
      },
    });
    return { runJourney: async (run) => (await client).runJourney(run).then((report) => (isRefused ? act() : report)) };
  },
});

const crash = () => Promise.reject(new Error("Refused: HTTP 401"));

test("a client that crashes after a 401 gets only a warning, because the specification requires no new token (spec 5)", async () => {
  const report = await checkRequirements(after401("keeps a revoked token", crash), { simulator: inProcess() });
  const broken = report.results.filter(({ status }) => status === "broken");
  expect(broken.map(({ id, strength }) => [id, strength])).toEqual([["replaces-refused-token", "warning"]]);
  expect(report.passed).toBe(true);
  const problem =
    'in "revoked-token": It requested no new token after a 401; the client crashed: Error: Refused: HTTP 401.';
  expect(toRequirementText(report)).toMatch(/^warning +replaces-refused-token .*\(spec 5\)$/m);
  expect(toRequirementText(report)).toContain(problem);
  expect(toRequirementJunit(report)).toContain(`warning: ${problem}`.replaceAll('"', "&quot;"));
});

test.each([
  ["crashes", crash, /in "revoked-token": The journey ended with "accept"; the client crashed: /],
  [
    "reports a wrong outcome",
    async () => ({ conclusion: "reject" as const }),
    /in "revoked-token": The journey ended with "accept"; the client reported "reject"\./,
  ],
  [
    "hangs",
    () => new Promise<never>(() => undefined),
    /in "revoked-token": The client hung: It did not finish within 1 s/,
  ],
])("a client that %s after a 401 breaks reports-conclusion (spec 4.2)", async (_, act, problem) => {
  const report = await checkRequirements(after401(undefined, act), {
    simulator: inProcess(),
    timeoutMs: 1_000,
    only: ["reports-conclusion"],
  });
  expect(report.passed).toBe(false);
  expect(toRequirementText(report)).toMatch(/^FAIL +reports-conclusion /m);
  expect(toRequirementText(report)).toMatch(problem);
});

test("an adapter that reports no conclusion breaks reports-conclusion (spec 4.2)", async () => {
  const adapter: ClientAdapter = {
    connect: async (settings) => {
      const client = await createReference().connect(settings);
      return { runJourney: (run) => client.runJourney(run).then(() => JSON.parse("{}")) }; // as an untyped adapter may
    },
  };
  const { results } = await checkRequirements(adapter, { simulator: inProcess(), only: ["reports-conclusion"] });
  expect(results).toMatchObject([{ id: "reports-conclusion", status: "broken" }]);
});

test("a client that crashes after the response to its start was lost breaks no requirement (spec 4.2)", async () => {
  const { fetch } = createSimulator();
  const throwing: ClientAdapter = {
    connect: async (settings) => {
      const client = await createReference().connect(settings);
      return {
        runJourney: async (run) => {
          const report = await client.runJourney(run);
          if (report.conclusion === "unknown") throw new Error("The start was lost.");
          return report;
        },
      };
    },
  };
  const { results } = await checkRequirements(throwing, { simulator: { baseUrl: "http://127.0.0.1:4010", fetch } });
  expect(results.filter(({ status }) => status !== "kept")).toEqual([]);
});

/** A client that stops waiting for the response to its first start, and starts again. */
const impatient: ClientAdapter = {
  connect: (settings) => {
    const send = settings.fetch ?? fetch;
    let starts = 0;
    return createReference("retries a start after a lost response").connect({
      ...settings,
      fetch: async (request) => {
        const response = await send(request);
        const isStart = (request instanceof Request ? request.url : `${request}`).endsWith("/journey/start");
        if (isStart) starts += 1;
        if (isStart && starts === 1) throw new Error("Timeout");
        return response;
      },
    });
  },
};

const rule = (endpoint: RouteName, then: FaultAction, nth?: number) => ({
  id: `chosen-${nth}`,
  when: { endpoint, ...(nth !== undefined && { nth }) },
  then,
});

test.each([
  ["start-sent-once", impatient, [rule("v2.startJourney", { delay: 1 }, 1)]],
  [
    "start-sent-once",
    createReference("retries a start after a lost response"),
    [rule("v2.startJourney", { lose: "request" }, 1)],
  ],
  [
    "own-409-is-done",
    createReference("stops at the 409 on its retried submit"),
    [rule("v2.submitInteraction", { lose: "answer" }, 1)],
  ],
  [
    "backs-off",
    createReference("retries immediately after errors"),
    [1, 2, 3, 4].map((nth) => rule("v2.fetchState", { status: 503 }, nth)),
  ],
  [
    "replaces-refused-token",
    createReference("keeps a revoked token"),
    [rule("v2.fetchState", { token: "expired" }, 1)],
  ],
] as const)("a custom fault plan can reveal that a client breaks %s (spec 4.2, 4.4, 5)", async (id, adapter, rules) => {
  const { results } = await checkRequirements(adapter, {
    simulator: inProcess(),
    only: [id],
    profile: { readings: { "duplicate-element": "refused", "stale-interaction": "conflict" } },
    chosen: { scenario: "accepted", faults: { rules: [...rules] } },
  });
  expect(results[0]?.findings).toContainEqual(expect.objectContaining({ situation: "chosen", status: "broken" }));
});

test.each([
  ["tells-outcome", "treats refer as accept", "referred", { "refer-ends-journey": "yes" }],
  ["failed-is-error", "ignores the status Error", "broken", { "failure-status": "error" }],
  ["undecided-is-open", "treats Paused as failed", "referred", { "refer-ends-journey": "no", paused: "in-review" }],
] as const)(
  "a custom scenario can reveal that a client breaks %s (spec 3.1, 4.2)",
  async (id, mutation, scenario, readings) => {
    const options = { simulator: inProcess(), only: [id], profile: { readings }, chosen: { scenario } };
    const chosenOf = async (adapter: ClientAdapter) =>
      (await checkRequirements(adapter, options)).results[0]?.findings.find(({ situation }) => situation === "chosen");
    expect(await chosenOf(createReference(mutation))).toMatchObject({ status: "broken" });
    expect(await chosenOf(createReference())).toMatchObject({ status: "kept" });
  },
);

test("a situation without faults is not counted for a requirement about a lost response (spec 4.2, 4.4, 5)", async () => {
  const { results } = await checkRequirements(createReference(), {
    simulator: inProcess(),
    chosen: { scenario: "rejected" },
  });
  expect(results.filter(({ status }) => status !== "kept")).toEqual([]);
  const chosen = results.flatMap(({ id, findings }) =>
    findings.flatMap(({ situation, status }) => (situation === "chosen" && status === "kept" ? [id] : [])),
  );
  expect(chosen).toContain("tells-outcome");
  expect(chosen).not.toContain("start-sent-once");
});

test("if the start is refused, the report says so and names the missing field (spec 4.2, 7)", async () => {
  const forgetful: ClientAdapter = {
    connect: (settings) => {
      const send = settings.fetch ?? fetch;
      return createReference().connect({
        ...settings,
        fetch: async (input) => {
          const request = new Request(input);
          const body = (await request.clone().text()).replace('"delivery":"api"', "");
          return send(new Request(request.url, { method: "POST", headers: request.headers, body }));
        },
      });
    },
  };
  const text = toRequirementText(await checkRequirements(forgetful, { simulator: inProcess() }));
  expect(text).toMatch(
    /in "accepted".*: The start was refused with 400 MISSING_FIELD: .*context\.config\.delivery.*; the client reported "unknown"\./,
  );
  expect(text).toMatch(/v2\.startJourney 400 MISSING_FIELD: .*context\.config\.delivery/);
  expect(text).not.toContain("The journey ended");
});

test("a report names the broken requirement, its situation and its requests, as text and as JUnit (spec 3.1)", async () => {
  const report = await check("treats Paused as failed");
  const text = toRequirementText(report);
  expect(text).toMatch(/^pass +tells-outcome +Distinguishes accept, reject and refer\. \(spec 4\.2\)$/m);
  expect(text).toMatch(
    /^FAIL +undecided-is-open .*\n +in "paused": The journey waited for a reviewer; the client reported "failed"\.$/m,
  );
  expect(text).toMatch(/^ +#\d+ \d\d:\d\d:\d\d v2\.fetchState 200$/m);
  expect(text).toContain("\nRequirements: 19 pass, 1 FAIL, 0 warning, 0 untested.\n");
  const junit = toRequirementJunit(report);
  expect(junit).toContain('tests="20" failures="1"');
  expect(junit).toContain('<failure message="in &quot;paused&quot;: The journey waited for a reviewer;');
});

test.runIf(isThorough)("a client gets the same report in process and over HTTP (spec 4.2, 4.4, 5)", async () => {
  const open = () => createSimulator({ clock: { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } });
  const { url, close } = await serveSimulator(open(), { port: 0 });
  const client = createReference("treats Paused as failed");
  const report = await checkRequirements(client, { simulator: { baseUrl: url, fetch: open().fetch } });
  const remote = await checkRequirements(client, { simulator: { baseUrl: url } }).finally(close);
  expect(report.passed).toBe(false);
  expect(remote).toEqual(report);
});

test("groups situations with the same problem, and shows the requests of the first situation only", () => {
  const broken = (situation: "accepted" | "rejected" | "referred", problem: string): Finding => ({
    status: "broken",
    problem,
    situation,
    calls: [`#1 of ${situation}`],
  });
  const findings = [broken("accepted", "It hung."), broken("rejected", "It crashed."), broken("referred", "It hung.")];
  const result = { id: "tells-outcome", spec: "4.2", text: "", strength: "must", status: "broken", findings } as const;
  expect(toReasons(result)).toEqual([
    'in "accepted", "referred": It hung.',
    "  #1 of accepted",
    'in "rejected": It crashed.',
    "  #1 of rejected",
  ]);
});
