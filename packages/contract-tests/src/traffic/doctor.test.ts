import { describe, expect, test } from "vitest";
import { requirementIds } from "../client/requirements.ts";
import { diagnose } from "./doctor.ts";
import type { TrafficExchange } from "./traffic.ts";

/** What differs from a poll of instance `one` whose response says that it is in progress. */
interface Step {
  /** When the request was sent, in seconds. */
  readonly at: number;
  readonly path?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** How long the response took, in seconds. */
  readonly took?: number;
  /** The token, or null if the recording has no `Authorization` header. */
  readonly token?: string | null;
}

const service = "https://service.example/eu";

const toExchange = (step: Step, i: number): TrafficExchange => {
  const { at, path = "/v2/captain/journey/state/fetch", method = "POST", body = { instanceId: "one" } } = step;
  const { status = 200, answer = { status: "InProgress" }, took = 0.1, token = "first" } = step;
  const isForm = typeof body === "string";
  return {
    ...{ sequence: i + 1, startedAt: at * 1_000, endedAt: (at + took) * 1_000, method, url: service + path, status },
    requestHeaders: {
      "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      ...(token !== null && !isForm && { authorization: `Bearer ${token}` }),
      ...step.headers,
    },
    requestBody: isForm ? body : JSON.stringify(body),
    responseHeaders: step.answerHeaders ?? {},
    responseBody: status === 0 ? undefined : JSON.stringify(answer),
  };
};

const form = "grant_type=client_credentials&scope=service.token&client_id=acme&client_secret=hush";

const token = (at: number, value = "first", lifetime = 3_600, body = form): Step => ({
  ...{ at, path: "/as/token.oauth2", body },
  answer: { access_token: value, expires_in: lifetime },
});

const start = (at: number, change: Partial<Step> = {}): Step => ({
  ...{ at, path: "/v2/captain/journey/start", status: 201, answer: { instanceId: "one" } },
  body: { resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: { uid: "customer-7" } } },
  ...change,
});

/** A start whose body names nobody. */
const anonymous = (at: number, change: Partial<Step> = {}): Step =>
  start(at, { body: { resourceId: "age-check@latest", context: { subject: {} } }, ...change });

const fetched = (at: number, answer: object): Step => ({ at, path: "/v2/captain/journey/interaction/fetch", answer });
const running = { journey: { status: "InProgress" }, outstanding: [], processing: true };
const collecting = { journey: { status: "InProgress" }, interactionId: "person", outstanding: ["DateOfBirth"] };

const submit = (at: number, change: Partial<Step> = {}): Step => ({
  ...{ at, path: "/v2/captain/journey/interaction/submit", answer: { status: "success" } },
  body: {
    ...{ instanceId: "one", interactionId: "person", participants: [{ domainElementId: "DateOfBirth" }] },
    context: { subject: { identity: { dateOfBirth: "1990-12-10" } } },
  },
  ...change,
});

const refused = (status: number, name: string) => ({ status, answer: { errors: [{ code: "4000", name }] } });
const unavailable = { status: 503, answer: {} };
const done = { answer: { status: "Completed" } };

const diagnosisOf = (...steps: readonly Step[]) => diagnose(steps.map(toExchange));

/** The requirements that a client must meet and breaks. */
const brokenBy = (...steps: readonly Step[]) =>
  diagnosisOf(...steps)
    .hints.filter(({ strength }) => strength === "must")
    .map(({ requirement }) => requirement);

const duplicate = submit(8, refused(409, "DUPLICATE_ELEMENT"));
const errors = (from: number, wait: number) => [0, 1, 2, 3].map((n) => ({ at: from + n * wait, ...unavailable }));
const steady = [token(0), start(1), fetched(2, running), { at: 10 }, { at: 20 }, { at: 30 }, { at: 40 }];

describe("diagnose", () => {
  test("tells what a client did, how to fix it, and which exchanges show it (spec 4.2)", () => {
    const { hints, judged, untested } = diagnosisOf(token(0), start(1), fetched(2, collecting), submit(4), duplicate);
    expect(hints).toEqual([
      {
        ...{ requirement: "repeats-no-submit", strength: "must", spec: "4.2", sequence: 5, exchanges: 1 },
        problem: "It submitted an element that an earlier submit had already provided.",
        fix: "Repeat a submit only if its response was lost.",
        ...{ firstAt: "1970-01-01T00:00:08.000Z", lastAt: "1970-01-01T00:00:08.000Z" },
      },
    ]);
    expect([...judged, ...Object.keys(untested)].toSorted()).toEqual(requirementIds.toSorted());
    expect(judged).toEqual(expect.arrayContaining(["repeats-no-submit", "participants-match", "authenticates"]));
    expect(untested).toMatchObject({ "tells-outcome": "Ordinary traffic cannot show it." });
  });

  test("warns of polls that are faster than the interval, which a caller can state (spec 4.4)", () => {
    const exchanges = [token(0), start(1), fetched(2, running), { at: 3 }, { at: 6 }].map(toExchange);
    expect(diagnose(exchanges).hints).toMatchObject([{ requirement: "polls-at-interval", strength: "warning" }]);
    expect(diagnose(exchanges, { pollIntervalMs: 3_000 }).hints).toEqual([]);
  });

  test("numbers the hints like the recording, whatever its order", () => {
    const exchanges = [token(0), start(1), fetched(2, collecting), submit(4), duplicate].map(toExchange);
    const renumbered = exchanges.map((one, i) => ({ ...one, sequence: 50 - i })).toReversed();
    expect(diagnose(renumbered).hints).toMatchObject([{ requirement: "repeats-no-submit", sequence: 46 }]);
  });

  test("judges each client by its own requests", () => {
    const other = form.replace("acme", "other");
    const foreign = { at: 9, token: "second", ...refused(404, "UNKNOWN_INSTANCE") };
    const { hints } = diagnosisOf(token(0), start(1), token(5, "second", 3_600, other), foreign);
    expect(hints).toMatchObject([{ requirement: "keeps-journeys-apart", sequence: 4 }]);
  });
});

describe("a client breaks", () => {
  test.each([
    ["start-sent-once", [token(0), start(1, { status: 0 }), start(3)]],
    ["backs-off", [...steady, ...errors(50, 10), { at: 90, ...done }]],
    ["never-faster-after-error", [...steady, { at: 50, ...unavailable }, { at: 52, ...done }]],
    [
      "waits-retry-after",
      [token(0), start(1), { at: 3, ...unavailable, answerHeaders: { "retry-after": "7" } }, { at: 6, ...done }],
    ],
    [
      "refreshes-in-time",
      [token(0, "first", 60), start(1), { at: 90, ...refused(401, "EXPIRED_TOKEN") }, token(91, "b")],
    ],
    ["replaces-refused-token", [token(0), start(1), { at: 3, ...refused(401, "INVALID_TOKEN") }, { at: 5 }]],
    ["stops-when-final", [token(0), start(1), ...[3, 5, 7, 9].map((at) => ({ at, ...done }))]],
    ["authenticates", [token(0), start(1), { at: 3, token: null, ...refused(401, "MISSING_TOKEN") }]],
    [
      "requests-token-by-form",
      [{ ...token(0, "first", 60, "grant_type=password&client_id=acme"), status: 400, answer: {} }],
    ],
    ["posts-json", [token(0), start(1), { at: 3, method: "GET", ...refused(405, "METHOD_NOT_ALLOWED") }]],
    ["sends-valid-requests", [token(0), start(1, { body: { context: {} }, ...refused(400, "MISSING_FIELD") })]],
    ["no-v1-for-v2", [token(0), start(1), { at: 3, path: "/captain/api/journey/state/fetch", ...refused(404, "X") }]],
  ] as const)("%s", (requirement, steps) => {
    expect(brokenBy(...steps)).toEqual([requirement]);
  });
});

describe("a client breaks nothing if", () => {
  test.each<readonly [string, readonly Step[]]>([
    ["it repeats a submit whose response was lost", [submit(4, { status: 0 }), duplicate]],
    ["it repeats a submit whose response came late", [submit(4, { took: 3 }), duplicate]],
    ["it sends the same start later, because somebody tries again", [start(5, { status: 0 }), start(99)]],
    ["it sends a start for somebody else after a lost one", [anonymous(5, { status: 0 }), anonymous(7)]],
    [
      "somebody looks at the result again",
      [
        { at: 3, ...done },
        { at: 9, ...done },
        { at: 20, ...done },
      ],
    ],
    [
      "the recorder omits tokens",
      [
        { at: 3, token: null, ...refused(403, "MISSING_PERMISSION") },
        { at: 5, token: null },
      ],
    ],
    [
      "a request with the refused token was under way",
      [{ at: 3, ...refused(401, "INVALID_TOKEN"), took: 4 }, { at: 5 }],
    ],
    [
      "it keeps a new token that is refused too",
      [
        { at: 3, ...refused(401, "MISSING_PERMISSION") },
        token(4, "b"),
        { at: 5, token: "b", ...refused(401, "MISSING_PERMISSION") },
        { at: 15, token: "b", ...refused(401, "MISSING_PERMISSION") },
      ],
    ],
    [
      "a date in Retry-After has passed by its own clock",
      [
        { at: 3, ...unavailable, answerHeaders: { "retry-after": "Thu, 01 Jan 1970 00:00:06 GMT" } },
        { at: 5, ...done },
      ],
    ],
    ["it polls several times per second, and timers are late", [...errors(5, 0.2), { at: 6, ...done }]],
    [
      "several processes share its client id",
      ["b", "c", "d"].flatMap((value, i) => [token(5 + 2 * i, value), { at: 6 + 2 * i, token: value }]),
    ],
    [
      "a lenient service accepts its form",
      [token(5, "b", 60, "grant_type=client_credentials&client_id=acme&client_secret=x")],
    ],
    ["it stops after an error", [fetched(5, running), ...steady.slice(3), { at: 50, ...unavailable }]],
  ])("%s", (_, steps) => {
    const before = [token(0), start(1), fetched(2, collecting)];
    expect(brokenBy(...before, ...steps)).toEqual([]);
  });

  test("the recording begins in the middle of a journey", () => {
    expect(brokenBy(token(0), fetched(2, collecting), duplicate)).toEqual([]);
  });
});
