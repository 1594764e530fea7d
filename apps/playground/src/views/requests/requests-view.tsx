import type { Exchange } from "@journey-kit/schemas/control";
import { Activity, Download } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { archiveLatest } from "../../api/list-latest.ts";
import { useRequests, useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { useFirstRequests } from "../../api/use-first-requests.ts";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useStart } from "../../dialogs/start/start-window.tsx";
import { paths } from "../../paths.ts";
import { formatCount } from "../../text/format.ts";
import { Button } from "../../ui/button.tsx";
import { downloadJson } from "../../ui/download.ts";
import { FilteredTable } from "../../ui/filter-field.tsx";
import { notify } from "../../ui/notices.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RequestDetail } from "../../ui/request-detail/request-detail.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import { filterRequests, noFilter, type RequestFilter } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
import { RequestTable } from "./request-table.tsx";

interface RequestsViewProps {
  readonly world: string;
  /** The selected request. */
  readonly sequence?: number | undefined;
}

/** The requests of a world as they arrive, and one of them in detail. */
export function RequestsView({ world, sequence }: RequestsViewProps): ReactNode {
  const query = useRequests(world);
  const list = query.data?.requests.length === 0 ? undefined : query.data;
  const [filter, setFilter] = useState(noFilter);
  const rows = useMemo(() => filterRequests(list?.requests ?? none, filter), [list, filter]);
  return (
    <Page
      title="Requests"
      about={list && <About requests={list.requests} />}
      actions={list && <SaveArchive world={world} rows={rows} isAll={rows.length === list.requests.length} />}
    >
      <Loaded query={query} height={560}>
        {({ requests }) =>
          requests.length === 0 ? (
            <NoRequests world={world} />
          ) : (
            <Requests {...{ world, requests, sequence, rows, filter }} onFilter={setFilter} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** How to send the first request. */
function NoRequests({ world }: { readonly world: string }): ReactNode {
  const { isReadOnly } = useTarget().target;
  const start = useStart();
  const commands = useFirstRequests(world);
  if (isReadOnly)
    return (
      <Panel>
        <Empty icon={Activity} title="The saved run has no requests" />
      </Panel>
    );
  return (
    <Panel>
      <Empty
        icon={Activity}
        title="No requests yet"
        action={<Button onPress={() => start(world)}>Start a journey</Button>}
        {...(commands !== undefined && { command: commands })}
      >
        The requests of this world appear here as they arrive.
      </Empty>
    </Panel>
  );
}

const About = ({ requests }: { readonly requests: readonly Exchange[] }) => {
  const { isReadOnly } = useTarget().target;
  const first = requests[0]?.sequence ?? 1;
  return (
    <>
      {formatCount(requests.length, "request")}, newest first.{!isReadOnly && " Updates live."}
      {first > 1 && ` The first ${(first - 1).toLocaleString("en")} are no longer listed.`}
    </>
  );
};

interface RequestsProps extends RequestsViewProps {
  readonly requests: readonly Exchange[];
  /** The requests that match the filter, newest first. */
  readonly rows: readonly Exchange[];
  readonly filter: RequestFilter;
  readonly onFilter: (filter: RequestFilter) => void;
}

function Requests({ world, requests, sequence, rows, filter, onFilter }: RequestsProps): ReactNode {
  const [, navigate] = useLocation();
  const isOpen = sequence !== undefined;
  const instances = useWorld(world, "instances").data?.instances ?? none;
  const select = (selected: number) => navigate(paths.request(world, selected));
  const showDetail = () => {
    if (stacked.matches) requestAnimationFrame(() => document.getElementById(detailId)?.scrollIntoView());
  };
  const close = () => navigate(paths.requests(world));
  useCommands(
    isOpen
      ? [{ id: "close-row", label: "Close the request", group: "Requests", key: shortcuts.close, run: close }]
      : [],
  );
  return (
    <div
      className={`grid grid-cols-1 items-start gap-3.5 ${isOpen ? "min-[1101px]:grid-cols-[minmax(0,1fr)_372px]" : ""}`}
    >
      <FilteredTable
        filter={<FilterBar filter={filter} onChange={onFilter} instances={instances} isCompact={isOpen} />}
        onEnter={() => {
          if (rows[0] !== undefined && !rows.some((row) => row.sequence === sequence)) select(rows[0].sequence);
        }}
        noMatch={rows.length === 0 ? "No request matches." : undefined}
        onClear={() => onFilter(noFilter)}
      >
        <RequestTable
          world={world}
          requests={rows}
          instances={instances}
          selected={sequence}
          onSelect={select}
          onOpen={showDetail}
        />
      </FilteredTable>
      {sequence !== undefined && <Selected world={world} requests={requests} sequence={sequence} />}
    </div>
  );
}

/** Below this width, the detail is below the list. */
const stacked = window.matchMedia("(max-width: 1100px)");
const detailId = "selected-request";
const none = [] as const;

/** Next to the list, the detail scrolls on its own. */
const beside =
  "min-[1101px]:sticky min-[1101px]:top-[66px] min-[1101px]:max-h-[calc(100vh-80px)] min-[1101px]:overflow-auto min-[1101px]:rounded-12";

function Selected({
  world,
  requests,
  sequence,
}: Required<Pick<RequestsProps, "world" | "requests" | "sequence">>): ReactNode {
  const exchange = requests.find((one) => one.sequence === sequence);
  return (
    <div id={detailId} className={`scroll-my-[66px] ${beside}`}>
      {exchange === undefined ? (
        <Panel title={`Request ${sequence}`}>
          <Empty icon={Activity} title="Not in the journal">
            The journal has only the latest requests of this world.
          </Empty>
        </Panel>
      ) : (
        <RequestDetail world={world} exchange={exchange} />
      )}
    </div>
  );
}

interface SaveArchiveProps {
  readonly world: string;
  readonly rows: readonly Exchange[];
  /** Whether `rows` are all requests. */
  readonly isAll: boolean;
}

function SaveArchive({ world, rows, isAll }: SaveArchiveProps): ReactNode {
  const { target } = useTarget();
  const save = async () => {
    downloadJson(`${world}.har`, await archiveLatest(target.control.world(world), rows));
  };
  return (
    <Button icon={Download} isDisabled={rows.length === 0} onPress={() => void save().catch(notify)}>
      Save {isAll ? "all" : formatCount(rows.length, "request")} as HAR
    </Button>
  );
}
