import type { ReactNode } from "react";
import { Select, TextField } from "../../ui/field.tsx";
import rowStyles from "../../ui/field-rows.module.css";
import { Prose } from "../../ui/prose.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import type { Parameter } from "./fault-actions.ts";

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A field for a condition or for a parameter of an action. */
export function ParameterField({ parameter, value, problem, onChange }: ParameterFieldProps): ReactNode {
  const { kind, label, description, choices } = parameter;
  if (kind === "flag")
    return (
      <>
        <Switch isOn={value === "true"} onChange={(isOn) => onChange(isOn ? "true" : "")}>
          {label}
        </Switch>
        <p className={rowStyles.hint}>
          <Prose text={description ?? ""} />
        </p>
      </>
    );
  const common = {
    label,
    problem,
    onChange,
    ...(description !== undefined && { hint: <Prose text={description} /> }),
  };
  if (kind === "choice")
    return (
      <Select
        {...common}
        value={value === "" ? undefined : value}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
      />
    );
  if (kind === "body")
    return <TextArea {...common} rows={2} value={value} placeholder="the body of an error with this status" />;
  return <TextField {...common} value={value} type={kind === "text" ? "text" : "number"} />;
}
