import type { Exchange } from "@journey-kit/schemas/control";
import { presets } from "@journey-kit/schemas/profile";
import { expect, test } from "vitest";
import type { Evidence } from "./evidence.ts";
import { checkBackoff, checkInterval, checkStop } from "./polling-checks.ts";

type Step = readonly [seconds: number, what: keyof typeof endpoints, status?: string, instanceId?: string];

const endpoints = {
  poll: "v2.fetchState",
  "refused poll": "v2.fetchState",
  look: "v2.fetchInteraction",
  error: "v2.fetchState",
  submit: "v2.submitInteraction",
  "v1 poll": "v1.fetchState",
  "v1 result": "v1.fetchState",
  "v1 error": "v1.fetchState",
  "v1 submit": "v1.updateTask",
} as const;

const phases: Readonly<Record<string, string>> = { open: "collecting", Paused: "paused", Review: "reviewing" };

/** A refused request is recorded without a body. */
const bodies: Readonly<Record<Step[1], object | undefined>> = {
  ...{ poll: {}, look: {}, error: {}, submit: {}, "v1 poll": {}, "v1 error": {}, "v1 submit": {} },
  "v1 result": { filterKeys: ["/.*/"] },
  "refused poll": undefined,
};

/** Evidence of polls and submits at the given times in seconds. */
function toEvidence(...steps: readonly Step[]): Evidence {
  const exchanges = steps.map(([seconds, what, status = "InProgress", instanceId = "one"], i): Exchange => {
    const at = new Date(seconds * 1_000).toISOString();
    return {
      sequence: i + 1,
      requestId: `${i}`,
      at,
      startedAt: at,
      duration: 1,
      endpoint: endpoints[what],
      instanceId,
      phase: phases[status] ?? "running",
      request: { method: "POST", path: "/", headers: {}, body: bodies[what] },
      response: { status: 200, headers: {}, body: { status } },
      rules: [],
      readings: {},
      ...(what.endsWith("error") && { fault: { rule: "error", action: { status: 503 } } }),
    };
  });
  const coverage = { world: "", requests: 0, percentage: 0, reached: true, parts: [] };
  return {
    expects: "accept",
    endings: [],
    exchanges,
    instances: [],
    coverage,
    time: "virtual",
    readsClock: true,
    pollIntervalMs: 10_000,
    profile: presets.specified,
    region: undefined,
    printed: [],
  };
}

/** The same requests of a client with its own timers, while the clock of its world stands still. */
const inRealTime = (evidence: Evidence): Evidence => ({
  ...evidence,
  time: "real",
  exchanges: evidence.exchanges.map((exchange) => ({ ...exchange, at: new Date(0).toISOString() })),
});

const errorsAt = (...seconds: readonly number[]): Evidence =>
  toEvidence(...seconds.slice(0, -1).map((at) => [at, "error"] as const), [seconds.at(-1) ?? 0, "poll"]);

test.each<[string, Evidence, string]>([
  ["polls every ten seconds", toEvidence([0, "poll"], [10, "poll"], [20, "poll"]), "kept"],
  ["polls every 9.5 seconds, within timer precision", toEvidence([0, "poll"], [9.5, "poll"]), "kept"],
  ["once waits only two seconds", toEvidence([0, "poll"], [10, "poll"], [12, "poll"]), "broken"],
  ["submits between two polls", toEvidence([0, "poll"], [1, "submit"], [1, "poll"]), "not-shown"],
  ["polls only once", toEvidence([0, "poll"]), "not-shown"],
  ["alternates state and interaction polls", toEvidence([0, "look"], [0, "poll"], [10, "look"], [10, "poll"]), "kept"],
  ["waits 8.9 seconds, less than timer precision explains", toEvidence([0, "poll"], [8.9, "poll"]), "broken"],
  ["polls at once after a lost response", toEvidence([0, "error"], [0, "poll"]), "not-shown"],
  ["polls at once after an error and a submit", toEvidence([0, "error"], [1, "submit"], [1, "poll"]), "not-shown"],
  ["polls a paused journey after two seconds", toEvidence([0, "poll", "Paused"], [2, "poll"]), "broken"],
  ["polls a journey in review after two seconds", toEvidence([0, "poll", "Review"], [2, "poll"]), "broken"],
  ["waits ten seconds of real time", inRealTime(toEvidence([0, "poll"], [10, "poll"])), "kept"],
  ["waits two seconds of real time", inRealTime(toEvidence([0, "poll"], [2, "poll"])), "broken"],
  ["waits only two seconds for an interaction", toEvidence([0, "look"], [2, "look"]), "broken"],
  ["waits only two seconds for a v1 state", toEvidence([0, "v1 poll"], [2, "v1 poll"]), "broken"],
  ["updates a task between two polls", toEvidence([0, "v1 poll"], [1, "v1 submit"], [1, "v1 poll"]), "not-shown"],
  ["fetches an open interaction twice", toEvidence([0, "look", "open"], [1, "look", "open"]), "not-shown"],
])("for a client that $0, the requirement polls-at-interval is $2 (spec 4.4)", (_, evidence, status) => {
  expect(checkInterval(evidence).status).toBe(status);
});

test.each<[string, Evidence, string]>([
  ["doubles its delays", errorsAt(0, 10, 30, 70, 150), "kept"],
  ["adds jitter to its delays", errorsAt(0, 9, 11, 40, 52), "kept"],
  ["waits three intervals after every error", errorsAt(0, 30, 60, 90, 120), "kept"],
  ["doubles its delays after three errors", errorsAt(0, 10, 30, 70), "kept"],
  ["waits only its usual interval after three errors", errorsAt(0, 10, 20, 30), "broken"],
  ["receives two errors", errorsAt(0, 10, 20), "not-shown"],
  [
    "receives three errors, but not in a row",
    toEvidence([0, "error"], [9, "error"], [18, "poll"], [28, "error"], [38, "poll"]),
    "not-shown",
  ],
  ["increases its delays by a fifth", errorsAt(0, 10, 20, 32), "kept"],
  ["increases its delays by less than a fifth", errorsAt(0, 10, 20, 31.9), "broken"],
  ["increases its delays in real time by half", inRealTime(errorsAt(0, 10, 20, 35)), "kept"],
  ["increases its delays in real time by less than half", inRealTime(errorsAt(0, 10, 20, 34.9)), "broken"],
  [
    "doubles its delays, and submits during each",
    toEvidence([0, "error"], [1, "submit"], [10, "error"], [11, "submit"], [30, "error"], [31, "submit"], [70, "poll"]),
    "kept",
  ],
  ["doubles its delays twice", toEvidence([0, "error"], [10, "error"], [30, "error"], [31, "submit"]), "kept"],
  ["always waits half an interval more", errorsAt(0, 15, 30, 45), "kept"],
  ["always waits less than half an interval more", errorsAt(0, 14.9, 29.8, 44.7), "broken"],
  ["stops after four errors", toEvidence([0, "error"], [10, "error"], [30, "error"], [70, "error"]), "broken"],
  [
    "stops after five errors, after it doubled its delays",
    toEvidence([0, "error"], [10, "error"], [30, "error"], [70, "error"], [150, "error"]),
    "kept",
  ],
  ["waits only its usual interval", errorsAt(0, 10, 20, 30, 40), "broken"],
  ["does not wait", errorsAt(0, 0, 0, 0, 0), "broken"],
  ["increases its delays by only a few milliseconds", errorsAt(0, 0.001, 0.004, 0.005, 0.009), "broken"],
  ["stops after an error", toEvidence([0, "error"]), "broken"],
  ["stops after an error of a v1 state", toEvidence([0, "v1 error"]), "broken"],
  ["receives no error", toEvidence([0, "submit"]), "not-shown"],
])("for a client that $0, the requirement backs-off is $2 (spec 4.4)", (_, evidence, status) => {
  expect(checkBackoff(evidence).status).toBe(status);
});

test.each<[string, Evidence, string]>([
  ["stops after a final status", toEvidence([0, "poll"], [10, "poll", "Completed"]), "kept"],
  [
    "polls another instance after a final status",
    toEvidence([0, "poll", "Completed", "one"], [10, "poll", "Completed", "two"]),
    "kept",
  ],
  [
    "polls each of two instances once more after its final status",
    toEvidence(
      [0, "poll", "Completed", "one"],
      [0, "poll", "Completed", "two"],
      [10, "poll", "Completed", "one"],
      [10, "poll", "Completed", "two"],
    ),
    "broken",
  ],
  [
    "polls once more after a final status, and is refused",
    toEvidence([0, "poll", "Completed"], [10, "refused poll"]),
    "kept",
  ],
  ["stops after the status Error", toEvidence([0, "poll", "Error"]), "kept"],
  ["polls once more after a final status", toEvidence([0, "poll", "Failed"], [10, "poll", "Failed"]), "broken"],
  [
    "polls again because a final status was lost",
    toEvidence([0, "error", "Completed"], [10, "poll", "Completed"]),
    "kept",
  ],
  ["polls a v1 state once more", toEvidence([0, "v1 poll", "Failed"], [10, "v1 poll", "Failed"]), "broken"],
  ["polls, then fetches a v1 result", toEvidence([0, "v1 poll", "Completed"], [0, "v1 result", "Completed"]), "kept"],
  [
    "fetches a v1 result twice",
    toEvidence([0, "v1 poll", "Failed"], [0, "v1 result", "Failed"], [0, "v1 result", "Failed"]),
    "broken",
  ],
  ["receives no final status", toEvidence([0, "poll"], [10, "poll", "Paused"]), "not-shown"],
])("for a client that $0, the requirement stops-when-final is $2 (spec 4.4)", (_, evidence, status) => {
  expect(checkStop(evidence).status).toBe(status);
});
