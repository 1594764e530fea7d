import type { Exchange, Wait } from "@journey-kit/schemas/control";
import { presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  crashed,
  createCondition,
  createEvidence,
  createExchanges,
  createInstance,
  createSent,
  type End,
  reported,
  run,
  type Step,
  timedOut,
} from "../../test/evidence.ts";
import type { Conclusion } from "../service/client-adapter.ts";
import type { ConditionRun } from "../service/condition.ts";
import type { Ending, Evidence } from "./evidence.ts";
import {
  compareReport,
  describeEnding,
  describeRefusal,
  describeState,
  describeTimeout,
  findWrongReport,
  matchReports,
  renderCalls,
} from "./reports.ts";

const reports = (...conclusions: readonly Conclusion[]): readonly Ending[] => conclusions.map((one) => reported(one));

/** Instances that have ended, or not, as listed. */
const instances = (...ends: readonly End[]) => ends.map((end, i) => createInstance(end, `${i}`));

const match = (conclusions: readonly Conclusion[], ends: readonly End[]) =>
  matchReports(createEvidence(), reports(...conclusions), instances(...ends));

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
  expect(matchReports(createEvidence(), reports(...ends.map(() => "accept" as const)), counted)?.id).toBe(
    "tells-outcome",
  );
  expect(reads).toBeLessThanOrEqual(3 * 60 * 60);
});

test("a client that timed out needs no instance, and the first of several mistakes is reported (spec 4.2)", () => {
  expect(matchReports(createEvidence(), [timedOut, ...reports("accept")], instances("accept"))).toBeUndefined();
  expect(match(["reject", "failed"], ["accept", "accept"])?.problem).toContain('reported "reject"');
});

test.each(["paused", "reviewing"] as const)(
  '"undecided" is the correct report of an instance that is %s (spec 3.1)',
  (end) => {
    expect(match(["undecided"], [end])).toBeUndefined();
    expect(match(["accept"], [end])?.id).toBe("tells-outcome");
  },
);

/** Compares a report with an instance about which a client sent the given requests. */
function compare(conclusion: Conclusion, end: End, ...steps: readonly Step[]) {
  const exchanges = createExchanges(...steps.map((step) => ({ phase: "running", ...step })));
  return compareReport(createEvidence({ exchanges }), reported(conclusion), createInstance(end));
}

const lost = { endpoint: "v2.submitInteraction", action: { type: "dropResponse" } } as const;
const conflict = { endpoint: "v2.submitInteraction", status: 409 } as const;
const failing = { action: { type: "status", status: 503 } } as const;

test.each<[string, Conclusion, End, readonly Step[]]>([
  ["retried-409-is-success", "unknown", "accept", [lost, conflict]],
  ["reports-conclusion", "unknown", "accept", [{}, conflict]],
  ["completes-lost-submit", "unknown", "accept", [lost, { ...conflict, status: 200 }]],
  ["completes-lost-submit", "unknown", "collecting", [lost]],
  ["backs-off", "unknown", "accept", [{}, failing]],
  ["reports-conclusion", "unknown", "accept", [failing, {}]],
  ["backs-off", "unknown", "accept", [{ ...failing, endpoint: "v2.fetchInteraction" }]],
  ["backs-off", "unknown", "accept", [{ ...failing, endpoint: "v1.listTasks" }]],
  ["retries-reads", "unknown", "accept", [{ action: { type: "dropResponse" } }]],
  [
    "retries-reads",
    "unknown",
    "accept",
    [{ action: { type: "status", status: 503, body: "" }, endpoint: "v2.fetchInteraction" }],
  ],
  ["tells-outcome", "reject", "accept", [failing]],
  ["review-is-not-failure", "reject", "failed", [{ phase: "reviewing" }]],
  ["review-is-not-failure", "failed", "accept", [{ phase: "paused" }]],
  ["error-means-failed", "accept", "failed", [{}]],
  ["polls-until-final", "accept", "running", [{}]],
  ["polls-until-final", "failed", "running", [{}]],
  ["reports-conclusion", "accept", "running", [{ phase: "collecting" }]],
  ["polls-until-final", "undecided", "accept", [{}]],
  ["polls-until-final", "undecided", "accept", [{ phase: "finished" }]],
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

/** Evidence of journeys with these correct conclusions, reports and instances. */
const evidenceOf = (
  expected: readonly ConditionRun["expects"][],
  endings: readonly Ending[],
  ends: readonly End[],
  change: Partial<Evidence> = {},
): Evidence =>
  createEvidence({
    runs: expected.map((expects) => ({ ...run, expects })),
    endings,
    instances: instances(...ends),
    ...change,
  });

test.each<[string, string | undefined, Evidence]>([
  ["the correct conclusion", undefined, evidenceOf(["accept"], reports("accept"), ["accept"])],
  ["another conclusion", "tells-outcome", evidenceOf(["accept"], reports("reject"), ["accept"])],
  [
    "the outcomes of the wrong people, of journeys that started in another order",
    "tells-outcome",
    evidenceOf(["accept", "reject"], reports("reject", "accept"), ["reject", "accept"]),
  ],
  ["a failure as accept", "error-means-failed", evidenceOf(["failed"], reports("accept"), ["failed"])],
  ["a crash", "reports-conclusion", evidenceOf(["accept"], [crashed], ["accept"])],
  ["a timeout, which another requirement covers", undefined, evidenceOf(["accept"], [timedOut], ["running"])],
  [
    "that it gave up where it may",
    undefined,
    evidenceOf(["accept"], reports("unknown"), [], {
      exchanges: createExchanges({ endpoint: "v2.startJourney", status: 201, action: { type: "dropResponse" } }),
    }),
  ],
  ["the state of its instance", undefined, evidenceOf([undefined], reports("reject"), ["reject"])],
  ["another outcome than its instance has", "tells-outcome", evidenceOf([undefined], reports("accept"), ["reject"])],
  [
    "a mistake where no client can learn the outcome",
    undefined,
    evidenceOf([undefined], reports("accept"), ["reject"], { condition: createCondition({ isHopeless: true }) }),
  ],
])("finds the wrong report of a client that reports %s (spec 4.2)", (_, id, evidence) => {
  expect(findWrongReport(evidence)?.id).toBe(id);
});

test("says what was expected if a report fits some instance but not its person (spec 4.2)", () => {
  const evidence = evidenceOf(["accept", "reject"], reports("reject", "accept"), ["reject", "accept"]);
  expect(findWrongReport(evidence)?.problem).toBe('The journey ends with "accept"; the client reported "reject".');
});

test("pairs reports with instances by the ids that the client names (spec 2.2)", () => {
  const after = (...ids: readonly (string | undefined)[]) => {
    const [accepted, rejected] = [reported("accept", ids[0]), reported("reject", ids[1])];
    return findWrongReport(evidenceOf([undefined, undefined], [accepted, rejected], ["accept", "reject"]))?.id;
  };
  expect([after("0", "1"), after("1", "0")]).toEqual([undefined, "tells-outcome"]);
  expect([after(undefined, undefined), after("0", undefined)]).toEqual([undefined, undefined]);
});

test("pairs reports with instances by connection if each journey has its own (spec 2.2)", () => {
  const after = (...started: readonly (string | undefined)[]) => {
    const sent = started.map((id, connection) => createSent({ connection, started: id }));
    return findWrongReport(
      evidenceOf([undefined, undefined], reports("accept", "reject"), ["accept", "reject"], { sent }),
    )?.id;
  };
  expect([after("0", "1"), after("1", "0")]).toEqual([undefined, "tells-outcome"]);
  expect(after("1")).toBeUndefined(); // one connection serves both journeys
  expect(after("1", "0", "2")).toBeUndefined(); // a connection of no known journey
});

test("two reports about one instance need a second one (spec 2.2)", () => {
  const evidence = evidenceOf([undefined, undefined], reports("accept", "accept"), ["accept", "reject"]);
  expect(findWrongReport(evidence)?.id).toBe("tells-outcome");
});

test("the order of requests about other instances changes no report (spec 4.2)", () => {
  const own: readonly Step[] = [
    {},
    { action: { type: "status", status: 503 } },
    { endpoint: "v2.submitInteraction" },
    { phase: "reviewing" },
  ];
  const other: Step = { instanceId: "two", phase: "paused", action: { type: "dropResponse" } };
  const positions = fc.array(fc.nat(own.length), { maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom<Conclusion>("accept", "unknown", "failed"), positions, (conclusion, at) => {
      const mixed = at.reduce<readonly Step[]>((steps, i) => steps.toSpliced(i, 0, other), own);
      expect(compare(conclusion, "reject", ...mixed)).toEqual(compare(conclusion, "reject", ...own));
    }),
  );
});

test("a v1 client may not know an outcome that the readings hide (gap v1-outcome-place)", () => {
  const after = (place: "absent" | "beside-flow") =>
    compareReport(
      createEvidence({
        exchanges: createExchanges({ endpoint: "v1.startJourney", instanceId: "one" }),
        profile: { ...presets.specified, "v1-outcome-place": place },
      }),
      reported("unknown"),
      createInstance("accept"),
    )?.id;
  expect(after("absent")).toBeUndefined();
  expect(after("beside-flow")).toBe("reports-conclusion");
});

test("an open journey may stay undecided, even if it ends later (spec 3.1)", () => {
  expect(compare("undecided", "accept", { phase: "reviewing" })).toBeUndefined();
  expect(compare("undecided", "running", { phase: "paused" })).toBeUndefined();
});

test("describes a client that timed out, and what the simulator is waiting for (spec 4.4)", () => {
  expect(describeTimeout(createEvidence())).toBeUndefined();
  const selfie: Wait = { type: "data", kind: "interaction", id: "selfie", missing: ["Selfie"] };
  const waiting = { ...createInstance("collecting"), waitingFor: [selfie] };
  expect(describeTimeout(createEvidence({ endings: [timedOut], instances: [waiting, waiting] }))).toBe(
    "The client timed out: it did not finish within 1 s. The simulator is waiting for: data for interaction selfie: Selfie.",
  );
  expect(describeTimeout(createEvidence({ endings: [timedOut] }))).toBe(
    "The client timed out: it did not finish within 1 s.",
  );
});

test("describes the state of a journey, and why it did not start (spec 4.2)", () => {
  const refusal: Exchange["refusal"] = { kind: "UNKNOWN_INSTANCE", problems: ["No journey.", "Two."], action: "" };
  const exchanges = createExchanges({ endpoint: "v2.startJourney", status: 404, refusal });
  expect(describeState(createEvidence(), undefined)).toBe("The journey was not started");
  expect(describeState(createEvidence({ exchanges, instances: [] }), undefined)).toBe(
    "The start was refused with 404 UNKNOWN_INSTANCE: No journey",
  );
  expect(describeState(createEvidence(), createInstance("refer"))).toBe('The journey ended with "refer"');
  expect(describeState(createEvidence(), createInstance("failed"))).toBe('The journey ended with "failed"');
  expect(describeState(createEvidence(), createInstance("collecting"))).toBe("The journey was still running");
});

test("describes endings and refusals", () => {
  expect([crashed, timedOut, reported("refer")].map(describeEnding)).toEqual([
    "crashed: Error: no",
    "timed out: it did not finish within 1 s",
    'reported "refer"',
  ]);
  expect(describeEnding({ kind: "crashed", problem: "No." })).toBe("crashed: No");
  expect(describeRefusal({ kind: "INVALID_TOKEN", problems: [], action: "" })).toBe("INVALID_TOKEN");
});

test("lists requests with refusals and faults, one a line (spec 7)", () => {
  const refusal: Exchange["refusal"] = { kind: "INVALID_FIELD", problems: ["One.", "Two."], action: "" };
  const exchanges = createExchanges(
    { seconds: 43_200, status: 400, refusal, action: { type: "delay", ms: 1 } },
    { endpoint: undefined, path: "/x" },
  );
  expect(renderCalls(exchanges)).toEqual([
    "#1 12:00:00 v2.fetchState 400 INVALID_FIELD: One, fault r",
    "#2 00:00:00 /x 200",
  ]);
});
