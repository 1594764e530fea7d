import { isRecord } from "@journey-kit/schemas/calls";
import { FaultPlan } from "@journey-kit/schemas/control";
import * as z from "zod";
import { createDraftFormat } from "../../drafts/draft-format.ts";
import {
  createFieldReader,
  createKey,
  type FieldReader,
  omitUnset,
  type Problems,
  toText,
} from "../../drafts/form-fields.ts";
import { parseJson } from "../../text/json.ts";
import { conditions, findAction, type Parameter } from "./fault-actions.ts";

/** A fault plan as the fields of a form. An empty text means that the value is not set. */
export interface FaultForm {
  /** The `$schema` of the file, which the form keeps but does not show. */
  readonly schema: string | undefined;
  readonly seed: string;
  readonly rules: readonly FaultRuleForm[];
}

/** A rule as the fields of a form. `key` identifies the rule when rules change places. */
export interface FaultRuleForm {
  readonly key: string;
  readonly id: string;
  /** The conditions by name. */
  readonly when: Texts;
  readonly action: string;
  /** The parameters of the action by name. */
  readonly parameters: Texts;
}

/** Texts of fields by name. */
export type Texts = Readonly<Record<string, string>>;

export function toFaultForm({ $schema, seed, rules }: FaultPlan): FaultForm {
  return {
    schema: $schema,
    seed: toText(seed),
    rules: rules.map(({ id = "", when, then: { type, ...parameters } }) => ({
      key: createKey(),
      id,
      when: toTexts(when),
      action: type,
      parameters: toTexts(parameters),
    })),
  };
}

const toTexts = (values: object): Texts =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isRecord(value) ? JSON.stringify(value, null, 2) : String(value),
    ]),
  );

/** Reads a form. The plan is complete only if there are no problems. */
export function toFaultPlan({ schema, seed, rules }: FaultForm): {
  readonly value: FaultPlan;
  readonly problems: Problems;
} {
  const read = createFieldReader();
  const plan = omitUnset({
    $schema: schema,
    seed: read.integer("seed", seed),
    rules: rules.map(({ id, when, action, parameters }, i) => {
      const chosen = findAction(action);
      if (chosen === undefined) read.report(`rules[${i}].then`, "Choose an action.");
      if (parameters.retryAfterDate === "true" && (parameters.retryAfter ?? "") === "")
        read.report(`rules[${i}].then.retryAfter`, "Enter a value.");
      return omitUnset({
        id: read.text(id),
        when: readAll(read, `rules[${i}].when`, conditions, when),
        then: { type: action, ...readAll(read, `rules[${i}].then`, chosen?.parameters ?? [], parameters) },
      });
    }),
  });
  const parsed = FaultPlan.safeParse(plan);
  if (parsed.success) return { value: parsed.data, problems: read.problems };
  if (read.problems.size === 0)
    for (const { path, message } of parsed.error.issues) read.report(z.core.toDotPath(path), `${message}.`);
  return { value: { rules: [] }, problems: read.problems };
}

function readAll(read: FieldReader, path: string, known: readonly Parameter[], texts: Texts): Record<string, unknown> {
  const entries = known.map((parameter) => [
    parameter.name,
    readOne(read, `${path}.${parameter.name}`, parameter, texts[parameter.name] ?? ""),
  ]);
  return omitUnset(Object.fromEntries(entries));
}

function readOne(read: FieldReader, path: string, parameter: Parameter, text: string): unknown {
  const { kind, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, isRequired } = parameter;
  if (kind === "flag") return text === "true" || undefined;
  if (text === "" && isRequired) read.report(path, "Enter a value.");
  if (kind === "body") return parseObject(text) ?? read.text(text);
  if (kind === "text" || kind === "choice") return read.text(text);
  const value = kind === "integer" ? read.integer(path, text) : read.number(path, text);
  if (value !== undefined && (value < min || value > max)) read.report(path, `Enter a number from ${min} to ${max}.`);
  return value;
}

/** A body may be a text or a JSON object. */
const parseObject = (text: string): object | undefined => {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
};

/** The format of fault plans, which the command line can read too. */
export const faultFormat = createDraftFormat({ type: FaultPlan, toForm: toFaultForm, fromForm: toFaultPlan });
