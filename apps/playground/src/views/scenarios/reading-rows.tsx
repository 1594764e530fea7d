import { gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/tables";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import styles from "./reading-rows.module.css";
import type { ReadingForm } from "./scenario-form.ts";

interface ReadingRowsProps {
  readonly readings: readonly ReadingForm[];
  readonly onChange: (readings: readonly ReadingForm[]) => void;
}

const pinned = gapIds.filter((id) => gapOf(id).kind === "engine" && isSwitchable(id));

/** The readings that a scenario sets for its instances, instead of the readings of the world. */
export function ReadingRows({ readings, onChange }: ReadingRowsProps): ReactNode {
  const free = pinned.filter((id) => readings.every(({ gap }) => gap !== id));
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
      {readings.map(({ gap, reading }, i) => (
        <div key={gap} className={styles.reading}>
          <Select
            label="Gap"
            value={gap}
            options={[gap, ...free].map((id) => ({ value: id, label: id }))}
            onChange={(next) => onChange(readings.with(i, { gap: next, reading: toOptions(next)[0]?.value ?? "" }))}
          />
          <Select
            label="Reading"
            value={reading}
            options={toOptions(gap)}
            onChange={(next) => onChange(readings.with(i, { gap, reading: next }))}
          />
          <Button
            variant="quiet"
            icon={X}
            aria-label={`Remove the reading of ${gap}`}
            onPress={() => onChange(readings.toSpliced(i, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          icon={Plus}
          isDisabled={free.length === 0}
          onPress={() => {
            const gap = free.find((id) => id === "module-retry") ?? free[0];
            if (gap !== undefined) onChange([...readings, { gap, reading: toOptions(gap)[0]?.value ?? "" }]);
          }}
        >
          Add a reading
        </Button>
      </div>
    </>
  );
}
