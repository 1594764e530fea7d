import type { Retry } from "@journey-kit/schemas/control";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Problems } from "../../drafts/form-fields.ts";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import styles from "../../ui/field-rows.module.css";
import { Menu } from "../../ui/menu.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import type { ModuleChoice } from "./module-choices.ts";
import { fromResultValue, toResultOptions, toResultValue } from "./result-options.ts";
import { type ConsequenceForm, usualConsequence } from "./scenario-form.ts";

interface ConsequenceFieldsProps {
  readonly form: ConsequenceForm;
  readonly modules: readonly ModuleChoice[];
  /** The module to which the rule applies; empty for every module. */
  readonly module: string;
  /** Problems by their path in the consequence. */
  readonly problems: Problems;
  readonly onChange: (form: ConsequenceForm) => void;
}

/** An optional part of a consequence, which is shown only if it is set. */
type Extra = "latencyMax" | "advice" | "retry";

const extras: readonly (readonly [Extra, string])[] = [
  ["latencyMax", "Random duration"],
  ["advice", "Advice"],
  ["retry", "Retry"],
];

const retries: readonly { readonly value: Retry; readonly label: string; readonly hint: string }[] = [
  { value: "never", label: "never", hint: "The module runs once" },
  { value: "automatic", label: "automatic", hint: "The module runs again after a negative outcome" },
  { value: "recollect", label: "recollect", hint: "The user provides the data again, then the module runs again" },
];

const classifications = ["positive", "neutral", "negative"] as const;

/** What a rule does to a module run. */
export function ConsequenceFields({ form, modules, module, problems, onChange }: ConsequenceFieldsProps): ReactNode {
  const [added, setAdded] = useState<ReadonlySet<Extra>>(new Set());
  const set = (change: Partial<ConsequenceForm>) => onChange({ ...form, ...change });
  const isShown = (key: Extra) => form[key] !== "" || added.has(key);
  const missing = extras.filter(([key]) => !isShown(key));
  const remove = (key: Extra) => {
    setAdded(new Set([...added].filter((one) => one !== key)));
    set({ [key]: usualConsequence[key] });
  };
  return (
    <>
      <Select
        label="Result"
        value={toResultValue(form)}
        options={[
          ...toResultOptions(modules, module, form),
          { value: "custom", label: "a custom outcome", hint: "With a name of your own" },
        ]}
        onChange={(value) => set(fromResultValue(value))}
      />
      {form.result === "custom" && <CustomOutcome form={form} problems={problems} set={set} />}
      <div className={styles.row}>
        <div className={styles.pair}>
          <TextField
            label={isShown("latencyMax") ? "Duration from, in ms" : "Duration in ms"}
            type="number"
            placeholder="as usual"
            value={form.latency}
            onChange={(latency) => set({ latency })}
            problem={problems.get("latency")}
          />
          {isShown("latencyMax") && (
            <TextField
              label="to"
              type="number"
              value={form.latencyMax}
              onChange={(latencyMax) => set({ latencyMax })}
              problem={problems.get("latency.max")}
            />
          )}
        </div>
        {isShown("latencyMax") && (
          <Button
            variant="quiet"
            icon={X}
            aria-label="Remove the random duration"
            onPress={() => remove("latencyMax")}
          />
        )}
      </div>
      {isShown("retry") && (
        <div className={styles.row}>
          <Select
            label="Retry after a negative outcome"
            value={form.retry === "" ? undefined : form.retry}
            options={retries}
            onChange={(retry) => set({ retry })}
          />
          <Button variant="quiet" icon={X} aria-label="Remove the retry" onPress={() => remove("retry")} />
        </div>
      )}
      {isShown("advice") && (
        <div className={styles.row}>
          <TextArea
            label="Members of the advice, as JSON"
            placeholder='{"score": 1}'
            value={form.advice}
            onChange={(advice) => set({ advice })}
            problem={problems.get("advice")}
          />
          <Button variant="quiet" icon={X} aria-label="Remove the advice" onPress={() => remove("advice")} />
        </div>
      )}
      {missing.length > 0 && (
        <Menu
          label="Effects"
          trigger={
            <Button variant="quiet" icon={Plus}>
              Add an effect
            </Button>
          }
          entries={missing.map(([key, label]) => ({
            id: key,
            label,
            onSelect: () => setAdded(new Set([...added, key])),
          }))}
        />
      )}
    </>
  );
}

interface CustomOutcomeProps {
  readonly form: ConsequenceForm;
  readonly problems: Problems;
  readonly set: (change: Partial<ConsequenceForm>) => void;
}

function CustomOutcome({ form, problems, set }: CustomOutcomeProps): ReactNode {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Name of the outcome"
          value={form.outcome}
          onChange={(outcome) => set({ outcome })}
          problem={problems.get("outcome")}
        />
        <Select
          label="Classification"
          value={form.classification}
          options={classifications.map((value) => ({ value, label: value }))}
          onChange={(classification) => set({ classification })}
        />
      </div>
      <TextArea
        label="Advice of the outcome, as JSON"
        rows={2}
        value={form.customAdvice}
        onChange={(customAdvice) => set({ customAdvice })}
        problem={problems.get("outcome.advice")}
      />
    </>
  );
}
