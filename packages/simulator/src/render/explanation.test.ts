import { Wait } from "@journey-kit/schemas/control";
import { describeEvent, describeWaits } from "@journey-kit/schemas/report";
import { resolveProfile } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { openInstance, startOf } from "../../test/arbitraries.ts";
import { accepted, subjectOf, termsFor } from "../../test/samples.ts";
import { applyCommand, type Command, type StartCommand, settle } from "../engine/commands.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { renderExplanation } from "./explanation.ts";

const at = 1_000;

/** An instance to explain: terms, prefill, the commands after the start, and the milliseconds to wait. */
interface Waiting {
  readonly terms: InstanceTerms;
  readonly prefill?: Readonly<Record<string, unknown>>;
  readonly commands?: readonly Command[];
  readonly wait?: number;
}

function explain({ terms, prefill = {}, commands = [], wait = 0 }: Waiting) {
  const start = startOf(terms, prefill);
  let record = openInstance(terms, prefill);
  const log: [StartCommand, ...Command[]] = [start];
  for (const command of commands) {
    record = accepted(applyCommand(settle(record, command.at), command));
    log.push(command);
  }
  return renderExplanation(settle(record, at + wait), log, at + wait);
}

const everything = subjectOf("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie");
const named = (lastName: string) => ({ identity: { ...identity, lastNames: [lastName] } });
const identity = { firstName: "Ada", dateOfBirth: "1815-12-10", currentAddress: { postBox: "1" } };
const check = (change: Partial<InstanceTerms> = {}) => termsFor("identity-check", change);
const submit = (name: string): Command => ({
  type: "submit",
  at,
  interactionId: "identity-check:interaction:person@latest",
  participants: [name],
  subject: subjectOf(name),
});
const under = (readings: Parameters<typeof resolveProfile>[0]) => ({ readings: resolveProfile(readings) });
const byDefault = "it takes 2000 ms (default latency of 2000 ms)";
const slow = { name: "slow", rules: [{ when: {}, then: { latency: 9_000 } }] };
const optional = {
  ...termsFor("age-check").definition,
  segments: [
    {
      id: "one",
      interactions: [{ id: "number", pages: [], required: [], optional: ["SSN"] }],
      modules: [],
    },
  ],
};

const verification = (end: string) => `module Data Verification, attempt 1, ${end}`;
const usually = verification(`to finish at 1970-01-01T00:00:03.000Z: ${byDefault}`);
const pause = { type: "pause", at } as const;
const dated = subjectOf("FullName", "DateOfBirth");
const atOnce = under({ readings: { "interaction-waits-for-modules": "at-once" } });
const reviewed = under({ readings: { "refer-ends-journey": "no" } });
const person = "data for interaction person: FullName, DateOfBirth";
const resume = "a tester to resume it";

test.each<[string, Waiting, string, ...string[]]>([
  ["no data", { terms: check() }, "collecting", person],
  [
    "part of the data",
    { terms: check(), commands: [submit("FullName")] },
    "collecting",
    "data for interaction person: DateOfBirth",
  ],
  [
    "the second interaction",
    { terms: check(), prefill: dated },
    "collecting",
    "data for interaction address: CurrentAddress",
  ],
  [
    "an interaction that requires nothing",
    { terms: { ...check(), definition: optional } },
    "collecting",
    "one submit to interaction number, which has no required elements (gap optional-only)",
  ],
  [
    "a task",
    { terms: termsFor("age-check-v1") },
    "collecting",
    "data for task instance-00000001.1 (birth): DateOfBirth",
  ],
  ["a running module", { terms: check(), prefill: everything }, "running", usually],
  [
    "a module that never finishes",
    { terms: check(), prefill: named("Testnever"), wait: 1e9 },
    "running",
    verification("which never finishes (rule 4 of scenario test-people)"),
  ],
  [
    "a module that fails",
    { terms: check(), prefill: named("Testfail") },
    "running",
    verification("to fail at 1970-01-01T00:00:03.000Z: it takes 2000 ms (rule 3 of scenario test-people)"),
  ],
  [
    "a module slowed down by a scenario",
    { terms: check({ scenarios: [slow] }), prefill: everything },
    "running",
    verification("to finish at 1970-01-01T00:00:10.000Z: it takes 9000 ms (rule 1 of scenario slow)"),
  ],
  [
    "a module whose latency is set for the whole simulator",
    { terms: check({ latency: 7 }), prefill: everything },
    "running",
    verification("to finish at 1970-01-01T00:00:01.007Z: it takes 7 ms (latency set for this simulator)"),
  ],
  ["the slower of two modules", { terms: termsFor("full-kyc"), prefill: everything, wait: 1_500 }, "running", usually],
  [
    "a review",
    { terms: check(reviewed), prefill: named("Testrefer"), wait: 5_000 },
    "reviewing",
    "a review, because the outcome is refer and gap refer-ends-journey is no",
  ],
  ["a pause while collecting", { terms: check(), commands: [pause] }, "paused", resume, `then ${person}`],
  [
    "a pause while a module runs",
    { terms: check(), prefill: everything, commands: [pause], wait: 1e9 },
    "paused",
    resume,
    `then ${usually}`,
  ],
  [
    "an interaction that is open while a module runs",
    { terms: termsFor("document-and-selfie", atOnce), prefill: dated },
    "running",
    usually,
    "data for interaction document: PrimaryDocument",
  ],
  ["nothing, because the instance has finished", { terms: check(), prefill: everything, wait: 5_000 }, "finished"],
  ["nothing, because the instance has failed", { terms: check(), prefill: named("Testfail"), wait: 5_000 }, "failed"],
])("lists what an instance is waiting for: %s (spec 3.1)", (_, instance, phase, ...waits) => {
  const { journey, version, waitingFor, ...rest } = explain(instance);
  expect([journey, version]).toEqual([instance.terms.definition.id, "1"]);
  expect(rest).toMatchObject({ phase });
  expect(describeWaits(waitingFor)).toEqual(waits);
  for (const wait of waitingFor) expect(Wait.parse(wait)).toEqual(wait);
});

test("a pause postpones the end of each running module by the length of the pause (spec 3.1)", () => {
  const paused: Waiting = { terms: check(), prefill: everything, commands: [{ type: "pause", at: at + 500 }] };
  const [held] = explain({ ...paused, wait: 10_000 }).modules;
  expect(held).toMatchObject({ state: "paused", finishesAt: new Date(at + 11_500).toISOString() });
});

test("shows which module has failed, and whether a running module will fail or never finish (spec 3.1)", () => {
  const modules = (lastName: string, wait: number) => {
    const [run] = explain({ terms: check(), prefill: named(lastName), wait }).modules;
    return [run?.state, run?.ends];
  };
  expect(modules("Testfail", 1_999)).toEqual(["running", "fail"]);
  expect(modules("Testfail", 2_000)).toEqual(["failed", "fail"]);
  expect(modules("Testnever", 1e9)).toEqual(["running", "never"]);
  expect(modules("Testreject", 1_000)).toEqual(["running", undefined]);
});

test("the timeline lists every event in order, without personal data", () => {
  const story = explain({ terms: check(), prefill: everything, wait: 5_000 });
  expect(story.timeline.map((event) => `${event.kind}: ${describeEvent(event)}`)).toEqual([
    "command: start (delivery: api)",
    "module-started: Data Verification, attempt 1",
    "module-finished: Data Verification: Match",
    "evaluated: accept",
  ]);
  expect(JSON.stringify(story)).not.toContain("Lovelace");
});

test("simultaneous events are in causal order: a module starts, finishes, and then the next module starts", () => {
  const kinds = (change: Partial<InstanceTerms>) =>
    explain({ terms: termsFor("document-and-selfie", change), prefill: everything, wait: 60_000 }).timeline.map(
      (event) => `${event.kind} ${"module" in event ? event.module : describeEvent(event)}`,
    );
  const usual = kinds({});
  expect(usual.indexOf("module-finished Data Verification")).toBeLessThan(
    usual.indexOf("module-started Document Extraction"),
  );
  const instant = kinds({ latency: 0 });
  expect(instant.indexOf("module-started Liveness")).toBeLessThan(instant.indexOf("module-finished Liveness"));
  expect(instant.at(-1)).toBe("evaluated accept");
});
