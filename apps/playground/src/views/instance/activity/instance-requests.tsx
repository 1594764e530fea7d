import { Activity } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { keyOfRow, renderNumber, renderRequest, renderResponse, renderTook } from "../../../ui/request-row-cells.tsx";
import type { RequestRow } from "../../../ui/request-rows.ts";
import { Empty } from "../../../ui/states.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import { useRequestRows } from "../../../ui/use-request-rows.ts";
import type { Mark } from "../timeline/marks.ts";
import { formatAfter } from "../timeline/rows.ts";

interface InstanceRequestsProps {
  readonly marks: readonly Mark[];
  readonly start: number;
  readonly selected: number | undefined;
  readonly onSelect: (sequence: number) => void;
}

/** The requests of an instance, newest first. Polls that read the same are one row, which opens. */
export function InstanceRequests({ marks, start, selected, onSelect }: InstanceRequestsProps): ReactNode {
  const isNarrow = useIsNarrow();
  const requests = useMemo(() => marks.map(({ exchange }) => exchange), [marks]);
  const { rows, current, select, open } = useRequestRows(requests, selected, onSelect);
  const columns = useMemo(() => toColumns(marks, start), [marks, start]);
  if (marks.length === 0)
    return (
      <Empty icon={Activity} title="No requests">
        No request for this instance is in the journal.
      </Empty>
    );
  return (
    <Table
      label="Requests of the instance"
      rows={rows}
      columns={columns}
      keyOf={keyOfRow}
      rowHeight={isNarrow ? 52 : 32}
      height="420px"
      selected={current}
      onSelect={select}
      onOpen={open}
    />
  );
}

function toColumns(marks: readonly Mark[], start: number): readonly Column<RequestRow>[] {
  const times = new Map(marks.map(({ exchange, at }) => [exchange.sequence, at]));
  const after = ({ exchange }: RequestRow) => formatAfter((times.get(exchange.sequence) ?? start) - start);
  return [
    { id: "sequence", title: "#", width: "56px", cell: renderNumber },
    { id: "request", title: "Request", cell: renderRequest },
    { id: "response", title: "Response", width: "30%", isWide: true, cell: renderResponse },
    { id: "phase", title: "Phase", width: "80px", isWide: true, cell: ({ exchange }) => exchange.phase },
    { id: "took", title: "Took", width: "56px", align: "end", isWide: true, cell: renderTook },
    { id: "after", title: "After", width: "100px", align: "end", cell: after },
  ];
}
