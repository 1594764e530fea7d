import type { Exchange } from "@journey-kit/schemas/control";
import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useRequests } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { Button } from "../../components/button.tsx";
import { Select, TextField } from "../../components/field.tsx";
import { JsonEditor } from "../../components/json-editor/json-editor.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem, Skeleton } from "../../components/states.tsx";
import { Switch } from "../../components/switch.tsx";
import { useCommands } from "../../layout/commands.tsx";
import { type Attempt, type Draft, type Surroundings, sendRequest, toDraft, toRequest } from "./attempt.ts";
import { AttemptResult } from "./attempt-result.tsx";
import type { Operation, Parameter } from "./operations.ts";
import styles from "./try-it.module.css";
import { useSurroundings } from "./use-surroundings.ts";
import { useToken } from "./use-token.ts";

interface TryItProps {
  readonly world: string;
  readonly operation: Operation;
}

/** A request to an endpoint that you can change and send. */
export function TryIt({ world, operation }: TryItProps): ReactNode {
  const current = useSurroundings(world, operation.document);
  const surroundings = useRef(current); // the form keeps the ids that it opened with
  surroundings.current ??= current;
  const isStream = operation.responses.some(({ body }) => body?.type === "text/event-stream");
  if (isStream)
    return (
      <Panel title="Try it">
        <p>This endpoint streams without an end. The playground already reads the stream of all worlds.</p>
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

/** A response, with its entry in the journal if the service has one. */
interface Answer {
  readonly attempt: Attempt;
  readonly exchange?: Exchange;
}

interface RequestFormProps extends TryItProps {
  readonly surroundings: Surroundings;
}

function RequestForm({ world, operation, surroundings }: RequestFormProps): ReactNode {
  const { target } = useTarget();
  const token = useToken(world);
  const requests = useRequests(world);
  const [draft, setDraft] = useState<Draft>(() => toDraft(operation, surroundings));
  const [hasToken, setHasToken] = useState(true);
  const send = useMutation({
    mutationFn: async (): Promise<Answer> => {
      const bearer = operation.needsToken && hasToken ? await token.read() : undefined;
      const after = `${requests.data?.next ?? 0}`;
      const attempt = await sendRequest(target.fetch, toRequest(target.baseUrl, operation, draft, bearer));
      if (attempt.status === 401) token.drop();
      if (operation.document === "control") return { attempt };
      const later = await target.control.world(world).requests.list({ after });
      const exchange = later.requests.find(({ requestId }) => requestId === attempt.requestId);
      return { attempt, ...(exchange && { exchange }) };
    },
  });
  useCommands([
    { id: "reference-send", label: "Send the request", group: "API reference", key: "S", run: () => send.mutate() },
  ]);
  const bodySchema = useMemo(() => operation.body?.schema, [operation]);
  return (
    <div className={styles.form}>
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
          schema={bodySchema}
          height={240}
          onChange={(body) => setDraft((known) => ({ ...known, body }))}
        />
      )}
      <div className={styles.actions}>
        <Button variant="primary" icon={Play} shortcut="S" isDisabled={send.isPending} onPress={() => send.mutate()}>
          Send
        </Button>
        {operation.needsToken && (
          <Switch isOn={hasToken} onChange={setHasToken}>
            With a token of {world}
          </Switch>
        )}
      </div>
      {send.error !== null && <Problem error={send.error} />}
      {send.data !== undefined && <AttemptResult world={world} {...send.data} />}
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
