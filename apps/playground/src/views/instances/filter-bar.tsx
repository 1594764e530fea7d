import type { ReactNode } from "react";
import { type Status, statusLabels } from "../../text/status.ts";
import { Select } from "../../ui/field.tsx";
import { FilterField } from "../../ui/filter-field.tsx";
import type { InstanceFilter } from "./filter.ts";
import styles from "./instances.module.css";

interface FilterBarProps {
  readonly filter: InstanceFilter;
  readonly onChange: (filter: InstanceFilter) => void;
}

const options = [
  { value: "" as const, label: "Any status" },
  ...(Object.keys(statusLabels) as Status[]).map((value) => ({ value, label: statusLabels[value] })), // the keys of `statusLabels`
];

/** The conditions that limit the list of instances. */
export function FilterBar({ filter, onChange }: FilterBarProps): ReactNode {
  return (
    <search className={styles.filters}>
      <FilterField
        label="Filter the instances"
        group="Instances"
        placeholder="Journey, scenario, id, #3…"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      <Select
        label="Status"
        isLabelHidden
        value={filter.status}
        options={options}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <span className={styles.hint}>Tick two instances to compare them.</span>
    </search>
  );
}
