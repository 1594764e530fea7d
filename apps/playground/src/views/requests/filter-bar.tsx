import type { InstanceSummary } from "@journey-kit/schemas/control";
import { endpointNames } from "@journey-kit/schemas/endpoints";
import type { ReactNode } from "react";
import { ToggleButton } from "react-aria-components";
import { Select } from "../../ui/field.tsx";
import { FilterField } from "../../ui/filter-field.tsx";
import type { RequestFilter } from "./filter.ts";
import styles from "./requests.module.css";

/** Maximum number of instances in the list. The text filter finds the others by id. */
const offered = 100;

interface FilterBarProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  readonly instances: readonly InstanceSummary[];
}

/** The conditions that limit the list of requests. */
export function FilterBar({ filter, onChange, instances }: FilterBarProps): ReactNode {
  const set = (change: Partial<RequestFilter>) => onChange({ ...filter, ...change });
  return (
    <search className={styles.filters}>
      <FilterField
        label="Filter the requests"
        group="Requests"
        placeholder="Path, error, id…"
        value={filter.text}
        onChange={(text) => set({ text })}
      />
      <Select
        label="Endpoint"
        isLabelHidden
        value={filter.endpoint}
        options={[{ value: "", label: "Any endpoint" }, ...endpointNames.map((name) => ({ value: name, label: name }))]}
        onChange={(endpoint) => set({ endpoint })}
      />
      <Select
        label="Status"
        isLabelHidden
        value={filter.status}
        options={statuses}
        onChange={(status) => set({ status })}
      />
      <Select
        label="Instance"
        isLabelHidden
        value={filter.instance}
        options={[
          { value: "", label: "Any instance" },
          ...instances
            .toReversed()
            .slice(0, offered)
            .map((one) => ({
              value: one.instanceId,
              label: `#${one.ordinal} ${one.journeyName}`,
              hint: one.instanceId,
            })),
        ]}
        onChange={(instance) => set({ instance })}
      />
      <div className={styles.toggles}>
        <Toggle label="Refused" isOn={filter.isRefused} onChange={(isRefused) => set({ isRefused })} />
        <Toggle label="With a fault" isOn={filter.isFaulted} onChange={(isFaulted) => set({ isFaulted })} />
      </div>
    </search>
  );
}

const statuses = [
  { value: "", label: "Any status" },
  { value: "2", label: "2xx succeeded" },
  { value: "3", label: "3xx redirected" },
  { value: "4", label: "4xx refused" },
  { value: "5", label: "5xx failed" },
] as const;

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const Toggle = ({ label, isOn, onChange }: ToggleProps) => (
  <ToggleButton className={styles.toggle} isSelected={isOn} onChange={onChange}>
    {label}
  </ToggleButton>
);
