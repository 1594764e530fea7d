import type { JourneyVersion } from "@journey-kit/schemas";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createKey, type Problems } from "../../drafts/form-fields.ts";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import styles from "../../ui/field-rows.module.css";
import { Menu } from "../../ui/menu.tsx";
import type { ModuleChoice } from "./module-choices.ts";
import { anyCondition, type ConditionForm } from "./scenario-form.ts";
import { SubjectRow } from "./subject-row.tsx";

interface ConditionFieldsProps {
  readonly form: ConditionForm;
  readonly modules: readonly ModuleChoice[];
  readonly journeys: readonly JourneyVersion[];
  /** Problems by their path in the condition. */
  readonly problems: Problems;
  readonly onChange: (form: ConditionForm) => void;
}

/** An optional condition of a rule, which is shown only if it is set. */
type Extra = Exclude<keyof ConditionForm, "module" | "subject">;

const extras: readonly (readonly [Extra, string])[] = [
  ["attempt", "Attempt"],
  ["journey", "Journey"],
  ["apiVersion", "API version"],
  ["variant", "Variant"],
  ["ordinal", "Number of the instance"],
  ["instance", "Instance id"],
];

const every = "every module";

/** The conditions of a rule. Only the module and the conditions that are set are shown. */
export function ConditionFields({ form, modules, journeys, problems, onChange }: ConditionFieldsProps): ReactNode {
  const [added, setAdded] = useState<ReadonlySet<Extra>>(new Set());
  const set = (change: Partial<ConditionForm>) => onChange({ ...form, ...change });
  const shown = extras.filter(([key]) => form[key] !== "" || added.has(key));
  const missing = extras.filter((extra) => !shown.includes(extra));
  const names = [...new Set([...modules.map(({ name }) => name), ...(form.module === "" ? [] : [form.module])])];
  const remove = (key: Extra) => {
    setAdded(new Set([...added].filter((one) => one !== key)));
    set({ [key]: anyCondition[key] });
  };
  const choices: Partial<Record<Extra, readonly string[]>> = {
    journey: [...new Set(journeys.map(({ id }) => id))],
    apiVersion: ["v1", "v2"],
    variant: modules
      .filter(({ name }) => form.module === "" || name === form.module)
      .flatMap(({ variants }) => variants),
  };
  return (
    <>
      <Select
        label="Module"
        value={form.module === "" ? every : form.module}
        options={[every, ...names].map((name) => ({ value: name, label: name }))}
        onChange={(module) => set({ module: module === every ? "" : module, variant: "" })}
      />
      {shown.map(([key, label]) => (
        <div key={key} className={styles.row}>
          <ExtraField
            label={label}
            value={form[key]}
            choices={choices[key]}
            isNumber={key === "attempt" || key === "ordinal"}
            problem={problems.get(`${key}`)}
            onChange={(value) => set({ [key]: value })}
          />
          <Button variant="quiet" icon={X} aria-label={`Remove the condition: ${label}`} onPress={() => remove(key)} />
        </div>
      ))}
      {form.subject.map((row, i) => (
        <SubjectRow
          key={row.key}
          row={row}
          problem={problems.get(`subject[${i}].path`) ?? problems.get(`subject[${i}].in`)}
          onChange={(next) => set({ subject: form.subject.with(i, next) })}
          onRemove={() => set({ subject: form.subject.toSpliced(i, 1) })}
        />
      ))}
      <Menu
        label="Conditions"
        trigger={
          <Button variant="quiet" icon={Plus}>
            Add a condition
          </Button>
        }
        entries={[
          ...missing.map(([key, label]) => ({
            id: key,
            label,
            onSelect: () => setAdded(new Set([...added, key])),
          })),
          {
            id: "subject",
            label: "Data of the person",
            onSelect: () =>
              set({
                subject: [...form.subject, { key: createKey(), path: "identity.lastNames", test: "equals", value: "" }],
              }),
          },
        ]}
      />
    </>
  );
}

interface ExtraFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly string[] | undefined;
  readonly isNumber: boolean;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function ExtraField({ label, value, choices, isNumber, problem, onChange }: ExtraFieldProps): ReactNode {
  if (choices === undefined)
    return (
      <TextField
        label={label}
        value={value}
        type={isNumber ? "number" : "text"}
        problem={problem}
        autoFocus={value === ""}
        onChange={onChange}
      />
    );
  const known = value === "" || choices.includes(value) ? choices : [...choices, value];
  return (
    <Select
      label={label}
      value={value === "" ? undefined : value}
      options={known.map((one) => ({ value: one, label: one }))}
      onChange={onChange}
    />
  );
}
