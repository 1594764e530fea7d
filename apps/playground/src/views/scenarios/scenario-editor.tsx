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
  /** The scenario of the world to edit. */
  readonly saved?: Scenario;
  /** A scenario that the world does not have yet. */
  readonly initial?: Draft<ScenarioForm>;
  readonly onSaved: () => void;
}

interface Saving {
  readonly changed: Scenario;
  readonly isArmed: boolean;
}

/** Edits one scenario, saves it to the world or to a file, and arms it. */
export function ScenarioEditor({ world, list, saved, initial, onSaved }: ScenarioEditorProps): ReactNode {
  const [edited, setEdited] = useState(initial);
  const [times, setTimes] = useState("1");
  const [, navigate] = useLocation();
  const notify = useNotify();
  const opened = useMemo(() => scenarioFormat.open(saved ?? { name: "", rules: [] }), [saved]);
  const draft = edited ?? opened;
  const { value: scenario } = scenarioFormat.read(draft);
  const name = scenario?.name ?? saved?.name ?? "New scenario";
  const isChanged = edited !== undefined;

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
      setEdited(undefined);
      onSaved();
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
      onChange={setEdited}
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
          {isChanged && saved !== undefined && (
            <Button
              variant="quiet"
              onPress={() => {
                setEdited(undefined);
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
          onChange={(next) => setEdited({ mode: "form", form: next })}
        />
      )}
    </DraftPanel>
  );
}
