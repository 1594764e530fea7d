import { Play } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { CredentialsError, useService } from "../../api/service.ts";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { CredentialFields, noCredentials, toCredentials } from "../../ui/credential-fields.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { JsonEditor } from "../../ui/json-editor/json-editor.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Problem, Skeleton } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type Draft, type Surroundings, toDraft } from "./attempt.ts";
import { AttemptResult } from "./attempt-result.tsx";
import type { Operation, Parameter } from "./operations.ts";
import { useAttempt } from "./use-attempt.ts";
import { useSurroundings } from "./use-surroundings.ts";

interface TryItProps {
  readonly world: string;
  readonly operation: Operation;
}

/** A request to an endpoint that you can change and send. */
export function TryIt({ world, operation }: TryItProps): ReactNode {
  const current = useSurroundings(world, operation.document);
  const surroundings = useRef(current); // the form keeps the ids that it had when it opened
  surroundings.current ??= current;
  const isStream = operation.responses.some(({ body }) => body?.type === "text/event-stream");
  if (isStream)
    return (
      <Panel title="Try it">
        <p>This endpoint streams events and never ends. The playground already reads the stream of all worlds.</p>
      </Panel>
    );
  return (
    <Panel title="Try it" note={`as the client ${world}`}>
      {surroundings.current === undefined ? (
        <Skeleton height={320} />
      ) : (
        <RequestForm world={world} operation={operation} surroundings={surroundings.current} />
      )}
    </Panel>
  );
}

interface RequestFormProps extends TryItProps {
  readonly surroundings: Surroundings;
}

function RequestForm({ world, operation, surroundings }: RequestFormProps): ReactNode {
  const service = useService(world);
  const [draft, setDraft] = useState<Draft>(() => toDraft(operation, surroundings));
  const [hasToken, setHasToken] = useState(true);
  const [credentials, setCredentials] = useState(noCredentials);
  const attempt = useAttempt(world, operation);
  const isRefused = attempt.error instanceof CredentialsError;
  const send = () => {
    if (isRefused) service.setCredentials(toCredentials(credentials));
    attempt.mutate({ draft, hasToken });
  };
  useCommands([
    { id: "reference-send", label: "Send the request", group: "API reference", key: shortcuts.submit, run: send },
  ]);
  return (
    <div className="grid grid-cols-1 gap-3">
      {operation.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={draft.parameters[parameter.name] ?? ""}
          onChange={(value) => setDraft({ ...draft, parameters: { ...draft.parameters, [parameter.name]: value } })}
        />
      ))}
      {operation.body !== undefined && (
        <JsonEditor
          label="Body"
          value={draft.body}
          schema={operation.body.schema}
          height={240}
          onChange={(body) => setDraft((known) => ({ ...known, body }))}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" icon={Play} shortcut={shortcuts.submit} isDisabled={attempt.isPending} onPress={send}>
          Send
        </Button>
        {operation.needsToken && (
          <Switch isOn={hasToken} onChange={setHasToken}>
            With a token of {world}
          </Switch>
        )}
      </div>
      {attempt.error !== null && <Problem error={attempt.error} />}
      {isRefused && <CredentialFields values={credentials} onChange={setCredentials} />}
      {attempt.data !== undefined && <AttemptResult world={world} {...attempt.data} />}
    </div>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const notSet = "not set";

function ParameterField({ parameter, value, onChange }: ParameterFieldProps): ReactNode {
  const { name, in: place, schema = {} } = parameter;
  const hint = schema.description ?? parameter.description;
  if (schema.enum === undefined)
    return <TextField label={name} hint={hint} isRequired={place === "path"} value={value} onChange={onChange} />;
  return (
    <Select
      label={name}
      hint={hint}
      value={value === "" ? notSet : value}
      options={[notSet, ...schema.enum.map(String)].map((one) => ({ value: one, label: one }))}
      onChange={(chosen) => onChange(chosen === notSet ? "" : chosen)}
    />
  );
}
