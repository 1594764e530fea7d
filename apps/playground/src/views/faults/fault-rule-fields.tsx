import { type RouteName, routes } from "@journey-kit/schemas/routes";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/field.tsx";
import rowStyles from "../../components/field-rows.module.css";
import { Menu } from "../../components/menu.tsx";
import { TextArea } from "../../components/text-area.tsx";
import type { Problems } from "../../form-fields.ts";
import { actions, conditions, findAction, type Parameter } from "./fault-actions.ts";
import type { Texts } from "./fault-form.ts";

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
  delay: "Delay, in ms",
  lose: "Lose",
  truncate: "Characters",
  malform: "Malform",
  contentType: "Content type",
  slow: "Duration, in ms",
  reset: "Reset",
  token: "Token",
  clockSkew: "Expires early by, in ms",
};

const actionLabels: Readonly<Record<string, string>> = {
  status: "Respond with an error",
  delay: "Delay the response",
  lose: "Lose the request or the response",
  truncate: "Truncate the body",
  malform: "Send malformed JSON",
  contentType: "Change the content type",
  slow: "Send the body slowly",
  reset: "Reset the connection",
  token: "Expire or revoke the token",
  clockSkew: "Expire the token early",
};

/** Values of an action that has just been chosen. */
const suggested: Readonly<Record<string, Texts>> = {
  status: { status: "503" },
  delay: { delay: "3000" },
  lose: { lose: "answer" },
  truncate: { truncate: "20" },
  contentType: { contentType: "text/html" },
  slow: { slow: "3000" },
  token: { token: "expired" },
  clockSkew: { clockSkew: "30000" },
};

const choiceLabels: Readonly<Record<string, string>> = { answer: "the response", request: "the request" };

interface FaultConditionFieldsProps {
  readonly texts: Texts;
  readonly problems: Problems;
  readonly onChange: (texts: Texts) => void;
}

const every = "every endpoint";

/** The requests that a fault applies to. Only the endpoint and the conditions that are set are shown. */
export function FaultConditionFields({ texts, problems, onChange }: FaultConditionFieldsProps): ReactNode {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const extras = conditions.filter(({ name }) => name !== "endpoint");
  const isShown = ({ name }: Parameter) => (texts[name] ?? "") !== "" || added.has(name);
  const endpoints = conditions.find(({ name }) => name === "endpoint")?.choices ?? [];
  const remove = (name: string) => {
    setAdded(new Set([...added].filter((one) => one !== name)));
    onChange({ ...texts, [name]: "" });
  };
  return (
    <>
      <Select
        label="Endpoint"
        value={texts.endpoint || every}
        options={[
          { value: every, label: every },
          ...endpoints.map((value) => ({ value, label: value, hint: routes[value as RouteName].summary })), // the schema lists the routes
        ]}
        onChange={(endpoint) => onChange({ ...texts, endpoint: endpoint === every ? "" : endpoint })}
      />
      {extras.filter(isShown).map((parameter) => (
        <div key={parameter.name} className={rowStyles.row}>
          <ParameterField
            parameter={parameter}
            value={texts[parameter.name] ?? ""}
            problem={problems.get(parameter.name)}
            onChange={(value) => onChange({ ...texts, [parameter.name]: value })}
          />
          <Button
            variant="quiet"
            icon={X}
            aria-label={`Remove the condition: ${labels[parameter.name] ?? parameter.name}`}
            onPress={() => remove(parameter.name)}
          />
        </div>
      ))}
      <Menu
        label="Conditions"
        trigger={
          <Button variant="quiet" icon={Plus}>
            Add a condition
          </Button>
        }
        entries={extras
          .filter((parameter) => !isShown(parameter))
          .map(({ name }) => ({
            id: name,
            label: labels[name] ?? name,
            onSelect: () => {
              setAdded(new Set([...added, name]));
              if (name === "nth") onChange({ ...texts, nth: "1" });
            },
          }))}
      />
    </>
  );
}

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
        options={actions.map(({ name, description }) => ({
          value: name,
          label: actionLabels[name] ?? name,
          ...(description !== undefined && { hint: description }),
        }))}
        onChange={(name) => onChange({ action: name, parameters: suggested[name] ?? {} })}
      />
      <p className={rowStyles.hint}>{chosen?.description}</p>
      {chosen?.parameters
        .filter(({ kind }) => kind !== "flag")
        .map((parameter) => (
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

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function ParameterField({ parameter, value, problem, onChange }: ParameterFieldProps): ReactNode {
  const { name, kind, description, choices } = parameter;
  const common = {
    label: labels[name] ?? name,
    problem,
    onChange,
    ...(description !== undefined && { hint: description }),
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
