import type { Exchange } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { beforeAll, expect, test } from "vitest";
import { createReference } from "../../test/reference-client.ts";
import type { Conclusion } from "../service/client-adapter.ts";
import { type ClientRun, createClientRunner } from "../service/run-client.ts";
import type { Evidence } from "./evidence.ts";
import { type RequirementId, requirements } from "./requirements.ts";
import { requirementRun } from "./situations.ts";

let run: ClientRun;
beforeAll(async () => {
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  run = await createClientRunner(createReference(), { simulator }).run([requirementRun]);
});

type Step = Partial<Omit<Exchange, "fault" | "response">> & {
  readonly status?: number;
  readonly action?: NonNullable<Exchange["fault"]>["action"];
};

/** Evidence of requests and a report about the run's instance; `started` is the number of instances. */
function toEvidence(conclusion: Conclusion | undefined, steps: readonly Step[], started = 1): Evidence {
  const exchanges = run.exchanges.slice(0, 1).flatMap((first) =>
    steps.map(({ status = 200, action, ...more }, i): Exchange => {
      const base = { ...first, endpoint: "v2.fetchState" as const, phase: "running", refusal: undefined };
      const fault = action && { rule: "r", action };
      const response = { status, headers: {} };
      return { ...base, request: { ...first.request, path: "/eu/x" }, ...more, sequence: i + 1, response, fault };
    }),
  );
  const ended =
    conclusion === undefined
      ? ({ kind: "crashed", problem: "" } as const)
      : ({ kind: "reported", report: { conclusion } } as const);
  const instances = Array.from({ length: started }, () => run.instances).flat();
  return { ...run, exchanges, endings: [ended], instances };
}

const start: Step = { endpoint: "v2.startJourney", status: 201 };
const token: Step = { endpoint: "token.requestToken" };
const lost = { lose: "answer" } as const;
const request = (interactionId: string): Exchange["request"] => ({
  method: "POST",
  path: "/eu/x",
  headers: {},
  body: { interactionId },
});
const submit: Step = { endpoint: "v2.submitInteraction", request: request("one") };
const refusal: Exchange["refusal"] = { kind: "EXPIRED_TOKEN", problems: [], action: "" };

test.each<[RequirementId, string, Conclusion | undefined, readonly Step[], number?]>([
  ["start-sent-once", "not-shown", "accept", [start]],
  ["start-sent-once", "kept", "accept", [{ ...start, action: lost }]],
  ["start-sent-once", "kept", "accept", [{ ...start, action: { delay: 1 } }]],
  ["start-sent-once", "broken", "accept", [{ ...start, action: lost }, start]],
  [
    "start-sent-once",
    "kept",
    "accept",
    [
      { ...start, action: lost },
      { ...start, status: 400 },
    ],
  ],
  ["start-sent-once", "broken", "accept", [start, start], 2],
  ["refreshes-in-time", "not-shown", "accept", [token]],
  ["refreshes-in-time", "kept", "accept", [token, token]],
  ["refreshes-in-time", "broken", "accept", [token, { status: 401, refusal }, token]],
  ["one-token", "kept", "accept", [token, { ...token, status: 503 }]],
  ["one-token", "broken", "accept", [token, token]],
  ["one-token", "not-shown", "accept", [{ ...token, status: 503 }]],
  ["replaces-refused-token", "kept", "accept", [{ status: 401, action: { token: "revoked" } }, token]],
  ["replaces-refused-token", "broken", "accept", [token, { status: 401, action: { token: "revoked" } }]],
  ["undecided-is-open", "kept", "undecided", [{ phase: "reviewing" }]],
  ["undecided-is-open", "broken", "reject", [{ phase: "reviewing" }]],
  ["undecided-is-open", "broken", "failed", [{ phase: "reviewing" }]],
  ["undecided-is-open", "broken", undefined, [{ phase: "reviewing" }]],
  ["undecided-is-open", "not-shown", "reject", [{ phase: "running" }]],
  ["no-v1-for-v2", "kept", "accept", [{}]],
  ["no-v1-for-v2", "broken", "accept", [{ endpoint: "v1.listTasks" }]],
  [
    "no-v1-for-v2",
    "broken",
    "accept",
    [{ endpoint: undefined, request: { ...request(""), path: "/captain/api/journey/task/list" } }],
  ],
  [
    "own-409-is-done",
    "kept",
    "unknown",
    [
      { ...submit, action: lost },
      { ...submit, request: request("two") },
    ],
  ],
  [
    "own-409-is-done",
    "broken",
    "unknown",
    [
      { ...submit, request: request("zero") },
      { ...submit, action: lost },
      { ...submit, status: 409 },
    ],
  ],
  ["own-409-is-done", "not-shown", "unknown", [{ ...submit, action: lost }]],
])(
  "the requirement %s is %s for a client that reports %s after the requests %j (spec 3.1, 4.2, 5)",
  (id, status, conclusion, steps, started) => {
    expect(requirements[id].check(toEvidence(conclusion, steps, started)).status).toBe(status);
  },
);
