import { partsOf, Subject } from "@journey-kit/schemas";
import { isRecord, memberOf, parsePath } from "@journey-kit/schemas/calls";
import type { Condition, Consequence, Scenario, WorldSnapshot } from "@journey-kit/schemas/control";
import { createSampleValues, type Draw, isWord, testPeople } from "@journey-kit/schemas/personal";
import type * as z from "zod";
import type { InstanceRecord } from "../engine/commands.ts";
import { biometricImages, documentImages, parseImage } from "../engine/subject.ts";
import { builtInScenarios } from "../world/built-in.ts";
import { matchesGlob, parseGlob } from "../world/glob.ts";
import type { Millis } from "../world/time.ts";

type ToSample = (text: string) => string;
type SubjectCondition = NonNullable<Condition["subject"]>[number];

/**
 * Replaces the personal data in a snapshot with sample values of the same form. The clock stands still. A simulator that
 * opens the result rebuilds the same instances, with the same decisions, outcomes and times, because the conditions of
 * scenarios test the sample values.
 *
 * @param records The instances of the snapshot, in the same order.
 */
export function redactSnapshot(snapshot: WorldSnapshot, records: readonly InstanceRecord[], draw: Draw): WorldSnapshot {
  const subjects = snapshot.instances.flatMap(({ start, commands }) =>
    [start, ...commands].flatMap((command) => ("subject" in command ? [command.subject] : [])),
  );
  const scenarios = [...snapshot.scenarios, snapshot.scenario, ...snapshot.terms.flatMap((terms) => terms.scenarios)];
  const testedNames = new Set(scenarios.flatMap(conditionsIn).flatMap(({ path }) => namesIn(path)));
  const texts = collectTexts(subjects);
  const ageTests = findAgeTests(snapshot, records);
  const toSample = createSampleValues(keptTexts, (date) => ageTests.get(date) ?? [], draw);
  const toWord: ToSample = (text) => (isWord(text) ? text : toSample(text));
  const redactSubject = <Subject>(subject: Subject): Subject => copySubject(subject, testedNames, toSample) as Subject;
  const redactScenario = (scenario: Scenario) => copyScenario(scenario, texts, toSample, toWord);
  return {
    ...snapshot,
    clock: { ...snapshot.clock, mode: "frozen" },
    scenario: redactScenario(snapshot.scenario),
    scenarios: snapshot.scenarios.map(redactScenario),
    usedTokens: [],
    terms: snapshot.terms.map((terms) => ({ ...terms, scenarios: terms.scenarios.map(redactScenario) })),
    instances: snapshot.instances.map(({ start, commands, ...rest }) => ({
      ...rest,
      start: {
        ...start,
        ...(start.uid !== undefined && { uid: toSample(start.uid) }),
        subject: redactSubject(start.subject),
      },
      commands: commands.map((command) => {
        if ("subject" in command) return { ...command, subject: redactSubject(command.subject) };
        return command.type === "resolve" ? copyAdvice(command, toWord) : command;
      }),
    })),
  };
}

const conditionsIn = ({ rules }: Scenario): readonly SubjectCondition[] =>
  rules.flatMap(({ when }) => when.subject ?? []);

const namesIn = (path: string): readonly string[] =>
  (parsePath(path) ?? []).filter((step): step is string => typeof step === "string");

/** Booleans, and the texts that the built-in scenarios test: the names of test persons. */
const keptTexts: ReadonlySet<string> = new Set([
  "true",
  "false",
  ...[testPeople, ...builtInScenarios].flatMap(conditionsIn).flatMap(({ equals }) => equals?.toLowerCase() ?? []),
]);

/** For each date of birth, when instances tested the age of a person with this date. */
function findAgeTests(
  { instances }: WorldSnapshot,
  records: readonly InstanceRecord[],
): ReadonlyMap<string, readonly Millis[]> {
  const tests = new Map<string, Millis[]>();
  for (const [i, { instance }] of records.entries()) {
    const { finished, progress } = instance;
    const unfinished = progress.phase === "paused" ? progress.before : progress;
    const runs = [...finished, ...(unfinished.phase === "running" ? unfinished.runs : [])];
    const times = runs.filter(({ module }) => module === "Age Verification").map(({ startedAt }) => startedAt);
    const { start, commands = [] } = instances[i] ?? {};
    for (const command of start === undefined ? [] : [start, ...commands]) {
      const born = "subject" in command ? memberOf(memberOf(command.subject, "identity"), "dateOfBirth") : undefined;
      if (typeof born === "string") tests.set(born, [...(tests.get(born) ?? []), ...times]);
    }
  }
  return tests;
}

/** Lists the texts in subjects, by the name of their member. Numbers and booleans are compared as texts. */
function collectTexts(subjects: readonly unknown[]): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = new Map<string, Set<string>>();
  const collect = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const entry of value) collect(entry, name);
    else if (isRecord(value)) for (const [member, entry] of Object.entries(value)) collect(entry, member);
    else if (value !== null && value !== undefined) texts.set(name, (texts.get(name) ?? new Set()).add(String(value)));
  };
  for (const subject of subjects) collect(subject, "");
  return texts;
}

/** The names of all members that a subject can have, at any depth. Spec 2.8. */
const subjectMembers: ReadonlySet<string> = new Set(listMembers(Subject));

function listMembers(schema: z.core.$ZodType): readonly string[] {
  const { inner, members = new Map(), entry, options = [] } = partsOf(schema);
  const below = [inner, entry, ...options, ...members.values()].filter((one) => one !== undefined);
  return [...members.keys(), ...below.flatMap(listMembers)];
}

const imageMembers: ReadonlySet<string> = new Set([...documentImages, ...biometricImages]);

/** Whether a text has a meaning for the service: the digest of an image, or the `type` that selects an entry of a list. */
const isMeaningful = (text: string, name: string): boolean =>
  (imageMembers.has(name) && parseImage(text) !== undefined) ||
  (name === "type" && (isWord(text) || text.toLowerCase() === "primary"));

function copySubject(value: unknown, testedNames: ReadonlySet<string>, toSample: ToSample, name = ""): unknown {
  if (typeof value === "string") return isMeaningful(value, name) ? value : toSample(value);
  if (typeof value === "number") return copyNumber(value, toSample);
  if (Array.isArray(value)) return value.map((entry) => copySubject(entry, testedNames, toSample, name));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([member, entry]) => {
    const isKept = subjectMembers.has(member) || testedNames.has(member) || isWord(member);
    return [isKept ? member : toSample(member), copySubject(entry, testedNames, toSample, member)] as const;
  });
  return Object.fromEntries(members);
}

function copyNumber(value: number, toSample: ToSample): number {
  const copy = Number(toSample(String(value)));
  return Number.isNaN(copy) ? value : copy; // an exponent contains a letter
}

function copyScenario(
  scenario: Scenario,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
  toSample: ToSample,
  toWord: ToSample,
): Scenario {
  const { rules, otherwise } = scenario;
  return {
    ...scenario,
    rules: rules.map(({ when, then }) => ({
      when: {
        ...when,
        ...(when.subject && { subject: when.subject.map((one) => copyCondition(one, texts, toSample)) }),
      },
      then: copyAdvice(then, toWord),
    })),
    ...(otherwise && { otherwise: copyAdvice(otherwise, toWord) }),
  };
}

/** A text that no subject contains. */
const noText = "‹no value in this file›";

/** Copies a condition. A sample value does not match the pattern of its text, so a list of values replaces a pattern. */
function copyCondition(
  { path, equals, matches, in: list }: SubjectCondition,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
  toSample: ToSample,
): SubjectCondition {
  const rest = {
    path,
    ...(equals !== undefined && { equals: toSample(equals) }),
    ...(list && { in: list.map(toSample) }),
  };
  if (matches === undefined) return rest;
  const pattern = parseGlob(matches.toLowerCase());
  const known = [...(texts.get(namesIn(path).at(-1) ?? "") ?? [])];
  const matching = known.filter((text) => matchesGlob(pattern, text.toLowerCase())).map(toSample);
  const listed = rest.in && new Set(rest.in.map((text) => text.toLowerCase()));
  const fitting = matching.filter((text) => listed?.has(text.toLowerCase()) ?? true);
  return { ...rest, in: fitting.length === 0 ? [noText] : [...new Set(fitting)] };
}

/** Copies the advice that a tester chose, which can be any JSON. */
function copyAdvice<Choice extends Pick<Consequence, "advice" | "outcome">>(choice: Choice, toWord: ToSample): Choice {
  const copy = (value: unknown): unknown => {
    if (typeof value === "string") return toWord(value);
    if (Array.isArray(value)) return value.map(copy);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [toWord(name), copy(entry)]));
  };
  const copyMember = <Owner extends { readonly advice?: Consequence["advice"] }>(owner: Owner): Owner =>
    owner.advice === undefined ? owner : { ...owner, advice: copy(owner.advice) };
  const { outcome } = choice;
  return {
    ...copyMember(choice),
    ...(typeof outcome === "object" && { outcome: copyMember(outcome) }),
  };
}
