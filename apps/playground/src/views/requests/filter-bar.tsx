import type { InstanceSummary } from "@journey-kit/schemas/control";
import { endpointNames } from "@journey-kit/schemas/endpoints";
import type { ReactNode } from "react";
import { ToggleButton } from "react-aria-components";
import { Select } from "../../ui/field.tsx";
import { FilterField } from "../../ui/filter-field.tsx";
import type { RequestFilter } from "./filter.ts";

/** Maximum number of instances in the list. The text filter finds the others by id. */
const offered = 100;

interface FilterBarProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  readonly instances: readonly InstanceSummary[];
  /** Whether a request is open next to the list. */
  readonly isCompact: boolean;
}

/** The conditions that limit the list of requests. */
export function FilterBar({ filter, onChange, instances, isCompact }: FilterBarProps): ReactNode {
  const set = (change: Partial<RequestFilter>) => onChange({ ...filter, ...change });
  return (
    <search className={`grid gap-2 px-4 pt-1 pb-3 max-[900px]:grid-cols-2 ${isCompact ? compact : columns}`}>
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
      <div className="flex gap-2">
        <Toggle label="Refused" isOn={filter.isRefused} onChange={(isRefused) => set({ isRefused })} />
        <Toggle label="With a fault" isOn={filter.isFaulted} onChange={(isFaulted) => set({ isFaulted })} />
      </div>
    </search>
  );
}

const columns = "min-[901px]:grid-cols-[minmax(160px,1.4fr)_repeat(3,minmax(110px,1fr))_auto]";

/** From 1101 pixels, the open request takes the width that the filters need for one row. */
const compact = `${columns} min-[1101px]:grid-cols-3`;

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
  <ToggleButton className={toggle} isSelected={isOn} onChange={onChange}>
    {label}
  </ToggleButton>
);

const toggle =
  "min-h-8 cursor-pointer rounded-5 border border-line-strong bg-panel px-2.5 whitespace-nowrap text-ink-2 data-selected:border-ink data-selected:bg-ink data-selected:text-on-ink";
