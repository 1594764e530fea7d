import type { FaultAction } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createEvidence,
  createExchanges,
  createInstance,
  type Step as Request,
  reported,
  timedOut,
} from "../../test/evidence.ts";
import type { Ending, Evidence, Verdict } from "./evidence.ts";
import {
  checkBackoff,
  checkInterval,
  checkReads,
  checkRetryAfter,
  checkSpeedAfterError,
  checkStop,
} from "./polling-checks.ts";

type Status = Verdict["status"];

type Step = readonly [seconds: number, what: keyof typeof requests, status?: string, instanceId?: string];

const down: FaultAction = { type: "status", status: 503 };

/** A refused request is recorded without a body. */
const requests = {
  poll: {},
  "refused poll": { body: undefined },
  look: { endpoint: "v2.fetchInteraction" },
  error: { action: down },
  lost: { action: { type: "dropResponse" } },
  later: { action: { type: "status", status: 503, retryAfter: 5 } },
  submit: { endpoint: "v2.submitInteraction" },
  "refused submit": { endpoint: "v2.submitInteraction", status: 401 },
  token: { endpoint: "token.requestToken" },
  "v1 poll": { endpoint: "v1.fetchState" },
  "v1 result": { endpoint: "v1.fetchState", body: { filterKeys: ["/.*/"] } },
  "v1 error": { endpoint: "v1.fetchState", action: down },
  "v1 submit": { endpoint: "v1.updateTask" },
} as const satisfies Readonly<Record<string, Request>>;

const phases: Readonly<Record<string, string>> = { open: "collecting", Paused: "paused", Review: "reviewing" };

/** Evidence of polls and submits at the given times in seconds, of a client that gave up. */
function toEvidence(...steps: readonly Step[]): Evidence {
  const exchanges = createExchanges(
    ...steps.map(([seconds, what, status = "InProgress", instanceId = "one"]): Request => {
      const request: Request = requests[what];
      const isShown = request.action === undefined && what !== "token";
      const phase = isShown ? { phase: phases[status] ?? "running" } : {};
      return { ...request, seconds, ...phase, ...(what !== "token" && { instanceId }), answer: { status } };
    }),
  ).map((exchange, i) =>
    steps[i]?.[1] === "refused poll" ? { ...exchange, request: { ...exchange.request, body: undefined } } : exchange,
  );
  const ids = new Set(steps.map(([, , , instanceId = "one"]) => instanceId));
  return createEvidence({
    exchanges,
    endings: [reported("unknown")],
    instances: [...ids].map((id) => createInstance("running", id)),
  });
}

/** The same requests of a client with its own timers, while the clock of its world stands still. */
const inRealTime = (evidence: Evidence): Evidence => ({
  ...evidence,
  time: "real",
  exchanges: evidence.exchanges.map((exchange) => ({ ...exchange, at: new Date(0).toISOString() })),
});

const errorsAt = (...seconds: readonly number[]): Evidence =>
  toEvidence(...seconds.slice(0, -1).map((at) => [at, "error"] as const), [seconds.at(-1) ?? 0, "poll"]);

/** Returns `first` and what each step turns it into. */
function accumulate(first: number, steps: readonly number[], next: (from: number, step: number) => number) {
  const all = [first];
  for (const step of steps) all.push(next(all.at(-1) ?? first, step));
  return all;
}

const plus = (one: number, other: number): number => one + other;

/** Errors with these waits in seconds after them. */
const errorsWith = (...waits: readonly number[]): Evidence => errorsAt(...accumulate(0, waits, plus));

/** Polls with these waits in seconds between them. */
const pollsFrom = (start: number, ...waits: readonly number[]): readonly Step[] =>
  accumulate(start, waits, plus).map((at) => [at, "poll"] as const);

test.each<[string, Evidence, Status]>([
  ["polls every ten seconds", toEvidence([0, "poll"], [10, "poll"], [20, "poll"]), "pass"],
  ["polls every 9.5 seconds, within timer precision", toEvidence([0, "poll"], [9.5, "poll"]), "pass"],
  ["once waits only two seconds", toEvidence([0, "poll"], [10, "poll"], [12, "poll"]), "fail"],
  ["submits between two polls", toEvidence([0, "poll"], [1, "submit"], [1, "poll"]), "untested"],
  ["polls only once", toEvidence([0, "poll"]), "untested"],
  ["alternates state and interaction polls", toEvidence([0, "look"], [0, "poll"], [10, "look"], [10, "poll"]), "pass"],
  ["waits 8.9 seconds, less than timer precision explains", toEvidence([0, "poll"], [8.9, "poll"]), "fail"],
  ["polls at once after a lost response", toEvidence([0, "error"], [0, "poll"]), "untested"],
  ["polls at once after an error and a submit", toEvidence([0, "error"], [1, "submit"], [1, "poll"]), "untested"],
  ["polls at once after a refused token", toEvidence([0, "poll"], [0, "refused submit"], [0, "poll"]), "untested"],
  ["had to repeat a request", toEvidence([0, "error"], [10, "poll"], [12, "poll"]), "untested"],
  ["polls a paused journey after two seconds", toEvidence([0, "poll", "Paused"], [2, "poll"]), "fail"],
  ["polls a journey in review after two seconds", toEvidence([0, "poll", "Review"], [2, "poll"]), "fail"],
  ["waits ten seconds of real time", inRealTime(toEvidence([0, "poll"], [10, "poll"])), "pass"],
  ["waits two seconds of real time", inRealTime(toEvidence([0, "poll"], [2, "poll"])), "fail"],
  ["waits only two seconds for an interaction", toEvidence([0, "look"], [2, "look"]), "fail"],
  ["waits only two seconds for a v1 state", toEvidence([0, "v1 poll"], [2, "v1 poll"]), "fail"],
  ["updates a task between two polls", toEvidence([0, "v1 poll"], [1, "v1 submit"], [1, "v1 poll"]), "untested"],
  ["fetches an open interaction twice", toEvidence([0, "look", "open"], [1, "look", "open"]), "untested"],
  [
    "polls two journeys a second apart",
    toEvidence(
      ...[0, 10].flatMap((at): Step[] => [
        [at, "poll"],
        [at + 1, "poll", "InProgress", "two"],
      ]),
    ),
    "pass",
  ],
  [
    "polls the second of two journeys too fast",
    toEvidence([0, "poll"], [10, "poll"], [11, "poll", "InProgress", "two"], [13, "poll", "InProgress", "two"]),
    "fail",
  ],
])("for a client that $0, the requirement polls-at-interval is $2 (spec 4.4)", (_, evidence, status) => {
  expect(checkInterval(evidence).status).toBe(status);
});

const afterErrors = (...waits: readonly number[]): Evidence =>
  toEvidence([0, "error"], [10, "error"], [30, "error"], ...pollsFrom(70, ...waits));

test.each<[string, Evidence, Status]>([
  ["doubles its delays", errorsAt(0, 10, 30, 70, 150), "pass"],
  ["adds jitter to its delays", errorsAt(0, 9, 11, 40, 52), "pass"],
  ["waits three intervals after every error", errorsAt(0, 30, 60, 90, 120), "pass"],
  ["doubles its delays after three errors", errorsAt(0, 10, 30, 70), "pass"],
  ["waits only its usual interval after three errors", errorsAt(0, 10, 20, 30), "fail"],
  ["receives two errors", errorsAt(0, 10, 20), "untested"],
  [
    "receives three errors, but not in a row",
    toEvidence([0, "error"], [9, "error"], [18, "poll"], [28, "error"], [38, "poll"]),
    "untested",
  ],
  ["increases its delays by a fifth", errorsAt(0, 10, 20, 32), "pass"],
  ["increases its delays by less than a fifth", errorsAt(0, 10, 20, 31.9), "fail"],
  ["increases its delays in real time by half", inRealTime(errorsAt(0, 10, 20, 35)), "pass"],
  ["increases its delays in real time by less than half", inRealTime(errorsAt(0, 10, 20, 34.9)), "fail"],
  [
    "doubles its delays, and submits during each",
    toEvidence([0, "error"], [1, "submit"], [10, "error"], [11, "submit"], [30, "error"], [31, "submit"], [70, "poll"]),
    "pass",
  ],
  ["doubles its delays twice", toEvidence([0, "error"], [10, "error"], [30, "error"], [31, "submit"]), "pass"],
  ["always waits half an interval more", errorsAt(0, 15, 30, 45), "pass"],
  ["always waits less than half an interval more", errorsAt(0, 14.9, 29.8, 44.7), "fail"],
  ["stops after four errors", toEvidence([0, "error"], [10, "error"], [30, "error"], [70, "error"]), "fail"],
  [
    "stops after five errors, after it doubled its delays",
    toEvidence([0, "error"], [10, "error"], [30, "error"], [70, "error"], [150, "error"]),
    "pass",
  ],
  ["waits only its usual interval", errorsAt(0, 10, 20, 30, 40), "fail"],
  ["does not wait", errorsAt(0, 0, 0, 0, 0), "fail"],
  ["increases its delays by only a few milliseconds", errorsAt(0, 0.001, 0.004, 0.005, 0.009), "fail"],
  ["stops after an error", toEvidence([0, "error"]), "fail"],
  ["stops after an error of a v1 state", toEvidence([0, "v1 error"]), "fail"],
  ["stops after a lost response, which another requirement covers", toEvidence([0, "lost"]), "untested"],
  ["requests a token after an error, and stops", toEvidence([0, "error"], [1, "token"]), "fail"],
  ["receives no error", toEvidence([0, "submit"]), "untested"],
  ["polls without an error", toEvidence([0, "poll"]), "untested"],
  ["doubles its delays up to a limit", errorsWith(10, 20, 40, 80, 80, 80, 80), "pass"],
  ["doubles its delays, then starts again", errorsWith(10, 20, 40, 10, 20, 40), "fail"],
  ["doubles its delays, then waits its interval for the last rows", errorsWith(10, 20, 40, 80, 10, 10, 10), "pass"],
  ["waits shorter than usual once, with a row that grows", errorsWith(10, 20, 40, 10, 40, 80), "pass"],
  ["starts again after more rows, within timer precision", errorsWith(5, 10, 20, 40, 5.03, 10.1, 20, 40), "fail"],
  ["waits long once, between equal delays", errorsWith(10, 10, 40, 10, 10), "pass"],
  ["polls at its interval after the errors", afterErrors(10, 10, 10), "pass"],
  ["polls slowly after the errors", afterErrors(80, 80, 80), "fail"],
  ["polls slowly in real time after the errors", inRealTime(afterErrors(80, 80, 80)), "fail"],
  [
    "polls faster after the errors on a busy machine than with them",
    inRealTime(toEvidence([0, "error"], [60, "error"], [130, "error"], ...pollsFrom(210, 45, 45, 45))),
    "pass",
  ],
  ["polls slowly after the errors, but only twice", afterErrors(80, 80), "pass"],
  ["waits up to four intervals after the errors", afterErrors(40, 40, 40), "pass"],
  ["recovers step by step", afterErrors(80, 40, 20, 10), "pass"],
  [
    "backs off in one of two journeys, and not in the other",
    toEvidence(
      ...[0, 10, 30, 70].map((at): Step => [at, "error"]),
      ...[0, 10, 20, 30].map((at): Step => [at, "error", "InProgress", "two"]),
      [150, "poll"],
    ),
    "fail",
  ],
  ["waits as Retry-After says", toEvidence([0, "later"], [5, "later"], [10, "later"], [15, "poll"]), "untested"],
])("for a client that $0, the requirement backs-off is $2 (spec 4.4)", (_, evidence, status) => {
  expect(checkBackoff(evidence).status).toBe(status);
});

test("says whether waits do not grow, start again or stay long (spec 4.4)", () => {
  expect(checkBackoff(errorsWith(10, 10, 10))).toMatchObject({
    problem: "After 3 errors it waited 10 s, 10 s, 10 s, so it does not back off.",
    exchange: 1,
  });
  expect(checkBackoff(errorsWith(10, 20, 40, 10, 20))).toMatchObject({
    problem: expect.stringContaining("its waits start again while the errors last"),
    exchange: 5,
  });
  expect(checkBackoff(afterErrors(80, 80, 80))).toMatchObject({
    problem: "After the errors had ended, it still waited 80 s between two polls.",
  });
});

test("a client that ends with an outcome may stop after an error (spec 4.4)", () => {
  const stopped = toEvidence([0, "error"]);
  const statusAfter = (...endings: readonly Ending[]) => checkBackoff({ ...stopped, endings }).status;
  expect([statusAfter(reported("accept")), statusAfter(timedOut)]).toEqual(["untested", "untested"]);
  expect([statusAfter(reported("undecided")), statusAfter(reported("failed"))]).toEqual(["fail", "fail"]);
});

test("delays that never shrink and grow by half pass (spec 4.4)", () => {
  const growing = fc
    .tuple(fc.integer({ min: 1, max: 10_000 }), fc.array(fc.nat(20_000), { minLength: 1, maxLength: 12 }))
    .map(([first, steps]) => [first, ...accumulate(first, steps, plus)])
    .map((waits) => [...waits, Math.max(waits.at(-1) ?? 0, 15_000)].map((wait) => wait / 1_000));
  fc.assert(fc.property(growing, (waits) => checkBackoff(errorsWith(...waits)).status === "pass"));
});

test("a table of growing delays that starts again fails (spec 4.4)", () => {
  const table = fc
    .tuple(
      fc.integer({ min: 1_000, max: 30_000 }),
      fc.array(fc.integer({ min: 150, max: 300 }), { minLength: 2, maxLength: 5 }),
    )
    .map(([first, percents]) => accumulate(first, percents, (from, percent) => (from * percent) / 100));
  const repeats = fc.integer({ min: 2, max: 3 });
  fc.assert(
    fc.property(table, repeats, (row, times) => {
      const waits = Array.from({ length: times }, () => row).flat();
      return checkBackoff(errorsWith(...waits.map((wait) => Math.round(wait) / 1_000))).status === "fail";
    }),
  );
});

test("full jitter does not count as delays that start again (spec 4.4)", () => {
  const jitter = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 11, maxLength: 11 });
  const passed = fc.sample(jitter, { seed: 1, numRuns: 1_000 }).filter((fractions) => {
    const waits = fractions.map((fraction, i) => (fraction / 10_000) * Math.min(160, 20 * 2 ** i));
    return checkBackoff(errorsWith(...waits.map((wait) => Math.round(wait * 1_000) / 1_000))).status === "pass";
  });
  expect(passed.length).toBeGreaterThan(985);
});

/** Inserts requests of other kinds and another journey, which wait for nothing. */
const unrelated = fc.array(
  fc.tuple(fc.nat(20), fc.constantFrom<Step>([0, "token"], [0, "look"], [0, "poll", "Completed", "two"])),
  { maxLength: 8 },
);

test("requests of other journeys and for other endpoints change no verdict about waits (spec 4.4)", () => {
  const waits = fc.array(fc.constantFrom(2, 10, 20, 40), { minLength: 3, maxLength: 7 });
  fc.assert(
    fc.property(waits, fc.nat(3), unrelated, (gaps, count, added) => {
      const steps = pollsFrom(0, ...gaps).map(([at], i): Step => [at, i < count + 3 ? "error" : "poll"]);
      const alone = { ...toEvidence(...steps), endings: [reported("accept")] };
      const mixed = added.reduce<readonly Step[]>((all, [n, [, ...step]]) => {
        const i = n % (all.length + 1);
        return all.toSpliced(i, 0, [all[i]?.[0] ?? all.at(-1)?.[0] ?? 0, ...step]);
      }, steps);
      const evidence = { ...toEvidence(...mixed), endings: [reported("accept")] };
      expect(checkBackoff(evidence).status).toBe(checkBackoff(alone).status);
      expect(checkSpeedAfterError(evidence).status).toBe(checkSpeedAfterError(alone).status);
    }),
  );
});

test.each<[string, Evidence, Status]>([
  ["waits its interval after an error", toEvidence([0, "poll"], [10, "error"], [20, "poll"]), "pass"],
  ["polls at once after an error", toEvidence([0, "poll"], [10, "error"], [10, "poll"]), "fail"],
  ["waits four fifths of its interval after an error", toEvidence([0, "error"], [8, "poll"]), "pass"],
  ["waits less than that", toEvidence([0, "error"], [7.9, "poll"]), "fail"],
  ["waits long first, then polls at once", errorsWith(20, 40, 0), "fail"],
  ["usually polls every two seconds", toEvidence([0, "poll"], [2, "poll"], [4, "error"], [6, "poll"]), "pass"],
  ["polls at once after a lost response", toEvidence([0, "lost"], [0, "poll"]), "untested"],
  ["polls as soon as Retry-After says", toEvidence([0, "later"], [5, "poll"]), "untested"],
  ["receives no error", toEvidence([0, "poll"], [10, "poll"]), "untested"],
  ["usually waits longer than the interval", toEvidence([0, "poll"], [60, "error"], [70, "poll"]), "pass"],
  [
    "polls another journey at once after an error",
    toEvidence([0, "error"], [0, "poll", "InProgress", "two"], [10, "poll"]),
    "pass",
  ],
])("for a client that $0, the requirement never-faster-after-error is $2 (spec 4.4)", (_, evidence, status) => {
  expect(checkSpeedAfterError(evidence).status).toBe(status);
});

const wait = { type: "status", status: 503, retryAfter: 20 } as const;

/** Evidence of requests and an ending. */
const after = (ending: Ending, ...steps: readonly Request[]): Evidence =>
  createEvidence({ endings: [ending], exchanges: createExchanges(...steps) });

const start = { endpoint: "v2.startJourney" } as const;
const submit = { endpoint: "v2.submitInteraction" } as const;
const unknown = reported("unknown");

test.each<[string, Evidence, Status]>([
  ["waits for the seconds", after(unknown, { action: wait }, { seconds: 20 }), "pass"],
  ["waits until the date", after(unknown, { action: { ...wait, retryAfterDate: true } }, { seconds: 20 }), "pass"],
  [
    "does not wait for the date",
    after(unknown, { action: { ...wait, retryAfterDate: true } }, { seconds: 10 }),
    "fail",
  ],
  ["waits its interval instead", after(unknown, { action: wait }, { seconds: 10 }), "fail"],
  ["waits nine tenths, within timer precision", after(unknown, { action: wait }, { seconds: 18 }), "pass"],
  ["waits less than that", after(unknown, { action: wait }, { seconds: 17.9 }), "fail"],
  ["repeats at once, as a date in the past allows", after(unknown, { action: { ...wait, retryAfter: 0 } }, {}), "pass"],
  ["waits in real time", inRealTime(after(unknown, { action: wait }, { seconds: 20 })), "pass"],
  ["never repeats the request", after(unknown, { action: wait }), "fail"],
  ["is stopped while it waits", after(timedOut, { action: wait }), "fail"],
  [
    "polled for ever",
    after({ kind: "timed-out", problem: "it kept polling after the end" }, { action: wait }),
    "untested",
  ],
  [
    "requests a token, but never repeats the request",
    after(unknown, { action: wait }, { endpoint: "token.requestToken" }),
    "fail",
  ],
  ["continues with another request", after(unknown, { action: wait }, submit), "untested"],
  ["ends after a 500 with Retry-After", after(unknown, { action: { ...wait, status: 500 } }), "untested"],
  ["repeats a 500 too early", after(unknown, { action: { ...wait, status: 500 } }, { seconds: 1 }), "fail"],
  ["waits after one of two", after(unknown, { action: wait }, { seconds: 20, action: wait }, { seconds: 21 }), "fail"],
  ["never repeats the second", after(unknown, { action: wait }, { seconds: 20, action: wait }), "fail"],
  ["polls another journey first", after(unknown, { action: wait }, { instanceId: "two" }, { seconds: 20 }), "pass"],
  [
    "repeats a start in time",
    after(unknown, { ...start, action: wait }, { ...start, seconds: 20, status: 201 }),
    "pass",
  ],
  [
    "repeats a start too early",
    after(unknown, { ...start, action: wait }, { ...start, seconds: 1, status: 201 }),
    "fail",
  ],
  ["never repeats a start", after(unknown, { ...start, action: wait }), "fail"],
  ["repeats a submit too early", after(unknown, { ...submit, action: wait }, { ...submit, seconds: 10 }), "fail"],
  ["receives no Retry-After", after(unknown, { action: down }, {}), "untested"],
])("for a client that $0, the requirement waits-retry-after is $2 (spec 7)", (_, evidence, status) => {
  expect(checkRetryAfter(evidence).status).toBe(status);
});

test("the start of another journey repeats no refused start (spec 7)", () => {
  const exchanges = createExchanges({ ...start, action: wait }, { ...start, status: 201 });
  const evidence = createEvidence({ exchanges, endings: [unknown, unknown] });
  expect(checkRetryAfter({ ...evidence, runs: [...evidence.runs, ...evidence.runs] }).status).toBe("untested");
});

test("says how long the client waited, or that it ended (spec 7)", () => {
  expect(checkRetryAfter(after(unknown, { action: wait }, { seconds: 10 }))).toMatchObject({
    problem: "It repeated a request after 10 s; Retry-After said 20 s.",
    exchange: 2,
  });
  expect(checkRetryAfter(after(unknown, { action: wait }))).toMatchObject({
    problem: 'It did not repeat the request after 20 s, as Retry-After said; it reported "unknown".',
  });
  expect(checkRetryAfter(after(timedOut, { action: wait }))).toMatchObject({
    problem: "Retry-After said 20 s; the client sent nothing more and timed out: it did not finish within 1 s.",
  });
});

const unread: Request = { action: { type: "invalidJson" } };
const look: Request = { endpoint: "v2.fetchInteraction" };

test.each<[string, Evidence, Status]>([
  ["repeats a poll", after(reported("accept"), unread, {}), "pass"],
  ["stops at an unreadable state", after(unknown, unread), "fail"],
  ["crashes at an unreadable interaction", after({ kind: "crashed", problem: "" }, { ...look, ...unread }), "fail"],
  ["is stopped after an unreadable state", after(timedOut, unread), "fail"],
  ["stops at an HTML page", after(unknown, { action: { type: "status", status: 502, body: "<html>" } }), "fail"],
  ["stops at a 503 with a body, which another requirement covers", after(unknown, { action: down }), "untested"],
  ["stops at the fourth lost state in a row", after(unknown, unread, unread, unread, unread), "fail"],
  ["stops at the fifth lost state in a row", after(unknown, unread, unread, unread, unread, unread), "pass"],
  ["reports an outcome after a lost state", after(reported("accept"), unread), "untested"],
  ["asks elsewhere after a lost state", after(unknown, unread, look), "untested"],
  ["receives every response", after(unknown, {}), "untested"],
  ["loses a submit", after(unknown, { ...submit, ...unread }), "untested"],
])("for a client that $0, the requirement retries-reads is $2 (spec 4.4)", (_, evidence, status) => {
  expect(checkReads(evidence).status).toBe(status);
});

test.each<[string, FaultAction]>([
  ["cut off", { type: "truncate", characters: 3 }],
  ["unreadable", { type: "invalidJson" }],
  ["unreadable", { type: "status", status: 503, body: "" }],
  ["lost", { type: "resetConnection" }],
])("says that a response was %s after the fault %j (spec 4.4)", (word, action) => {
  expect(checkReads(after(unknown, { action }))).toMatchObject({
    problem: `It did not repeat a request whose response was ${word}; it reported "unknown".`,
  });
});

test.each<[string, Evidence, Status]>([
  ["stops after a final status", toEvidence([0, "poll"], [10, "poll", "Completed"]), "pass"],
  [
    "polls another instance after a final status",
    toEvidence([0, "poll", "Completed", "one"], [10, "poll", "Completed", "two"]),
    "pass",
  ],
  [
    "polls each of two instances once more after its final status",
    toEvidence(
      [0, "poll", "Completed", "one"],
      [0, "poll", "Completed", "two"],
      [10, "poll", "Completed", "one"],
      [10, "poll", "Completed", "two"],
    ),
    "fail",
  ],
  [
    "polls once more after a final status, and is refused",
    toEvidence([0, "poll", "Completed"], [10, "refused poll"]),
    "pass",
  ],
  ["stops after the status Error", toEvidence([0, "poll", "Error"]), "pass"],
  ["polls once more after a final status", toEvidence([0, "poll", "Failed"], [10, "poll", "Failed"]), "fail"],
  [
    "polls again because a final status was lost",
    toEvidence([0, "error", "Completed"], [10, "poll", "Completed"]),
    "pass",
  ],
  ["polls a v1 state once more", toEvidence([0, "v1 poll", "Failed"], [10, "v1 poll", "Failed"]), "fail"],
  ["polls, then fetches a v1 result", toEvidence([0, "v1 poll", "Completed"], [0, "v1 result", "Completed"]), "pass"],
  [
    "fetches a v1 result twice",
    toEvidence([0, "v1 poll", "Failed"], [0, "v1 result", "Failed"], [0, "v1 result", "Failed"]),
    "fail",
  ],
  ["receives no final status", toEvidence([0, "poll"], [10, "poll", "Paused"]), "untested"],
])("for a client that $0, the requirement stops-when-final is $2 (spec 4.4)", (_, evidence, status) => {
  expect(checkStop(evidence).status).toBe(status);
});

test("counts the polls after the final status (spec 4.4)", () => {
  const polls = (count: number) =>
    checkStop(toEvidence(...Array.from({ length: count }, (): Step => [0, "poll", "Error"])));
  expect(polls(2)).toMatchObject({ problem: "It polled the state once more after the status was Error.", exchange: 2 });
  expect(polls(4)).toMatchObject({ problem: "It polled the state 3 more times after the status was Error." });
});
