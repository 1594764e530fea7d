import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatTook, RequestLine, ResponseLine } from "./request-line.tsx";
import type { RequestRow } from "./request-rows.ts";

export const keyOfRow = ({ key }: RequestRow): RequestRow["key"] => key;

/** The number of a request, or whether a group is open. */
export function renderNumber({ exchange, count, isOpen = false, isInside = false }: RequestRow): ReactNode {
  if (count === undefined) return <span className={isInside ? "pl-2" : ""}>{exchange.sequence}</span>;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon size={14} className="align-[-2px] text-ink-3" role="img" aria-label={isOpen ? "Open" : "Closed"} />;
}

/** The request and, on narrow screens, the response in a second line. */
export const renderRequest = (row: RequestRow): ReactNode => (
  <>
    <RequestLine request={row.exchange.request} />
    <div className="hidden overflow-hidden text-12 text-ellipsis narrow:block">{renderResponse(row)}</div>
  </>
);

/** The response, and what a poll read that the one before it did not. */
export const renderResponse = ({ exchange, count, change }: RequestRow): ReactNode =>
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

export const renderTook = ({ exchange, count }: RequestRow): ReactNode =>
  count === undefined && formatTook(exchange.duration);
