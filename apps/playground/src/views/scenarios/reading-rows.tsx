import { gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/tables";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { RemovableRow } from "../../ui/schema-form/optional-members.tsx";

interface ReadingRowsProps {
  /** Readings by gap. */
  readonly readings: Readonly<Record<string, unknown>>;
  readonly onChange: (readings: Readonly<Record<string, unknown>>) => void;
}

const pinned = gapIds.filter((id) => gapOf(id).kind === "engine" && isSwitchable(id));

/** The readings that a scenario sets for its instances, instead of the readings of the world. */
export function ReadingRows({ readings, onChange }: ReadingRowsProps): ReactNode {
  const rows = Object.entries(readings);
  const set = (next: readonly (readonly [string, unknown])[]) => onChange(Object.fromEntries(next));
  const free = pinned.filter((id) => rows.every(([gap]) => gap !== id));
  const toOptions = (gap: string) => {
    const known = pinned.find((id) => id === gap);
    return Object.entries(known === undefined ? {} : gapOf(known).options).map(([value, hint]) => ({
      value,
      label: value,
      hint,
    }));
  };
  return (
    <>
      {rows.map(([gap, reading], i) => (
        <RemovableRow key={gap} label={`Remove the reading of ${gap}`} onRemove={() => set(rows.toSpliced(i, 1))}>
          <div className="grid grid-cols-2 items-end gap-3">
            <Select
              label="Gap"
              value={gap}
              options={[gap, ...free].map((id) => ({ value: id, label: id }))}
              onChange={(next) => set(rows.with(i, [next, toOptions(next)[0]?.value ?? ""]))}
            />
            <Select
              label="Reading"
              value={String(reading)}
              options={toOptions(gap)}
              onChange={(next) => set(rows.with(i, [gap, next]))}
            />
          </div>
        </RemovableRow>
      ))}
      <div>
        <Button
          icon={Plus}
          isDisabled={free.length === 0}
          onPress={() => {
            const gap = free.find((id) => id === "module-retry") ?? free[0];
            if (gap !== undefined) set([...rows, [gap, toOptions(gap)[0]?.value ?? ""]]);
          }}
        >
          Add a reading
        </Button>
      </div>
    </>
  );
}
