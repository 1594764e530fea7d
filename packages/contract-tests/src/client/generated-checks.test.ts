import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { beforeAll, expect, test } from "vitest";
import { createReference } from "../../test/reference-client.ts";
import { plainSituation } from "../arbitraries/situation.ts";
import { type ClientRun, createClientRunner, type Ending } from "../service/run-client.ts";
import { type CheckId, findViolation, type Observation } from "./generated-checks.ts";
import { requirementRun } from "./situations.ts";

let run: ClientRun;
beforeAll(async () => {
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  run = await createClientRunner(createReference(), { simulator }).run([requirementRun]);
});

const generated = plainSituation("v2");
const plain = { ...generated, journeys: generated.journeys.map((one) => ({ ...one, id: "document-and-selfie" })) };
const [person] = plain.runs;

/** The first broken requirement of a client that behaved as in `run`, except for some members. */
const violation = (change: Partial<Observation>, except: readonly CheckId[] = []) =>
  findViolation({ ...run, situation: plain, sent: [], ...change }, except)?.id;

type Step = Partial<Omit<Exchange, "fault" | "response">> & {
  readonly seconds?: number;
  readonly action?: NonNullable<Exchange["fault"]>["action"];
};

/** Requests about the run's instance; by default, polls that succeed. */
const requests = (...steps: readonly Step[]): readonly Exchange[] =>
  run.exchanges.slice(0, 1).flatMap((first) =>
    steps.map(({ seconds = 0, action, ...more }, i): Exchange => {
      const at = new Date(Date.parse(first.at) + seconds * 1_000).toISOString();
      const { instanceId } = run.instances[0] ?? {};
      const response = { status: action !== undefined && "status" in action ? action.status : 200, headers: {} };
      const base = { ...first, instanceId, endpoint: "v2.fetchState" as const, phase: "running", refusal: undefined };
      const fault = action && { rule: "r", action };
      return { ...base, ...more, at, startedAt: at, sequence: i + 1, response, fault };
    }),
  );

test("a client that prints a secret breaks keeps-secrets, before any other requirement (spec 5)", () => {
  expect(violation({})).toBeUndefined();
  expect(violation({ printed: ["text", "secret"], endings: [{ kind: "hung", problem: "" }] })).toBe("keeps-secrets");
  expect(violation({ printed: ["text", "secret"], endings: [{ kind: "hung", problem: "" }] }, ["keeps-secrets"])).toBe(
    "ends",
  );
});

test("a report with an instance id must match that instance, its journey, and no other report (spec 4.2)", () => {
  const journeys = ["a", "b"].flatMap((id) => plain.journeys.map((journey) => ({ ...journey, id })));
  const runs = [0, 1].flatMap((journey) => (person === undefined ? [] : [{ ...person, journey }]));
  const instances = run.instances.flatMap((instance) =>
    ["a", "b"].map((journey): Explanation => ({ ...instance, instanceId: `of-${journey}`, journey })),
  );
  const situation = { ...plain, journeys, runs };
  const after = (...ids: readonly (string | undefined)[]) => {
    const endings = ids.map((id): Ending => {
      const report = { conclusion: "accept" as const, ...(id !== undefined && { instanceId: id }) };
      return { kind: "reported", report };
    });
    return violation({ situation, instances, endings, exchanges: [] });
  };
  expect(after("of-a", "of-b")).toBeUndefined();
  expect(after("of-a", undefined)).toBeUndefined();
  expect(after("of-b", "of-a")).toBeDefined();
  expect(after("of-a", "of-a")).toBeDefined();
  const same = { ...situation, runs: runs.map((one) => ({ ...one, journey: 0 })) };
  const twice: readonly Ending[] = [1, 2].map(() => ({
    kind: "reported",
    report: { conclusion: "accept", instanceId: "of-a" },
  }));
  expect(violation({ situation: same, instances, endings: twice, exchanges: [] })).toBeDefined();
});

test.each<[object, CheckId | undefined]>([
  [{ identity: { firstName: "Ada", lastNames: ["Lovelace"] } }, undefined],
  [{ identity: { firstName: "Ada", lastNames: ["Lovelace"], middleName: "" } }, undefined],
  [{ identity: { idNumbers: [{ type: "SSN", idNumber: "123-45-6789" }] } }, undefined],
  [{ identity: { firstName: "Ada", lastNames: ["King"] } }, "sends-given-data"],
  [{ identity: { firstName: "Ada" } }, "sends-given-data"],
  [{ identity: { idNumbers: [{ type: "ssn", idNumber: "1" }] } }, "sends-given-data"],
])("a client that submits %j breaks %s (spec 2.8)", (subject, id) => {
  const body = { instanceId: "i", context: { subject } };
  const sent = [{ endpoint: "v2.submitInteraction" as const, body, repeatsRefusedToken: false }];
  expect(violation({ sent }, ["sends-valid-requests"])).toBe(id);
});

test("a client may submit an element again only after the response to a submit was lost (spec 4.2)", () => {
  const refusal: Exchange["refusal"] = { kind: "DUPLICATE_ELEMENT", problems: [], action: "" };
  const again: Step = { endpoint: "v2.submitInteraction", refusal };
  const lost: Step = { endpoint: "v2.submitInteraction", action: { lose: "answer" } };
  const ignored: readonly CheckId[] = ["own-409-is-done"];
  expect(violation({ exchanges: requests(lost, again) }, ignored)).toBeUndefined();
  expect(violation({ exchanges: requests(again, lost) }, ignored)).toBe("repeats-no-submit");
  expect(violation({ exchanges: requests(again) }, ignored)).toBe("repeats-no-submit");
});

test("judges the delays after three failed polls, unless the next poll is hit by another fault (spec 4.4)", () => {
  const error = { status: 503 };
  const failed = [0, 10, 20].map((seconds) => ({ seconds, action: error }));
  const waits = { time: "virtual", pollIntervalMs: 10_000 } as const;
  const polls = (...last: readonly Step[]) => violation({ ...waits, exchanges: requests(...failed, ...last) });
  expect(polls({ seconds: 30 })).toBe("backs-off");
  expect(polls({ seconds: 30, action: { status: 503, retryAfter: 1 } }, { seconds: 70 })).toBeUndefined();
  expect(polls({ seconds: 70 })).toBeUndefined();
});

test("a client needs one token for half of a token's lifetime, and may replace it later (spec 5)", () => {
  const token: Step = { endpoint: "token.requestToken" };
  const time = { time: "virtual" } as const; // the tokens of the profile `specified` last an hour
  const tokens = (seconds: number) => violation({ ...time, exchanges: requests(token, { ...token, seconds }) });
  expect(tokens(1_799)).toBe("one-token");
  expect(tokens(1_800)).toBeUndefined();
  expect(violation({ ...time, exchanges: requests(token, { seconds: 10 }) })).toBeUndefined();
});
