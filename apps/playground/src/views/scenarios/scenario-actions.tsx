import type { Scenario } from "@journey-kit/schemas/control";
import { Crosshair, Download, Save } from "lucide-react";
import { type ReactNode, useState } from "react";
import { shortcuts } from "../../commands/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { downloadFile } from "../../ui/download.ts";
import { TextField } from "../../ui/field.tsx";

interface ScenarioActionsProps {
  /** The scenario as it was entered; undefined if it has problems. */
  readonly scenario: Scenario | undefined;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  readonly onSave: () => void;
  readonly onArm: (times: number) => void;
  readonly onDiscard: () => void;
}

/** The buttons for a scenario: save, download, discard, arm. */
export function ScenarioActions(props: ScenarioActionsProps): ReactNode {
  const { scenario, isChanged, isPending, onSave, onArm, onDiscard } = props;
  const [text, setText] = useState("1");
  const times = Number(text);
  return (
    <>
      <Button icon={Save} shortcut={shortcuts.submit} isDisabled={!isChanged || isPending} onPress={onSave}>
        Save
      </Button>
      <Button
        icon={Download}
        isDisabled={scenario === undefined}
        onPress={() => scenario && downloadFile(`${scenario.name}.json`, "Scenario", scenario)}
      >
        Save as a file
      </Button>
      {isChanged && (
        <Button variant="quiet" onPress={onDiscard}>
          Discard
        </Button>
      )}
      <div className="ml-auto grid grid-cols-[64px_auto] gap-2">
        <TextField label="Instances" isLabelHidden type="number" value={text} onChange={setText} />
        <Button
          variant="primary"
          icon={Crosshair}
          isDisabled={isPending || !Number.isSafeInteger(times) || times < 1}
          onPress={() => onArm(times)}
        >
          {isChanged ? "Save and arm" : describeArming(times)}
        </Button>
      </div>
    </>
  );
}

const describeArming = (times: number): string =>
  times === 1 ? "Arm for the next instance" : `Arm for the next ${times} instances`;
