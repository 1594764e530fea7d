import { isBlank } from "@journey-kit/schemas/calls";
import { hashKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Select, TextField } from "../field.tsx";
import { Prose } from "../prose.tsx";
import { Switch } from "../switch.tsx";
import { TextArea } from "../text-area.tsx";
import { type Choice, type Field, type Json, readJson, readNumber, type Scalar } from "./field.ts";
import { ImageField } from "./image-field.tsx";

/** Names and indexes that lead to a value. */
type Path = readonly (string | number)[];

/** What a control needs to know about the values around it. */
export interface FormContext {
  /** What is wrong with the value at a path, if anything. */
  readonly problemAt: (path: Path, field: Field) => string | undefined;
  /** The sample image for a member. Without it, the form offers no samples. */
  readonly imageFor?: (name: string) => string;
  /** Whether a group shows a member before the user presses "more". Without it, a group shows all members. */
  readonly isMain?: (field: Field) => boolean;
}

export interface FieldControlProps<Of extends Field = Field> {
  readonly field: Of;
  readonly value: unknown;
  /** `undefined` removes the value. */
  readonly onChange: (value: unknown) => void;
  /** Leads from the whole form to the value. */
  readonly path: Path;
  readonly context: FormContext;
  /** Hides the label, except from screen readers, because a heading around the control repeats the label. */
  readonly isLabelHidden?: boolean;
}

/** The control for a value without members of its own. */
export function ScalarControl(props: FieldControlProps<Scalar | Choice | Json>): ReactNode {
  const { field, value, onChange, path, context, isLabelHidden } = props;
  const problem = context.problemAt(path, field);
  switch (field.kind) {
    case "choice":
      return <ChoiceControl {...props} field={field} />;
    case "json":
      return <JsonControl {...props} field={field} />;
    case "number":
      return <NumberControl {...props} />;
    case "image":
      return (
        <ImageField
          field={field}
          value={value}
          onChange={onChange}
          sample={context.imageFor?.(field.name)}
          problem={problem}
        />
      );
    case "flag":
    case "mark":
      return (
        <div className="grid gap-1">
          <Switch isOn={value === true} onChange={(isOn) => onChange(isOn || field.kind === "flag" ? isOn : undefined)}>
            {field.label}
          </Switch>
          {hintOf(field)}
          {problem !== undefined && <span className="text-12 text-bad">{problem}</span>}
        </div>
      );
    default:
      return (
        <TextField
          {...commonOf(props)}
          isLabelHidden={isLabelHidden}
          placeholder={field.placeholder}
          type={field.kind === "date" ? "date" : "text"}
          value={isBlank(value) ? "" : String(value)}
          onChange={(text) => onChange(text === "" ? undefined : field.kind === "country" ? text.toUpperCase() : text)}
        />
      );
  }
}

const commonOf = ({ field, path, context }: FieldControlProps) => ({
  label: field.label,
  hint: field.kind === "country" ? "Two or three letters, such as GB or GBR." : textOf(field.hint),
  isRequired: field.isRequired,
  problem: context.problemAt(path, field),
});

const textOf = (hint: string | undefined): ReactNode => (hint === undefined ? undefined : <Prose text={hint} />);

export const hintOf = ({ hint }: Field): ReactNode =>
  hint !== undefined && <p className="text-12 text-ink-3">{textOf(hint)}</p>;

/** Keeps a text as it was typed while it has the same value: `1.50` does not become `1.5` under the cursor. */
export function useTyped(value: unknown, format: (value: unknown) => string, read: (text: string) => unknown) {
  const [typed, setTyped] = useState<string>();
  const isCurrent = typed !== undefined && hashKey([read(typed)]) === hashKey([value]);
  return { text: isCurrent ? typed : format(value), setTyped };
}

function NumberControl(props: FieldControlProps): ReactNode {
  const { text, setTyped } = useTyped(props.value, (value) => String(value ?? ""), readNumber);
  const { field } = props;
  return (
    <TextField
      {...commonOf(props)}
      isLabelHidden={props.isLabelHidden}
      type="number"
      placeholder={field.kind === "number" ? field.placeholder : undefined}
      value={text}
      onChange={(next) => {
        setTyped(next);
        props.onChange(readNumber(next));
      }}
    />
  );
}

const formatJson = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");

function JsonControl(props: FieldControlProps<Json>): ReactNode {
  const { text, setTyped } = useTyped(props.value, formatJson, readJson);
  return (
    <TextArea
      {...commonOf(props)}
      rows={2}
      placeholder={props.field.placeholder}
      value={text}
      onChange={(next) => {
        setTyped(next);
        props.onChange(readJson(next));
      }}
    />
  );
}

const unsetKey = "not set";

function ChoiceControl(props: FieldControlProps<Choice>): ReactNode {
  const { field, value, onChange, isLabelHidden } = props;
  const { options, unset } = field;
  const current = typeof value === "string" && value !== "" ? value : undefined;
  const isKnown = current === undefined || options.some((option) => option.value === current);
  return (
    <Select
      {...commonOf(props)}
      isLabelHidden={isLabelHidden}
      value={current === undefined ? unset && unsetKey : `is ${current}`}
      options={[
        ...(unset === undefined ? [] : [{ value: unsetKey, label: unset }]),
        ...[...options, ...(isKnown ? [] : [{ value: current, label: current }])].map((option) => ({
          ...option,
          value: `is ${option.value}`,
        })),
      ]}
      onChange={(chosen) => onChange(chosen === unsetKey ? undefined : chosen.slice("is ".length))}
    />
  );
}
