import type { Exchange, InstanceSummary } from "@journey-kit/schemas/control";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { formatClockTime } from "../../text/format.ts";
import { formatTook, RequestCell, ResponseLine } from "../../ui/request-line.tsx";
import type { Column } from "../../ui/virtual-table.tsx";
import styles from "./requests.module.css";

/** The columns of the list of requests. `isCompact` leaves room for a selected request. */
export function toRequestColumns(
  world: string,
  instances: ReadonlyMap<string, InstanceSummary>,
  isCompact: boolean,
): readonly Column<Exchange>[] {
  const instance = ({ instanceId }: Exchange) => {
    const summary = instanceId === undefined ? undefined : instances.get(instanceId);
    return summary && <Link href={paths.instance(world, summary.instanceId)}>#{summary.ordinal}</Link>;
  };
  return [
    { id: "sequence", title: "#", width: "64px", cell: ({ sequence }) => sequence },
    {
      id: "request",
      title: "Request",
      cell: (exchange) => <RequestCell exchange={exchange} />,
    },
    {
      id: "response",
      title: "Response",
      width: isCompact ? "210px" : "260px",
      isWide: true,
      cell: (exchange) => <ResponseLine exchange={exchange} />,
    },
    { id: "instance", title: "Instance", width: "72px", isWide: true, cell: instance },
    ...(isCompact
      ? []
      : [
          {
            id: "id",
            title: "Request id",
            width: "112px",
            isWide: true,
            cell: ({ requestId }: Exchange) => (
              <span className={styles.mono} title={requestId}>
                {requestId.slice(0, 8)}…
              </span>
            ),
          },
        ]),
    {
      id: "took",
      title: "Took",
      width: "72px",
      align: "end",
      isWide: true,
      cell: ({ duration }) => formatTook(duration),
    },
    {
      id: "clock",
      title: "Clock",
      width: "116px",
      align: "end",
      cell: ({ at }) => <time className={styles.mono}>{formatClockTime(Date.parse(at))}</time>,
    },
  ];
}
