import { Activity, ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { groupRequests } from "../../../ui/request-groups.ts";
import { formatTook, RequestCell, RequestLine, ResponseLine } from "../../../ui/request-line.tsx";
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

/** A request, or the heading of polls that read the same. */
interface Row {
  readonly key: string | number;
  /** The request. For a heading, the last one of the group. */
  readonly mark: Mark;
  /** Number of polls, for a heading. */
  readonly count?: number;
  readonly isOpen?: boolean;
  /** Whether the request is shown below the heading of its group. */
  readonly isInside?: boolean;
  readonly change?: string | undefined;
}

/** The requests of an instance, newest first. Polls that read the same are one row, which opens. */
export function InstanceRequests({ marks, start, selected, onSelect }: InstanceRequestsProps): ReactNode {
  const isNarrow = useIsNarrow();
  /** The groups that the user opened or closed, by their keys. */
  const [toggled, setToggled] = useState<ReadonlyMap<string | number, boolean>>(new Map());
  /** The heading on which the keyboard is. */
  const [heading, setHeading] = useState<string | number>();
  const columns = useMemo(() => toColumns(start), [start]);
  const rows = useMemo(() => toRows(marks, toggled, selected), [marks, toggled, selected]);
  if (marks.length === 0)
    return (
      <Empty icon={Activity} title="No requests">
        No request for this instance is in the journal.
      </Empty>
    );
  const select = ({ key, mark, count }: Row) => {
    setHeading(count === undefined ? undefined : key);
    if (count === undefined) onSelect(mark.exchange.sequence);
  };
  return (
    <Table
      label="Requests of the instance"
      rows={rows}
      columns={columns}
      keyOf={keyOf}
      rowHeight={isNarrow ? 52 : 32}
      height="420px"
      selected={heading ?? selected}
      onSelect={select}
      onOpen={(row) => {
        select(row);
        if (row.count !== undefined) setToggled(new Map([...toggled, [row.key, !row.isOpen]]));
      }}
    />
  );
}

const keyOf = ({ key }: Row) => key;

function toRows(
  marks: readonly Mark[],
  toggled: ReadonlyMap<string | number, boolean>,
  selected: number | undefined,
): readonly Row[] {
  const markOf = new Map(marks.map((mark) => [mark.exchange.sequence, mark]));
  const rows = groupRequests(marks.map(({ exchange }) => exchange)).flatMap(({ exchanges, change }): readonly Row[] => {
    const group = exchanges.flatMap(({ sequence }) => markOf.get(sequence) ?? []);
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (first === last) return [{ key: first.exchange.sequence, mark: first, change }];
    const key = `polls from ${first.exchange.sequence}`;
    const isOpen = toggled.get(key) ?? group.some(({ exchange }) => exchange.sequence === selected);
    const heading = { key, mark: last, count: group.length, isOpen, change };
    // The list is reversed, so that the heading is above its requests.
    return isOpen
      ? [...group.map((mark) => ({ key: mark.exchange.sequence, mark, isInside: true })), heading]
      : [heading];
  });
  return rows.toReversed();
}

const toColumns = (start: number): readonly Column<Row>[] => [
  { id: "sequence", title: "#", width: "56px", cell: renderNumber },
  { id: "request", title: "Request", cell: renderRequest },
  { id: "response", title: "Response", width: "30%", isWide: true, cell: renderResponse },
  { id: "phase", title: "Phase", width: "80px", isWide: true, cell: ({ mark }) => mark.exchange.phase },
  {
    id: "took",
    title: "Took",
    width: "56px",
    align: "end",
    isWide: true,
    cell: ({ mark, count }) => count === undefined && formatTook(mark.exchange.duration),
  },
  { id: "after", title: "After", width: "100px", align: "end", cell: ({ mark }) => formatAfter(mark.at - start) },
];

function renderNumber({ mark, count, isOpen = false, isInside = false }: Row): ReactNode {
  if (count === undefined) return <span className={isInside ? "pl-2" : ""}>{mark.exchange.sequence}</span>;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon size={14} className="align-[-2px] text-ink-3" role="img" aria-label={isOpen ? "Open" : "Closed"} />;
}

const renderRequest = ({ mark: { exchange }, count, change }: Row): ReactNode =>
  count === undefined ? (
    <RequestCell exchange={exchange} />
  ) : (
    <>
      <RequestLine request={exchange.request} />
      <div className="hidden overflow-hidden text-12 text-ellipsis text-ink-2 narrow:block">
        {describe(count, change)}
      </div>
    </>
  );

const renderResponse = ({ mark: { exchange }, count, change }: Row): ReactNode =>
  count === undefined ? (
    <>
      <ResponseLine exchange={exchange} /> {change !== undefined && <span className="text-ink-3">{change}</span>}
    </>
  ) : (
    <span className="text-ink-2" title={change}>
      {describe(count, change)}
    </span>
  );

const describe = (count: number, change = "no change"): string => `${count} polls, ${change}`;
