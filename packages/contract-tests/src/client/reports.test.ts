import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { beforeAll, expect, test } from "vitest";
import { createReference } from "../../test/reference-client.ts";
import { requirementRun } from "../client/situations.ts";
import type { Conclusion } from "./client-adapter.ts";
import { compareReport, matchReports } from "./reports.ts";
import { type ClientRun, createClientRunner, type Ending } from "./run-client.ts";

let run: ClientRun;
beforeAll(async () => {
  const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };
  run = await createClientRunner(createReference(), { simulator }).run([requirementRun]);
});

const reports = (...conclusions: readonly Conclusion[]): readonly Ending[] =>
  conclusions.map((conclusion) => ({ kind: "reported", report: { conclusion } }));

type End = "accept" | "reject" | "failed" | "paused" | "reviewing" | "running";

const phaseOf = (end: End): Explanation["phase"] => (end === "accept" || end === "reject" ? "finished" : end);

const toEntry = (kind: Explanation["timeline"][number]["kind"], what: string) => ({
  ...{ at: "", problems: [], effects: [] },
  ...{ kind, what },
});

/** Instances that have ended, or not, as listed. */
const instances = (...ends: readonly End[]): readonly Explanation[] =>
  run.instances.flatMap((instance) =>
    ends.map((what, i) => ({
      ...instance,
      instanceId: `${i}`,
      phase: phaseOf(what),
      timeline: [...instance.timeline, toEntry("evaluated", what), toEntry("module-finished", "reject")],
    })),
  );

const match = (conclusions: readonly Conclusion[], ends: readonly End[]) =>
  matchReports(run, reports(...conclusions), instances(...ends));

test("accepts reports in any order, and instances without a report (spec 4.2)", () => {
  expect(match(["accept", "reject"], ["accept", "reject"])).toBeUndefined();
  expect(match(["accept", "reject"], ["reject", "accept"])).toBeUndefined();
  expect(match(["reject", "failed", "undecided"], ["running", "paused", "accept", "reject", "failed"])).toBeUndefined();
  expect(match([], ["accept"])).toBeUndefined();
});

test("two reports cannot match the same instance (spec 4.2)", () => {
  expect(match(["accept", "accept"], ["accept", "reject"])).toEqual({
    id: "tells-outcome",
    problem: 'The journey ended with "reject"; the client reported "accept".',
  });
  expect(match(["accept", "accept"], ["accept"])?.problem).toBe(
    'The journey was not started; the client reported "accept".',
  );
  expect(match(["reject", "accept", "reject"], ["accept", "reject", "accept"])?.id).toBe("tells-outcome");
});

test("compares 60 reports with 60 instances in a number of steps that is at most proportional to their product", () => {
  const ends = Array.from({ length: 60 }, (_, n): End => (n === 0 ? "reject" : "accept"));
  let reads = 0;
  const counted = instances(...ends).map((instance) => ({
    ...instance,
    get phase() {
      reads += 1;
      return instance.phase;
    },
  }));
  expect(matchReports(run, reports(...ends.map(() => "accept" as const)), counted)?.id).toBe("tells-outcome");
  expect(reads).toBeLessThanOrEqual(3 * 60 * 60);
});

test("a client that hung needs no instance, and the first of several mistakes is reported (spec 4.2)", () => {
  const hung: Ending = { kind: "hung", problem: "" };
  expect(matchReports(run, [hung, ...reports("accept")], instances("accept"))).toBeUndefined();
  expect(match(["reject", "failed"], ["accept", "accept"])?.problem).toContain('reported "reject"');
});

test.each(["paused", "reviewing"] as const)(
  '"undecided" is the correct report of an instance that is %s (spec 3.1)',
  (end) => {
    expect(match(["undecided"], [end])).toBeUndefined();
    expect(match(["accept"], [end])?.id).toBe("tells-outcome");
  },
);

type Step = Partial<Omit<Exchange, "fault" | "response">> & {
  readonly status?: number;
  readonly action?: NonNullable<Exchange["fault"]>["action"];
};

/** Compares a report with an instance about which a client sent the given requests. */
function compare(conclusion: Conclusion, end: End, ...steps: readonly Step[]) {
  const [first] = run.exchanges;
  if (first === undefined) throw new Error("no request");
  const exchanges = steps.map(({ status = 200, action, ...more }): Exchange => {
    const fault = action && { rule: "r", action };
    const response = { status, headers: {}, body: {} };
    return { ...first, instanceId: "0", endpoint: "v2.fetchState", phase: "running", ...more, response, fault };
  });
  const [ending] = reports(conclusion);
  return ending && compareReport({ ...run, exchanges }, ending, instances(end)[0]);
}

const lost = { endpoint: "v2.submitInteraction", action: { lose: "answer" } } as const;
const conflict = { endpoint: "v2.submitInteraction", status: 409 } as const;
const failing = { action: { status: 503 } } as const;

test.each<[string, Conclusion, End, readonly Step[]]>([
  ["own-409-is-done", "unknown", "accept", [lost, conflict]],
  ["reports-conclusion", "unknown", "accept", [{}, conflict]],
  ["reports-conclusion", "unknown", "accept", [lost, { ...conflict, status: 200 }]],
  ["backs-off", "unknown", "accept", [{}, failing]],
  ["reports-conclusion", "unknown", "accept", [failing, {}]],
  ["reports-conclusion", "unknown", "accept", [{ ...failing, endpoint: "v2.fetchInteraction" }]],
  ["tells-outcome", "reject", "accept", [failing]],
  ["undecided-is-open", "reject", "failed", [{ phase: "reviewing" }]],
  ["undecided-is-open", "failed", "accept", [{ phase: "paused" }]],
  ["failed-is-error", "accept", "failed", [{}]],
  ["reports-conclusion", "accept", "running", [{}]],
  ["tells-outcome", "undecided", "accept", [{}]],
])(
  "the mistake breaks %s if a client reports %s of an instance that ended with %s, after the requests %j",
  (id, conclusion, end, steps) => {
    expect(compare(conclusion, end, ...steps)?.id).toBe(id);
  },
);

test("mentions the refusal that occurred most often, if it occurred three times (spec 7)", () => {
  const refusal: Exchange["refusal"] = { kind: "UNKNOWN_INSTANCE", problems: [], action: "" };
  const refused: Step = { status: 404, refusal, readings: { "region-visibility": "isolated" } };
  const other: Step = { ...refused, readings: {} };
  const problemOf = (...steps: readonly Step[]) => compare("unknown", "running", ...steps)?.problem;
  expect(problemOf(refused, refused)).not.toContain("refused");
  expect(problemOf(other, refused, other, refused, refused)).toContain(
    " The simulator refused 3 requests to v2.fetchState with 404 UNKNOWN_INSTANCE under region-visibility=isolated.",
  );
});
