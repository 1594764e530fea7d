import type { Exchange } from "@journey-kit/schemas/control";
import { useMemo, useState } from "react";
import { groupRequests } from "./request-groups.ts";
import { type RequestRow, toRows } from "./request-rows.ts";

interface RequestRows {
  /** Newest first. */
  readonly rows: readonly RequestRow[];
  /** The key of the row that the keyboard has reached. */
  readonly current: RequestRow["key"] | undefined;
  readonly select: (row: RequestRow) => void;
  /** Selects a request, or opens or closes a group. */
  readonly open: (row: RequestRow) => void;
}

/** The rows for requests, which are oldest first. `onSelect` is called with the number of a request. */
export function useRequestRows(
  requests: readonly Exchange[],
  selected: number | undefined,
  onSelect: (sequence: number) => void,
): RequestRows {
  /** The groups that the user opened or closed, by their keys. */
  const [toggled, setToggled] = useState<ReadonlyMap<RequestRow["key"], boolean>>(new Map());
  /** The heading that the keyboard has reached. */
  const [heading, setHeading] = useState<RequestRow["key"]>();
  const groups = useMemo(() => groupRequests(requests), [requests]);
  const rows = useMemo(() => toRows(groups, toggled, selected), [groups, toggled, selected]);
  const select = ({ key, exchange, count }: RequestRow) => {
    setHeading(count === undefined ? undefined : key);
    if (count === undefined) onSelect(exchange.sequence);
  };
  const open = (row: RequestRow) => {
    select(row);
    if (row.count !== undefined) setToggled(new Map([...toggled, [row.key, row.isOpen !== true]]));
  };
  return { rows, current: heading ?? selected, select, open };
}
