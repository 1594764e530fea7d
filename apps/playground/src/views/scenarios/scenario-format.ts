import { isRecord, listOf } from "@journey-kit/schemas/calls";
import { Condition, Consequence, OutcomeChoice, Scenario } from "@journey-kit/schemas/control";
import type * as z from "zod";
import { createDraftFormat, type Draft, toJsonSchema } from "../../drafts/draft-format.ts";
import { parseJson, toFileText } from "../../text/json.ts";
import { createField } from "../../ui/schema-form/create-field.ts";
import { canShow, type Field, type Group, toChoice, withFields } from "../../ui/schema-form/field.ts";

function groupOf(type: z.ZodType, name: string, label: string): Group {
  const schema = toJsonSchema(type);
  const field = createField(schema, schema, { name, label, isRequired: true });
  if (field?.kind !== "group") throw new TypeError(`${label} is not an object.`);
  return field;
}

const remove = () => undefined;
/** A label that needs no hint. */
const named =
  (label: string) =>
  ({ hint: _, ...field }: Field): Field => ({ ...field, label });

const retries = [
  { value: "never", label: "never", hint: "The module runs once" },
  { value: "automatic", label: "automatic", hint: "The module runs again after a negative outcome" },
  { value: "recollect", label: "recollect", hint: "The user provides the data again, then the module runs again" },
];

const common = { isRequired: false } as const;

/** The fields of a scenario. The form keeps the `$schema` of a file but does not show it. */
export const scenarioFields = {
  $schema: { ...common, kind: "text", name: "$schema", label: "Schema" },
  name: { kind: "text", name: "name", label: "Name", isRequired: true },
  description: { ...common, kind: "text", name: "description", label: "Description" },
  seed: {
    ...common,
    kind: "number",
    name: "seed",
    label: "Seed",
    hint: "For random durations. Defaults to the world's seed.",
  },
} as const satisfies Record<string, Field>;

export const scenarioField: Group = {
  kind: "group",
  name: "",
  label: "Scenario",
  isRequired: true,
  fields: Object.values(scenarioFields),
};

/** The fields of a condition, except the tests of the person's data. */
export const conditionField = withFields(groupOf(Condition, "when", "When"), { subject: remove });

/** The fields of a consequence, except its result and its duration. */
export const consequenceField = withFields(groupOf(Consequence, "then", "Then"), {
  outcome: remove,
  ends: remove,
  latency: remove,
  retry: (field) => toChoice(named("Retry after a negative outcome")(field), retries),
});

export const customOutcomeField = withFields(groupOf(OutcomeChoice, "outcome", "Custom outcome"), {
  name: named("Name of the outcome"),
  advice: named("Advice of the outcome"),
});

const millis = { ...common, kind: "number" } as const;
export const latencyField: Field = { ...millis, name: "latency", label: "Duration in ms", placeholder: "as usual" };
export const rangeFields = {
  min: { ...millis, name: "min", label: "Duration from, in ms" },
  max: { ...millis, name: "max", label: "to" },
} as const satisfies Record<string, Field>;
export const rangeField: Group = { ...scenarioField, name: "latency", fields: Object.values(rangeFields) };

/** How a condition tests a value in the subject. */
export const subjectTests = ["equals", "matches", "in"] as const;

/** Reads values that are separated by commas. */
export const splitList = (text: string): readonly string[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** The row of a subject condition has one test. */
function showsSubjectCondition(condition: unknown): boolean {
  if (!isRecord(condition)) return false;
  const { path = "", ...tests } = condition;
  const [[test, value] = [], ...others] = Object.entries(tests);
  const isShown =
    test === "in" ? isShownList(value) : (test === "equals" || test === "matches") && typeof value === "string";
  return typeof path === "string" && isShown && others.length === 0;
}

const isShownList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === "string" && splitList(entry).length === 1 && splitList(entry)[0] === entry);

function showsCondition(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { subject, ...others } = value;
  const isList = subject === undefined || Array.isArray(subject);
  return isList && listOf(subject).every(showsSubjectCondition) && canShow(conditionField, others);
}

function showsConsequence(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { outcome, ends, latency, ...others } = value;
  const hasOneResult = outcome === undefined || ends === undefined;
  const isResult = typeof outcome === "string" || canShow(customOutcomeField, outcome);
  const isEnd = ends === undefined || ends === "fail" || ends === "never";
  const isDuration = canShow(isRecord(latency) ? rangeField : latencyField, latency);
  return hasOneResult && isResult && isEnd && isDuration && canShow(consequenceField, others);
}

/** Whether the form shows everything in a scenario. */
function showsScenario(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { readings = {}, rules = [], otherwise = {}, ...others } = value;
  return (
    canShow(scenarioField, others) &&
    isRecord(readings) &&
    Object.values(readings).every((reading) => typeof reading === "string") &&
    Array.isArray(rules) &&
    rules.every((rule) => isRecord(rule) && showsCondition(rule.when) && showsConsequence(rule.then)) &&
    showsConsequence(otherwise)
  );
}

/** The format of scenario files, which the command line can read too. */
export const scenarioFormat = createDraftFormat({ type: Scenario, canShow: showsScenario });

/** Opens a scenario file. As on the command line, a scenario without a name is named after its file. */
export function openScenarioFile({ name, text }: { readonly name: string; readonly text: string }): Draft {
  const value = parseJson(text);
  const isNamed = !isRecord(value) || value.name !== undefined;
  return scenarioFormat.openText(isNamed ? text : toFileText({ name: name.replace(/\.json$/, ""), ...value }));
}
