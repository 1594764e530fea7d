import type { ReactNode } from "react";
import type { Problems } from "../../drafts/form-fields.ts";
import { Select } from "../../ui/field.tsx";
import rowStyles from "../../ui/field-rows.module.css";
import { Prose } from "../../ui/prose.tsx";
import { actions, findAction, type Parameter } from "./fault-actions.ts";
import type { Texts } from "./fault-form.ts";
import { ParameterField } from "./parameter-field.tsx";

interface ActionFieldsProps {
  readonly action: string;
  readonly texts: Texts;
  readonly problems: Problems;
  readonly onChange: (change: { readonly action?: string; readonly parameters: Texts }) => void;
}

/** What a fault does, with the parameters of its action. */
export function ActionFields({ action, texts, problems, onChange }: ActionFieldsProps): ReactNode {
  const chosen = findAction(action);
  return (
    <>
      <Select
        label="Action"
        value={action}
        problem={problems.get("")}
        options={actions.map(({ type, label, description }) => ({ value: type, label, hint: description }))}
        onChange={(type) => onChange({ action: type, parameters: suggest(findAction(type)?.parameters ?? []) })}
      />
      <p className={rowStyles.hint}>
        <Prose text={chosen?.description ?? ""} />
      </p>
      {chosen?.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={texts[parameter.name] ?? ""}
          problem={problems.get(parameter.name)}
          onChange={(value) => onChange({ parameters: { ...texts, [parameter.name]: value } })}
        />
      ))}
    </>
  );
}

const suggest = (parameters: readonly Parameter[]): Texts =>
  Object.fromEntries(parameters.map(({ name, suggestion }) => [name, suggestion]));
