import { type EndpointName, endpointOf } from "@journey-kit/schemas/endpoints";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Problems } from "../../drafts/form-fields.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import rowStyles from "../../ui/field-rows.module.css";
import { Menu } from "../../ui/menu.tsx";
import { conditions, type Parameter } from "./fault-actions.ts";
import type { Texts } from "./fault-form.ts";
import { ParameterField } from "./parameter-field.tsx";

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
  const choices = conditions.find(({ name }) => name === "endpoint")?.choices ?? [];
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
          ...choices.map((value) => ({ value, label: value, hint: endpointOf(value as EndpointName).summary })), // the schema lists the endpoints
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
            aria-label={`Remove the condition: ${parameter.label}`}
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
          .map(({ name, label }) => ({
            id: name,
            label,
            onSelect: () => {
              setAdded(new Set([...added, name]));
              if (name === "nth") onChange({ ...texts, nth: "1" });
            },
          }))}
      />
    </>
  );
}
