import type { InstanceSummary } from "@journey-kit/schemas/control";
import { Columns2, Ellipsis, Play, Route } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { useClock } from "../../api/clock.ts";
import { useFirstRequests } from "../../api/use-first-requests.ts";
import { useInstances } from "../../api/use-instances.ts";
import { useCommands } from "../../commands/commands.tsx";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useStart } from "../../dialogs/start/start-provider.tsx";
import { useWorldActions } from "../../dialogs/world/world-actions.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { FilteredTable } from "../../ui/filtered-table.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { VirtualTable } from "../../ui/virtual-table.tsx";
import { filterInstances, noFilter } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
import { toInstanceColumns } from "./instance-columns.tsx";

interface InstanceListProps {
  readonly world: string;
}

export function InstanceListView({ world }: InstanceListProps): ReactNode {
  const query = useInstances(world);
  const count = query.data?.instances.length ?? 0;
  const [compared, setCompared] = useState<readonly string[]>([]);
  const known = compared.filter((id) => query.data?.instances.some(({ instanceId }) => instanceId === id));
  return (
    <Page
      title="Instances"
      about={count > 0 && `${count.toLocaleString("en")} in this world, newest first.`}
      actions={<Actions world={world} compared={known} isEmpty={count === 0} />}
    >
      <Loaded query={query} height={560}>
        {({ instances }) =>
          instances.length === 0 ? (
            <NoInstances world={world} />
          ) : (
            <Instances world={world} instances={instances} compared={known} onCompare={setCompared} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface ComparedProps extends InstanceListProps {
  /** Ids of at most two instances. */
  readonly compared: readonly string[];
}

interface ActionsProps extends ComparedProps {
  readonly isEmpty: boolean;
}

function Actions({ world, compared, isEmpty }: ActionsProps): ReactNode {
  const start = useStart();
  const { entriesFor } = useWorldActions();
  const [, navigate] = useLocation();
  const [first, second] = compared;
  const compare = () => {
    if (first === undefined || second === undefined) return;
    navigate(paths.comparePair({ world, id: first }, { world, id: second }));
  };
  useCommands(
    second === undefined
      ? []
      : [
          {
            id: "compare",
            label: "Compare the ticked instances",
            group: "Instances",
            key: shortcuts.compare,
            run: compare,
          },
        ],
  );
  return (
    <>
      {first !== undefined && (
        <Button icon={Columns2} onPress={compare} isDisabled={second === undefined} shortcut={shortcuts.compare}>
          {second === undefined ? "Tick one more to compare" : "Compare"}
        </Button>
      )}
      {!isEmpty && (
        <Button variant="primary" icon={Play} shortcut={shortcuts.start} onPress={() => start(world)}>
          Start a journey
        </Button>
      )}
      <Menu
        label={`Actions for ${world}`}
        trigger={<Button icon={Ellipsis} aria-label={`Actions for ${world}`} />}
        entries={entriesFor(world).filter(({ id }) => id !== "start")}
      />
    </>
  );
}

function NoInstances({ world }: InstanceListProps): ReactNode {
  const start = useStart();
  const commands = useFirstRequests(world);
  return (
    <Panel>
      <Empty
        icon={Route}
        title={`No instances in ${world} yet`}
        action={
          <Button variant="primary" icon={Play} shortcut={shortcuts.start} onPress={() => start(world)}>
            Start a journey
          </Button>
        }
        {...(commands !== undefined && { command: commands })}
      >
        Every start of this client creates one. You can also open a saved snapshot from the menu.
      </Empty>
    </Panel>
  );
}

interface InstancesProps extends ComparedProps {
  readonly instances: readonly InstanceSummary[];
  readonly onCompare: (ids: readonly string[]) => void;
}

const ticked = 2;

function Instances({ world, instances, compared, onCompare }: InstancesProps): ReactNode {
  const [, navigate] = useLocation();
  const [filter, setFilter] = useState(noFilter);
  const [chosen, setActive] = useState<string>();
  const isNarrow = useIsNarrow();
  const now = useWorldTime(world);
  const rows = useMemo(() => filterInstances(instances, filter), [instances, filter]);
  const active = rows.some(({ instanceId }) => instanceId === chosen) ? chosen : undefined; // a filter can hide the chosen instance
  const toggle = (id: string) =>
    onCompare(compared.includes(id) ? compared.filter((one) => one !== id) : [...compared, id].slice(-ticked));
  const columns = toInstanceColumns({ world, now, compared, onCompare: toggle });
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
      <VirtualTable
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
