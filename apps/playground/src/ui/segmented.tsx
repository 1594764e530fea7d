import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import styles from "./segmented.module.css";

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly disabled?: boolean }[];
  readonly onChange: (value: Value) => void;
}

/** A field to choose one of a few values, all of which are visible. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>): ReactNode {
  return (
    <ToggleButtonGroup
      className={styles.group}
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(selected) => {
        const chosen = options.find((option) => selected.has(option.value));
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className={styles.option} isDisabled={option.disabled}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
