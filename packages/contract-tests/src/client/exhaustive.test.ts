import { moduleOf } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { isThorough } from "../../../../vitest.shared.ts";
import { createReference } from "../../test/reference-client.ts";
import type { ClientAdapter, JourneyRun, ServiceSettings } from "../service/client-adapter.ts";
import { person } from "../service/sample.ts";
import { addressOf, toRequest } from "../service/target.ts";
import { checkClient } from "./check.ts";
import { exploreSchedules } from "./exhaustive.ts";
import { judge, type Observation } from "./judge.ts";
import type { CheckOptions } from "./options.ts";
import type { RequirementId } from "./requirements.ts";
import { createRunner } from "./run.ts";

/** A journey that collects a name, and ends at once. Its id is unknown to the search, so it has one scenario. */
const short = {
  id: "short",
  name: "Short",
  apiVersion: "v2",
  version: "1",
  regions: ["eu", "us"],
  segments: [
    {
      id: "person",
      interactions: [{ id: "name", required: ["FullName"], optional: [], pages: [] }],
      modules: [{ module: "Age Verification", variant: "age-verification-v2", latency: 0 }],
    },
  ],
} as const;

const simulator = {
  baseUrl: "http://127.0.0.1:4010",
  fetch: createSimulator({ journeys: [JSON.parse(JSON.stringify(short))] }).fetch, // the type allows no `readonly`
};
const shortRun: JourneyRun = { resourceId: "short@latest", apiVersion: "v2", subject: person };

// A tiny client. Whether it succeeds depends only on which of its requests get an answer.

const steps = ["token", "start", "fetch", "submit", "state"] as const;
type Step = (typeof steps)[number];

/** The status of the answer; undefined if it was lost. */
type Send = (step: Step) => Promise<number | undefined>;

interface Habits {
  /** How often each step is repeated if it gets no answer. */
  readonly repeats: Partial<Readonly<Record<Step, number>>>;
  /** Whether the client requests a new token after a 401, and repeats the step once. */
  readonly renews: boolean;
}

/** Sends each step until it is answered, or gives up. Returns whether every step was answered. */
async function runSteps(send: Send, { repeats, renews }: Habits): Promise<boolean> {
  for (const step of steps) {
    let [left, mayRenew] = [repeats[step] ?? 0, renews];
    for (;;) {
      const status = await send(step);
      if (status === 401 && mayRenew) {
        mayRenew = false;
        if ((await send("token")) !== 200) return false;
        continue;
      }
      if (status !== undefined && status !== 503 && status !== 401) break;
      if (left === 0) return false;
      left -= 1;
    }
  }
  return true;
}

/** The tiny client as an adapter. */
const createTiny = (habits: Habits): ClientAdapter => ({
  connect: (settings) => ({
    runJourney: async ({ resourceId, subject }) => {
      const send = createSend(settings, resourceId, subject.identity?.firstName ?? "");
      return { conclusion: (await runSteps(send, habits)) ? "accept" : "unknown" };
    },
  }),
});

function createSend(settings: ServiceSettings, resourceId: string, firstName: string): Send {
  const { fetch = globalThis.fetch, clientId, clientSecret } = settings;
  const known = { token: "", instanceId: "", interactionId: "" };
  const form = {
    grant_type: "client_credentials",
    scope: "service.token",
    client_id: clientId,
    client_secret: clientSecret,
  };
  const bodies = (): Readonly<Record<Exclude<Step, "token">, readonly [Parameters<typeof addressOf>[1], object]>> => ({
    start: ["v2.startJourney", { resourceId, context: { config: { delivery: "api" }, subject: {} } }],
    fetch: ["v2.fetchInteraction", { instanceId: known.instanceId }],
    submit: [
      "v2.submitInteraction",
      {
        instanceId: known.instanceId,
        interactionId: known.interactionId,
        participants: [{ domainElementId: "FullName" }],
        context: { subject: { identity: { firstName, lastNames: ["Lovelace"] } } },
      },
    ],
    state: ["v2.fetchState", { instanceId: known.instanceId }],
  });
  const requestOf = (step: Step): Request => {
    if (step === "token")
      return new Request(`${addressOf(settings, "token.requestToken")}`, {
        method: "POST",
        body: new URLSearchParams(form),
      });
    const [name, body] = bodies()[step];
    const headers = { authorization: `Bearer ${known.token}`, "content-type": "application/json" };
    return new Request(`${addressOf(settings, name)}`, { method: "POST", headers, body: JSON.stringify(body) });
  };
  return async (step) => {
    try {
      const response = await fetch(requestOf(step));
      const body = JSON.parse((await response.text()) || "{}");
      if (response.ok) {
        known.token = body.access_token ?? known.token;
        known.instanceId = body.instanceId ?? known.instanceId;
        known.interactionId = body.interactionId ?? known.interactionId;
      }
      return response.status;
    } catch {
      return undefined;
    }
  };
}

// An independent count: every assignment of faults to the positions of requests, against a service of a few lines.

const kinds = ["lost answer", "lost request", "503", "revoked"] as const;
type Kind = (typeof kinds)[number];

/** Runs the tiny client on a service that knows only statuses. Returns its requests, and whether it succeeded. */
async function simulate(habits: Habits, faults: ReadonlyMap<number, Kind>) {
  const sent: Step[] = [];
  let isRevoked = false;
  const send: Send = async (step) => {
    const kind = faults.get(sent.length);
    sent.push(step);
    if (kind === "lost answer" || kind === "lost request") return undefined;
    if (kind === "503") return 503;
    if (step === "token") isRevoked = kind === "revoked"; // the token is revoked as soon as it is issued
    return step !== "token" && (isRevoked || kind === "revoked") ? 401 : 200;
  };
  return { sent, isDone: await runSteps(send, habits) };
}

/** The subsets of positions with at most `size` members, each with every choice of kinds. */
function assignments(positions: number, size: number): readonly ReadonlyMap<number, Kind>[] {
  let all: readonly (readonly (readonly [number, Kind])[])[] = [[]];
  for (let position = 0; position < positions; position++)
    all = all.flatMap((chosen) =>
      chosen.length === size ? [chosen] : [chosen, ...kinds.map((kind) => [...chosen, [position, kind] as const])],
    );
  return all.map((chosen) => new Map(chosen));
}

const isSafe = (step: Step | undefined): boolean => step === "token" || step === "fetch" || step === "state";

/** Counts the assignments whose faults were all reached, and those among them after which the client does not succeed. */
async function count(habits: Habits, faults: number) {
  let [schedules, failed, runs] = [0, 0, 0];
  for (const assignment of assignments(12, faults)) {
    const { sent, isDone } = await simulate(habits, assignment);
    const hits = [...assignment].map(([position, kind]) => [sent[position], kind] as const);
    if (hits.some(([step]) => step === undefined)) continue;
    schedules += 1;
    if (!isDone) failed += 1;
    // For a step that changes nothing, one run stands for a lost request and a lost answer.
    if (!hits.some(([step, kind]) => isSafe(step) && kind === "lost request")) runs += 1;
  }
  return { schedules, failed, runs };
}

/** Runs every schedule for the tiny client. */
async function explore(habits: Habits, faults: number, { run = shortRun, most = Number.POSITIVE_INFINITY } = {}) {
  const runner = createRunner(createTiny(habits), { simulator, isVirtual: true });
  let runs = 0;
  const isFailed = ({ evidence }: Observation) =>
    evidence.some(({ endings }) =>
      endings.some((one) => one.kind !== "reported" || one.report.conclusion !== "accept"),
    );
  const result = await exploreSchedules(runner, {
    faults,
    run,
    observe: async (condition, world) => judge(condition, await runner.run(condition, { world })),
    isFailed,
    onSchedule: () => {
      runs += 1;
    },
    isOver: () => runs >= most,
  });
  return { ...result, runs };
}

const patient: Habits = { repeats: { token: 1, fetch: 1, submit: 1, state: 1 }, renews: true };
const habits: readonly (readonly [string, Habits, number])[] = [
  ["gives up at once", { repeats: {}, renews: false }, 2],
  ["repeats every read once and renews its token", { repeats: { fetch: 1, state: 1 }, renews: true }, 1],
  ["repeats every step once and renews its token", patient, 2],
  ["repeats only its submits, twice", { repeats: { submit: 2 }, renews: false }, 2],
  ["repeats its submits, and renews its token", { repeats: { submit: 2 }, renews: true }, 3],
];

test.each(isThorough ? habits : habits.slice(0, 2))(
  "counts exactly the schedules whose faults are all reached, for a client that %s (spec 4.2, 4.4)",
  async (_, client, faults) => {
    const expected = await count(client, faults);
    const { schedules, failed, runs, isComplete } = await explore(client, faults);
    expect({ schedules, failed, runs }).toEqual(expected);
    expect(runs).toBeLessThan(schedules); // some runs stand for two schedules
    expect(isComplete).toBe(true);
  },
);

test("runs every schedule for every outcome of the modules, and gives the same numbers again (spec 3.1)", async () => {
  const client: Habits = { repeats: { state: 1 }, renews: false };
  const run = { ...shortRun, resourceId: "age-check@latest" };
  const ends = moduleOf("Age Verification").outcomes.length + 1; // it can also fail
  const expected = await count(client, 1);
  const first = await explore(client, 1, { run });
  expect(first.schedules).toBe(ends * expected.schedules);
  expect(first.runs).toBe(ends * expected.runs);
  expect(first).toMatchObject({ faults: 1, journey: "age-check@latest", isComplete: true });
  expect(await explore(client, 1, { run })).toEqual(first);
});

test("without faults, runs the journey once for every outcome (spec 3.1)", async () => {
  expect(await explore(patient, 0)).toMatchObject({ schedules: 1, runs: 1, states: 5, failed: 0 });
});

test("the result is incomplete if the time ends before the last schedule", async () => {
  const { runs, schedules } = await count(patient, 1);
  const some = await explore(patient, 1, { most: runs - 1 });
  expect(some).toMatchObject({ isComplete: false, runs: runs - 1 });
  expect(some.schedules).toBeLessThan(schedules);
  expect((await explore(patient, 1, { most: runs })).isComplete).toBe(true);
});

test("a client that does not wait with settings.sleep is refused with TypeError (spec 4.4)", async () => {
  const runner = createRunner(createTiny(patient), { simulator });
  const options = { faults: 1, run: shortRun, isFailed: () => false, onSchedule: () => undefined, isOver: () => false };
  const exploring = exploreSchedules(runner, { ...options, observe: async () => undefined });
  await expect(exploring).rejects.toThrow(TypeError);
  await expect(exploring).rejects.toThrow(/^exhaustive: .*settings\.sleep/);
});

// Mistakes that need two faults.

/** A correct client whose `fetch` treats one endpoint differently. */
const withFetch = (
  path: string,
  create: () => (send: (request: Request) => Promise<Response>, request: Request) => Promise<Response>,
): ClientAdapter => ({
  connect: ({ fetch = globalThis.fetch, ...settings }) => {
    const own = create();
    return createReference().connect({
      ...settings,
      fetch: async (input, init) => {
        const request = toRequest(input, init);
        return request.url.endsWith(path) ? own(fetch, request) : fetch(request);
      },
    });
  },
});

/** Retries a start whose answer is lost, but only if an earlier start was refused. */
const retriesAfterRefusal = withFetch("/journey/start", () => {
  let refusals = 0;
  return async (send, request) => {
    const again = request.clone();
    const response = await send(request).catch((error: unknown) => {
      if (refusals === 0) throw error;
      return send(again);
    });
    if (!response.ok) refusals += 1;
    return response;
  };
});

/** Reports a rejection after two submits whose answers were lost. */
const rejectsAfterTwoLosses: ClientAdapter = {
  connect: async ({ fetch = globalThis.fetch, ...settings }) => {
    let lost = 0;
    const client = await createReference().connect({
      ...settings,
      fetch: async (input, init) => {
        const request = toRequest(input, init);
        const { url } = request;
        return fetch(request).catch((error: unknown) => {
          if (url.endsWith("/interaction/submit")) lost += 1;
          throw error;
        });
      },
    });
    return {
      runJourney: async (run) => {
        const report = await client.runJourney(run);
        return lost < 2 ? report : { ...report, conclusion: "reject" };
      },
    };
  },
};

const bugs: readonly (readonly [string, ClientAdapter, RequirementId])[] = [
  ["retries a lost start after a refused one", retriesAfterRefusal, "start-sent-once"],
  ["reports a rejection after two lost submits", rejectsAfterTwoLosses, "reports-conclusion"],
];

const options: CheckOptions = { simulator, seed: 1, run: shortRun };

test.runIf(isThorough).each(bugs)(
  "finds a client that %s, with a shortest reproduction of two faults (spec 4.2, 4.4)",
  async (_, client, id) => {
    const one = await checkClient(client, { ...options, only: [id], exhaustive: 1 });
    expect(one.failures).toEqual([]);
    expect(one.exhaustive).toMatchObject({ failed: 0, isComplete: true });
    const two = await checkClient(client, { ...options, only: [id], exhaustive: 2 });
    expect(two).toMatchObject({ passed: false, failures: [{ id, seenUnder: ["schedule"] }] });
    expect(two.failures[0]?.condition.faults?.rules).toHaveLength(2);
    expect(two.exhaustive?.isComplete).toBe(true);
    expect(two.exhaustive?.failed).toBeGreaterThan(0);
    expect(two.exhaustive?.schedules).toBeGreaterThan(one.exhaustive?.schedules ?? 0);
  },
);
