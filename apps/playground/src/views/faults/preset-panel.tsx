import { type FaultPlan, type FaultPreset, faultPresets } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";

interface PresetPanelProps {
  readonly plan: FaultPlan;
  readonly isDisabled: boolean;
  readonly onAdd: (preset: FaultPreset) => void;
}

/** Ready-made rules. One click adds a rule to the plan and applies the plan. */
export function PresetPanel({ plan, isDisabled, onAdd }: PresetPanelProps): ReactNode {
  const active = new Set(plan.rules.map(({ id }) => id));
  return (
    <Panel title="Presets" note="A click adds rule 1 and applies it" flush>
      <ul className="px-1.5 pb-1.5">
        {faultPresets.map((preset) => (
          <li key={preset.rule.id}>
            <AriaButton
              className="grid w-full cursor-pointer gap-px rounded-8 border-0 bg-transparent px-2.5 py-1.5 text-left data-hovered:bg-sunken"
              isDisabled={isDisabled}
              onPress={() => onAdd(preset)}
            >
              <span className="font-medium">
                {preset.label} {active.has(preset.rule.id) && <Badge tone="fault">in the plan</Badge>}
              </span>
              <span className="text-12 text-ink-2">{preset.about}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
