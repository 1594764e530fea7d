import type { Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { openInstance } from "../../test/arbitraries.ts";
import { accepted, subjectOf, termsWith } from "../../test/samples.ts";
import { applyCommand, type InstanceRecord, settle } from "./commands.ts";
import { latestRuns, nextEvent } from "./settle.ts";
import type { InstanceTerms } from "./terms.ts";

const everything = ["FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie"];
const long = 10_000_000;

type Rule = Scenario["rules"][number];

/** The terms of document-and-selfie, whose modules take 100 ms and may run twice. */
const termsOf = (readings: Readings, rules: readonly Rule[], journey = "document-and-selfie"): InstanceTerms =>
  termsWith(journey, readings, rules, (segments) =>
    segments.map((segment) => ({ ...segment, modules: segment.modules.map((use) => ({ ...use, attempts: 2 })) })),
  );

function start(terms: InstanceTerms, ...prefill: readonly string[]): InstanceRecord {
  return openInstance(terms, subjectOf(...prefill));
}

const fails = (module: string, attempt?: number, then: Rule["then"] = { outcome: "reject" }): Rule => ({
  when: { module, ...(attempt !== undefined && { attempt }) },
  then,
});

/** The runs of an instance: module, attempt, outcome, start and end. */
const runsOf = ({ instance }: InstanceRecord) =>
  instance.finished.map(({ module, attempt, outcome, startedAt, finishesAt }) =>
    [module, attempt, outcome.name, startedAt, finishesAt].join(" "),
  );

const first = ["Data Verification 1 Match 1000 1100"];
const second = [
  "Document Classification 1 Document Classified 1100 1200",
  "Document Extraction 1 Extraction Successful 1100 1200",
  "Document Authentication 1 Approved 1100 1200",
];

test("each segment runs its modules in parallel, after those of the previous segment (spec 1)", () => {
  const record = settle(start(termsOf({}, []), ...everything), long);
  expect(runsOf(record)).toEqual([
    ...first,
    ...second,
    "Liveness 1 Success 1200 1300",
    "Facematch 1 Success 1200 1300",
  ]);
  expect(record.instance.progress).toEqual({ phase: "finished", outcome: "accept", finishedAt: 1_300 });
  expect(record.instance.segment).toBe(2); // the last of three
});

test("under automatic retry, only the module with the outcome reject runs again, and its last outcome counts (gap module-retry)", () => {
  const automatic = { "module-retry": "automatic" } as const;
  const once = settle(start(termsOf(automatic, [fails("Liveness", 1)]), ...everything), long);
  expect(runsOf(once).slice(4)).toEqual([
    "Liveness 1 Fail 1200 1300",
    "Facematch 1 Success 1200 1300",
    "Liveness 2 Success 1300 1400",
  ]);
  expect(once.instance.progress).toMatchObject({ outcome: "accept", finishedAt: 1_400 });
  expect(once.instance.decisions).toContain("module-retry=automatic");
  const always = settle(start(termsOf(automatic, [fails("Liveness")]), ...everything), long);
  expect(runsOf(always).at(-1)).toBe("Liveness 2 Fail 1300 1400");
  expect(always.instance.progress).toMatchObject({ outcome: "reject" });
});

test("a retry starts while other modules in the segment are still running (gap module-retry)", () => {
  const slow = fails("Facematch", undefined, { latency: 1_000 });
  const terms = termsOf({ "module-retry": "automatic" }, [fails("Liveness", 1), slow]);
  const record = settle(start(terms, ...everything), 1_300);
  expect(record.instance.progress).toMatchObject({
    phase: "running",
    runs: [
      { module: "Facematch", finishesAt: 2_200 },
      { module: "Liveness", attempt: 2, finishesAt: 1_400 },
    ],
  });
  expect(runsOf(record).slice(4)).toEqual(["Liveness 1 Fail 1200 1300"]);
  expect(settle(record, long).instance.progress).toMatchObject({ outcome: "accept", finishedAt: 2_200 });
});

test("an instance fails with its first broken module, or when the parallel modules have finished (gap parallel-failure)", () => {
  const rules = [
    fails("Document Extraction", undefined, { ends: "fail" }),
    fails("Document Authentication", undefined, { latency: 1_000 }),
  ];
  const atOnce = settle(start(termsOf({}, rules), ...everything), long).instance;
  expect(atOnce.progress).toMatchObject({ phase: "failed", failedAt: 1_200, broken: { finishesAt: 1_200 } });
  expect(atOnce.decisions).toContain("parallel-failure=at-once");
  const terms = termsOf({ "parallel-failure": "after-all" }, rules);
  const waiting = settle(start(terms, ...everything), 2_000);
  expect(waiting.instance.progress).toMatchObject({
    phase: "running",
    runs: [{ module: "Document Authentication", finishesAt: 2_100 }],
    broken: { module: "Document Extraction", finishesAt: 1_200 },
  });
  expect(waiting.instance.decisions).toContain("parallel-failure=after-all");
  const failed = settle(waiting, long);
  expect(failed.instance.progress).toMatchObject({
    phase: "failed",
    cause: "Document Extraction could not complete.",
    failedAt: 2_100,
    broken: { finishesAt: 1_200 },
  });
  expect(runsOf(failed).at(-1)).toBe("Document Authentication 1 Approved 1100 2100");
  const finished = accepted(applyCommand(waiting, { type: "finish", at: 2_000 }));
  expect(settle(finished, 2_000).instance.progress).toMatchObject({ phase: "failed", failedAt: 2_000 });
});

test("an instance whose only running module is broken fails under both readings, and cites neither (gap parallel-failure)", () => {
  const rules = [fails("Data Verification", undefined, { ends: "fail" })];
  const { instance } = settle(start(termsOf({ "parallel-failure": "after-all" }, rules), ...everything), long);
  expect(instance.progress).toMatchObject({ phase: "failed", failedAt: 1_100 });
  expect(instance.decisions.join()).not.toContain("parallel-failure");
});

test("without retry, a module with the outcome reject runs only once (gap module-retry)", () => {
  const record = settle(start(termsOf({}, [fails("Liveness", 1)]), ...everything), long);
  expect(runsOf(record)).toHaveLength(6);
  expect(record.instance.progress).toMatchObject({ outcome: "reject", finishedAt: 1_300 });
});

test("`retry` in a scenario rule overrides the reading, and the instance records the override (gap module-retry)", () => {
  const once = fails("Liveness", 1, { outcome: "reject", retry: "automatic" });
  const record = settle(start(termsOf({}, [once]), ...everything), long);
  expect(runsOf(record).at(-1)).toBe("Liveness 2 Success 1300 1400");
  expect(record.instance.decisions).toContain("module-retry=automatic");
});

test.each(["", "-v1"])(
  "under recollect, document-and-selfie%s asks again for the data of a module with the outcome reject (gap module-retry)",
  (suffix) => {
    const terms = termsOf({ "module-retry": "recollect" }, [fails("Liveness", 1)], `document-and-selfie${suffix}`);
    const asked = settle(start(terms, ...everything), 5_000);
    expect(asked.instance.progress).toEqual({ phase: "collecting" });
    expect(Object.keys(asked.instance.provided)).not.toContain("Selfie");
    const subject = subjectOf("Selfie");
    const interactionId = "document-and-selfie:interaction:selfie@latest";
    const update = { type: "update", at: 5_000, taskId: "instance-00000001.3", intent: "Complete", subject } as const;
    const submit = { type: "submit", at: 5_000, interactionId, participants: ["Selfie"], subject } as const;
    const record = settle(accepted(applyCommand(asked, suffix === "" ? submit : update)), long);
    expect(runsOf(record).slice(4)).toEqual([
      "Liveness 1 Fail 1200 1300",
      "Facematch 1 Success 1200 1300",
      "Liveness 2 Success 5000 5100",
    ]);
    expect(record.instance.progress).toMatchObject({ outcome: "accept", finishedAt: 5_100 });
  },
);

test("under recollect, two modules with the outcome reject ask for their data at the same time (gap module-retry)", () => {
  const terms = termsOf({ "module-retry": "recollect" }, [fails("Liveness", 1), fails("Facematch", 1)]);
  const asked = settle(start(terms, ...everything), 5_000).instance;
  expect(asked.progress).toEqual({ phase: "collecting" });
  expect(Object.keys(asked.provided)).not.toContain("Selfie");
  expect(asked.finished).toHaveLength(6);
});

test("depending on the reading, a rejected segment ends the journey immediately or after the last segment (gap evaluation-timing)", () => {
  const ends = (["every-segment", "at-end"] as const).map((timing) => {
    const terms = termsOf({ "evaluation-timing": timing }, [fails("Data Verification")]);
    return settle(start(terms, ...everything), long).instance;
  });
  expect(ends.map(({ progress, finished }) => [progress, finished.length])).toEqual([
    [{ phase: "finished", outcome: "reject", finishedAt: 1_100 }, 1],
    [{ phase: "finished", outcome: "reject", finishedAt: 1_300 }, 6],
  ]);
  expect(ends[0]?.decisions).toContain("evaluation-timing=every-segment");
});

test("the most severe outcome of any segment is the outcome of the journey (spec 1)", () => {
  const outcomeWith = (...rules: readonly Rule[]) => {
    const { progress } = settle(start(termsOf({}, rules), ...everything), long).instance;
    return progress.phase === "finished" && progress.outcome;
  };
  const refers = fails("Document Classification", undefined, { outcome: "refer" });
  expect([outcomeWith(), outcomeWith(refers), outcomeWith(refers, fails("Facematch"))]).toEqual([
    "accept",
    "refer",
    "reject",
  ]);
});

test("with mixed results, reject or refer wins, also in an earlier segment (gap mixed-results)", () => {
  const refer = { outcome: "refer" } as const;
  const segments: readonly (readonly Rule[])[] = [
    [fails("Facematch", undefined, refer), fails("Liveness")],
    [fails("Document Classification", undefined, refer), fails("Document Authentication")],
    [fails("Data Verification", undefined, refer), fails("Document Authentication")],
  ];
  for (const [reading, outcome] of [
    ["reject-wins", "reject"],
    ["refer-wins", "refer"],
  ] as const) {
    for (const rules of segments) {
      const { instance } = settle(start(termsOf({ "mixed-results": reading }, rules), ...everything), long);
      expect(instance.progress).toMatchObject({ phase: "finished", outcome });
      expect(instance.decisions).toContain(`mixed-results=${reading}`);
    }
  }
});

test("after a refer in an earlier segment, a journey continues or ends (gap refer-between-segments)", () => {
  const refers = fails("Data Verification", undefined, { outcome: "refer" });
  for (const [reading, runs] of [
    ["continues", 6],
    ["ends", 1],
  ] as const) {
    const terms = termsOf({ "refer-between-segments": reading }, [refers]);
    const { instance } = settle(start(terms, ...everything), long);
    expect([instance.progress.phase, instance.finished.length]).toEqual(["finished", runs]);
  }
});

test("depending on the reading, a referred journey ends or waits for a review (gap refer-ends-journey)", () => {
  const refers = fails("Facematch", undefined, { outcome: "refer" });
  const ends = (["yes", "no"] as const).map(
    (reading) =>
      settle(start(termsOf({ "refer-ends-journey": reading }, [refers]), ...everything), long).instance.progress,
  );
  expect(ends).toEqual([
    { phase: "finished", outcome: "refer", finishedAt: 1_300 },
    { phase: "reviewing", since: 1_300 },
  ]);
});

test("a module that cannot complete makes the instance fail, but the finished runs of other modules are kept (spec 3.1)", () => {
  const breaks = fails("Liveness", undefined, { ends: "fail" });
  const { progress, finished } = settle(start(termsOf({}, [breaks]), ...everything), long).instance;
  expect(progress).toMatchObject({
    phase: "failed",
    cause: "Liveness could not complete.",
    failedAt: 1_300,
    broken: { module: "Liveness" },
  });
  expect(finished.map(({ module }) => module)).toContain("Facematch");
  expect(finished.map(({ module }) => module)).not.toContain("Liveness");
});

test("the next event is the end of a module run, or the expiry of the link if it makes the instance fail (spec 3.1)", () => {
  const slow = fails("Facematch", undefined, { latency: 1_000 });
  const { terms, instance } = settle(start(termsOf({}, [slow]), ...everything), 1_200);
  expect(nextEvent(terms, instance)).toBe(1_300);
  const waiting = start(terms);
  expect(nextEvent(terms, waiting.instance)).toBeUndefined();
  const linked = { ...waiting.instance, linkExpiresAt: 1_250 };
  const expiring = { ...terms, readings: { ...terms.readings, "link-expiry": "instance-fails" } } as const;
  expect([nextEvent(terms, linked), nextEvent(expiring, linked)]).toEqual([undefined, 1_250]);
  expect(nextEvent(expiring, { ...instance, linkExpiresAt: 1_250 })).toBe(1_250);
  expect(nextEvent(expiring, { ...instance, linkExpiresAt: 1_350 })).toBe(1_300);
  const paused = { phase: "paused", since: 0, before: instance.progress } as const;
  expect(nextEvent(expiring, { ...linked, progress: paused })).toBeUndefined();
  const finished = { phase: "finished", outcome: "accept", finishedAt: 0 } as const;
  expect(nextEvent(expiring, { ...linked, progress: finished })).toBeUndefined();
});

test("`latestRuns` keeps only the last run of each module and variant in each segment", () => {
  const [run] = settle(start(termsOf({}, []), ...everything), long).instance.finished;
  if (run === undefined) throw new Error("no run");
  const runs = [
    run,
    { ...run, attempt: 2 },
    { ...run, variant: "other" },
    { ...run, module: "Other" },
    { ...run, segment: 1 },
  ];
  expect(latestRuns(runs)).toEqual(runs.slice(1));
});
