import type { Scenario, ScenarioList } from "@journey-kit/schemas/control";
import { Crosshair, Download, Save } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { useWorldChange } from "../../api/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { downloadFile } from "../../components/download.ts";
import { TextField } from "../../components/field.tsx";
import { useNotify } from "../../components/notices.tsx";
import { Panel } from "../../components/panel.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { Problem } from "../../components/states.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { type Problems, toFileText, toProblems } from "../../form-fields.ts";
import { useCommands } from "../../layout/commands.tsx";
import { paths } from "../../layout/paths.ts";
import { type Draft, readDraft, switchMode, toDraft } from "./scenario-draft.ts";
import styles from "./scenario-editor.module.css";
import { ScenarioFields } from "./scenario-fields.tsx";

interface ScenarioEditorProps {
  readonly world: string;
  readonly list: ScenarioList;
  /** The scenario of the world to edit. */
  readonly saved?: Scenario;
  /** A scenario that the world does not have yet. */
  readonly initial?: Draft;
  readonly onSaved: () => void;
}

/** Edits one scenario, saves it to the world or to a file, and arms it. */
export function ScenarioEditor({ world, list, saved, initial, onSaved }: ScenarioEditorProps): ReactNode {
  const [edited, setEdited] = useState<Draft | undefined>(initial);
  const [refused, setRefused] = useState<Problems>(new Map());
  const [hint, setHint] = useState<string>();
  const [times, setTimes] = useState("1");
  const [, navigate] = useLocation();
  const notify = useNotify();
  const opened = useMemo(() => toDraft(saved ?? { name: "", rules: [] }), [saved]);
  const draft = edited ?? opened;
  const { scenario, problems } = readDraft(draft);
  const name = scenario?.name ?? saved?.name ?? "New scenario";
  const isChanged = edited !== undefined;

  const change = (next: Draft) => {
    setEdited(next);
    setHint(undefined);
  };
  const put = useWorldChange(world, (of, input: { readonly scenario: Scenario; readonly times?: number }) =>
    of.scenarios
      .put(input.scenario)
      .then((done) =>
        input.times === undefined ? done : of.scenarios.arm({ scenario: input.scenario.name, times: input.times }),
      ),
  );
  const arm = useWorldChange(world, (of, count: number) => of.scenarios.arm({ scenario: name, times: count }));
  const save = (count?: number) => {
    if (scenario === undefined) return setHint("Fix the marked fields first.");
    put.mutate(
      { scenario, ...(count !== undefined && { times: count }) },
      {
        onSuccess: () => {
          setEdited(undefined);
          setRefused(new Map());
          notify(count === undefined ? `Saved ${scenario.name}.` : `Saved and armed ${scenario.name}.`);
          onSaved();
          navigate(paths.scenario(world, scenario.name));
        },
        onError: (error) => setRefused(toProblems(error)),
      },
    );
  };
  const armNow = () => {
    const count = Number(times);
    if (isChanged) save(count);
    else arm.mutate(count, { onSuccess: () => notify(`Armed ${name}.`), onError: notify });
  };
  const choose = (mode: Draft["mode"]) => {
    if (mode === draft.mode) return;
    const next = switchMode(draft);
    if (next !== undefined) return change(next);
    setHint(
      scenario === undefined
        ? "Fix the problems first. Then you can switch."
        : "The form cannot show everything in this scenario, so edit it as JSON.",
    );
  };
  useCommands([
    { id: "save-scenario", label: `Save scenario ${name}`, group: "Scenarios", key: "S", run: () => save() },
    { id: "arm-scenario", label: `Arm scenario ${name}`, group: "Scenarios", run: armNow },
  ]);
  const isOwn = list.own.includes(name);
  const replaces = isChanged && name !== saved?.name && list.scenarios.some((one) => one.name === name);
  const isCount = Number.isSafeInteger(Number(times)) && Number(times) > 0;

  return (
    <Panel
      title={name}
      note={
        <span className={styles.marks}>
          {saved !== undefined && !isOwn && <Badge>built in</Badge>}
          {isChanged && <Badge tone="fair">not saved</Badge>}
        </span>
      }
      actions={
        <Segmented
          label="Edit as"
          value={draft.mode}
          onChange={choose}
          options={[
            { value: "form", label: "Form" },
            { value: "json", label: "JSON" },
          ]}
        />
      }
    >
      {hint !== undefined && (
        <p className={styles.hint} role="status" data-tone="fair">
          {hint}
        </p>
      )}
      {draft.mode === "form" ? (
        <ScenarioFields
          form={draft.form}
          problems={problems}
          refused={refused}
          onChange={(form) => change({ mode: "form", form })}
        />
      ) : (
        <TextArea
          label="Scenario as JSON"
          rows={24}
          value={draft.text}
          onChange={(text) => change({ mode: "json", text })}
        />
      )}
      {draft.mode === "json" && <ProblemList problems={new Map([...problems, ...refused])} />}
      {put.error !== null && <Problem error={put.error} />}
      {replaces && <p className={styles.note}>Saving replaces the scenario {name} of this world.</p>}
      <div className={styles.actions}>
        <Button icon={Save} shortcut="S" isDisabled={!isChanged || put.isPending} onPress={() => save()}>
          Save
        </Button>
        <Button
          icon={Download}
          isDisabled={scenario === undefined}
          onPress={() => scenario && downloadFile(`${scenario.name}.json`, toFileText(scenario), "application/json")}
        >
          Save as a file
        </Button>
        {isChanged && saved !== undefined && (
          <Button
            variant="quiet"
            onPress={() => {
              setEdited(undefined);
              setRefused(new Map());
              put.reset();
            }}
          >
            Discard the changes
          </Button>
        )}
        <div className={styles.arm}>
          <TextField label="Instances" isLabelHidden type="number" value={times} onChange={setTimes} />
          <Button
            variant="primary"
            icon={Crosshair}
            isDisabled={!isCount || put.isPending || arm.isPending}
            onPress={armNow}
          >
            {isChanged ? "Save and arm" : "Arm"}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

const ProblemList = ({ problems }: { readonly problems: Problems }) =>
  problems.size > 0 && (
    <ul className={styles.problems}>
      {[...problems].map(([path, problem]) => (
        <li key={path}>
          {path !== "" && <code>{path}</code>} {problem}
        </li>
      ))}
    </ul>
  );
