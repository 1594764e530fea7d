import type { Exchange, InstanceSummary } from "@journey-kit/schemas/control";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { formatClockTime } from "../../text/format.ts";
import { groupRequests } from "../../ui/request-groups.ts";
import { formatTook, RequestLine, ResponseLine } from "../../ui/request-line.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { type RequestRow, toRows } from "./rows.ts";

interface RequestTableProps {
  readonly world: string;
  /** Newest first. */
  readonly requests: readonly Exchange[];
  readonly instances: readonly InstanceSummary[];
  /** Number of the selected request. */
  readonly selected: number | undefined;
  readonly onSelect: (sequence: number) => void;
  /** Called after a request was selected with a click or Enter. */
  readonly onOpen: () => void;
}

/** The requests of a world. Polls that read the same are one row, which opens. */
export function RequestTable({ world, requests, instances, selected, onSelect, onOpen }: RequestTableProps): ReactNode {
  const isNarrow = useIsNarrow();
  const isCompact = selected !== undefined;
  /** The groups that the user opened or closed, by their keys. */
  const [toggled, setToggled] = useState<ReadonlyMap<RequestRow["key"], boolean>>(new Map());
  /** The heading that the keyboard has reached. */
  const [heading, setHeading] = useState<RequestRow["key"]>();
  const groups = useMemo(() => groupRequests(requests.toReversed()), [requests]);
  const rows = useMemo(() => toRows(groups, toggled, selected), [groups, toggled, selected]);
  const columns = useMemo(() => toColumns(world, instances, isCompact), [world, instances, isCompact]);
  const select = ({ key, exchange, count }: RequestRow) => {
    setHeading(count === undefined ? undefined : key);
    if (count === undefined) onSelect(exchange.sequence);
  };
  const open = (row: RequestRow) => {
    select(row);
    if (row.count === undefined) onOpen();
    else setToggled(new Map([...toggled, [row.key, row.isOpen !== true]]));
  };
  return (
    <Table
      label="Requests"
      rows={rows}
      columns={columns}
      keyOf={keyOf}
      rowHeight={isNarrow ? 56 : 38}
      height={`max(320px, calc(100vh - ${isCompact ? 256 : 216}px))`}
      selected={heading ?? selected}
      onSelect={select}
      onOpen={open}
    />
  );
}

const keyOf = ({ key }: RequestRow) => key;

/** `isCompact` leaves room for a selected request, and leaves out what its detail shows. */
function toColumns(
  world: string,
  instances: readonly InstanceSummary[],
  isCompact: boolean,
): readonly Column<RequestRow>[] {
  const known = new Map(instances.map((one) => [one.instanceId, one]));
  const instance = ({ exchange: { instanceId } }: RequestRow) => {
    const summary = instanceId === undefined ? undefined : known.get(instanceId);
    return summary && <Link href={paths.instance(world, summary.instanceId)}>#{summary.ordinal}</Link>;
  };
  const inDetail: readonly Column<RequestRow>[] = [
    { id: "id", title: "Request id", width: "112px", isWide: true, cell: renderRequestId },
    { id: "took", title: "Took", width: "72px", align: "end", isWide: true, cell: renderTook },
  ];
  return [
    { id: "sequence", title: "#", width: "64px", cell: renderNumber },
    { id: "request", title: "Request", cell: renderRequest },
    { id: "response", title: "Response", width: isCompact ? "28%" : "320px", isWide: true, cell: renderResponse },
    { id: "instance", title: "Instance", width: "72px", isWide: true, cell: instance },
    ...(isCompact ? [] : inDetail),
    { id: "clock", title: "Clock", width: "116px", align: "end", cell: renderClock },
  ];
}

function renderNumber({ exchange, count, isOpen = false, isInside = false }: RequestRow): ReactNode {
  if (count === undefined) return <span className={isInside ? "pl-2" : ""}>{exchange.sequence}</span>;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon size={14} className="align-[-2px] text-ink-3" role="img" aria-label={isOpen ? "Open" : "Closed"} />;
}

/** The request and, on narrow screens, the response in a second line. */
const renderRequest = (row: RequestRow): ReactNode => (
  <>
    <RequestLine request={row.exchange.request} />
    <div className="hidden overflow-hidden text-12 text-ellipsis narrow:block">{renderResponse(row)}</div>
  </>
);

const renderResponse = ({ exchange, count, change }: RequestRow): ReactNode =>
  count === undefined ? (
    <span title={change}>
      <ResponseLine exchange={exchange} /> <span className="text-ink-3">{change}</span>
    </span>
  ) : (
    <span className="text-ink-2" title={change}>
      {describePolls(count, change)}
    </span>
  );

const describePolls = (count: number, change = "no change"): string => `${count} polls, ${change}`;

const renderRequestId = ({ exchange: { requestId }, count }: RequestRow): ReactNode =>
  count === undefined && (
    <span className="font-mono text-12" title={requestId}>
      {requestId.slice(0, 8)}…
    </span>
  );

const renderTook = ({ exchange, count }: RequestRow): ReactNode => count === undefined && formatTook(exchange.duration);

const renderClock = ({ exchange }: RequestRow): ReactNode => (
  <time className="font-mono text-12">{formatClockTime(Date.parse(exchange.at))}</time>
);
