import type { Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { startOf } from "../../test/arbitraries.ts";
import { accepted, join, subjectOf, termsWith, withBasis } from "../../test/samples.ts";
import { applyCommand, type InstanceRecord, settle, startInstance, type V1Record } from "./commands.ts";
import type { Result } from "./result.ts";
import type { InstanceTerms } from "./terms.ts";
import { instanceIdOfTask, openTasks, tasksOf } from "./v1.ts";

type Rule = Scenario["rules"][number];
type Segment = InstanceTerms["definition"]["segments"][number];
type Task = NonNullable<Segment["tasks"]>[number];

const task = (required: readonly string[], optional: readonly string[] = [], more: Partial<Task> = {}): Task => ({
  id: "any",
  variantId: "any-v1",
  feeds: "Data Verification",
  required: [...required],
  optional: [...optional],
  ...more,
});
const segment = (module: string, ...tasks: Task[]): Segment => ({
  id: "segment",
  ...(tasks.length > 0 && { tasks }),
  modules: [{ module, variant: `${module}-v1`, attempts: 2 }],
});

const termsOf = (readings: Readings, segments: readonly Segment[], rules: readonly Rule[] = []): InstanceTerms =>
  termsWith("age-check-v1", readings, rules, () => segments);

function openV1(result: Result<InstanceRecord>): V1Record {
  const record = accepted(result);
  if (record.apiVersion !== "v1") throw new Error("not v1");
  return record;
}

/** Starts an instance with prefill at 1,000 ms. */
const start = (terms: InstanceTerms, ...prefill: readonly string[]): V1Record =>
  openV1(startInstance(terms, startOf(terms, subjectOf(...prefill))));

const settled = (record: V1Record, at: number): V1Record => openV1({ ok: true, value: settle(record, at) });

const update = (record: V1Record, number: number, intent: string, subject: object, at = 2_000) =>
  withBasis(record.terms, (citations) =>
    applyCommand(record, { type: "update", at, taskId: `instance-00000001.${number}`, intent, subject }, citations),
  );

const stagesOf = ({ instance }: V1Record) => instance.collection.stages;
const providedOf = ({ instance }: V1Record) => Object.keys(instance.provided).toSorted();
const openIds = ({ terms, instance }: V1Record) => openTasks(terms, instance).map(({ taskId }) => taskId);

const person = task(["FullName"], ["SSN"]);
const selfie = task(["Selfie"], [], { feeds: "Liveness" });
const document = task(["PrimaryDocument"], [], { feeds: "Document Authentication" });
const segments = [
  segment("Data Verification", person),
  segment("Facematch"),
  segment("Liveness", selfie, document),
] as const;

test("the tasks of a journey are numbered across all segments (spec 2.3)", () => {
  const { terms, instance } = start(termsOf({}, segments), "Selfie");
  expect(tasksOf(terms, instance)).toEqual([
    { taskId: "instance-00000001.1", segment: 0, definition: person, stage: "Assigned" },
    { taskId: "instance-00000001.2", segment: 2, definition: selfie, stage: "Completed" },
    { taskId: "instance-00000001.3", segment: 2, definition: document, stage: "Assigned" },
  ]);
});

test.each([
  ["instance-00000001.1", "instance-00000001"],
  ["own.7.12", "own.7"],
  ["own.12.x", "own.12.x"],
  ["own", "own"],
])("the task %s belongs to the instance %s (spec 2.10)", (taskId, id) => expect(instanceIdOfTask(taskId)).toBe(id));

test("the tasks of the current segment are open while the instance waits for data (gap task-order)", () => {
  const first = start(termsOf({}, segments), "Selfie");
  expect(openIds(first)).toEqual(["instance-00000001.1"]);
  const running = openV1(update(first, 1, "Complete", subjectOf("FullName")));
  expect([running.instance.progress.phase, openIds(running)]).toEqual(["running", []]);
  const last = settled(running, 9_000);
  expect([last.instance.segment, openIds(last)]).toEqual([2, ["instance-00000001.3"]]);
  const paused = openV1(applyCommand(last, { type: "pause", at: 9_000 }));
  expect(openIds(paused)).toEqual([]);
});

test.each<readonly [readonly string[], readonly string[], readonly string[], string]>([
  [["FullName"], [], [], "Assigned"],
  [["FullName"], [], ["FullName"], "Completed"],
  [["FullName"], ["SSN"], ["FullName"], "Completed"],
  [["FullName"], ["SSN"], ["SSN"], "In Progress"],
  [["FullName", "DateOfBirth"], [], ["DateOfBirth"], "In Progress"],
  [["FullName", "DateOfBirth"], ["SSN"], ["FullName", "DateOfBirth"], "Completed"],
  [[], ["SSN", "Selfie"], [], "Assigned"],
  [[], ["SSN", "Selfie"], ["Selfie"], "In Progress"],
  [[], ["SSN", "Selfie"], ["SSN", "Selfie"], "Completed"],
  [[], [], [], "Completed"],
])(
  "with required elements %j, optional elements %j and prefill %j, a task has the stage %s (gap v1-task-stage)",
  (required, optional, prefill, stage) => {
    const record = start(termsOf({}, [segment("Data Verification", task(required, optional), selfie)]), ...prefill);
    expect(stagesOf(record)[0]).toBe(stage);
  },
);

test("invalid prefill is refused with page delivery, and ignored with api delivery (gap v1-invalid-prefill)", () => {
  const terms = termsOf({}, segments);
  const command = startOf(terms, { identity: { firstName: 7 } });
  const page = withBasis(terms, (citations) => startInstance(terms, { ...command, delivery: "page" }, citations));
  expect(page).toMatchObject({ ok: false, refusal: { name: "WRONG_VALUE" }, basis: ["v1-prefill-validated-for-page"] });
  const api = withBasis(terms, (citations) => startInstance(terms, command, citations));
  expect(stagesOf(openV1(api))).toEqual(["Assigned", "Assigned", "Assigned"]);
  expect(api.basis).toEqual([
    "v1-prefill-validated-for-page",
    "v1-invalid-prefill=left-open",
    "start-creates-in-progress",
  ]);
});

test("the modules of a segment start when its last task is completed (spec 3.3)", () => {
  const first = start(termsOf({}, [segment("Liveness", person, selfie)]));
  const half = openV1(update(first, 2, "Complete", subjectOf("Selfie")));
  expect([half.instance.progress.phase, stagesOf(half)]).toEqual(["collecting", ["Assigned", "Completed"]]);
  const whole = openV1(update(half, 1, "Complete", subjectOf("FullName"), 3_000));
  expect(whole.instance).toMatchObject({ at: 3_000, progress: { phase: "running", runs: [{ finishesAt: 3_100 }] } });
});

const saving = { "v1-intent-values": "save-and-validate" } as const;

test("saved data is used when the task is completed, and saving never completes the task (gap v1-intent-values)", () => {
  const first = start(termsOf(saving, segments));
  const saved = openV1(update(first, 1, "Save", subjectOf("FullName")));
  expect([stagesOf(saved)[0], saved.instance.progress.phase]).toEqual(["In Progress", "collecting"]);
  expect(openV1(update(saved, 1, "Complete", {})).instance.progress.phase).toBe("running");
  const validated = openV1(update(saved, 1, "Validate", subjectOf("SSN"), 3_000));
  expect(validated.instance).toEqual(saved.instance);
});

test("a task can forbid the intent Save, but not Validate (gap v1-intent-values)", () => {
  const stages = [true, false, undefined].map((allowsSave) => {
    const own = task(["FullName"], [], allowsSave === undefined ? {} : { allowsSave });
    const record = start(termsOf(saving, [segment("Data Verification", own)]));
    return (["Save", "Validate"] as const).map((intent) => update(record, 1, intent, subjectOf("FullName")).ok);
  });
  expect(stages).toEqual([
    [true, true],
    [false, true],
    [true, true],
  ]);
});

test("saving keeps valid elements and skips malformed ones, whether required or optional (gap v1-intent-values)", () => {
  const own = task(["FullName", "DateOfBirth"], ["SSN", "Selfie"]);
  const record = start(termsOf(saving, [segment("Data Verification", own)]));
  const bad = { identity: { dateOfBirth: "yesterday", idNumbers: [{ type: "ssn", idNumber: 7 }] } };
  const saved = update(record, 1, "Save", join(subjectOf("FullName", "Selfie"), bad));
  expect(Object.keys(openV1(saved).instance.provided)).toEqual(["FullName", "Selfie"]);
  expect(saved.basis).not.toContain("task-optional-invalid=stripped");
});

test("a refused completion lists every malformed required element, or every missing one (spec 2.10)", () => {
  const own = task(["FullName", "DateOfBirth", "CurrentAddress"], ["SSN"]);
  const record = start(termsOf({}, [segment("Data Verification", own)]));
  const bad = { identity: { firstName: 7, dateOfBirth: "yesterday" } };
  expect(update(record, 1, "Complete", bad)).toMatchObject({
    refusal: {
      name: "INVALID_FIELD",
      problems: [
        "FullName: context.subject.identity.firstName is not valid.",
        "DateOfBirth: context.subject.identity.dateOfBirth is not valid.",
      ],
    },
  });
  expect(update(record, 1, "Complete", subjectOf("DateOfBirth"))).toMatchObject({
    refusal: {
      name: "MISSING_FIELD",
      problems: [
        "Required domain element 'FullName' data is missing from context",
        "Required domain element 'CurrentAddress' data is missing from context",
      ],
    },
  });
});

test("an update is refused with UNKNOWN_TASK in a later segment, and with TASK_ALREADY_COMPLETED after completion (spec 2.10)", () => {
  const first = start(termsOf({}, segments));
  const nameOf = (result: Result<InstanceRecord>) => (result.ok ? undefined : result.refusal.name);
  expect(nameOf(update(first, 2, "Complete", subjectOf("Selfie")))).toBe("UNKNOWN_TASK");
  const last = settled(openV1(update(first, 1, "Complete", subjectOf("FullName"))), 9_000);
  expect(nameOf(update(last, 1, "Complete", subjectOf("FullName"), 9_000))).toBe("TASK_ALREADY_COMPLETED");
  const sent = openV1(update(last, 2, "Complete", subjectOf("Selfie"), 9_000));
  expect(stagesOf(sent)).toEqual(["Completed", "Completed", "Assigned"]);
});

test("an update that identifies the person replaces the instance's count of earlier runs (gap module-retry)", () => {
  const terms = termsOf({}, [segment("Data Verification", person)]);
  const started = openV1(startInstance(terms, { ...startOf(terms, {}), earlierRuns: { "Data Verification": 1 } }));
  const send = (earlierRuns: Readonly<Record<string, number>> | undefined) => {
    const taskId = "instance-00000001.1";
    const subject = subjectOf("FullName");
    return openV1(
      applyCommand(started, { type: "update", at: 2_000, taskId, intent: "Complete", subject, earlierRuns }),
    ).instance;
  };
  expect(send(undefined).progress).toMatchObject({ runs: [{ attempt: 2 }] });
  expect(send({ "Data Verification": 4 }).progress).toMatchObject({ runs: [{ attempt: 5 }] });
});

/** Runs a segment whose Liveness rejects once, with complete prefill, until it asks again or ends. */
function recollected(...tasks: Task[]): V1Record {
  const rejects: Rule = { when: { module: "Liveness", attempt: 1 }, then: { outcome: "reject" } };
  const terms = termsOf({ "module-retry": "recollect" }, [segment("Liveness", ...tasks)], [rejects]);
  return settled(start(terms, "FullName", "SSN", "PrimaryDocument", "Selfie"), 9_000);
}

test("a retry reopens the tasks that feed the module, and removes their data (gap module-retry)", () => {
  const feeding = task(["FullName"], ["SSN"], { feeds: "Liveness" });
  const record = recollected(feeding, document, task(["Selfie"]));
  expect(stagesOf(record)).toEqual(["Assigned", "Completed", "Completed"]);
  expect(providedOf(record)).toEqual(["PrimaryDocument", "Selfie"]);
  const again = openV1(update(record, 1, "Complete", subjectOf("FullName"), 9_500));
  expect(settled(again, 9_600).instance.progress).toMatchObject({ phase: "finished", outcome: "accept" });
});

test("if no task feeds the module, a retry reopens the tasks with an element that the module examines (gap module-retry)", () => {
  const record = recollected(person, task(["PrimaryDocument"], ["Selfie"]), document);
  expect(stagesOf(record)).toEqual(["Completed", "Assigned", "Completed"]);
  expect(providedOf(record)).toEqual(["FullName", "SSN"]);
  expect(stagesOf(recollected(person, task(["Selfie"])))).toEqual(["Completed", "Assigned"]);
});

test("a module immediately runs again if no task collects what the module examines (gap module-retry)", () => {
  const record = recollected(person);
  expect(record.instance.finished.map(({ attempt, finishesAt }) => [attempt, finishesAt])).toEqual([
    [1, 1_100],
    [2, 1_200],
  ]);
  expect(providedOf(record)).toEqual(["FullName", "SSN"]);
});
