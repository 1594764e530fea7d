import type { Exchange, InstanceSummary } from "@journey-kit/schemas/control";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { formatClockTime } from "../../text/format.ts";
import { keyOfRow, renderNumber, renderRequest, renderResponse, renderTook } from "../../ui/request-row-cells.tsx";
import type { RequestRow } from "../../ui/request-rows.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { useRequestRows } from "../../ui/use-request-rows.ts";

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
  const oldestFirst = useMemo(() => requests.toReversed(), [requests]);
  const { rows, current, select, open } = useRequestRows(oldestFirst, selected, onSelect);
  const columns = useMemo(() => toColumns(world, instances, isCompact), [world, instances, isCompact]);
  return (
    <Table
      label="Requests"
      rows={rows}
      columns={columns}
      keyOf={keyOfRow}
      rowHeight={isNarrow ? 56 : 38}
      height={`max(320px, calc(100vh - ${isCompact ? 256 : 216}px))`}
      selected={current}
      onSelect={select}
      onOpen={(row) => {
        open(row);
        if (row.count === undefined) onOpen();
      }}
    />
  );
}

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

const renderRequestId = ({ exchange: { requestId }, count }: RequestRow): ReactNode =>
  count === undefined && (
    <span className="font-mono text-12" title={requestId}>
      {requestId.slice(0, 8)}…
    </span>
  );

const renderClock = ({ exchange }: RequestRow): ReactNode => (
  <time className="font-mono text-12">{formatClockTime(Date.parse(exchange.at))}</time>
);
