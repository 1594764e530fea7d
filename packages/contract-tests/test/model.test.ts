import { createSimulatorControl } from "@journey-kit/client/control";
import { type Readings, resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { checkModel, type ModelOptions } from "../src/server/model/check-model.ts";
import type { Target } from "../src/service/target.ts";
import { definitions as journeys, oddJourneys } from "./journeys.ts";

/** Fewer in `npm test` than in CI. */
const [sequences, others, served] = isThorough ? [2_500, 1_000, 200] : [250, 30, 10];
const timeout = 300_000;

/** Every pair of endpoint and status that the model must predict. */
const expected = [
  ...["v1.startJourney", "v2.startJourney"].flatMap((name) => [`${name} 201`, `${name} 400`, `${name} 404`]),
  ...["v1.fetchState", "v2.fetchState"].flatMap((name) => [`${name} 200`, `${name} 401`, `${name} 404`]),
  ...["v1.startJourney 500", "v2.fetchState 403", "v1.listTasks 200", "v1.listTaskSchemas 201"],
  ...["200", "401", "403"].map((status) => `v2.fetchInteraction ${status}`),
  ...["v2.listTaskSchemas 201", "v2.startDevice 201", "v2.connectDevice 201", "v2.connectDevice 401"],
  ...["200", "400", "409"].map((status) => `v2.submitInteraction ${status}`),
  ...["200", "400", "404", "409"].map((status) => `v1.updateTask ${status}`),
];

/** Replaces a response of the simulator. */
type Alteration = (path: string, response: Response) => Response | Promise<Response>;

const baseUrl = "http://127.0.0.1";

/** Creates a simulator with a frozen clock. Each run has its own client id and so its own world. */
function makeFrozen(alter: Alteration = (_, response) => response, readings: Readings = {}): (run: number) => Target {
  const profile = resolveProfile({ readings });
  const clock = { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } as const;
  const { fetch } = createSimulator({ journeys: oddJourneys, clock, profile: { readings } });
  const control = createSimulatorControl({ baseUrl, fetch });
  return (run) => ({
    baseUrl,
    clientId: `run-${run}`,
    clientSecret: "secret",
    fetch: async (request) => alter(new URL(request.url).pathname, await fetch(request)),
    control: control.world(`run-${run}`),
    profile,
  });
}

test(`the simulator responds to ${sequences} command sequences as the model predicts (spec 3, 4)`, {
  timeout,
}, async () => {
  const tally = await checkModel(makeFrozen(), { journeys, numRuns: sequences });
  expect(Object.keys(tally).toSorted()).toEqual(expected.toSorted());
});

const other: Readings = {
  ...{
    "refer-ends-journey": "no",
    "referred-result": "decision",
    paused: "in-review",
    "evaluation-timing": "at-end",
    "device-start": "journey-device",
  },
  ...{ "failure-status": "error-in-v2-state", "outcome-spelling": "decision", "completed-time-on-failure": "set" },
  ...{ "fetch-status": "created", "submit-status": "created", "v1-start-status": "ok", "v1-update-status": "created" },
  ...{ "token-lifetime": "300s", "v1-sync-failure": "503", "parallel-failure": "after-all" },
  ...{ "unknown-task": "bad-request", "wrong-token": "unauthorized" },
};

test(`the simulator responds to ${others} sequences as the model predicts under other readings (spec 3.1, 4)`, {
  timeout,
}, async () => {
  await checkModel(makeFrozen(undefined, other), { journeys, numRuns: others });
});

test(`the simulator responds to ${served} sequences over HTTP as the model predicts, with instant modules (spec 3, 4)`, {
  timeout,
}, async () => {
  const { url, close } = await serveSimulator(createSimulator({ journeys: oddJourneys, latency: 0 }), { port: 0 });
  const makeTarget = (run: number) => ({ baseUrl: url, clientId: `run-${run}`, clientSecret: "secret" });
  await checkModel(makeTarget, { journeys, latencyMs: 0, numRuns: served, maxCommands: 30 }).finally(close);
});

const findFailure = (alter: Alteration, replay: Partial<ModelOptions> = {}): Promise<string> =>
  checkModel(makeFrozen(alter), { journeys, numRuns: 500, ...replay }).then(
    () => "nothing found",
    (error: Error) => error.message,
  );

test("a failure shows the seed, path, commands and responses, and can be replayed (spec 4.2, rule 3)", {
  timeout,
}, async () => {
  const acceptDuplicates: Alteration = (path, { status, headers, body }) =>
    path.endsWith("/submit") && status === 409
      ? Response.json({ status: "success" }, { headers })
      : new Response(body, { status, headers });
  const message = await findFailure(acceptDuplicates);
  const [, seed, path = ""] = /seed: (-?\d+), path: "([\d:]+)"/.exec(message) ?? [];
  const [, replayPath = ""] = /replayPath="([^"]+)"/.exec(message) ?? [];
  expect(message).toMatch(/Counterexample: \[start .*submit /);
  expect(message).toContain("status of v2.submitInteraction: expected 409, got 200");
  expect(message).toMatch(/Steps:\n {2}1\. start /);
  const again = await findFailure(acceptDuplicates, { seed: Number(seed), path, replayPath });
  expect(again).toContain("expected 409, got 200");
  expect(again).toContain("Property failed after 1 tests");
});

test("a reporter gets the details instead of an error, as in fast-check", async () => {
  const failed: boolean[] = [];
  const reporter: NonNullable<ModelOptions["reporter"]> = (details) => void failed.push(details.failed);
  const options = { journeys, numRuns: 10, seed: 1, endOnFailure: true, reporter };
  await checkModel(
    makeFrozen(() => new Response()),
    options,
  );
  await checkModel(makeFrozen(), options);
  expect(failed).toEqual([true, false]);
});

test.each<[string, Alteration, string]>([
  [
    "a missing outstanding element (spec 2.5)",
    async (path, response) => {
      if (!path.endsWith("interaction/fetch") || !response.ok) return response;
      const { outstanding, ...rest } = (await response.json()) as { outstanding: string[] }; // the simulator's response
      return Response.json({ outstanding: outstanding.slice(1), ...rest }, response);
    },
    "outstanding: expected",
  ],
  [
    "a body with the wrong shape (spec 4.3)",
    (path, { status, headers, body }) =>
      path.endsWith("task/list")
        ? Response.json({ tasks: [] }, { status, headers })
        : new Response(body, { status, headers }),
    "v1.listTasks returned an invalid instanceId",
  ],
  [
    "a response without X-Request-ID (spec 7)",
    (_, { status, body }) => new Response(body, { status }),
    "responded without X-Request-ID",
  ],
])("detects %s", async (_, alter, problem) => {
  expect(await findFailure(alter)).toContain(problem);
});
