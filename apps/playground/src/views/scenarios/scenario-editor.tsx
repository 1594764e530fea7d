import type { Scenario, ScenarioList } from "@journey-kit/schemas/control";
import { Crosshair, Download, Save } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { useWorldChange } from "../../api/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { downloadFile } from "../../components/download.ts";
import { DraftPanel } from "../../components/draft-panel/draft-panel.tsx";
import { TextField } from "../../components/field.tsx";
import { useNotify } from "../../components/notices.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty } from "../../components/states.tsx";
import type { Draft } from "../../drafts.ts";
import { type Problems, toFileText, toProblems } from "../../form-fields.ts";
import { useCommands } from "../../layout/commands.tsx";
import { paths } from "../../layout/paths.ts";
import { scenarioFormat } from "./scenario-draft.ts";
import styles from "./scenario-editor.module.css";
import { ScenarioFields } from "./scenario-fields.tsx";
import type { ScenarioForm } from "./scenario-form.ts";

interface ScenarioEditorProps {
  readonly world: string;
  readonly list: ScenarioList;
  /** Name of the scenario of the world to edit; undefined for a new one. */
  readonly name: string | undefined;
  /** What was changed; undefined if nothing was. */
  readonly draft: Draft<ScenarioForm> | undefined;
  readonly onChange: (draft: Draft<ScenarioForm> | undefined) => void;
}

interface Saving {
  readonly changed: Scenario;
  readonly isArmed: boolean;
}

/** Edits one scenario, saves it to the world or to a file, and arms it. */
export function ScenarioEditor({ world, list, name, draft, onChange }: ScenarioEditorProps): ReactNode {
  const saved = list.scenarios.find((one) => one.name === name);
  const opened = useMemo(() => saved && scenarioFormat.open(saved), [saved]);
  const shown = draft ?? opened;
  if (shown === undefined)
    return (
      <Panel>
        <Empty title={`This world has no scenario “${name}”.`}>Choose another one, or create a scenario.</Empty>
      </Panel>
    );
  const shared = { world, list, saved, onChange };
  return <ScenarioDraft {...shared} draft={shown} isChanged={draft !== undefined} />;
}

interface ScenarioDraftProps extends Omit<ScenarioEditorProps, "name"> {
  readonly saved: Scenario | undefined;
  readonly draft: Draft<ScenarioForm>;
  readonly isChanged: boolean;
}

function ScenarioDraft({ world, list, saved, draft, isChanged, onChange }: ScenarioDraftProps): ReactNode {
  const [times, setTimes] = useState("1");
  const [, navigate] = useLocation();
  const notify = useNotify();
  const { value: scenario } = scenarioFormat.read(draft);
  const name = scenario?.name ?? saved?.name ?? "New scenario";

  const put = useWorldChange(world, async (of, { changed, isArmed }: Saving) => {
    await of.scenarios.put(changed);
    if (isArmed) await of.scenarios.arm({ scenario: changed.name, times: Number(times) });
  });
  const arm = useWorldChange(world, (of) => of.scenarios.arm({ scenario: name, times: Number(times) }));
  const refused = useMemo<Problems>(() => (put.error === null ? new Map() : toProblems(put.error)), [put.error]);
  const save = (isArmed: boolean) => {
    if (scenario === undefined) return notify("The scenario has problems. Fix the marked fields first.");
    const onSuccess = () => {
      notify(isArmed ? `Saved and armed ${scenario.name}.` : `Saved ${scenario.name}.`);
      onChange(undefined);
      navigate(paths.scenario(world, scenario.name));
    };
    put.mutate({ changed: scenario, isArmed }, { onSuccess });
  };
  const saveAndArm = () => {
    if (isChanged) save(true);
    else arm.mutate(undefined, { onSuccess: () => notify(`Armed ${name}.`), onError: notify });
  };
  useCommands([
    { id: "save-scenario", label: `Save scenario ${name}`, group: "Scenarios", key: "S", run: () => save(false) },
    { id: "arm-scenario", label: `Arm scenario ${name}`, group: "Scenarios", run: saveAndArm },
  ]);
  const replaces = isChanged && name !== saved?.name && list.scenarios.some((one) => one.name === name);
  const isCount = Number.isSafeInteger(Number(times)) && Number(times) > 0;

  return (
    <DraftPanel
      title={name}
      note={
        <span className={styles.marks}>
          {saved !== undefined && !list.own.includes(name) && <Badge>built in</Badge>}
          {isChanged && <Badge tone="fair">not saved</Badge>}
          {replaces && <span className={styles.warning}>Saving replaces the scenario of this name.</span>}
        </span>
      }
      format={scenarioFormat}
      draft={draft}
      error={put.error}
      onChange={onChange}
      actions={
        <>
          <Button icon={Save} shortcut="S" isDisabled={!isChanged || put.isPending} onPress={() => save(false)}>
            Save
          </Button>
          <Button
            icon={Download}
            isDisabled={scenario === undefined}
            onPress={() => scenario && downloadFile(`${scenario.name}.json`, toFileText(scenario), "application/json")}
          >
            Save as a file
          </Button>
          {isChanged && (
            <Button
              variant="quiet"
              onPress={() => {
                onChange(undefined);
                put.reset();
              }}
            >
              Discard
            </Button>
          )}
          <div className={styles.arm}>
            <TextField label="Instances" isLabelHidden type="number" value={times} onChange={setTimes} />
            <Button
              variant="primary"
              icon={Crosshair}
              isDisabled={!isCount || put.isPending || arm.isPending}
              onPress={saveAndArm}
            >
              {isChanged ? "Save and arm" : times === "1" ? "Arm for the next instance" : `Arm for ${times} instances`}
            </Button>
          </div>
        </>
      }
    >
      {(form, problems) => (
        <ScenarioFields
          form={form}
          problems={problems}
          refused={refused}
          onChange={(next) => onChange({ mode: "form", form: next })}
        />
      )}
    </DraftPanel>
  );
}
