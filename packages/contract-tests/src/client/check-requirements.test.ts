import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { isThorough, sample } from "../../../../vitest.shared.ts";
import { type Mutation, mutations } from "../../test/mutation.ts";
import { ourClient } from "../../test/our-client.ts";
import { createOrdinary, createReference } from "../../test/reference-client.ts";
import type { ClientAdapter } from "../target/client-adapter.ts";
import { startSimulator } from "../target/start-simulator.ts";
import { checkRequirements, type RequirementReport } from "./check-requirements.ts";
import { toRequirementJunit, toRequirementText } from "./requirement-report.ts";
import type { RequirementId } from "./requirements.ts";

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

test.each(sample(rows, 3))(
  "a client that %s breaks %s, and nothing else (spec 4.2, 4.4, 5)",
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
  "a client with its own timers that %s breaks %s (spec 4.2, 4.4, 5)",
  async (mutation, requirement) => {
    const simulator = await startSimulator();
    const { results } = await checkRequirements(createOrdinary(mutation), { simulator, timeoutMs: 10_000 });
    await simulator.close();
    expect(results.filter(({ status }) => status === "broken").map(({ id }) => id)).toEqual([requirement]);
  },
);

test("a client that waits with settings.sleep but ignores settings.now is told to use it (spec 5)", async () => {
  const problemOf = async (adapter: ClientAdapter) => {
    const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
    return toRequirementText(await checkRequirements(adapter, { simulator, only: ["refreshes-in-time"] }));
  };
  const withoutNow: ClientAdapter = { connect: ({ now, ...settings }) => createReference().connect(settings) };
  expect(await problemOf(withoutNow)).toMatch(
    /in "expiry": It sent an expired token\. It waits .* never calls settings\.now\. Use settings\.now instead of Date\.now/,
  );
  expect(await problemOf(createReference("refreshes its token only after a 401"))).toMatch(
    /in "expiry": It sent an expired token\.\n/,
  );
});

test("the option `only` limits the checked requirements (spec 4.2)", async () => {
  const { results } = await check("retries a start after a lost response", ["start-sent-once"]);
  expect(results).toEqual([expect.objectContaining({ id: "start-sent-once", status: "broken" })]);
});

test("a report names the broken requirement, its situation and its requests, as text and as JUnit (spec 3.1)", async () => {
  const report = await check("treats Paused as failed");
  const text = toRequirementText(report);
  expect(text).toMatch(/^kept +tells-outcome +Distinguishes accept, reject and refer\. \(spec 4\.2\)$/m);
  expect(text).toMatch(
    /^BROKEN +undecided-is-open .*\n +in "paused": The journey waited for a reviewer; the client reported "failed"\.$/m,
  );
  expect(text).toMatch(/^ +#\d+ \d\d:\d\d:\d\d v2\.fetchState 200$/m);
  expect(text).toContain("\nRequirements: 13 kept, 1 broken, 0 warning, 0 not shown.\n");
  const junit = toRequirementJunit(report);
  expect(junit).toContain('tests="14" failures="1"');
  expect(junit).toContain('<failure message="in &quot;paused&quot;: The journey waited for a reviewer;');
});

test("a client gets the same report in process and over HTTP (spec 4.2, 4.4, 5)", async () => {
  const open = () => createSimulator({ clock: { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } });
  const { url, close } = await serveSimulator(open(), { port: 0 });
  const client = createReference("treats Paused as failed");
  const report = await checkRequirements(client, { simulator: { baseUrl: url, fetch: open().fetch } });
  const remote = await checkRequirements(client, { simulator: { baseUrl: url } }).finally(close);
  expect(report.passed).toBe(false);
  expect(remote).toEqual(report);
});
