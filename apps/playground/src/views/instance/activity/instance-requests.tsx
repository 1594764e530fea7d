import { Activity } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { formatTook, RequestCell, ResponseLine } from "../../../ui/request-line.tsx";
import { Empty } from "../../../ui/states.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import type { Mark } from "../timeline/marks.ts";
import { formatAfter } from "../timeline/rows.ts";

interface InstanceRequestsProps {
  readonly marks: readonly Mark[];
  readonly start: number;
  readonly selected: number | undefined;
  readonly onSelect: (sequence: number) => void;
}

/** The requests of an instance, newest first. */
export function InstanceRequests({ marks, start, selected, onSelect }: InstanceRequestsProps): ReactNode {
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => toColumns(start), [start]);
  if (marks.length === 0)
    return (
      <Empty icon={Activity} title="No requests">
        No request for this instance is in the journal.
      </Empty>
    );
  return (
    <Table
      label="Requests of the instance"
      rows={marks.toReversed()}
      columns={columns}
      keyOf={sequenceOf}
      rowHeight={isNarrow ? 52 : 32}
      height="420px"
      selected={selected}
      onSelect={(mark) => onSelect(mark.exchange.sequence)}
    />
  );
}

const sequenceOf = ({ exchange }: Mark) => exchange.sequence;

const toColumns = (start: number): readonly Column<Mark>[] => [
  { id: "sequence", title: "#", width: "56px", cell: sequenceOf },
  { id: "request", title: "Request", cell: ({ exchange }) => <RequestCell exchange={exchange} /> },
  {
    id: "response",
    title: "Response",
    width: "28%",
    isWide: true,
    cell: ({ exchange }) => <ResponseLine exchange={exchange} />,
  },
  { id: "phase", title: "Phase", width: "88px", isWide: true, cell: ({ exchange }) => exchange.phase },
  {
    id: "took",
    title: "Took",
    width: "60px",
    align: "end",
    isWide: true,
    cell: ({ exchange }) => formatTook(exchange.duration),
  },
  { id: "after", title: "After", width: "84px", align: "end", cell: ({ at }) => formatAfter(at - start) },
];
