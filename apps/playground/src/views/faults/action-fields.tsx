import type { ReactNode } from "react";
import { Select } from "../../components/field.tsx";
import rowStyles from "../../components/field-rows.module.css";
import { Prose } from "../../components/prose.tsx";
import type { Problems } from "../../drafts/form-fields.ts";
import { type ActionName, actions, findAction } from "./fault-actions.ts";
import type { Texts } from "./fault-form.ts";
import { ParameterField } from "./parameter-field.tsx";

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
  expiresIn: "Issue a short-lived token",
} satisfies Record<ActionName, string>;

/** Initial values of an action that the user has just chosen. */
const suggested: Readonly<Record<string, Texts>> = {
  status: { status: "503" },
  delay: { delay: "3000" },
  lose: { lose: "answer" },
  truncate: { truncate: "20" },
  malform: {},
  contentType: { contentType: "text/html" },
  slow: { slow: "3000" },
  reset: {},
  token: { token: "expired" },
  clockSkew: { clockSkew: "30000" },
  expiresIn: { expiresIn: "5" },
} satisfies Record<ActionName, Texts>;

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
      <p className={rowStyles.hint}>
        <Prose text={chosen?.description ?? ""} />
      </p>
      {chosen?.parameters
        .filter(({ kind, isRequired }) => kind !== "flag" || !isRequired)
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
