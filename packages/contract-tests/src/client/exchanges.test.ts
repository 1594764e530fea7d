import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { createExchanges, createInstance } from "../../test/evidence.ts";
import {
  errorsToSurvive,
  exchangesOf,
  isAmbiguous,
  isError,
  isLate,
  isLost,
  isPlainError,
  isTokenRefused,
  isToRepeat,
  isUnusable,
  longestRow,
  mayGiveUp,
  retryAfterOf,
} from "./exchanges.ts";

type Action = NonNullable<Exchange["fault"]>["action"];

/** A request to an endpoint, with its status and the action of the fault that hit it. */
type Step = readonly [endpoint: Exchange["endpoint"], status: number, action?: Action | undefined, phase?: string];

const toExchange = ([endpoint, status, action, phase = "running"]: Step, i = 0): Exchange => ({
  ...{ sequence: i + 1, requestId: "", at: "", startedAt: "", duration: 1, rules: [], readings: {} },
  ...{ endpoint, phase, request: { method: "POST", path: "/", headers: {} }, response: { status, headers: {} } },
  ...(action && { fault: { rule: "r", action } }),
});

test.each<[string, Action, Readonly<Record<"lost" | "error" | "plain" | "late", boolean>>]>([
  ["lose", { type: "dropResponse" }, { lost: true, error: true, plain: true, late: false }],
  ["reset", { type: "resetConnection" }, { lost: true, error: true, plain: true, late: false }],
  ["truncate", { type: "truncate", characters: 1 }, { lost: true, error: true, plain: true, late: false }],
  ["malform", { type: "invalidJson" }, { lost: true, error: true, plain: true, late: false }],
  ["status", { type: "status", status: 503 }, { lost: false, error: true, plain: true, late: false }],
  [
    "Retry-After",
    { type: "status", status: 503, retryAfter: 1 },
    { lost: false, error: true, plain: false, late: false },
  ],
  ["delay", { type: "delay", ms: 1 }, { lost: false, error: false, plain: false, late: true }],
  ["slow", { type: "slowBody", ms: 1 }, { lost: false, error: false, plain: false, late: true }],
  [
    "contentType",
    { type: "contentType", contentType: "text/html" },
    { lost: false, error: false, plain: false, late: false },
  ],
  ["token", { type: "expireToken" }, { lost: false, error: false, plain: false, late: false }],
])("classifies a response with the fault %s (spec 4.4, 7)", (_, action, expected) => {
  const exchange = toExchange(["v2.fetchState", 200, action]);
  const found = {
    lost: isLost(exchange),
    error: isError(exchange),
    plain: isPlainError(exchange),
    late: isLate(exchange),
  };
  expect(found).toEqual(expected);
});

test.each<[string, Action, boolean, boolean, number | undefined]>([
  ["504", { type: "status", status: 504 }, true, false, undefined],
  ["502", { type: "status", status: 502 }, true, false, undefined],
  ["500", { type: "status", status: 500, retryAfter: 3 }, true, false, 3],
  ["503", { type: "status", status: 503 }, false, false, undefined],
  ["503 with Retry-After", { type: "status", status: 503, retryAfter: 3 }, false, true, 3],
  ["429 with Retry-After", { type: "status", status: 429, retryAfter: 0 }, false, true, 0],
  ["425 with Retry-After", { type: "status", status: 425, retryAfter: 3, retryAfterDate: true }, false, true, 3],
  ["400 with Retry-After", { type: "status", status: 400, retryAfter: 3 }, false, false, 3],
  ["lost", { type: "dropResponse" }, true, false, undefined],
  ["late", { type: "delay", ms: 1 }, false, false, undefined],
])(
  "after a start that is answered with %s, knows whether it may have succeeded and must be repeated (spec 4.2, 7)",
  (_, action, ambiguous, repeat, seconds) => {
    const [start] = createExchanges({ endpoint: "v2.startJourney", action });
    if (start === undefined) throw new Error("no request");
    expect([isAmbiguous(start), isToRepeat(start), retryAfterOf(start)]).toEqual([ambiguous, repeat, seconds]);
  },
);

test("an ambiguous status needs a fault: the service itself refuses with 500 for a reason (spec 4.2)", () => {
  expect(createExchanges({ status: 500 }).some(isAmbiguous)).toBe(false);
});

test("a response without a readable body is unusable (spec 4.4)", () => {
  const actions: readonly Action[] = [
    { type: "status", status: 502, body: "<html>" },
    { type: "status", status: 503, body: "" },
    { type: "dropRequest" },
    { type: "invalidJson" },
    { type: "status", status: 503 },
    { type: "slowBody", ms: 1 },
  ];
  const found = actions.map((action) => createExchanges({ action }).some(isUnusable));
  expect(found).toEqual([true, true, true, true, false, false]);
});

test("a request belongs to the instance that the simulator found, or that its body names (spec 2.2)", () => {
  const exchanges = createExchanges(
    { instanceId: "one" },
    { instanceId: "two", body: { instanceId: "one" } },
    { endpoint: "token.requestToken" },
    { endpoint: "v2.startJourney", status: 400 },
    { instanceId: undefined, status: 400, body: { instanceId: "one" } },
    { instanceId: undefined, status: 401, body: undefined },
  );
  const [one, two] = [createInstance("accept", "one"), createInstance("accept", "two")];
  const ofOne = (...instances: readonly Explanation[]) =>
    exchangesOf({ exchanges, instances }, one).map(({ sequence }) => sequence);
  expect(ofOne(one, two)).toEqual([1, 5]);
  expect(ofOne(one)).toEqual([1, 5, 6]); // the only instance also has the requests that name none
});

test.each([
  ["", 0],
  ["..", 0],
  ["x.xx.x", 2],
  ["xxx", 3],
  ["x..xxxx", 4],
])("in %j, the longest row is %i", (letters, length) => {
  const exchanges = createExchanges(...[...letters].map((letter) => ({ status: letter === "x" ? 503 : 200 })));
  expect(longestRow(exchanges, ({ response }) => response.status === 503)).toBe(length);
});

test("a token is refused with 401 or 403 (spec 5)", () => {
  const refused = [400, 401, 402, 403, 404].filter((status) => isTokenRefused(toExchange(["v2.fetchState", status])));
  expect(refused).toEqual([401, 403]);
});

const error = { type: "status", status: 503 } as const;
const lost = { type: "dropResponse" } as const;
const row = (count: number, step: Step): readonly Step[] => Array.from({ length: count }, () => step);

test.each<[string, boolean, readonly Step[]]>([
  [
    "every request succeeds",
    false,
    [
      ["v2.startJourney", 201],
      ["v2.fetchState", 200],
    ],
  ],
  ["a token request fails", true, [["token.requestToken", 503, error]]],
  ["a start fails", true, [["v2.startJourney", 503, error]]],
  ["a v1 start is lost", true, [["v1.startJourney", 201, lost]]],
  ["a start is refused one token", false, [["v2.startJourney", 401]]],
  ["a start is refused two tokens", true, row(2, ["v2.startJourney", 403])],
  ["a connect request fails", true, [["v2.connectDevice", 503, error]]],
  ["a submit fails", true, [["v2.submitInteraction", 503, error]]],
  ["a submit is lost", false, [["v2.submitInteraction", 200, lost]]],
  ["two submits in a row are lost", true, row(2, ["v1.updateTask", 200, lost])],
  [
    "two submits are lost, with one between them",
    false,
    [
      ["v1.updateTask", 200, lost],
      ["v1.updateTask", 200],
      ["v1.updateTask", 200, lost],
    ],
  ],
  ["a request exceeds the rate", true, [["v2.fetchState", 429]]],
  ["a fault refuses a poll with 429", false, [["v2.fetchState", 429, { type: "status", status: 429 }]]],
  ["a submit to a paused instance is refused", true, [["v2.submitInteraction", 409, undefined, "paused"]]],
  ["a submit to a paused instance succeeds", false, [["v2.submitInteraction", 200, undefined, "paused"]]],
  ["a submit to a running instance is refused", false, [["v2.submitInteraction", 409]]],
  ["a poll is refused one token", false, [["v2.fetchState", 401]]],
  ["a poll is refused two tokens in a row", true, row(2, ["v2.fetchState", 401])],
  [
    "two polls are each refused a token",
    false,
    [
      ["v2.fetchState", 401],
      ["v2.fetchState", 200],
      ["v2.fetchState", 401],
    ],
  ],
  [
    "two endpoints are each refused a token",
    false,
    [
      ["v2.fetchState", 401],
      ["v2.fetchInteraction", 401],
    ],
  ],
  ["as many polls in a row fail as a client must survive", false, row(errorsToSurvive, ["v2.fetchState", 503, error])],
  ["one poll more fails", true, row(errorsToSurvive + 1, ["v2.fetchState", 503, error])],
])("if %s, whether a client may give up is %s (spec 4.2, 4.4, 5)", (_, expected, steps) => {
  const exchanges = steps.map(toExchange);
  expect(mayGiveUp(exchanges, exchanges)).toBe(expected);
});
