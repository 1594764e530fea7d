import type { Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startOf } from "../../test/arbitraries.ts";
import { accepted, subjectOf, termsWith, withBasis } from "../../test/samples.ts";
import { applyCommand, type InstanceRecord, settle, startInstance, type V2Record } from "./commands.ts";
import { outstanding } from "./instance.ts";
import { createCitations, type Result } from "./result.ts";
import type { InstanceTerms } from "./terms.ts";
import { current, interactionIdOf, nodesOf } from "./v2.ts";

type Rule = Scenario["rules"][number];

const collecting = (id: string, required: readonly string[], optional: readonly string[] = []) => ({
  id,
  pages: [],
  required: [...required],
  optional: [...optional],
});
type Segment = InstanceTerms["definition"]["segments"][number];
const segment = (modules: readonly string[], ...interactions: ReturnType<typeof collecting>[]): Segment => ({
  id: "segment",
  ...(interactions.length > 0 && { interactions }),
  modules: modules.map((module) => ({ module, variant: `${module}-v2`, attempts: 2 })),
});

const termsOf = (readings: Readings, segments: readonly Segment[], rules: readonly Rule[] = []): InstanceTerms =>
  termsWith("age-check", readings, rules, () => segments);

function openV2(result: Result<InstanceRecord>): V2Record {
  const record = accepted(result);
  if (record.apiVersion !== "v2") throw new Error("not v2");
  return record;
}

const settled = (record: InstanceRecord, at: number): V2Record => openV2({ ok: true, value: settle(record, at) });

/** Starts an instance with prefill at 1,000 ms. */
const start = (terms: InstanceTerms, ...prefill: readonly string[]) =>
  withBasis(terms, (citations) => startInstance(terms, startOf(terms, subjectOf(...prefill)), citations));

const submit = (record: InstanceRecord, id: string, at: number, ...names: readonly string[]) =>
  withBasis(record.terms, (citations) =>
    applyCommand(
      record,
      {
        type: "submit",
        at,
        interactionId: `age-check:interaction:${id}@latest`,
        participants: names,
        subject: subjectOf(...names),
      },
      citations,
    ),
  );

/** The id of the current interaction, and the phase. */
const positionOf = ({ terms, instance }: V2Record) =>
  [current(createCitations(terms.readings), terms, instance)?.id, instance.progress.phase] as const;

test("lists the interactions of a journey in the order of its segments, even if a segment has none (spec 2.5)", () => {
  const [one, two, three] = [collecting("one", []), collecting("two", []), collecting("three", [])];
  const { definition } = termsOf({}, [segment([], one, two), segment([]), segment([], three)]);
  expect(nodesOf(definition)).toEqual([
    { segment: 0, interaction: one },
    { segment: 0, interaction: two },
    { segment: 2, interaction: three },
  ]);
  expect(interactionIdOf(termsOf({}, []), one)).toBe("age-check:interaction:one@latest");
});

const covered = "prefill-passes-interaction";

test.each<readonly [Readings, readonly string[], readonly string[], readonly string[], boolean, string]>([
  [{}, ["FullName"], ["SSN"], [], false, ""],
  [{}, ["FullName"], ["SSN"], ["SSN"], false, ""],
  [{}, ["FullName"], ["SSN"], ["FullName"], true, `prefill-covers=required, ${covered}`],
  [{ "prefill-covers": "all" }, ["FullName"], ["SSN"], ["FullName"], false, "prefill-covers=all"],
  [{ "prefill-covers": "all" }, ["FullName"], ["SSN"], ["FullName", "SSN"], true, `prefill-covers=all, ${covered}`],
  [{ "prefill-covers": "all" }, ["FullName"], [], ["FullName"], true, `prefill-covers=all, ${covered}`],
  [{}, [], ["SSN"], [], false, "optional-only=waits"],
  [{}, [], ["SSN", "FullName"], ["SSN"], false, "optional-only=waits"],
  [{ "optional-only": "passed-over" }, [], ["SSN"], [], true, "optional-only=passed-over"],
  [{}, [], ["SSN"], ["SSN"], true, `prefill-covers=required, ${covered}`],
])(
  "under %j, with required elements %j, optional elements %j and prefill %j, an interaction is skipped: %j (spec 3.2)",
  (readings, required, optional, prefill, isSkipped, basis) => {
    const interactions = [collecting("first", required, optional), collecting("last", ["Selfie"])];
    const result = start(termsOf(readings, [segment(["Liveness"], ...interactions)]), ...prefill);
    expect(positionOf(openV2(result))).toEqual([isSkipped ? "last" : "first", "collecting"]);
    expect(result.basis.join(", ")).toBe(["start-creates-in-progress", basis].filter(Boolean).join(", "));
  },
);

test("a start cites the rule for complete prefill only if modules start, and other rules if prefill is invalid (spec 3.2)", () => {
  const terms = termsOf({}, [segment(["Liveness"], collecting("all", ["FullName"]))]);
  expect(start(terms, "FullName").basis).toContain("full-prefill-starts-modules");
  const withoutModules = start(termsOf({}, [segment([], collecting("all", ["FullName"]))]), "FullName");
  expect(openV2(withoutModules).instance.progress).toEqual({ phase: "finished", outcome: "accept", finishedAt: 1_000 });
  expect(withoutModules.basis).not.toContain("full-prefill-starts-modules");
  const invalid = withBasis(terms, (citations) =>
    startInstance(terms, startOf(terms, { identity: { firstName: 7 } }), citations),
  );
  expect(invalid).toMatchObject({ ok: false, refusal: { name: "WRONG_VALUE" } });
  expect(invalid.basis).toEqual(
    expect.arrayContaining(["start-interaction-validates-prefill", "v2-prefill-validated", "invalid-prefill=refused"]),
  );
  expect(invalid.basis).not.toContain("start-creates-in-progress");
});

test("an interaction ends with its last required element, and one without required elements ends with an empty submit (spec 3.2)", () => {
  const first = collecting("first", ["FullName", "DateOfBirth"], ["SSN"]);
  const terms = termsOf({ "prefill-covers": "all" }, [
    segment(["Liveness"], first, collecting("last", [], ["Selfie"])),
  ]);
  const partial = submit(openV2(start(terms, "DateOfBirth")), "first", 2_000, "SSN");
  expect(positionOf(openV2(partial))).toEqual(["first", "collecting"]);
  expect(openV2(partial).instance.collection).toEqual({ interaction: 0, touched: true });
  expect(partial.basis).toContain("partial-submission-allowed");
  const complete = submit(openV2(partial), "first", 3_000, "FullName");
  expect(positionOf(openV2(complete))).toEqual(["last", "collecting"]);
  expect(openV2(complete).instance.collection).toEqual({ interaction: 1, touched: false });
  expect(complete.basis).toContain("submit-advances-when-complete");
  expect(complete.basis).not.toContain("partial-submission-allowed");
  const empty = submit(openV2(complete), "last", 4_000);
  expect(positionOf(openV2(empty))).toEqual([undefined, "running"]);
  expect(openV2(empty).instance).toMatchObject({ at: 4_000, progress: { runs: [{ finishesAt: 4_100 }] } });
});

test("an empty submit completes an interaction that prefill did not cover (gap prefill-covers)", () => {
  const interactions = [collecting("first", ["FullName"], ["SSN"]), collecting("last", ["Selfie"])];
  const record = openV2(start(termsOf({ "prefill-covers": "all" }, [segment([], ...interactions)]), "FullName"));
  expect(positionOf(record)).toEqual(["first", "collecting"]);
  expect(positionOf(openV2(submit(record, "first", 2_000)))).toEqual(["last", "collecting"]);
});

const twoSegments = [
  segment(["Data Verification"], collecting("person", ["FullName"])),
  segment(["Liveness"], collecting("selfie", ["Selfie"])),
];

test("depending on the reading, the next interaction waits for modules or is current at once (gap interaction-waits-for-modules)", () => {
  const notCurrent = { ok: false, refusal: { name: "INTERACTION_NOT_CURRENT" } };
  const waiting = openV2(start(termsOf({}, twoSegments), "FullName"));
  expect(positionOf(waiting)).toEqual([undefined, "running"]);
  expect(submit(waiting, "selfie", 1_050, "Selfie")).toMatchObject(notCurrent);
  expect(positionOf(settled(waiting, 1_100))).toEqual(["selfie", "collecting"]);

  const terms = termsOf({ "interaction-waits-for-modules": "at-once" }, twoSegments);
  const early = openV2(start(terms, "FullName"));
  expect(positionOf(early)).toEqual(["selfie", "running"]);
  expect(submit(early, "person", 1_050, "FullName")).toMatchObject(notCurrent);
  const sent = openV2(submit(early, "selfie", 1_050, "Selfie"));
  expect(positionOf(sent)).toEqual([undefined, "running"]);
  expect(settle(sent, 1_100).instance).toMatchObject({
    segment: 1,
    progress: { phase: "running", runs: [{ module: "Liveness", finishesAt: 1_200 }] },
  });
});

test("depending on the reading, prefill skips a later interaction when its segment starts or at once (gap interaction-waits-for-modules)", () => {
  const at = (reading: "waits" | "at-once") =>
    openV2(start(termsOf({ "interaction-waits-for-modules": reading }, twoSegments), "FullName", "Selfie")).instance;
  expect([at("waits").collection.interaction, at("at-once").collection.interaction]).toEqual([1, 2]);
  for (const reading of ["waits", "at-once"] as const) {
    const terms = termsOf({ "interaction-waits-for-modules": reading }, twoSegments);
    const record = settle(openV2(start(terms, "FullName", "Selfie")), 9_000);
    expect(record.instance.progress).toEqual({ phase: "finished", outcome: "accept", finishedAt: 1_200 });
  }
});

test("the modules of a segment wait for every interaction of the segment (spec 3.2)", () => {
  const both = segment(["Liveness"], collecting("person", ["FullName"]), collecting("selfie", ["Selfie"]));
  const first = submit(openV2(start(termsOf({}, [both]))), "person", 2_000, "FullName");
  expect(positionOf(openV2(first))).toEqual(["selfie", "collecting"]);
  expect(positionOf(openV2(submit(openV2(first), "selfie", 3_000, "Selfie")))).toEqual([undefined, "running"]);
});

test("no interaction is current in a paused or ended instance, and a submit is refused (spec 3.1)", () => {
  const terms = termsOf({ "interaction-waits-for-modules": "at-once" }, twoSegments);
  const open = openV2(start(terms, "FullName"));
  const inactive = { ok: false, refusal: { name: "JOURNEY_NOT_ACTIVE", problems: ["The journey is not active."] } };
  for (const [type, phase] of [
    ["pause", "paused"],
    ["terminate", "failed"],
  ] as const) {
    const changed = openV2(applyCommand(open, { type, at: 1_050 }));
    expect(positionOf(changed)).toEqual([undefined, phase]);
    expect(submit(changed, "selfie", 1_060, "Selfie")).toMatchObject(inactive);
  }
});

test("a submit that identifies the person replaces the instance's count of earlier runs (gap module-retry)", () => {
  const terms = termsOf({}, [segment(["Liveness"], collecting("all", ["FullName"]))]);
  const started = startInstance(terms, { ...startOf(terms, {}), earlierRuns: { Liveness: 1 } });
  const send = (earlierRuns: Readonly<Record<string, number>> | undefined) => {
    const result = applyCommand(openV2(started), {
      type: "submit",
      at: 2_000,
      interactionId: "age-check:interaction:all@latest",
      participants: ["FullName"],
      subject: subjectOf("FullName"),
      earlierRuns,
    });
    return openV2(result).instance;
  };
  expect(send(undefined)).toMatchObject({ earlierRuns: { Liveness: 1 }, progress: { runs: [{ attempt: 2 }] } });
  expect(send({ Liveness: 4 })).toMatchObject({ earlierRuns: { Liveness: 4 }, progress: { runs: [{ attempt: 5 }] } });
});

/** Runs a segment whose Liveness rejects once, with complete prefill, until it asks again or ends. */
function recollected(readings: Readings, ...interactions: ReturnType<typeof collecting>[]): V2Record {
  const rejects: Rule = { when: { module: "Liveness", attempt: 1 }, then: { outcome: "reject" } };
  const terms = termsOf(
    { "module-retry": "recollect", ...readings },
    [segment(["Liveness"], ...interactions)],
    [rejects],
  );
  const record = openV2(start(terms, "FullName", "DateOfBirth", "SSN", "PrimaryDocument", "Selfie"));
  return settled(record, 9_000);
}

test("a retry returns to the first interaction that collects data which the module examines (gap module-retry)", () => {
  const interactions = [
    collecting("person", ["FullName"]),
    collecting("selfie", ["Selfie"], ["SSN"]),
    collecting("document", ["PrimaryDocument"]),
  ];
  const record = recollected({}, ...interactions);
  expect(positionOf(record)).toEqual(["selfie", "collecting"]);
  expect(Object.keys(record.instance.provided)).toEqual(["FullName", "SSN", "PrimaryDocument"]);
  const again = submit(record, "selfie", 9_500, "Selfie");
  expect(settle(openV2(again), 9_600).instance.progress).toMatchObject({ phase: "finished", outcome: "accept" });
});

test("a retry asks again for optional data that the module examines, and a submit may omit it (gap module-retry)", () => {
  for (const covers of ["required", "all"] as const) {
    const readings = { "prefill-covers": covers, "optional-only": "passed-over" } as const;
    const interactions = [collecting("person", ["FullName"], ["SSN", "Selfie"]), collecting("face", [], ["Selfie"])];
    const record = recollected(readings, ...interactions);
    expect(positionOf(record)).toEqual(["person", "collecting"]);
    const omitted = openV2(submit(record, "person", 9_500));
    expect(positionOf(omitted)).toEqual(["face", "collecting"]);
    const again = settle(openV2(submit(omitted, "face", 9_600, "Selfie")), 9_700);
    expect(again.instance.progress).toEqual({ phase: "finished", outcome: "accept", finishedAt: 9_700 });
    expect(again.instance.collection).toEqual({ interaction: 2, touched: false });
  }
});

test("a retry does not ask again for data that the module does not examine (gap module-retry)", () => {
  const readings = { "prefill-covers": "all" } as const;
  const interactions = [
    collecting("selfie", ["Selfie"]),
    collecting("address", ["FullName"], ["CurrentAddress"]), // was submitted without an address
    collecting("document", ["PrimaryDocument"]),
  ];
  const opened = recollected(readings, ...interactions);
  expect(positionOf(opened)).toEqual(["address", "collecting"]);
  const record = settled(openV2(submit(opened, "address", 9_100)), 9_200);
  expect(positionOf(record)).toEqual(["selfie", "collecting"]);
  expect(positionOf(openV2(submit(record, "selfie", 9_500, "Selfie")))).toEqual([undefined, "running"]);
});

test("a retry does not skip an interaction of a later segment (gap module-retry)", () => {
  const rejects: Rule = { when: { module: "Liveness", attempt: 1 }, then: { outcome: "reject" } };
  const segments = [
    segment(["Liveness"], collecting("person", ["FullName"])),
    { ...segment([], collecting("birth", ["DateOfBirth"]), collecting("selfie", ["Selfie"])), id: "later" },
  ];
  const terms = termsOf({ "module-retry": "recollect" }, segments, [rejects]);
  const record = settled(openV2(start(terms, "FullName", "Selfie")), 9_000);
  expect(positionOf(record)).toEqual(["birth", "collecting"]);
  expect(record.instance.finished).toHaveLength(2);
});

test("a second retry during a retry returns to the interaction that the instance had reached before both (gap module-retry)", () => {
  const rejects: Rule[] = [
    { when: { module: "Liveness" }, then: { outcome: "reject" } },
    { when: { module: "Age Verification", attempt: 1 }, then: { outcome: "reject" } },
  ];
  const modules = segment(["Liveness", "Age Verification"]).modules.map((module) => ({ ...module, attempts: 3 }));
  const segments = [
    { ...segment([], collecting("name", ["FullName"])), modules },
    {
      ...segment([], collecting("face", ["Selfie"]), collecting("address", [], ["CurrentAddress"])),
      id: "later",
    },
    { ...segment([], collecting("more", [], ["DateOfBirth"]), collecting("last", [], ["SSN"])), id: "last" },
  ];
  const readings = { "module-retry": "recollect", "interaction-waits-for-modules": "at-once" } as const;
  let record = openV2(start(termsOf(readings, segments, rejects), "FullName")); // the modules end at 1,100 and 1,200 ms
  const give = (id: string, at: number, ...names: readonly string[]) => {
    record = openV2(submit(record, id, at, ...names));
    return positionOf(record);
  };
  expect(give("face", 1_010, "Selfie")).toEqual(["address", "running"]);
  expect(give("address", 1_020)).toEqual(["more", "running"]);
  expect(give("more", 1_030)).toEqual(["last", "running"]);
  expect(give("last", 1_040)).toEqual([undefined, "running"]);
  for (const at of [1_110, 1_210]) {
    record = settled(record, at);
    expect(positionOf(record)).toEqual(["face", "running"]);
    expect(give("face", at, "Selfie")).toEqual(["more", "running"]); // no module examines the address
  }
  expect(give("more", 1_220)).toEqual([undefined, "running"]);
});

const interactions = fc
  .array(fc.tuple(fc.subarray(["FullName", "SSN", "Selfie"]), fc.subarray(["CurrentAddress", "Selfie"])), {
    minLength: 1,
    maxLength: 3,
  })
  .map((lists) =>
    lists.map(([required, optional], i) => {
      const own = optional.filter((name) => !required.includes(name));
      return collecting(`i${i}`, required, own);
    }),
  );

test("a module that examines collected data never runs again before the next submit (gap module-retry)", () => {
  const property = fc.property(
    interactions.filter((list) => list.some(({ required, optional }) => [...required, ...optional].includes("Selfie"))),
    fc.constantFrom("required", "all"),
    fc.constantFrom("waits", "passed-over"),
    (list, covers, alone) => {
      const readings = { "module-retry": "recollect", "prefill-covers": covers, "optional-only": alone } as const;
      const rejects: Rule = { when: { module: "Liveness", attempt: 1 }, then: { outcome: "reject" } };
      const terms = termsOf(readings, [segment(["Liveness"], ...list)], [rejects]);
      let record = openV2(start(terms, "FullName", "SSN", "Selfie"));
      const submitted: number[] = [];
      for (let at = 2_000; record.instance.progress.phase !== "finished"; at += 1_000) {
        record = settled(record, at);
        const open = current(createCitations(terms.readings), terms, record.instance);
        if (open === undefined) continue;
        const left = outstanding(record.instance, [...open.required, ...open.optional]);
        record = openV2(submit(record, open.id, at, ...left));
        if (record.instance.finished.length > 0) submitted.push(at);
      }
      const [first, second] = record.instance.finished;
      expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
      expect(submitted).toContain(second?.startedAt);
      expect(Object.keys(record.instance.provided)).toContain("Selfie");
    },
  );
  fc.assert(property);
});

test("a module immediately runs again if no interaction collects what the module examines (gap module-retry)", () => {
  const { instance } = recollected({}, collecting("person", ["FullName"]));
  expect(instance.finished.map(({ attempt, finishesAt }) => [attempt, finishesAt])).toEqual([
    [1, 1_100],
    [2, 1_200],
  ]);
  expect(Object.keys(instance.provided)).toEqual(["FullName"]);
});
