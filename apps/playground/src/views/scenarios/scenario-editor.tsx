import type { Scenario, ScenarioList } from "@journey-kit/schemas/control";
import { type ReactNode, useMemo } from "react";
import { useLocation } from "wouter";
import { useWorldChange } from "../../api/queries.ts";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import type { Draft } from "../../drafts/draft-format.ts";
import { DraftPanel } from "../../drafts/draft-panel.tsx";
import { problemsOf } from "../../drafts/problems.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { notify } from "../../ui/notices.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty } from "../../ui/states.tsx";
import { ScenarioActions } from "./scenario-actions.tsx";
import { ScenarioFields } from "./scenario-fields.tsx";
import { scenarioFormat } from "./scenario-format.ts";

interface ScenarioEditorProps {
  readonly world: string;
  readonly list: ScenarioList;
  /** Name of the scenario to edit; undefined for a new scenario. */
  readonly name: string | undefined;
  /** The edited scenario; undefined if the user has changed nothing. */
  readonly draft: Draft | undefined;
  readonly onChange: (draft: Draft) => void;
  /** Closes a draft that was saved under a name, or discarded. What the user has edited since stays open. */
  readonly onClose: (draft: Draft, name: string) => void;
}

interface Saving {
  readonly changed: Scenario;
  /** Number of instances to arm the scenario for, if any. */
  readonly times?: number;
}

/** Edits one scenario, saves it to the world or to a file, and arms it. */
export function ScenarioEditor({ world, list, name, draft, onChange, onClose }: ScenarioEditorProps): ReactNode {
  const saved = list.scenarios.find((one) => one.name === name);
  const opened = useMemo(() => saved && scenarioFormat.open(saved), [saved]);
  const shown = draft ?? opened;
  if (shown === undefined)
    return (
      <Panel>
        <Empty title={`This world has no scenario “${name}”.`}>Choose another one, or create a scenario.</Empty>
      </Panel>
    );
  const shared = { world, list, saved, onChange, onClose };
  return <ScenarioDraft {...shared} draft={shown} isChanged={draft !== undefined} />;
}

interface ScenarioDraftProps extends Omit<ScenarioEditorProps, "name"> {
  readonly saved: Scenario | undefined;
  readonly draft: Draft;
  readonly isChanged: boolean;
}

function ScenarioDraft(props: ScenarioDraftProps): ReactNode {
  const { world, list, saved, draft, isChanged, onChange, onClose } = props;
  const [, navigate] = useLocation();
  const { value: scenario } = scenarioFormat.read(draft);
  const name = scenario?.name ?? saved?.name ?? "New scenario";

  const put = useWorldChange(world, async (of, { changed, times }: Saving) => {
    await of.scenarios.put(changed);
    if (times !== undefined) await of.scenarios.arm({ scenario: changed.name, times });
  });
  const arm = useWorldChange(world, (of, times: number) => of.scenarios.arm({ scenario: name, times }));
  const refused = useMemo(() => problemsOf(put.error), [put.error]);
  const save = (times?: number) => {
    if (scenario === undefined) return notify("The scenario has problems. Fix the marked fields first.");
    const onSuccess = () => {
      notify(times === undefined ? `Saved ${scenario.name}.` : `Saved and armed ${scenario.name}.`);
      onClose(draft, scenario.name);
      navigate(paths.scenario(world, scenario.name));
    };
    put.mutate({ changed: scenario, ...(times !== undefined && { times }) }, { onSuccess });
  };
  const armNow = (times: number) => {
    if (isChanged) save(times);
    else arm.mutate(times, { onSuccess: () => notify(`Armed ${name}.`), onError: notify });
  };
  useCommands([
    {
      id: "save-scenario",
      label: `Save scenario ${name}`,
      group: "Scenarios",
      key: shortcuts.submit,
      run: () => save(),
    },
    { id: "arm-scenario", label: `Arm scenario ${name}`, group: "Scenarios", run: () => armNow(1) },
  ]);
  const replaces = isChanged && name !== saved?.name && list.scenarios.some((one) => one.name === name);

  return (
    <DraftPanel
      title={name}
      note={
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {saved !== undefined && !list.own.includes(name) && <Badge>from the simulator</Badge>}
          {isChanged && <Badge tone="fair">not saved</Badge>}
          {replaces && <span className="text-fair">Saving replaces the scenario with this name.</span>}
        </span>
      }
      format={scenarioFormat}
      draft={draft}
      error={put.error}
      onChange={onChange}
      actions={
        <ScenarioActions
          scenario={scenario}
          isChanged={isChanged}
          isPending={put.isPending || arm.isPending}
          onSave={() => save()}
          onArm={armNow}
          onDiscard={() => {
            onClose(draft, name);
            put.reset();
          }}
        />
      }
    >
      {(value, problems) => (
        <ScenarioFields
          value={value}
          problems={problems}
          refused={refused}
          onChange={(next) => onChange({ mode: "form", value: next })}
        />
      )}
    </DraftPanel>
  );
}
