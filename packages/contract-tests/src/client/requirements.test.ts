import { expect, test } from "vitest";
import {
  crashed,
  createCondition,
  createEvidence,
  createExchanges,
  createInstance,
  createSent,
  reported,
  run,
  type Step,
  timedOut,
} from "../../test/evidence.ts";
import type { Conclusion } from "../service/client-adapter.ts";
import { type ConditionId, conditionRows, createCondition as createNamed, usualRun } from "./conditions.ts";
import type { Evidence } from "./evidence.ts";
import { type RequirementId, requirementRows, requirements } from "./requirements.ts";

const eu = createCondition({ region: "eu" });

/** Evidence of requests and a report about one journey; `started` is the number of instances. */
function toEvidence(conclusion: Conclusion | undefined, steps: readonly Step[], started = 1): Evidence {
  return createEvidence({
    exchanges: createExchanges(...steps.map((step) => ({ path: "/eu/x", ...step }))),
    sent: steps.map(({ endpoint = "v2.fetchState" }) => createSent({ endpoint })),
    endings: [conclusion === undefined ? crashed : reported(conclusion)],
    instances: Array.from({ length: started }, (_, i) => createInstance("accept", i === 0 ? "one" : `${i}`)),
  });
}

const start: Step = { endpoint: "v2.startJourney", status: 201 };
const token: Step = { endpoint: "token.requestToken" };
const lost = { type: "dropResponse" } as const;
const submit: Step = { endpoint: "v2.submitInteraction", body: { interactionId: "one" } };
const refusal: Step["refusal"] = { kind: "EXPIRED_TOKEN", problems: [], action: "" };
const revoked: Step = { action: { type: "revokeToken" } };

test.each<[RequirementId, string, Conclusion | undefined, readonly Step[], number?]>([
  ["start-sent-once", "untested", "accept", [start]],
  ["start-sent-once", "pass", "accept", [{ ...start, action: lost }]],
  ["start-sent-once", "pass", "accept", [{ ...start, action: { type: "delay", ms: 1 } }]],
  ["start-sent-once", "fail", "accept", [{ ...start, action: lost }, start]],
  [
    "start-sent-once",
    "pass",
    "accept",
    [
      { ...start, action: lost },
      { ...start, status: 400 },
    ],
  ],
  ["start-sent-once", "fail", "accept", [start, start], 2],
  ["refreshes-in-time", "untested", "accept", [token]],
  ["refreshes-in-time", "pass", "accept", [token, token]],
  ["refreshes-in-time", "fail", "accept", [token, { status: 401, refusal }, token]],
  ["one-token", "untested", "accept", [token, { ...token, status: 503 }]],
  ["one-token", "pass", "accept", [token, {}]],
  ["one-token", "fail", "accept", [token, token]],
  ["one-token", "untested", "accept", [{ ...token, status: 503 }]],
  ["replaces-refused-token", "pass", "accept", [revoked, token]],
  ["replaces-refused-token", "fail", "accept", [token, revoked]],
  ["review-is-not-failure", "pass", "undecided", [{ phase: "reviewing" }]],
  ["review-is-not-failure", "fail", "failed", [{ phase: "reviewing" }]],
  ["review-is-not-failure", "fail", undefined, [{ phase: "reviewing" }]],
  ["review-is-not-failure", "untested", "reject", [{ phase: "running" }]],
  ["no-v1-for-v2", "pass", "accept", [{}]],
  ["no-v1-for-v2", "fail", "accept", [{ endpoint: "v1.listTasks" }]],
  ["no-v1-for-v2", "fail", "accept", [{ endpoint: undefined, path: "/captain/api/journey/task/list" }]],
  ["no-v1-for-v2", "untested", "accept", []],
  [
    "retried-409-is-success",
    "pass",
    "unknown",
    [
      { ...submit, action: lost },
      { ...submit, body: { interactionId: "two" } },
    ],
  ],
  [
    "retried-409-is-success",
    "fail",
    "unknown",
    [
      { ...submit, body: { interactionId: "zero" } },
      { ...submit, action: lost },
      { ...submit, status: 409 },
    ],
  ],
  ["retried-409-is-success", "untested", "unknown", [{ ...submit, action: lost }]],
  ["completes-lost-submit", "fail", "unknown", [{ ...submit, action: lost }]],
  ["completes-lost-submit", "pass", "accept", [{ ...submit, action: lost }]],
  ["retries-reads", "fail", undefined, [{ action: { type: "truncate", characters: 3 } }]],
  ["backs-off", "fail", "unknown", [{ action: { type: "status", status: 503 } }]],
  ["polls-until-final", "pass", "accept", [{}, {}, {}]],
  ["polls-until-final", "untested", "accept", [{}, {}]],
  ["polls-until-final", "fail", "undecided", [{}, {}, {}]],
  ["tells-outcome", "pass", "accept", [{}]],
  ["tells-outcome", "fail", "reject", [{}]],
  ["tells-outcome", "fail", "unknown", [{}]],
  ["tells-outcome", "untested", "unknown", [{ action: lost }]],
  ["tells-outcome", "untested", undefined, [{}]],
  ["reports-conclusion", "pass", "accept", [{}]],
  ["reports-conclusion", "fail", undefined, [{}]],
  ["reports-conclusion", "untested", "unknown", [{ ...start, action: { type: "status", status: 504 } }]],
])(
  "the requirement %s is %s for a client that reports %s after the requests %j (spec 2 to 9)",
  (id, status, ...input) => {
    expect(requirements[id].check(toEvidence(...input)).status).toBe(status);
  },
);

const failed = createInstance("failed");
const shown = createExchanges({ phase: "failed" });

test.each<[RequirementId, string, string, Partial<Evidence>]>([
  [
    "posts-json",
    "pass",
    "posts JSON",
    { exchanges: createExchanges(token, { type: "Application/JSON; charset=utf-8" }) },
  ],
  ["posts-json", "fail", "posts a text", { exchanges: createExchanges({ type: "text/plain" }) }],
  ["posts-json", "fail", "sends a GET", { exchanges: createExchanges({ method: "GET" }) }],
  ["posts-json", "untested", "only requests a token", { exchanges: createExchanges(token) }],
  ["keeps-secrets", "fail", "prints a secret", { printed: ["text", "secret"] }],
  ["keeps-secrets", "pass", "prints personal data", { printed: ["text", "personal"] }],
  ["keeps-data-private", "fail", "prints personal data", { printed: ["text", "personal"] }],
  ["keeps-data-private", "pass", "prints nothing", {}],
  ["handles-rejections", "fail", "leaves a rejection unhandled", { unhandled: ["Nothing handled a rejection: no"] }],
  ["handles-rejections", "untested", "sends nothing", {}],
  ["handles-rejections", "pass", "sends a request", { exchanges: createExchanges({}) }],
  ["uses-base-url", "untested", "has a base URL without a region", { exchanges: createExchanges({}) }],
  ["uses-base-url", "untested", "sends nothing", { condition: eu }],
  [
    "uses-base-url",
    "pass",
    "uses its addresses",
    { condition: eu, exchanges: createExchanges({ ...token, path: "/as/token.oauth2" }, { path: "/eu/v2/captain" }) },
  ],
  ["uses-base-url", "fail", "drops the region", { condition: eu, exchanges: createExchanges({ path: "/v2/captain" }) }],
  [
    "uses-base-url",
    "fail",
    "uses another region",
    { condition: eu, exchanges: createExchanges({ path: "/us/v2/captain" }) },
  ],
  [
    "uses-base-url",
    "fail",
    "requests a token in a region",
    { condition: eu, exchanges: createExchanges({ ...token, path: "/eu/as" }) },
  ],
  [
    "no-v1-for-v2",
    "untested",
    "runs a v1 journey",
    { runs: [{ ...run, apiVersion: "v1" }], exchanges: createExchanges({ endpoint: "v1.listTasks" }) },
  ],
  ["keeps-journeys-apart", "untested", "runs one journey", {}],
  [
    "keeps-journeys-apart",
    "fail",
    "sends the token of another client",
    { sent: [createSent({ hasForeignToken: true })] },
  ],
  [
    "keeps-journeys-apart",
    "pass",
    "runs two journeys",
    { condition: createCondition({ runs: [run, run] }), endings: [reported("accept")] },
  ],
  [
    "keeps-journeys-apart",
    "untested",
    "reports a wrong outcome",
    { condition: createCondition({ runs: [run, run] }), endings: [reported("accept"), reported("reject")] },
  ],
  [
    "error-means-failed",
    "pass",
    "reports the failure",
    { instances: [failed], endings: [reported("failed")], exchanges: shown },
  ],
  ["error-means-failed", "fail", "times out", { instances: [failed], endings: [timedOut], exchanges: shown }],
  ["error-means-failed", "fail", "reports accept", { instances: [failed], exchanges: shown }],
  ["error-means-failed", "untested", "never sees the failure", { instances: [failed], endings: [timedOut] }],
  [
    "error-means-failed",
    "untested",
    "has a journey that does not fail",
    {
      runs: [run, run],
      endings: [reported("failed"), reported("accept")],
      instances: [failed, createInstance("accept", "two")],
      exchanges: shown,
    },
  ],
  ["error-means-failed", "untested", "has no failed journey", {}],
  [
    "review-is-not-failure",
    "untested",
    "has one of two journeys in review",
    {
      endings: [reported("failed"), reported("failed")],
      instances: [failed, createInstance("failed", "two")],
      exchanges: createExchanges({ phase: "reviewing" }),
      runs: [run, run],
    },
  ],
  ["ends", "pass", "ends", {}],
  ["ends", "fail", "times out", { endings: [timedOut] }],
  [
    "ends",
    "untested",
    "cannot learn the outcome",
    { endings: [timedOut], condition: createCondition({ isHopeless: true }) },
  ],
  [
    "reports-conclusion",
    "untested",
    "cannot learn the outcome",
    { endings: [crashed], condition: createCondition({ isHopeless: true }) },
  ],
  [
    "tells-outcome",
    "untested",
    "cannot learn the outcome",
    { endings: [reported("unknown")], condition: createCondition({ isHopeless: true }) },
  ],
])("the requirement %s is %s for a client that %s (spec 1 to 9)", (id, status, _, change) => {
  expect(requirements[id].check(createEvidence(change)).status).toBe(status);
});

test.each<[Conclusion, RequirementId | undefined]>([
  ["undecided", undefined],
  ["failed", "review-is-not-failure"],
  ["reject", "review-is-not-failure"],
  ["accept", "review-is-not-failure"],
  ["unknown", "review-is-not-failure"],
])("a client that reports %s of a journey in review breaks %s (spec 3.1)", (conclusion, id) => {
  const evidence = { ...toEvidence(conclusion, [{ phase: "reviewing" }]), instances: [createInstance("reviewing")] };
  const fails = requirementRows.filter(([, { check }]) => check({ ...evidence, sent: [] }).status === "fail");
  expect(fails.map(([one]) => one)).toEqual(id === undefined ? [] : [id]);
});

test("a client that rejects a journey in review, which is accepted, does not tell the outcome (spec 3.1, 4.2)", () => {
  const evidence = toEvidence("reject", [{ phase: "reviewing" }]);
  expect(requirements["tells-outcome"].check(evidence).status).toBe("fail");
});

test("a wrong report fails only the requirement that it breaks (spec 4.2)", () => {
  const evidence = toEvidence("reject", [{}, { seconds: 10 }, { seconds: 20 }]);
  const fails = requirementRows.filter(([, { check }]) => check(evidence).status === "fail").map(([id]) => id);
  expect(fails).toEqual(["tells-outcome"]);
});

test("a client that did nothing wrong fails no requirement (spec 1 to 9)", () => {
  const done: Step = { seconds: 10, phase: "finished", answer: { status: "Completed" } };
  const evidence = { ...toEvidence("accept", [token, start, {}, done]), sent: [] };
  for (const [id, { check }] of requirementRows) expect([id, check(evidence).status]).not.toContain("fail");
});

// The tables.

const known: readonly ConditionId[] = [...conditionRows.map(([id]) => id), "custom"];
const listed = requirementRows.flatMap(([, { conditions }]) => conditions ?? []);

test.each(requirementRows)("$0 lists conditions of the table, each once", (_, { conditions }) => {
  if (conditions === undefined) return;
  expect(conditions.length).toBeGreaterThan(0);
  expect(conditions.filter((id) => !known.includes(id))).toEqual([]);
  expect(new Set(conditions).size).toBe(conditions.length);
});

/** Conditions that only requirements of every condition need, and what they show. */
const shownByAll: Partial<Record<ConditionId, readonly RequirementId[]>> = {
  "known-element": ["submits-outstanding"],
  "no-optional-data": ["participants-match"],
  "detailed-person": ["sends-given-data"],
  "asks-again": ["submits-current-interaction", "repeats-no-submit"],
};

test("every condition belongs to a requirement", () => {
  const spare = conditionRows.map(([id]) => id).filter((id) => !listed.includes(id));
  expect(spare).toEqual(Object.keys(shownByAll));
  for (const id of Object.values(shownByAll).flat()) expect(requirements[id]).not.toHaveProperty("conditions");
});

test.each(requirementRows)("$0 has a section, and a text, a cause and a fix in whole sentences", (id, row) => {
  expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(row.spec).toMatch(/^[1-9](\.\d{1,2})?$/);
  for (const sentence of [row.text, row.cause, row.fix]) expect(sentence).toMatch(/^[A-Za-z][^\n]*[^.]\.$/);
});

test.each(conditionRows)("the condition $0 is plain JSON, has a sentence and keeps its region", (id, { text }) => {
  expect(text).toMatch(/^[A-Z][^\n]*\.$/);
  for (const pollIntervalMs of [100, 10_000]) {
    const condition = createNamed(id, { pollIntervalMs, run: usualRun }, "eu");
    expect(condition).toMatchObject({ id, text, region: "eu" });
    expect(condition.runs.length).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify(condition))).toEqual(condition);
  }
});
