import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

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
      className="inline-flex gap-0.5 rounded-8 border border-line bg-sunken p-0.5"
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(selected) => {
        const chosen = options.find((option) => selected.has(option.value));
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className={optionStyle} isDisabled={option.disabled}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

const selected = "data-selected:border-line-strong data-selected:bg-panel data-selected:text-ink";
const optionStyle = `min-h-[26px] flex-1 cursor-pointer rounded-5 border border-transparent bg-transparent px-2.5 text-12 font-medium whitespace-nowrap text-ink-2 data-disabled:cursor-not-allowed data-disabled:text-ink-3 ${selected}`;
