import { isBlank, isRecord, memberOf } from "@journey-kit/schemas/calls";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Select, TextField } from "../../../ui/field.tsx";
import { Switch } from "../../../ui/switch.tsx";
import type { Field, Group, List, Scalar } from "../form/fields.ts";
import { ImageField } from "./image-field.tsx";
import styles from "./inputs.module.css";
import { MoreFields } from "./more-fields.tsx";

/** A value, and the function to call when the user changes it. */
interface InputProps {
  readonly value: unknown;
  /** `undefined` removes the value. */
  readonly onChange: (value: unknown) => void;
}

/** What a control needs to know about the values around it. */
export interface FieldContext {
  /** What is wrong with the value at a path below the element, if anything. */
  readonly problemAt: (path: readonly (string | number)[], field: Field) => string | undefined;
  /** The sample image for a member. */
  readonly imageFor: (name: string) => string;
  /** Whether a member is shown before the user presses "more". */
  readonly isMain: (field: Field) => boolean;
}

interface FieldInputProps extends InputProps {
  readonly field: Field;
  /** Names and indexes from the element to the value. */
  readonly path: readonly (string | number)[];
  readonly context: FieldContext;
  /** Hides the label, except from screen readers, because a heading around the control repeats the label. */
  readonly isLabelHidden?: boolean;
}

/** The control for a field: text, date, choice, image, list or group. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { field, value, onChange, path, context, isLabelHidden } = props;
  const problem = context.problemAt(path, field);
  switch (field.kind) {
    case "group":
      return <GroupInput {...props} field={field} />;
    case "list":
      return <ListInput {...props} field={field} />;
    case "image":
      return (
        <ImageField
          field={field}
          value={value}
          onChange={onChange}
          sample={context.imageFor(field.name)}
          problem={problem}
        />
      );
    case "flag":
      return (
        <Switch isOn={value === true} onChange={onChange}>
          {field.label}
        </Switch>
      );
    case "choice":
      return (
        <Select
          label={field.label}
          isLabelHidden={isLabelHidden}
          hint={field.hint}
          isRequired={field.isRequired}
          problem={problem}
          value={typeof value === "string" ? value : undefined}
          options={field.options.map((option) => ({ value: option, label: option }))}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextField
          label={field.label}
          isLabelHidden={isLabelHidden}
          hint={field.kind === "country" ? "Two or three letters, such as GB or GBR." : field.hint?.replaceAll("`", "")}
          isRequired={field.isRequired}
          problem={problem}
          type={field.kind === "date" || field.kind === "number" ? field.kind : "text"}
          value={isBlank(value) ? "" : String(value)}
          onChange={(text) => onChange(read(field, text))}
        />
      );
  }
}

function read({ kind }: Scalar, text: string): unknown {
  if (text === "") return undefined;
  if (kind === "number") return Number(text);
  return kind === "country" ? text.toUpperCase() : text;
}

function GroupInput({ field, value, onChange, path, context }: FieldInputProps & { readonly field: Group }): ReactNode {
  const change = (name: string, member: unknown) => {
    const others = isRecord(value) ? Object.entries(value).filter(([known]) => known !== name) : [];
    const members = Object.fromEntries([...others, ...(member === undefined ? [] : [[name, member]])]);
    onChange(Object.keys(members).length === 0 ? undefined : members);
  };
  const show = (member: Field) => (
    <div key={member.name} className={styles.member} data-wide={isWide(member)}>
      <FieldInput
        field={member}
        value={memberOf(value, member.name)}
        onChange={(changed) => change(member.name, changed)}
        path={[...path, member.name]}
        context={context}
      />
    </div>
  );
  // Decided once: a control that moves while the user types would lose the focus.
  const [filled] = useState(() => field.fields.filter(({ name }) => !isBlank(memberOf(value, name))));
  const isShown = (member: Field) => context.isMain(member) || filled.some(({ name }) => name === member.name);
  const main = field.fields.filter(isShown);
  const more = field.fields.filter((member) => !isShown(member));
  const controls = (
    <>
      <div className={styles.group}>{(main.length === 0 ? more : main).map(show)}</div>
      {main.length > 0 && more.length > 0 && (
        <MoreFields count={more.length}>
          <div className={styles.group}>{more.map(show)}</div>
        </MoreFields>
      )}
    </>
  );
  if (path.length === 0 || typeof path.at(-1) === "number") return controls;
  return (
    <fieldset className={styles.fieldset}>
      <legend>{field.label}</legend>
      {controls}
    </fieldset>
  );
}

const isWide = (field: Field): boolean =>
  field.kind === "group" || field.kind === "image" || (field.kind === "list" && field.entry.kind === "group");

function ListInput({ field, value, onChange, path, context }: FieldInputProps & { readonly field: List }): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const present: readonly unknown[] = Array.isArray(value) ? value : [];
  const entries = isAdding || present.length === 0 ? [...present, undefined] : present;
  const set = (list: readonly unknown[]) => {
    const filled = list.filter((entry) => entry !== undefined);
    if (filled.length !== present.length) setAdding(false);
    onChange(filled.length === 0 ? undefined : filled);
  };
  const problem = context.problemAt(path, field);
  const isPlain = field.entry.kind !== "group";
  const one = field.entry.label;
  return (
    <fieldset className={styles.list} data-plain={isPlain}>
      <legend>
        {field.label} {field.isRequired && <span className={styles.required}>required</span>}
      </legend>
      {entries.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no other identity.
        <div key={i} className={styles.entry}>
          <FieldInput
            field={{ ...field.entry, label: entries.length > 1 ? `${one} ${i + 1}` : one }}
            value={entry}
            onChange={(changed) => set(entries.with(i, changed))}
            path={[...path, i]}
            context={context}
            isLabelHidden={isPlain}
          />
          {entries.length > 1 && (
            <Button
              variant="quiet"
              icon={X}
              aria-label={`Remove ${one} ${i + 1}`}
              onPress={() => set(entries.toSpliced(i, 1))}
            />
          )}
        </div>
      ))}
      <Button variant="quiet" icon={Plus} isDisabled={isBlank(entries.at(-1))} onPress={() => setAdding(true)}>
        Add another
      </Button>
      {problem !== undefined && <span className={styles.problem}>{problem}</span>}
    </fieldset>
  );
}
