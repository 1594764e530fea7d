import type { FaultCondition } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Select, TextField } from "../../components/field.tsx";
import rowStyles from "../../components/field-rows.module.css";
import { Prose } from "../../components/prose.tsx";
import { Switch } from "../../components/switch.tsx";
import { TextArea } from "../../components/text-area.tsx";
import type { ActionParameterName, Parameter } from "./fault-actions.ts";

const labels: Readonly<Record<string, string>> = {
  endpoint: "Endpoint",
  instance: "Instance id",
  ordinal: "Number of the instance",
  nth: "Only the n-th request",
  every: "Every n-th request",
  probability: "Share of requests, 0 to 1",
  status: "Status",
  body: "Body, as text or JSON",
  retryAfter: "Retry-After, in s",
  retryAfterDate: "Retry-After as a date",
  delay: "Delay, in ms",
  lose: "Lose",
  truncate: "Characters",
  malform: "Malform",
  contentType: "Content type",
  slow: "Duration, in ms",
  reset: "Reset",
  token: "Token",
  clockSkew: "Expires early by, in ms",
  expiresIn: "Lifetime, in s",
} satisfies Record<keyof FaultCondition | ActionParameterName, string>;

/** The label of a condition or a parameter. */
export const labelOf = ({ name }: Pick<Parameter, "name">): string => labels[name] ?? name;

const choiceLabels: Readonly<Record<string, string>> = { answer: "the response", request: "the request" };

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A field for a condition or for a parameter of an action. */
export function ParameterField({ parameter, value, problem, onChange }: ParameterFieldProps): ReactNode {
  const { kind, description, choices } = parameter;
  if (kind === "flag")
    return (
      <>
        <Switch isOn={value === "true"} onChange={(isOn) => onChange(isOn ? "true" : "")}>
          {labelOf(parameter)}
        </Switch>
        <p className={rowStyles.hint}>
          <Prose text={description ?? ""} />
        </p>
      </>
    );
  const common = {
    label: labelOf(parameter),
    problem,
    onChange,
    ...(description !== undefined && { hint: <Prose text={description} /> }),
  };
  if (kind === "choice")
    return (
      <Select
        {...common}
        value={value === "" ? undefined : value}
        options={choices.map((choice) => ({ value: choice, label: choiceLabels[choice] ?? choice }))}
      />
    );
  if (kind === "body")
    return <TextArea {...common} rows={2} value={value} placeholder="the body of an error with this status" />;
  return <TextField {...common} value={value} type={kind === "text" ? "text" : "number"} />;
}
