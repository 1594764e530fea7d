import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { openInstance, startOf } from "../../test/arbitraries.ts";
import { accepted, join, subjectOf, termsFor } from "../../test/samples.ts";
import { day, endOfTime } from "../world/time.ts";
import {
  applyCommand,
  type Command,
  endedLongAgo,
  type InstanceRecord,
  instanceTime,
  isGone,
  replay,
  settle,
  startInstance,
} from "./commands.ts";
import type { Progress } from "./instance.ts";
import type { InstanceTerms } from "./terms.ts";

const reviewed = { ...presets.specified, "refer-ends-journey": "no" } as const;
const at = 5_000;

/** Starts an instance at 1,000 ms and settles it at 5,000 ms, when an age check of one second is over. */
function open(terms: InstanceTerms, subject: unknown): InstanceRecord {
  return settle(openInstance(terms, subject), at);
}

const apply = (record: InstanceRecord, command: Command): InstanceRecord => {
  return accepted(applyCommand(record, command));
};

const named = (lastName: string) =>
  join(subjectOf("DateOfBirth"), { identity: { firstName: "Ada", lastNames: [lastName] } });
const slow = termsFor("age-check", { latency: 60_000 });
const running = open(slow, subjectOf("DateOfBirth"));

/** An instance in each phase. */
const records = {
  collecting: open(termsFor("age-check"), {}),
  running,
  reviewing: open(termsFor("age-check", { readings: reviewed }), named("Testrefer")),
  paused: apply(running, { type: "pause", at }),
  finished: open(termsFor("age-check"), subjectOf("DateOfBirth")),
  failed: open(termsFor("age-check"), named("Testfail")),
} as const satisfies Record<Progress["phase"], InstanceRecord>;

const later = at + 1_000;
const submit: Command = {
  type: "submit",
  at: later,
  interactionId: "age-check:interaction:birth@latest",
  participants: ["DateOfBirth"],
  subject: subjectOf("DateOfBirth"),
};
const commands = {
  resolve: { type: "resolve", at: later, module: "Age Verification", outcome: "reject", advice: undefined },
  review: { type: "review", at: later, outcome: "reject" },
  pause: { type: "pause", at: later },
  resume: { type: "resume", at: later },
  fail: { type: "fail", at: later },
  abandon: { type: "abandon", at: later },
  terminate: { type: "terminate", at: later },
  finish: { type: "finish", at: later },
  advance: { type: "advance", at: later, by: 7 },
  submit,
} as const satisfies Record<string, Command>;

const ended = "The journey has ended.";
const inactive = "The journey is not active.";
const notPaused = "The journey is not paused.";
const noReview = "The journey is not waiting for a review.";
const notRunning = "Age Verification is not running.";
const notCurrent = "This is not the current interaction.";

const idle = { resolve: notRunning, review: noReview };
const alive = { pause: "paused", resume: notPaused, fail: "failed", abandon: "failed", terminate: "failed" };
const over = { ...idle, pause: inactive, resume: notPaused, fail: ended, abandon: ended, terminate: ended };
/** These commands change no phase. */
const staying = (phase: Progress["phase"]) => ({ finish: phase, advance: phase });

/** The phase after each command, or why it is refused. */
const expected: Readonly<Record<Progress["phase"], Readonly<Record<keyof typeof commands, string>>>> = {
  collecting: { ...idle, ...alive, ...staying("collecting"), submit: "running" },
  running: { ...idle, ...alive, ...staying("running"), resolve: "running", submit: notCurrent },
  reviewing: { ...idle, ...alive, ...staying("reviewing"), review: "finished", submit: notCurrent },
  paused: { ...idle, ...alive, ...staying("paused"), pause: inactive, resume: "running", submit: inactive },
  finished: { ...over, ...staying("finished"), submit: inactive },
  failed: { ...over, ...staying("failed"), submit: inactive },
};

test.each(Object.entries(expected))(
  "in the phase %s, each command leads to the expected phase or refusal (spec 3.1)",
  (phase, results) => {
    const record = records[phase as Progress["phase"]]; // `Object.entries` has string keys
    expect(record.instance.progress.phase).toBe(phase);
    const actual = Object.entries(commands).map(([name, command]) => {
      const applied = applyCommand(record, command);
      if (applied.ok) return [name, applied.value.instance.progress.phase];
      const { name: error, problems } = applied.refusal;
      expect(error).toBe(problems[0] === notCurrent ? "INTERACTION_NOT_CURRENT" : "JOURNEY_NOT_ACTIVE");
      return [name, problems.join()];
    });
    expect(Object.fromEntries(actual)).toEqual(results);
  },
);

test("a command sets the time of its instance, except that `advance` increases only the offset from the world's clock (spec 3.1)", () => {
  const timeAfter = (record: InstanceRecord, command: Command) => apply(record, command).instance.at;
  for (const name of ["resolve", "pause", "fail", "abandon", "terminate", "finish"] as const) {
    expect([name, timeAfter(records.running, commands[name])]).toEqual([name, later]);
  }
  const moved = apply(records.running, commands.advance).instance;
  expect([moved.at, moved.skew]).toEqual([records.running.instance.at, 7]);
  expect(apply(records.collecting, commands.finish)).toMatchObject({ instance: records.collecting.instance });
});

test("a pause postpones a running module by the length of the pause, and changes nothing else (spec 3.1)", () => {
  const { progress } = apply(records.paused, commands.resume).instance;
  expect(progress).toMatchObject({ phase: "running", runs: [{ finishesAt: 61_000 + 1_000 }] });
  const paused = apply(records.reviewing, { type: "pause", at });
  expect(apply(paused, commands.resume).instance.progress).toEqual(records.reviewing.instance.progress);
});

test("a failed instance contains the cause of the failure (spec 3.1)", () => {
  const ends = (["fail", "abandon", "terminate"] as const).map(
    (name) => apply(records.running, commands[name]).instance.progress,
  );
  const gaveUp = "The synchronous start gave up waiting for modules that do not finish.";
  expect(ends).toEqual([
    { phase: "failed", cause: "A tester made the instance fail.", failedAt: later },
    { phase: "failed", cause: gaveUp, failedAt: later },
    { phase: "failed", cause: "The caller ended the instance.", failedAt: later, isTerminated: true },
  ]);
  expect(records.failed.instance.progress).toMatchObject({
    cause: "Age Verification could not complete.",
    broken: { module: "Age Verification" },
  });
  const expiring = termsFor("age-check", { readings: { ...presets.specified, "link-expiry": "instance-fails" } });
  const started = startInstance(expiring, { ...startOf(expiring, {}), linkExpiresAt: 2_000 });
  const expired = started.ok ? settle(started.value, 2_000).instance : undefined;
  expect(expired).toMatchObject({
    progress: { phase: "failed", cause: "The link expired.", failedAt: 2_000 },
    decisions: ["link-expiry=instance-fails"],
  });
});

const resolve = (outcome: string | object, more: object = {}) => ({ ...commands.resolve, outcome, ...more }) as Command; // the table below has wrong outcomes, too

test.each([
  ["an outcome of the module", resolve("Age Unknown"), { name: "Age Unknown" }],
  ["an outcome of the journey", resolve("reject"), { name: "Under Age" }],
  ["a custom outcome", resolve({ name: "Own", classification: "neutral" }), { name: "Own" }],
])("a tester can resolve a running module with %s (spec 1)", (_, command, outcome) => {
  const { progress } = apply(records.running, command).instance;
  expect(progress).toMatchObject({
    phase: "running",
    runs: [{ outcome, decidedBy: "tester", breaks: false, finishesAt: 61_000, startedAt: 1_000 }],
  });
  expect(progress.phase === "running" && Object.keys(progress.runs[0] ?? {})).not.toContain("advice");
});

test("a tester can resolve a module that would never finish or would fail, and can replace its advice (spec 1)", () => {
  const never = open(termsFor("age-check"), named("Testnever"));
  expect(never.instance.progress).toMatchObject({ runs: [{ finishesAt: endOfTime }] });
  expect(apply(never, commands.finish).instance.progress).toEqual(never.instance.progress);
  const advice = { score: 1 };
  const resolved = apply(never, resolve("accept", { advice }));
  expect(resolved.instance.progress).toMatchObject({ runs: [{ finishesAt: later, advice }] });
  expect(settle(resolved, later).instance.progress).toEqual({
    phase: "finished",
    outcome: "accept",
    finishedAt: later,
  });
  const failing = open(slow, named("Testfail"));
  expect(failing.instance.progress).toMatchObject({ runs: [{ breaks: true }] });
  expect(settle(apply(failing, resolve("accept")), 61_000).instance.progress.phase).toBe("finished");
});

test.each([
  [
    "with an outcome that the module does not have",
    resolve("Fail"),
    "INVALID_FIELD",
    "outcome: Age Verification can return Of Age (accept), Age Unknown (refer), Under Age (reject), or a custom outcome.",
  ],
  [
    "with a retry that the journey does not allow",
    resolve("reject", { retry: "automatic" }),
    "INVALID_FIELD",
    "retry: the journey runs Age Verification only once.",
  ],
  ["that is not running", resolve("accept", { module: "Liveness" }), "JOURNEY_NOT_ACTIVE", "Liveness is not running."],
] as const)("refuses to resolve a module %s (spec 1)", (_, command, name, problem) => {
  const refused = applyCommand(records.running, command);
  expect(refused.ok ? undefined : refused.refusal.problems).toEqual([problem]);
  expect(refused.ok ? undefined : refused.refusal.name).toBe(name);
});

test("a tester can set `retry` to `never` for a module that runs only once (spec 1)", () => {
  const { progress } = apply(records.running, resolve("reject", { retry: "never" })).instance;
  expect(progress).toMatchObject({ runs: [{ retry: "never" }] });
});

test("applying a v1 command to a v2 instance, or a v2 command to a v1 instance, throws an error", () => {
  const update: Command = { type: "update", at, taskId: "x.1", intent: "Complete", subject: {} };
  expect(() => applyCommand(records.running, update)).toThrow('Cannot apply the command "update" to a v2 instance.');
  const v1 = open(termsFor("age-check-v1"), {});
  expect(() => applyCommand(v1, submit)).toThrow('Cannot apply the command "submit" to a v1 instance.');
});

test("an instance is removed a day after its end, unless the reading is to keep it (gap retention)", () => {
  const endedAt = 2_000;
  const { finished, failed, running: open } = records;
  const kept = {
    ...finished,
    terms: { ...finished.terms, readings: { ...presets.specified, retention: "never" } },
  } as const;
  for (const record of [finished, failed, kept]) {
    expect([endedLongAgo(record, endedAt + day - 1), endedLongAgo(record, endedAt + day)]).toEqual([false, true]);
  }
  const after = { ...presets.specified, retention: "after-a-day" } as const;
  const expiring = { ...finished, terms: { ...finished.terms, readings: after } };
  expect([isGone(expiring, endedAt + day - 1), isGone(expiring, endedAt + day)]).toEqual([false, true]);
  expect([isGone(kept, endedAt + day), endedLongAgo(open, endOfTime)]).toEqual([false, false]);
});

test("the time of an instance is its world's time plus the instance's offset, but never before its last command", () => {
  const { instance } = records.running;
  expect(instanceTime({ instance }, 0)).toBe(instance.at);
  expect(instanceTime({ instance: { ...instance, skew: 500 } }, 9_000)).toBe(9_500);
  expect(instanceTime({ instance: { ...instance, skew: 500 } }, endOfTime)).toBe(endOfTime);
});

test("`settle` returns the same record until an event is due (spec 3.1)", () => {
  expect(settle(records.running, 60_999)).toBe(records.running);
  const settled = settle(records.running, 61_000);
  expect(settled.instance.progress).toEqual({ phase: "finished", outcome: "accept", finishedAt: 61_000 });
  expect(settle(records.running, 62_000)).toBe(settled);
  expect(settle(records.paused, endOfTime)).toBe(records.paused);
});

const everything = ["FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie"];

/** Document-and-selfie in its last segment, where Liveness may run twice and Facematch never finishes. */
function openLast(): InstanceRecord {
  const { definition } = termsFor("document-and-selfie");
  const segments = definition.segments.map((segment) => ({
    ...segment,
    modules: segment.modules.map((use) => ({ ...use, attempts: use.module === "Liveness" ? 2 : 1 })),
  }));
  const rules = [{ when: { module: "Facematch" }, then: { ends: "never" as const } }];
  const terms = termsFor("document-and-selfie", {
    definition: { ...definition, segments },
    scenarios: [{ name: "own", rules }],
    latency: 1_500,
  });
  return open(terms, subjectOf(...everything));
}

test("a tester can resolve one of two running modules, with a retry only if that module may run again (spec 1)", () => {
  const last = openLast();
  const before = last.instance.progress.phase === "running" ? last.instance.progress.runs : [];
  expect(before).toMatchObject([
    { module: "Liveness", finishesAt: 5_500 },
    { module: "Facematch", finishesAt: endOfTime },
  ]);
  const retried = resolve("reject", { module: "Liveness", retry: "automatic" });
  const { progress } = apply(last, retried).instance;
  expect(progress).toMatchObject({ runs: [{ outcome: { name: "Fail" }, retry: "automatic" }, before[1]] });
  const refused = applyCommand(last, resolve("reject", { module: "Facematch", retry: "automatic" }));
  expect(refused.ok ? [] : refused.refusal).toEqual({
    name: "INVALID_FIELD",
    problems: ["retry: the journey runs Facematch only once."],
  });
});

test("the command `finish` ends all running modules now, except a module that never finishes (spec 1)", () => {
  const { progress } = apply(openLast(), { type: "finish", at: 5_100 }).instance;
  expect(progress).toMatchObject({
    phase: "running",
    runs: [
      { module: "Liveness", finishesAt: 5_100 },
      { module: "Facematch", finishesAt: endOfTime },
    ],
  });
});

test("a pause postpones every module except one that never finishes (spec 3.1)", () => {
  const paused = apply(openLast(), { type: "pause", at: 5_100 });
  expect(paused.instance.progress).toMatchObject({ since: 5_100, before: openLast().instance.progress });
  expect(apply(paused, { type: "resume", at: 5_400 }).instance.progress).toMatchObject({
    runs: [{ finishesAt: 5_800 }, { finishesAt: endOfTime }],
  });
});

test("`settle` at an earlier time than before ignores later events (spec 3.1)", () => {
  const terms = termsFor("document-and-selfie", { latency: 1_500 });
  const started = openInstance(terms, subjectOf(...everything));
  const segmentAt = (at: number) => settle(started, at).instance.segment;
  expect([9_000, 3_000, 4_500, 2_500].map(segmentAt)).toEqual([2, 1, 2, 1]);
});

test.each(["age-check", "age-check-v1"])(
  "an instance of %s can be rebuilt from its command log and its terms",
  (journey) => {
    const terms = termsFor(journey);
    const first = startOf(terms, {});
    const subject = subjectOf("DateOfBirth");
    const collect: Command =
      terms.definition.apiVersion === "v2"
        ? { ...submit, subject }
        : { type: "update", at: later, taskId: "instance-00000001.1", intent: "Complete", subject };
    const log = [{ type: "advance", at: 1_500, by: 7 }, collect, { type: "finish", at: later + 10 }] as const;
    const rebuilt = replay(terms, [first, ...log]);
    expect(rebuilt).toMatchObject({ ok: true, value: { apiVersion: terms.definition.apiVersion } });
    const finished = rebuilt.ok ? settle(rebuilt.value, later + 10).instance : undefined;
    expect(finished).toMatchObject({ skew: 7, progress: { phase: "finished", finishedAt: later + 10 } });
    const refused = replay(terms, [first, { type: "resume", at: 2_000 }, collect]);
    expect(refused.ok ? undefined : refused.refusal.problems).toEqual([notPaused]);
  },
);
