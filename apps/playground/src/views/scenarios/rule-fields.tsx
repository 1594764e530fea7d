import type { JourneyVersion } from "@journey-kit/schemas";
import { isRecord, listOf, memberOf } from "@journey-kit/schemas/calls";
import type { ReactNode } from "react";
import { Select, TextField } from "../../ui/field.tsx";
import { toChoice, withFields } from "../../ui/schema-form/field.ts";
import { FieldControl, memberProps } from "../../ui/schema-form/field-control.tsx";
import { OptionalMembers, RemovableRow } from "../../ui/schema-form/optional-members.tsx";
import { type FieldControlProps, useTyped } from "../../ui/schema-form/scalar-control.tsx";
import { fromResultValue, type ModuleChoice, type Result, toResultOptions, toResultValue } from "./choices.ts";
import {
  conditionField,
  consequenceField,
  customOutcomeField,
  latencyField,
  rangeField,
  rangeFields,
  splitList,
  subjectTests,
} from "./scenario-format.ts";

interface PartProps extends Omit<FieldControlProps, "field"> {
  readonly modules: readonly ModuleChoice[];
}

interface ConditionFieldsProps extends PartProps {
  readonly journeys: readonly JourneyVersion[];
}

const order = ["module", "attempt", "journey", "apiVersion", "variant", "ordinal", "instance"];

/** The conditions of a rule. Only the module and the conditions that are set are shown. */
export function ConditionFields({ modules, journeys, ...props }: ConditionFieldsProps): ReactNode {
  const { value, onChange, path } = props;
  const subject = listOf(memberOf(value, "subject"));
  const module = memberOf(value, "module");
  const toOptions = (names: readonly string[]) => [...new Set(names)].map((name) => ({ value: name, label: name }));
  const variants = modules.filter(({ name }) => module === undefined || name === module);
  const { fields } = withFields(conditionField, {
    module: (one) => toChoice(one, toOptions(modules.map(({ name }) => name)), "every module"),
    journey: (one) => toChoice(one, toOptions(journeys.map(({ id }) => id))),
    variant: (one) => toChoice(one, toOptions(variants.flatMap((choice) => choice.variants))),
  });
  const sorted = fields.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  const change = (next: unknown) => {
    const { variant, ...others } = isRecord(next) ? next : {};
    const isOtherModule = memberOf(next, "module") !== module;
    onChange(variant === undefined || isOtherModule ? others : { ...others, variant });
  };
  const setSubject = (rows: readonly unknown[]) => {
    const { subject: _, ...others } = isRecord(value) ? value : {};
    onChange(rows.length === 0 ? others : { ...others, subject: rows });
  };
  const addRow = () => setSubject([...subject, { path: "identity.lastNames", equals: "" }]);
  return (
    <OptionalMembers
      {...props}
      field={{ ...conditionField, fields: sorted }}
      onChange={change}
      noun="condition"
      entries={[{ id: "subject", label: "Data of the person", onSelect: addRow }]}
    >
      {subject.map((row, i) => (
        <SubjectRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity.
          key={i}
          {...props}
          value={row}
          path={[...path, "subject", i]}
          onChange={(next) => setSubject(next === undefined ? subject.toSpliced(i, 1) : subject.with(i, next))}
        />
      ))}
    </OptionalMembers>
  );
}

const testLabels = {
  equals: { label: "is", hint: "Ignores case" },
  matches: { label: "matches", hint: "* is any text, ? is any single character" },
  in: { label: "is one of", hint: "Separate the values with commas" },
} as const;

/** A test of the person's data. */
function SubjectRow({ value, onChange, path, context }: Omit<FieldControlProps, "field">): ReactNode {
  const test = subjectTests.find((one) => memberOf(value, one) !== undefined) ?? "equals";
  const place = String(memberOf(value, "path") ?? "");
  const read = (text: string, by = test): unknown => (by === "in" ? splitList(text) : text);
  const format = (tested: unknown) => (Array.isArray(tested) ? tested.join(", ") : String(tested ?? ""));
  const { text, setTyped } = useTyped(memberOf(value, test), format, read);
  const problemOf = (name: string) => context.problemAt([...path, name], latencyField);
  const pathMember = place === "" ? {} : { path: place };
  return (
    <RemovableRow label={`Remove the condition on ${place}`} onRemove={() => onChange(undefined)}>
      <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-1.5">
        <div className="col-span-2">
          <TextField
            label="Path in the subject"
            value={place}
            problem={problemOf("path") ?? problemOf("in")}
            onChange={(next) => onChange({ ...(next !== "" && { path: next }), [test]: memberOf(value, test) ?? "" })}
          />
        </div>
        <Select
          label="Test"
          isLabelHidden
          value={test}
          options={subjectTests.map((one) => ({ value: one, ...testLabels[one] }))}
          onChange={(next) => onChange({ ...pathMember, [next]: read(text, next) })}
        />
        <TextField
          label="Value"
          isLabelHidden
          value={text}
          onChange={(next) => {
            setTyped(next);
            onChange({ ...pathMember, [test]: read(next) });
          }}
        />
      </div>
    </RemovableRow>
  );
}

interface ConsequenceFieldsProps extends PartProps {
  /** The module to which the rule applies; undefined for every module. */
  readonly module: unknown;
}

/** What a rule does to a module run. */
export function ConsequenceFields({ modules, module = "", ...props }: ConsequenceFieldsProps): ReactNode {
  const { value, onChange, context, path } = props;
  const result: Result = isRecord(value) ? value : {};
  const { outcome, ends, latency, ...others } = isRecord(value) ? value : {};
  const whole = { ...props, field: consequenceField };
  const setResult = (next: Result) => onChange({ ...next, ...others, ...(latency !== undefined && { latency }) });
  const setLatency = (next: unknown) => memberProps(whole, latencyField).onChange(next);
  const isRange = isRecord(latency);
  return (
    <OptionalMembers
      {...whole}
      noun="effect"
      entries={
        isRange
          ? []
          : [
              {
                id: "range",
                label: "Random duration",
                onSelect: () => setLatency(latency === undefined ? {} : { min: latency }),
              },
            ]
      }
      before={
        <>
          <Select
            label="Result"
            value={toResultValue(result)}
            options={[
              ...toResultOptions(modules, String(module), result),
              { value: "custom", label: "a custom outcome", hint: "With a name of your own" },
            ]}
            problem={ends === undefined ? context.problemAt([...path, "outcome"], latencyField) : undefined}
            onChange={(chosen) => setResult(fromResultValue(chosen))}
          />
          {isRecord(outcome) && <FieldControl {...memberProps(whole, customOutcomeField)} />}
          {isRange ? (
            <RemovableRow label="Remove the random duration" onRemove={() => setLatency(latency.min)}>
              <RangeFields {...memberProps(whole, rangeField)} onChange={(next) => setLatency(next ?? {})} />
            </RemovableRow>
          ) : (
            <FieldControl {...memberProps(whole, latencyField)} />
          )}
        </>
      }
    />
  );
}

const RangeFields = (props: FieldControlProps): ReactNode => (
  <div className="grid grid-cols-2 items-start gap-2.5">
    <FieldControl {...memberProps(props, rangeFields.min)} />
    <FieldControl {...memberProps(props, rangeFields.max)} />
  </div>
);
