import type { ProfileChange } from "@journey-kit/schemas/control";
import { type PresetName, presetNames } from "@journey-kit/schemas/tables";
import { Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useWorldChange } from "../../api/queries.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Problem } from "../../ui/states.tsx";
import { differencesFrom, nearestPreset, toProfileChange, type WorldReadings } from "./readings.ts";

const about: Readonly<Record<PresetName, string>> = {
  specified: "The specification, read literally.",
  observed: "What published clients and samples show.",
};

interface PresetPanelProps {
  readonly world: string;
  readonly readings: WorldReadings;
}

export function PresetPanel({ world, readings }: PresetPanelProps): ReactNode {
  const [replaced, setReplaced] = useState<ProfileChange>();
  const change = useWorldChange(world, (of, choice: ProfileChange) => of.profile.set(choice));
  const nearest = nearestPreset(readings);
  const use = (preset: PresetName) =>
    change.mutate({ preset }, { onSuccess: () => setReplaced(toProfileChange(readings)) });
  return (
    <Panel title="Presets">
      <ul className="grid gap-3">
        {presetNames.map((preset) => {
          const count = differencesFrom(preset, readings).length;
          return (
            <li key={preset} className="flex items-center justify-between gap-3">
              <div>
                <p className="font-medium">
                  {preset} {preset === nearest && <Badge tone="live">{count === 0 ? "in use" : "nearest"}</Badge>}
                </p>
                <p className="text-12 text-ink-2">{about[preset]}</p>
                <p className="text-12 text-ink-2">{describeCount(count)}</p>
              </div>
              <Button isDisabled={count === 0 || change.isPending} onPress={() => use(preset)}>
                {preset === nearest ? `Reset to ${preset}` : `Use ${preset}`}
              </Button>
            </li>
          );
        })}
      </ul>
      {replaced !== undefined && (
        <p className="mt-2 flex items-center justify-between text-ink-2" role="status">
          The readings were replaced.
          <Button
            variant="quiet"
            icon={Undo2}
            onPress={() => change.mutate(replaced, { onSuccess: () => setReplaced(undefined) })}
          >
            Undo
          </Button>
        </p>
      )}
      {change.error !== null && <Problem error={change.error} />}
    </Panel>
  );
}

const describeCount = (count: number): string => {
  if (count === 0) return "No reading differs.";
  return count === 1 ? "1 reading differs." : `${count} readings differ.`;
};
