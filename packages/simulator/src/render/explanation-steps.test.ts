import { resolveProfile } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { startOf } from "../../test/arbitraries.ts";
import { accepted, join, subjectOf, termsFor } from "../../test/samples.ts";
import { play, story } from "../../test/story.ts";
import { applyCommand, type Command, instanceTime, settle, startInstance } from "../engine/commands.ts";
import { renderExplanation } from "./explanation.ts";

const at = 1_000;

/** Explains an instance after some commands, at the time of the start plus `wait`. */
function explain(id: string, prefill: unknown = {}, commands: readonly Command[] = [], wait = 0) {
  const terms = termsFor(id, { readings: resolveProfile({ readings: { "v1-intent-values": "save-and-validate" } }) });
  const first = startOf(terms, prefill);
  let record = accepted(startInstance(terms, first));
  for (const command of commands) record = accepted(applyCommand(settle(record, command.at), command));
  return renderExplanation(settle(record, at + wait), [first, ...commands], at + wait);
}

const submit = (journey: string, interaction: string, ...names: readonly string[]): Command => ({
  type: "submit",
  at,
  interactionId: `${journey}:interaction:${interaction}@latest`,
  participants: names,
  subject: subjectOf(...names),
});

const statesOf = (...instance: Parameters<typeof explain>) =>
  explain(...instance).steps.map(({ id, state }) => `${id}: ${state}`);

test("a step in an explanation shows which elements were prefilled, which were submitted and which are missing (spec 2.5)", () => {
  const prefill = subjectOf("DateOfBirth");
  const { steps, segment } = explain("identity-check", prefill, [submit("identity-check", "person", "FullName")]);
  expect(segment).toBe("person");
  expect(steps).toEqual([
    {
      id: "person",
      kind: "interaction",
      segment: "person",
      state: "done",
      required: ["FullName", "DateOfBirth"],
      optional: [],
      provided: [
        { element: "FullName", by: "submit" },
        { element: "DateOfBirth", by: "prefill" },
      ],
      missing: [],
    },
    {
      id: "address",
      kind: "interaction",
      segment: "person",
      state: "current",
      required: ["CurrentAddress"],
      optional: ["SSN"],
      provided: [],
      missing: ["CurrentAddress"],
    },
  ]);
});

test("an interaction stays current while the instance is paused, and no interaction is current while modules run (spec 3.2)", () => {
  const person = subjectOf("FullName", "DateOfBirth");
  const waits = ["person: done", "document: later", "selfie: later"];
  expect(statesOf("document-and-selfie", {}, [{ type: "pause", at }])[0]).toBe("person: current");
  expect(statesOf("document-and-selfie", person)).toEqual(waits);
  expect(statesOf("document-and-selfie", person, [{ type: "pause", at }])).toEqual(waits);
  expect(statesOf("document-and-selfie", person, [], 2_000)).toEqual([
    "person: done",
    "document: current",
    "selfie: later",
  ]);
  expect(statesOf("document-and-selfie", {}, [{ type: "fail", at }])[0]).toBe("person: later");
});

test("each task of a v1 instance has an id and a stage, and several tasks can be current (spec 3.3)", () => {
  const taskId = "instance-00000001.1";
  const update = (intent: string): Command => ({
    type: "update",
    at,
    taskId,
    intent,
    subject: subjectOf("FullName", "DateOfBirth"),
  });
  const tasks = (...commands: readonly Command[]) =>
    explain("full-kyc-v1", {}, commands).steps.map((step) => [step.kind, step.taskId, step.stage, step.state]);
  expect(tasks(update("Save")).slice(0, 2)).toEqual([
    ["task", taskId, "In Progress", "current"],
    ["task", "instance-00000001.2", "Assigned", "current"],
  ]);
  expect(tasks(update("Complete"))[0]).toEqual(["task", taskId, "Completed", "done"]);
});

test("the current steps are the steps named in `waitingFor`, and required elements without data are listed as missing", () => {
  fc.assert(
    fc.property(story, fc.nat(20_000), ({ chosen, prefill, moves }, later) => {
      const played = play(chosen, prefill, moves);
      fc.pre(played !== undefined);
      const now = instanceTime(played.record, played.worldAt + later);
      const { steps, waitingFor } = renderExplanation(settle(played.record, now), played.log, now);
      const named = steps.filter(({ id, taskId }) =>
        waitingFor.some(
          (wait) => "id" in wait && wait.id === id && ("taskId" in wait ? wait.taskId : undefined) === taskId,
        ),
      );
      expect(steps.filter(({ state }) => state === "current")).toEqual(named);
      for (const { required, optional, provided, missing } of steps) {
        const elements = provided.map(({ element }) => element);
        expect([...required, ...optional].filter((name) => elements.includes(name))).toEqual(elements);
        expect(required.filter((name) => !elements.includes(name))).toEqual(missing);
      }
    }),
    { numRuns: runs(250, 1_000) },
  );
});

const everything = subjectOf("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie");

test("the explanation of a module contains its segment, its possible outcomes and the elements that it examines (spec 1)", () => {
  const [first] = explain("document-and-selfie", everything).modules;
  expect(first).toMatchObject({
    module: "Data Verification",
    segment: "person",
    outcomes: expect.arrayContaining([{ name: "Match", classification: "positive" }]),
    examines: ["FullName", "DateOfBirth", "CurrentAddress", "SSN"],
  });
});

test.each([
  ["Testreject", { phase: "finished", outcome: "reject", endedAt: "1970-01-01T00:00:03.000Z" }],
  ["Testfail", { phase: "failed", cause: "Data Verification could not complete.", endedAt: expect.any(String) }],
])(
  "the explanation of an ended instance for %s contains the outcome or the cause of the failure, and the end time (spec 3.1)",
  (lastName, end) => {
    const person = join(subjectOf("DateOfBirth", "CurrentAddress"), {
      identity: { firstName: "Ada", lastNames: [lastName] },
    });
    expect(explain("identity-check", person)).not.toHaveProperty("endedAt");
    const explanation = explain("identity-check", person, [], 60_000);
    expect(explanation).toMatchObject({ startedAt: "1970-01-01T00:00:01.000Z", resourceId: "identity-check@latest" });
    expect(explanation).toMatchObject(end);
    expect(Object.hasOwn(explanation, "cause")).toBe(Object.hasOwn(end, "cause"));
  },
);
