import { createSimulator } from "@journey-kit/simulator";
import { afterEach, expect, test, vi } from "vitest";
import { ourClient } from "../../test/our-client.ts";
import { createReference } from "../../test/reference-client.ts";
import type { ClientAdapter, Report, ServiceSettings } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import type { SimulatorAddress } from "../service/world.ts";
import { createCondition, usualRun } from "./conditions.ts";
import type { Evidence } from "./evidence.ts";
import { createRunner, type RunnerOptions } from "./run.ts";

afterEach(() => void vi.useRealTimers());

const here = (): SimulatorAddress => ({ baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch });
const named = (id: Parameters<typeof createCondition>[0]): Condition =>
  createCondition(id, { pollIntervalMs: 10_000, run: usualRun }, undefined);
const accepted = named("accepted");

/** Runs a client in one world. */
async function runOne(
  adapter: ClientAdapter,
  condition = accepted,
  options: Partial<RunnerOptions> = {},
): Promise<Evidence> {
  const [evidence] = await createRunner(adapter, { simulator: here(), ...options }).run(condition);
  if (evidence === undefined) throw new Error("no evidence");
  return evidence;
}

/** A client that does this instead of a journey. */
const client = (runJourney: (settings: ServiceSettings) => Promise<Partial<Report> | undefined>): ClientAdapter => ({
  connect: (settings) => ({
    runJourney: async () => ({ conclusion: "unknown", ...(await runJourney(settings)) }),
  }),
});

const requestToken = async ({ authUrl, clientId, clientSecret, fetch = globalThis.fetch }: ServiceSettings) => {
  const fields = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const body = new URLSearchParams({ ...fields, scope: "service.token" });
  const response = await fetch(`${authUrl}/as/token.oauth2`, { method: "POST", body });
  return String(Object(await response.json()).access_token);
};

test("the runner retries a failed review request, and the client reports the reviewer's outcome (spec 3.1)", async () => {
  const { fetch } = createSimulator();
  let attempts = 0;
  const failingOnce = async (request: Request) => {
    if (!request.url.endsWith("/review")) return fetch(request);
    attempts += 1;
    return attempts === 1 ? new Response("{}", { status: 503 }) : fetch(request);
  };
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: failingOnce };
  const readings = { "refer-ends-journey": "no" } as const;
  const condition: Condition = { ...accepted, scenario: "referred", readings, review: "accept" };
  const { endings } = await runOne(ourClient, condition, { simulator });
  expect(endings).toMatchObject([{ kind: "reported", report: { conclusion: "accept" } }]);
  expect(attempts).toBeGreaterThan(1);
});

test("keeps the first and the latest requests of a run with more requests than the simulator records (spec 4.4)", async () => {
  const restless = client(async ({ authUrl, clientId, fetch = globalThis.fetch }) => {
    for (let n = 0; n < 260; n += 1) {
      const body = new URLSearchParams({ client_id: clientId });
      await fetch(`${authUrl}/as/token.oauth2`, { method: "POST", body });
    }
    return undefined;
  });
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator({ journalSize: 200 }).fetch };
  const { exchanges } = await runOne(restless, accepted, { simulator });
  const numbers = exchanges.map(({ sequence }) => sequence);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  expect([numbers[0], numbers.at(-1), numbers.length]).toEqual([1, 260, 260]);
});

test("runs clients and stops those that time out, even if a test uses fake timers (spec 4.4)", async () => {
  const idle: ClientAdapter = { connect: () => ({ runJourney: () => new Promise(() => {}) }) };
  vi.useFakeTimers();
  const [stopped, slow] = await Promise.all([
    runOne(idle, accepted, { timeoutMs: 50 }),
    runOne(createReference(), {
      ...accepted,
      faults: {
        rules: [
          { when: { endpoint: "v2.fetchState", nth: 1 }, then: { type: "delay", ms: 5 } },
          { when: { endpoint: "v2.submitInteraction", nth: 1 }, then: { type: "slowBody", ms: 5 } },
        ],
      },
    }),
  ]);
  expect(stopped.endings).toEqual([{ kind: "timed-out", problem: "it did not finish within 0.05 s" }]);
  expect(slow.endings).toMatchObject([{ kind: "reported", report: { conclusion: "accept" } }]);
});

test("starts the time limit anew with each poll that the modules wait for, so that a slow machine passes (spec 4.4)", async () => {
  const { fetch } = createSimulator();
  const slowly = async (request: Request): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return fetch(request);
  };
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: slowly };
  const startedAt = performance.now();
  const { endings } = await runOne(createReference(), named("slow-modules"), { simulator, timeoutMs: 1_000 });
  expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  expect(endings).toMatchObject([{ kind: "reported", report: { conclusion: "accept" } }]);
});

test.each([
  ["its secret", ({ clientSecret }: ServiceSettings) => clientSecret],
  ["its Basic credentials", ({ clientId, clientSecret }: ServiceSettings) => btoa(`${clientId}:${clientSecret}`)],
])("notices and removes %s in a client's output (spec 5)", async (_, toSecret) => {
  const careless = client(async (settings) => ({ output: `Authorization: ${toSecret(settings)}` }));
  const { printed, endings } = await runOne(careless);
  expect(printed).toContain("secret");
  expect(endings).toMatchObject([{ report: { output: expect.stringMatching(/^Authorization: …=*$/) } }]);
});

test("pauses an instance after the same number of polls in every run of a client with its own timers (spec 4.4)", async () => {
  const hasty: ClientAdapter = {
    connect: ({ sleep: _, now: __, ...settings }) => createReference("treats Paused as failed").connect(settings),
  };
  const runner = createRunner(hasty, { simulator: here(), pollIntervalMs: 20 });
  const counts = [];
  for (let n = 0; n < 5; n += 1) {
    const [evidence] = await runner.run({ ...accepted, pauseAfter: 1 });
    expect(evidence?.endings).toMatchObject([{ report: { conclusion: "failed" } }]);
    counts.push(evidence?.exchanges.length);
  }
  expect(new Set(counts).size).toBe(1);
  expect(runner.isVirtual()).toBe(false);
});

test("stops a client that waits longer than two hours of world time (spec 4.4)", async () => {
  const endingsAfter = async (duration: number) =>
    (
      await runOne(
        client(async ({ sleep }) => {
          await sleep?.(duration);
          return undefined;
        }),
      )
    ).endings;
  expect(await endingsAfter(7_200_000)).toMatchObject([{ kind: "reported" }]);
  expect(await endingsAfter(7_200_001)).toEqual([
    { kind: "timed-out", problem: "it did not finish within 120 minutes of world time" },
  ]);
});

test("shows the causes of a crash, and closes the client (spec 4.2)", async () => {
  let closed = 0;
  const crashing: ClientAdapter = {
    connect: () => ({
      runJourney: async () => {
        throw [5, 4, 3, 2, 1].reduce((cause: unknown, n) => new Error(`cause ${n}`, { cause }), undefined);
      },
      close: async () => {
        closed += 1;
      },
    }),
  };
  const { endings } = await runOne(crashing);
  const causes = [2, 3, 4, 5].map((n) => `\n  because Error: cause ${n}`).join("");
  expect(endings).toEqual([{ kind: "crashed", problem: `Error: cause 1${causes}` }]);
  expect(closed).toBe(1);
});

test.each<[string, string, (settings: ServiceSettings) => Promise<string>]>([
  ["a token", "Bearer …", async (settings) => `Bearer ${await requestToken(settings)}`],
  [
    "Basic credentials without padding",
    "…",
    async ({ clientId, clientSecret }) => btoa(`${clientId}:${clientSecret}`).replaceAll("=", ""),
  ],
])("notices and removes %s in a client's output (spec 5)", async (_, output, toOutput) => {
  const { printed, endings } = await runOne(client(async (settings) => ({ output: await toOutput(settings) })));
  expect([printed, endings]).toEqual([
    ["text", "secret"],
    [{ kind: "reported", report: { conclusion: "unknown", output } }],
  ]);
});

test("part of a secret is none (spec 5)", async () => {
  const { printed } = await runOne(client(async ({ clientSecret }) => ({ output: clientSecret.slice(0, -1) })));
  expect(printed).toEqual(["text"]);
});

test("collects errors that nothing handled, without secrets (spec 4.2)", async () => {
  const { unhandled } = await runOne(client(async ({ clientSecret }) => ({ unhandled: `no ${clientSecret}` })));
  expect(unhandled).toEqual(["no …"]);
});

test("detects a client that calls settings.sleep, and gives it the recommended interval from then on (spec 4.4)", async () => {
  const runner = createRunner(createReference(), { simulator: here() });
  expect([runner.isVirtual(), runner.pollIntervalMs()]).toEqual([false, 100]);
  const slow: Condition = {
    ...accepted,
    scenario: "referred",
    readings: { "refer-ends-journey": "no" },
    review: "accept",
  };
  const [first] = await runner.run(slow);
  expect([first?.time, first?.readsClock, first?.pollIntervalMs]).toEqual(["virtual", true, 100]);
  const [second] = await runner.run(slow);
  expect([runner.isVirtual(), second?.pollIntervalMs]).toEqual([true, 10_000]);
  expect(second?.endings).toMatchObject([{ report: { conclusion: "accept" } }]);
});

test("each client of a condition has its own world, credentials and journeys (spec 2.2)", async () => {
  const ids: string[] = [];
  const counting: ClientAdapter = {
    connect: (settings) => {
      ids.push(settings.clientId);
      return createReference().connect(settings);
    },
  };
  const condition = named("two-clients");
  const worlds = await createRunner(counting, { simulator: here() }).run(condition);
  expect(worlds.map(({ runs }) => runs)).toEqual(condition.runs.map((run) => [run]));
  expect(worlds.map(({ instances }) => instances.length)).toEqual([1, 1]);
  expect(new Set(ids).size).toBe(2);
});

test.each([
  ["at once", undefined, 2],
  ["one after the other", true as const, 1],
])("runs journeys %s (spec 2.2)", async (_, inTurn, expected) => {
  let [running, most] = [0, 0];
  const counted = client(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return undefined;
  });
  const { endings } = await runOne(counted, { ...accepted, runs: [usualRun, usualRun], inTurn });
  expect([most, endings.length]).toEqual([expected, 2]);
});

test("a client that connects per journey has a connection for each (spec 2.2)", async () => {
  const condition = { ...accepted, runs: [usualRun, usualRun] };
  const connections = async (adapter: ClientAdapter) =>
    new Set((await runOne(adapter, condition)).sent.map(({ connection }) => connection));
  expect(await connections({ ...createReference(), connectsPerJourney: true })).toEqual(new Set([0, 1]));
  expect(await connections(createReference())).toEqual(new Set([0]));
});

test("restricts the permissions of a client (spec 5)", async () => {
  const { exchanges } = await runOne(createReference(), named("no-permission"));
  const polls = exchanges.filter(({ endpoint }) => endpoint === "v2.fetchState");
  expect(new Set(polls.map(({ response }) => response.status))).toEqual(new Set([401]));
});

test("stops a client that keeps polling after the end (spec 4.4)", async () => {
  const endless: ClientAdapter = {
    connect: (settings) => {
      const inner = createReference().connect(settings);
      return {
        runJourney: async (run, options) => {
          const { instanceId = "" } = await (await inner).runJourney(run, options);
          const headers = {
            authorization: `Bearer ${await requestToken(settings)}`,
            "content-type": "application/json",
          };
          const { fetch = globalThis.fetch, baseUrl } = settings;
          for (;;) {
            const body = JSON.stringify({ instanceId });
            await fetch(`${baseUrl}/v2/captain/journey/state/fetch`, { method: "POST", headers, body });
          }
        },
      };
    },
  };
  const { endings, exchanges } = await runOne(endless, { ...accepted, review: "accept" });
  expect(endings).toEqual([{ kind: "timed-out", problem: "it kept polling after the end" }]);
  expect(exchanges.length).toBeLessThan(60);
});

test("rejects with the reason of its signal, before and during a run", async () => {
  const controller = new AbortController();
  const runner = createRunner(
    client(async () => {
      controller.abort(new Error("enough"));
      return undefined;
    }),
    { simulator: here(), signal: controller.signal },
  );
  await expect(runner.run(accepted)).rejects.toThrow("enough");
  await expect(runner.run(accepted)).rejects.toThrow("enough");
});

test("refuses a scenario that the simulator does not know", async () => {
  await expect(runOne(createReference(), { ...accepted, scenario: "missing" })).rejects.toThrow("unknown scenario");
});
