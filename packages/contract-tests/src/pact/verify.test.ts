import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSimulator, type Simulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, describe, expect, test } from "vitest";
import { missing } from "../../test/pact/missing.ts";
import { type Written, writePact } from "../../test/pact/write-pact.ts";
import { equal, PactFileError, states, verifyPacts } from "../pact.ts";
import { readAt } from "../service/member.ts";
import { TargetError } from "../service/target.ts";

async function serve(served: Simulator) {
  const { url, close } = await serveSimulator(served, { port: 0 });
  return { baseUrl: url, [Symbol.asyncDispose]: close };
}

const simulator = await serve(createSimulator());
afterAll(() => simulator[Symbol.asyncDispose]());

const journey = { resourceId: "document-and-selfie@latest" };
const v1Journey = { resourceId: "document-and-selfie-v1@latest" };

const fetchState = (options: Written<"v2.fetchState">["options"]): Written => ({
  name: "v2.fetchState",
  path: "/v2/captain/journey/state/fetch",
  options,
});
const fetchInteraction = (options: Written<"v2.fetchInteraction">["options"]): Written => ({
  name: "v2.fetchInteraction",
  path: "/v2/captain/journey/interaction/fetch",
  options,
});
const listTasks = (options: Written<"v1.listTasks">["options"]): Written => ({
  name: "v1.listTasks",
  path: "/captain/api/journey/task/list",
  options,
});

/** A journey with a custom module. */
const screeningJourney = {
  id: "screening",
  name: "Screening",
  apiVersion: "v2",
  modules: [
    {
      name: "AML Screening",
      variants: ["aml-global"],
      examines: ["FullName"],
      outcomes: [{ name: "No Hit", classification: "positive" }],
    },
  ],
  segments: [
    {
      id: "person",
      interactions: [{ id: "person", pages: [], required: ["FullName"] }],
      modules: [{ module: "AML Screening", variant: "aml-global" }],
    },
  ],
} as const;

const result = (outcome: string, step = {}) => ({
  status: "Completed" as const,
  context: { process: { result: { outcome: equal(outcome) }, ...step } },
});

/** For each state, an interaction whose response requires the state. */
const cases: readonly (readonly [string, Written])[] = [
  [
    "the first interaction (spec 2.5)",
    fetchInteraction({
      given: states.waiting(journey),
      response: {
        interactionId: equal("document-and-selfie:interaction:person@latest"),
        outstanding: equal(["FullName", "DateOfBirth"]),
      },
    }),
  ],
  [
    "an interaction that already has an element (spec 4.2)",
    fetchInteraction({
      given: states.waiting({ ...journey, collected: ["FullName"] }),
      response: {
        interactionId: equal("document-and-selfie:interaction:person@latest"),
        outstanding: equal(["DateOfBirth"]),
      },
    }),
  ],
  [
    "the interaction after a completed one (spec 4.2)",
    fetchInteraction({
      given: states.waiting({ ...journey, collected: ["FullName", "DateOfBirth"] }),
      response: { interactionId: equal("document-and-selfie:interaction:document@latest") },
    }),
  ],
  [
    "a named interaction (spec 2.5)",
    fetchInteraction({
      given: states.waiting({ ...journey, interaction: "selfie" }),
      response: { interactionId: equal("document-and-selfie:interaction:selfie@latest") },
    }),
  ],
  [
    "an open task (spec 2.3)",
    listTasks({
      given: states.openTask({ ...v1Journey, variantId: "facematch-v1" }),
      response: { tasks: [{ variantId: equal("facematch-v1") }] },
    }),
  ],
  ["running modules (spec 3.1)", fetchInteraction({ given: states.running(journey), response: { processing: true } })],
  [
    "a completed instance (spec 1)",
    fetchState({ given: states.completed({ ...journey, outcome: "reject" }), response: result("Reject") }),
  ],
  ["a failed instance (spec 3.1)", fetchState({ given: states.failed(journey), response: { status: "Failed" } })],
  ["a paused instance (spec 2.2)", fetchState({ given: states.paused(journey), response: { status: "Paused" } })],
  [
    "a connect token (spec 4.2)",
    {
      name: "v2.connectDevice",
      path: "/v2/captain/device/connect",
      options: { given: states.connectToken(journey), response: { tokenType: equal("end-user") } },
    },
  ],
  [
    "a missing permission (spec 5)",
    fetchState({ given: states.missingPermission({ permission: "journey:read" }), refusal: "MISSING_PERMISSION" }),
  ],
  ["an expired token (spec 5)", fetchState({ given: states.expiredToken(), refusal: "EXPIRED_TOKEN" })],
  [
    "a built-in scenario (spec 1)",
    fetchState({
      given: [states.scenario({ scenario: "nobody-known" }), states.completed({ ...journey, outcome: "reject" })],
      response: result("Reject", { steps: [{ name: equal("Data Verification"), outcome: equal("No Match") }] }),
    }),
  ],
  [
    "other readings (gap `outcome-spelling`)",
    fetchState({
      given: [
        states.readings({ readings: { "outcome-spelling": "decision" } }),
        states.completed({ ...journey, outcome: "accept" }),
      ],
      response: result("Decision: Accept"),
    }),
  ],
  [
    "a later time (spec 5)",
    fetchState({
      given: [states.running(journey), states.later({ milliseconds: 600_000 })],
      response: { status: "Completed" },
    }),
  ],
];

describe.skipIf(missing)("provider states", () => {
  test.each(cases)("verifies a pact that depends on %s", async (title, interaction) => {
    const dir = await writePact(`states/${title.replaceAll(/\W+/g, "-")}`, [interaction]);
    expect((await verifyPacts(dir, { simulator })).failures).toEqual([]);
  });

  test("keeps the profile's readings unless the state overrides them (gap `outcome-spelling`)", async () => {
    const given = [
      states.readings({ readings: { "duplicate-element": "refused" } }),
      states.completed({ ...journey, outcome: "accept" }),
    ];
    const dir = await writePact("profile", [fetchState({ given, response: result("Decision: Accept") })]);
    const profile = { readings: { "outcome-spelling": "decision" } } as const;
    expect((await verifyPacts(dir, { simulator, profile })).failures).toEqual([]);
  });

  test("reports a state that the scenario makes impossible (spec 3.1)", async () => {
    const given = [states.scenario({ scenario: "stuck" }), states.completed({ ...journey, outcome: "accept" })];
    const dir = await writePact("stuck", [fetchState({ given, response: { status: "Completed" } })]);
    const { failures } = await verifyPacts(dir, { simulator });
    const problem = "with all sample data submitted, the instance is running instead of finished";
    expect(failures).toMatchObject([{ cause: `State "an instance is completed": ${problem}` }]);
  });

  test("verifies a pact with a custom outcome of a custom module (spec 1)", async () => {
    const custom = { name: "Sanctioned", classification: "negative", advice: { list: "EU" } } as const;
    const rules = [{ when: { module: "AML Screening" }, then: { outcome: custom } }];
    await using screening = await serve(createSimulator({ journeys: [screeningJourney] }));
    const dir = await writePact("declared-module", [
      fetchState({
        given: [
          states.scenario({ scenario: { name: "sanctioned", rules } }),
          states.completed({ resourceId: "screening@latest", outcome: "reject" }),
        ],
        response: result("Reject", { steps: [{ name: equal("AML Screening"), outcome: equal("Sanctioned") }] }),
      }),
    ]);
    expect((await verifyPacts(dir, { simulator: screening })).failures).toEqual([]);
  });
});

/** Writes a pact file in version 3, as other Pact libraries do. */
function writeFile(name: string, interactions: readonly unknown[]): string {
  mkdirSync(".pact/files", { recursive: true });
  const path = `.pact/files/${name}.json`;
  const metadata = { pactSpecification: { version: "3.0.0" } };
  const names = { consumer: { name: "their-app" }, provider: { name: "journey-service" } };
  writeFileSync(path, JSON.stringify({ ...names, interactions, metadata }));
  return path;
}

/** The interaction in the guide, with the given description, status and provider state. */
function fetchStateV3(description: string, status: string, name: string, params: object) {
  const guide = readFileSync(join(import.meta.dirname, "../../../../docs/src/content/docs/guides/pact.md"), "utf8");
  const [, text = ""] = /^```json\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const response = { status: 200, body: { status } };
  return { ...JSON.parse(text), description, providerStates: [{ name, params }], response };
}

describe.skipIf(missing)("a pact written by another Pact library", () => {
  test("is verified with the states, ids and tokens of the simulator (spec 5)", async () => {
    const file = writeFile("other-language", [
      fetchStateV3("asks whether it is over", "Completed", "an instance is completed", {
        ...journey,
        outcome: "accept",
      }),
      fetchStateV3("asks whether it failed", "Failed", "an instance has failed", journey),
      fetchStateV3("asks whether it is paused", "Paused", "an instance is paused", journey),
    ]);
    expect(await verifyPacts(file, { simulator })).toMatchObject({ passed: true, failures: [] });
  });

  test("fails with one entry for each cause, sorted by the number of interactions (spec 3.1)", async () => {
    const file = writeFile("failures", [
      fetchStateV3("unknown journey", "Failed", "an instance has failed", { resourceId: "nowhere@latest" }),
      fetchStateV3("wrong status", "Completed", "an instance is paused", journey),
      fetchStateV3("right status", "Paused", "an instance is paused", journey),
      fetchStateV3("wrong status again", "Completed", "an instance is paused", journey),
    ]);
    const { passed, failures, interactions } = await verifyPacts(file, { simulator });
    expect(passed).toBe(false);
    expect(failures).toEqual([
      {
        cause: "$.status: Expected 'Paused' (String) to be equal to 'Completed' (String)",
        interactions: [
          "their-app: wrong status, given an instance is paused",
          "their-app: wrong status again, given an instance is paused",
        ],
      },
      {
        cause: expect.stringMatching(
          /^State "an instance has failed": the journey "nowhere@latest" does not start: .*4040/,
        ),
        interactions: ["their-app: unknown journey, given an instance has failed"],
      },
    ]);
    expect(interactions.map((interaction) => interaction.passed)).toEqual([false, false, true, false]);
  });

  test("fails with a single cause if the simulator rejects the client (spec 5)", async () => {
    await using closed = await serve(createSimulator({ clients: [{ clientId: "other", clientSecret: "secret" }] }));
    const file = writeFile("unknown-client", [
      fetchStateV3("asks", "Failed", "an instance has failed", journey),
      fetchStateV3("asks again", "Failed", "an instance has failed", journey),
    ]);
    const { passed, failures } = await verifyPacts(file, { simulator: closed });
    expect(passed).toBe(false);
    const cause = expect.stringMatching(/^Opening a new world: .*There is no such client\.$/);
    expect(failures).toMatchObject([{ cause, interactions: { length: 2 } }]);
  });

  test("may use custom provider states", async () => {
    const file = writeFile("own-state", [fetchStateV3("asks", "InProgress", "somebody is at the desk", {})]);
    const { failures } = await verifyPacts(file, {
      simulator,
      stateHandlers: {
        "somebody is at the desk": async ({ caller }) => {
          const context = { config: { delivery: "api" }, subject: {} };
          const { body } = await caller.post("v2.startJourney", { ...journey, context });
          return { instanceId: String(readAt(body, "instanceId")) };
        },
      },
    });
    expect(failures).toEqual([]);
  });
});

test.each([
  [
    "an instance is pausd",
    journey,
    'there is no provider state "an instance is pausd". Did you mean "an instance is paused"?',
  ],
  [
    "the moon is full",
    {},
    'there is no provider state "the moon is full". The states are:\n  an instance is waiting for an interaction\n',
  ],
  [
    "an instance is completed",
    { ...journey, outcom: "accept" },
    'wrong parameters for "an instance is completed". outcome: Invalid option: expected one of "accept"|"reject"|"refer". Unrecognized key: "outcom". Its parameters: resourceId, outcome.',
  ],
  [
    "the token has expired",
    journey,
    'wrong parameters for "the token has expired". Unrecognized key: "resourceId". It has no parameters.',
  ],
])("rejects the state %j with the parameters %j before the verification", async (name, params, problem) => {
  const file = writeFile("wrong-state", [fetchStateV3("asks", "Failed", name, params)]);
  const verification = verifyPacts(file, { simulator });
  await expect(verification).rejects.toThrow(PactFileError);
  await expect(verification).rejects.toThrow(`${file}: "asks": ${problem}`);
});

test("rejects files that are not pacts", async () => {
  mkdirSync(".pact/empty", { recursive: true });
  mkdirSync(".pact/files", { recursive: true });
  writeFileSync(".pact/files/notes.json", "[]");
  const verify = (path: string) => verifyPacts(path, { simulator });
  await expect(verify(".pact/nowhere")).rejects.toThrow(new PactFileError(".pact/nowhere does not exist."));
  await expect(verify(".pact/empty")).rejects.toThrow(new PactFileError(".pact/empty contains no .json file."));
  await expect(verify(".pact/files/notes.json")).rejects.toThrow(".pact/files/notes.json is not a pact.");
});

test("rejects if no simulator responds at the address", async () => {
  const file = writeFile("nobody", [fetchStateV3("asks", "Failed", "an instance has failed", journey)]);
  const verification = verifyPacts(file, { simulator: { baseUrl: "http://127.0.0.1:9" } });
  await expect(verification).rejects.toThrow(new TargetError("No simulator responds at http://127.0.0.1:9."));
});
