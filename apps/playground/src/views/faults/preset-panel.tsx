import { type FaultPlan, type FaultPreset, faultPresets } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import styles from "./preset-panel.module.css";

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
      <ul className={styles.list}>
        {faultPresets.map((preset) => (
          <li key={preset.rule.id}>
            <AriaButton className={styles.preset} isDisabled={isDisabled} onPress={() => onAdd(preset)}>
              <span className={styles.label}>
                {preset.label} {active.has(preset.rule.id) && <Badge tone="fault">in the plan</Badge>}
              </span>
              <span className={styles.about}>{preset.about}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
