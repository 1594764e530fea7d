import type { InstanceSummary } from "@journey-kit/schemas/control";
import { type ReactNode, useMemo, useState } from "react";
import { Link, useLocation } from "wouter";
import { useClock } from "../../api/clock.ts";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { paths } from "../../paths.ts";
import { formatAge } from "../../text/format.ts";
import { type Status, statusLabels, statusOf } from "../../text/status.ts";
import { Select } from "../../ui/field.tsx";
import { FilteredTable, FilterField } from "../../ui/filter-field.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { filterInstances, type InstanceFilter, noFilter } from "./filter.ts";

interface InstanceTableProps {
  readonly world: string;
  readonly instances: readonly InstanceSummary[];
  /** Ids of at most two instances. */
  readonly compared: readonly string[];
  readonly onCompare: (ids: readonly string[]) => void;
}

const ticked = 2;

/** The instances of a world, a filter, and boxes to tick two instances. */
export function InstanceTable({ world, instances, compared, onCompare }: InstanceTableProps): ReactNode {
  const [, navigate] = useLocation();
  const [filter, setFilter] = useState(noFilter);
  const [chosen, setActive] = useState<string>();
  const isNarrow = useIsNarrow();
  const now = useWorldTime(world);
  const rows = useMemo(() => filterInstances(instances, filter), [instances, filter]);
  const active = rows.some(({ instanceId }) => instanceId === chosen) ? chosen : undefined; // a filter can hide the chosen instance
  const toggle = (id: string) =>
    onCompare(compared.includes(id) ? compared.filter((one) => one !== id) : [...compared, id].slice(-ticked));
  const columns = toColumns({ world, now, compared, onCompare: toggle });
  useCommands([
    {
      id: "tick",
      label: "Tick the selected instance to compare it",
      group: "Instances",
      key: shortcuts.tickInstance,
      run: () => active !== undefined && toggle(active),
    },
  ]);
  return (
    <FilteredTable
      filter={<FilterBar filter={filter} onChange={setFilter} />}
      onEnter={() => setActive(active ?? rows[0]?.instanceId)}
      noMatch={rows.length === 0 ? "No instance matches." : undefined}
      onClear={() => setFilter(noFilter)}
    >
      <Table
        label="Instances"
        rows={rows}
        columns={columns}
        keyOf={idOf}
        rowHeight={isNarrow ? 56 : 40}
        height="max(320px, calc(100vh - 216px))"
        selected={active}
        onSelect={({ instanceId }) => setActive(instanceId)}
        onOpen={({ instanceId }) => navigate(paths.instance(world, instanceId))}
      />
    </FilteredTable>
  );
}

const idOf = ({ instanceId }: InstanceSummary) => instanceId;

const second = 1_000;

/** The time of a world in whole seconds, so that the list is rendered at most once a second. */
function useWorldTime(world: string): number {
  const clock = useClock(world);
  return Math.floor((clock?.now ?? Date.now()) / second) * second;
}

interface FilterBarProps {
  readonly filter: InstanceFilter;
  readonly onChange: (filter: InstanceFilter) => void;
}

const options = [
  { value: "" as const, label: "Any status" },
  ...(Object.keys(statusLabels) as Status[]).map((value) => ({ value, label: statusLabels[value] })), // the keys of `statusLabels`
];

const FilterBar = ({ filter, onChange }: FilterBarProps) => (
  <search className="grid grid-cols-[minmax(160px,1fr)_180px_auto] items-center gap-x-3 gap-y-2 px-4 pt-1 pb-3 narrow:grid-cols-2">
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
    <span className="text-12 text-ink-3 narrow:hidden">Tick two instances to compare them.</span>
  </search>
);

interface ColumnOptions {
  readonly world: string;
  /** Time of the world, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** Ids of the instances to compare. */
  readonly compared: readonly string[];
  readonly onCompare: (id: string) => void;
}

const toColumns = (options: ColumnOptions): readonly Column<InstanceSummary>[] => [
  { id: "ordinal", title: "#", width: "92px", cell: (instance) => <Ordinal instance={instance} {...options} /> },
  { id: "journey", title: "Journey", cell: (instance) => <Journey instance={instance} {...options} /> },
  { id: "apiVersion", title: "API", width: "56px", isWide: true, cell: ({ apiVersion }) => apiVersion },
  { id: "status", title: "Status", width: "118px", cell: (instance) => <StatusBadge status={statusOf(instance)} /> },
  { id: "scenario", title: "Scenario", isWide: true, cell: ({ scenario }) => scenario },
  { id: "region", title: "Region", width: "72px", isWide: true, cell: ({ region }) => region },
  {
    id: "started",
    title: "Started",
    width: "110px",
    isWide: true,
    cell: ({ startedAt }) => formatAge(options.now - Date.parse(startedAt)),
  },
  {
    id: "id",
    title: "Id",
    width: "232px",
    isWide: true,
    cell: ({ instanceId }) => <span className="font-mono text-12 text-ink-2">{instanceId}</span>,
  },
];

interface CellProps extends ColumnOptions {
  readonly instance: InstanceSummary;
}

function Ordinal({ instance: { instanceId, ordinal }, compared, onCompare }: CellProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the box must not open the row; keys on the box never do.
    <label
      className="flex h-[38px] cursor-pointer items-center gap-2 text-ink-2"
      onClick={(event) => event.stopPropagation()}
    >
      <input
        type="checkbox"
        className="m-0 accent-ink"
        aria-label={`Compare ${ordinal}`}
        checked={compared.includes(instanceId)}
        onChange={() => onCompare(instanceId)}
      />
      {ordinal}
    </label>
  );
}

function Journey({ instance, world, now }: CellProps): ReactNode {
  const { instanceId, journeyName, apiVersion, startedAt } = instance;
  return (
    <>
      <Link href={paths.instance(world, instanceId)} className="font-medium text-ink">
        {journeyName}
      </Link>
      <span className="hidden text-12 text-ink-3 narrow:block">
        {apiVersion}, {formatAge(now - Date.parse(startedAt))}
      </span>
    </>
  );
}
