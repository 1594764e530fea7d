import { createSimulator } from "@journey-kit/simulator";
import { afterEach, expect, test, vi } from "vitest";
import { ourClient } from "../../test/our-client.ts";
import { createReference } from "../../test/reference-client.ts";
import { checkClient } from "../client/check-client.ts";
import { requirementRun } from "../client/situations.ts";
import type { ClientAdapter, ServiceSettings } from "./client-adapter.ts";
import { createClientRunner, toCalls } from "./run-client.ts";

afterEach(() => void vi.useRealTimers());

test("the runner retries a failed review request, and the client reports the reviewer's outcome (spec 3.1)", async () => {
  const { fetch } = createSimulator();
  let attempts = 0;
  const failingOnce = async (request: Request) => {
    if (!request.url.endsWith("/review")) return fetch(request);
    attempts += 1;
    return attempts === 1 ? new Response("{}", { status: 503 }) : fetch(request);
  };
  const runner = createClientRunner(ourClient, {
    simulator: { baseUrl: "http://127.0.0.1:4010", fetch: failingOnce },
  });
  const world = { scenario: "referred", profile: { readings: { "refer-ends-journey": "no" } } } as const;
  const { endings } = await runner.run([requirementRun], { review: "accept", world });
  expect(endings).toMatchObject([{ kind: "reported", report: { conclusion: "accept" } }]);
  expect(attempts).toBeGreaterThan(1);
});

test("keeps the first and the latest requests of a run with more requests than the simulator records (spec 4.4)", async () => {
  const restless: ClientAdapter = {
    connect: ({ authUrl, clientId, fetch = globalThis.fetch, sleep = () => Promise.resolve() }) => ({
      runJourney: async () => {
        for (let n = 0; n < 1_300; n += 1) {
          const body = new URLSearchParams({ client_id: clientId });
          await fetch(`${authUrl}/as/token.oauth2`, { method: "POST", body });
          await sleep(1_000);
        }
        return { conclusion: "unknown" };
      },
    }),
  };
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  const { exchanges } = await createClientRunner(restless, { simulator }).run([requirementRun]);
  const numbers = exchanges.map(({ sequence }) => sequence);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  expect([numbers[0], numbers.at(-1)]).toEqual([1, 1_300]);
});

test("runs clients and stops those that hang, even if a test uses fake timers (spec 4.4)", async () => {
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  const idle: ClientAdapter = { connect: () => ({ runJourney: () => new Promise(() => {}) }) };
  vi.useFakeTimers();
  const { endings } = await createClientRunner(idle, { simulator, timeoutMs: 50 }).run([requirementRun]);
  expect(endings).toMatchObject([{ kind: "hung" }]);
  const options = { simulator, seed: 1, runs: 10 };
  expect(await checkClient(createReference(), options)).toMatchObject({ passed: true, runs: 10 }); // with delays and slow responses
  expect((await checkClient(createReference(), { ...options, runs: 10_000, limitMs: 50 })).runs).toBeLessThan(10_000);
});

test.each([
  ["its secret", ({ clientSecret }: ServiceSettings) => clientSecret],
  ["its Basic credentials", ({ clientId, clientSecret }: ServiceSettings) => btoa(`${clientId}:${clientSecret}`)],
])("notices and removes %s in a client's output (spec 5)", async (_, toSecret) => {
  const careless: ClientAdapter = {
    connect: (settings) => ({
      runJourney: async () => ({ conclusion: "unknown", output: `Authorization: ${toSecret(settings)}` }),
    }),
  };
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  const { printed, endings } = await createClientRunner(careless, { simulator }).run([requirementRun]);
  expect(printed).toContain("secret");
  expect(endings).toMatchObject([{ report: { output: expect.stringMatching(/^Authorization: …=*$/) } }]);
});

test("pauses an instance after the same number of polls in every run of a client with its own timers (spec 4.4)", async () => {
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  const hasty: ClientAdapter = {
    connect: ({ sleep: _, now: __, ...settings }) => createReference("treats Paused as failed").connect(settings),
  };
  const runner = createClientRunner(hasty, { simulator, pollIntervalMs: 20 });
  const counts = [];
  for (let n = 0; n < 5; n += 1) {
    const { endings, exchanges } = await runner.run([requirementRun], { pauseAfter: 1 });
    expect(endings).toMatchObject([{ report: { conclusion: "failed" } }]);
    counts.push(exchanges.length);
  }
  expect(new Set(counts).size).toBe(1);
});

const here = () => ({ baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch });

test("stops a client that waits longer than two hours of world time (spec 4.4)", async () => {
  const endingsAfter = async (duration: number) => {
    const waiting: ClientAdapter = {
      connect: ({ sleep }) => ({
        runJourney: async () => {
          await sleep?.(duration);
          return { conclusion: "unknown" };
        },
      }),
    };
    return (await createClientRunner(waiting, { simulator: here() }).run([requirementRun])).endings;
  };
  expect(await endingsAfter(7_200_000)).toMatchObject([{ kind: "reported" }]);
  expect(await endingsAfter(7_200_001)).toMatchObject([
    { problem: expect.stringContaining("120 minutes of world time") },
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
  const { endings } = await createClientRunner(crashing, { simulator: here() }).run([requirementRun]);
  const causes = [2, 3, 4, 5].map((n) => `\n  because Error: cause ${n}`).join("");
  expect(endings).toEqual([{ kind: "crashed", problem: `Error: cause 1${causes}` }]);
  expect(closed).toBe(1);
});

test("notices and removes a token, and Basic credentials without padding, in a client's output (spec 5)", async () => {
  const printing = (toOutput: (settings: ServiceSettings) => Promise<string>): ClientAdapter => ({
    connect: (settings) => ({
      runJourney: async () => ({ conclusion: "unknown", output: await toOutput(settings) }),
    }),
  });
  const toToken = async ({ authUrl, clientId, clientSecret, fetch = globalThis.fetch }: ServiceSettings) => {
    const fields = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const body = new URLSearchParams({ ...fields, scope: "service.token" });
    const response = await fetch(`${authUrl}/as/token.oauth2`, { method: "POST", body });
    return `Bearer ${Object(await response.json()).access_token}`;
  };
  const world = { clientId: "a", clientSecret: "secret-of-a-45" };
  for (const [toOutput, output] of [
    [toToken, "Bearer …"],
    [async () => btoa("a:secret-of-a-45").replaceAll("=", ""), "…"],
    [async () => "secret-of-a", "secret-of-a"],
  ] as const) {
    const runner = createClientRunner(printing(toOutput), { simulator: here() });
    const { printed, endings } = await runner.run([requirementRun], { world });
    expect([printed, endings]).toEqual([
      output === "secret-of-a" ? ["text"] : ["text", "secret"],
      [{ kind: "reported", report: { conclusion: "unknown", output } }],
    ]);
  }
});

test("lists the last five requests up to a given one, with refusals and faults (spec 7)", async () => {
  const { exchanges } = await createClientRunner(createReference(), { simulator: here() }).run([requirementRun]);
  const [first] = exchanges;
  if (first === undefined) throw new Error("no request");
  const numbered = Array.from({ length: 8 }, (_, i) => ({ ...first, sequence: i + 1, at: "2026-01-01T12:00:00.000Z" }));
  const numbers = (...options: [number?, number?]) => toCalls(numbered, ...options).map((line) => line.slice(0, 2));
  expect(numbers()).toEqual(["#4", "#5", "#6", "#7", "#8"]);
  expect(numbers(6)).toEqual(["#2", "#3", "#4", "#5", "#6"]);
  expect(numbers(undefined, 1)).toEqual(["#8"]);
  const refusal = { kind: "INVALID_FIELD" as const, problems: ["One.", "Two."], action: "" };
  const fault = { rule: "r", action: { status: 400 } };
  expect(toCalls([{ ...(numbered[0] ?? first), refusal, fault }])).toEqual([
    `#1 12:00:00 ${first.endpoint} ${first.response.status} INVALID_FIELD: One, fault r`,
  ]);
});
