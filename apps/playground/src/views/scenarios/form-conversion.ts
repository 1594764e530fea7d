import type { Condition, Consequence, Scenario } from "@journey-kit/schemas/control";
import {
  createFieldReader,
  createKey,
  type FieldReader,
  omitUnset,
  type Problems,
  toText,
} from "../../drafts/form-fields.ts";
import {
  type ConditionForm,
  type ConsequenceForm,
  type ScenarioForm,
  type SubjectForm,
  usualConsequence,
} from "./scenario-form.ts";

export function toForm(scenario: Scenario): ScenarioForm {
  const { $schema, name, description = "", seed, readings = {}, rules, otherwise } = scenario;
  return {
    schema: $schema,
    name,
    description,
    seed: toText(seed),
    readings: Object.entries(readings).map(([gap, reading]) => ({ gap, reading })),
    rules: rules.map(({ when, then }) => ({
      key: createKey(),
      when: toConditionForm(when),
      then: toConsequenceForm(then),
    })),
    otherwise: otherwise && toConsequenceForm(otherwise),
  };
}

/** Reads a form. The scenario is complete only if there are no problems. */
export function toScenario(form: ScenarioForm): { readonly value: Scenario; readonly problems: Problems } {
  const read = createFieldReader();
  if (form.name === "") read.report("name", "Enter a name.");
  const value = omitUnset<Scenario>({
    $schema: form.schema,
    name: form.name,
    description: read.text(form.description),
    seed: read.integer("seed", form.seed),
    readings:
      form.readings.length === 0
        ? undefined
        : Object.fromEntries(form.readings.map(({ gap, reading }) => [gap, reading])),
    rules: form.rules.map(({ when, then }, i) => ({
      when: toCondition(read, `rules[${i}].when`, when),
      then: toConsequence(read, `rules[${i}].then`, then),
    })),
    otherwise: form.otherwise && toConsequence(read, "otherwise", form.otherwise),
  });
  return { value, problems: read.problems };
}

const toJson = (value: object | undefined): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

function toConditionForm(when: Condition): ConditionForm {
  const { journey = "", apiVersion = "", module = "", variant = "", instance = "", subject = [] } = when;
  return {
    journey,
    apiVersion,
    module,
    variant,
    attempt: toText(when.attempt),
    instance,
    ordinal: toText(when.ordinal),
    subject: subject.map(({ path, equals, matches, in: list }) => {
      const test = list !== undefined ? "in" : matches !== undefined ? "matches" : "equals";
      return { key: createKey(), path, test, value: list?.join(", ") ?? matches ?? equals ?? "" };
    }),
  };
}

function toCondition(read: FieldReader, path: string, form: ConditionForm): Condition {
  return omitUnset<Condition>({
    journey: read.text(form.journey),
    apiVersion: form.apiVersion === "" ? undefined : form.apiVersion,
    module: read.text(form.module),
    variant: read.text(form.variant),
    attempt: read.integer(`${path}.attempt`, form.attempt),
    instance: read.text(form.instance),
    ordinal: read.integer(`${path}.ordinal`, form.ordinal),
    subject:
      form.subject.length === 0
        ? undefined
        : form.subject.map((row, i) => {
            const at = `${path}.subject[${i}]`;
            if (row.path === "") read.report(`${at}.path`, "Enter a path.");
            return { path: row.path, ...toTest(read, at, row) };
          }),
  });
}

function toTest(read: FieldReader, at: string, { test, value }: SubjectForm) {
  if (test !== "in") return { [test]: value };
  const list = splitList(value);
  if (list.length === 0) read.report(`${at}.in`, "Enter at least one value.");
  return { in: list };
}

const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

function toConsequenceForm({ outcome, advice, retry, latency, ends }: Consequence): ConsequenceForm {
  const custom = typeof outcome === "object" ? outcome : undefined;
  const range = typeof latency === "object" ? latency : undefined;
  return {
    result: ends ?? (custom !== undefined ? "custom" : outcome !== undefined ? "outcome" : "usual"),
    outcome: custom?.name ?? (typeof outcome === "string" ? outcome : ""),
    classification: custom?.classification ?? usualConsequence.classification,
    customAdvice: toJson(custom?.advice),
    advice: toJson(advice),
    retry: retry ?? "",
    latency: range === undefined ? toText(typeof latency === "number" ? latency : undefined) : String(range.min),
    latencyMax: toText(range?.max),
  };
}

function toConsequence(read: FieldReader, path: string, form: ConsequenceForm): Consequence {
  const { result, outcome, retry } = form;
  if ((result === "outcome" || result === "custom") && outcome === "")
    read.report(`${path}.outcome`, "Enter an outcome.");
  return omitUnset<Consequence>({
    outcome: result === "outcome" ? outcome : result === "custom" ? toCustomOutcome(read, path, form) : undefined,
    advice: read.object(`${path}.advice`, form.advice),
    retry: retry === "" ? undefined : retry,
    latency: toLatency(read, path, form),
    ends: result === "fail" || result === "never" ? result : undefined,
  });
}

const toCustomOutcome = (read: FieldReader, path: string, { outcome, classification, customAdvice }: ConsequenceForm) =>
  omitUnset({ name: outcome, classification, advice: read.object(`${path}.outcome.advice`, customAdvice) });

function toLatency(read: FieldReader, path: string, { latency, latencyMax }: ConsequenceForm): Consequence["latency"] {
  const min = read.integer(`${path}.latency`, latency);
  const max = read.integer(`${path}.latency.max`, latencyMax);
  if (max === undefined) return min;
  if (min === undefined) read.report(`${path}.latency`, "Enter the lower end of the range.");
  return { min: min ?? 0, max };
}
