import type { WorldSummary } from "@journey-kit/schemas/control";
import { useQueries } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link } from "wouter";
import { useNow } from "../../api/clock.ts";
import { listLatest } from "../../api/list-latest.ts";
import { type LiveRequest, useLive } from "../../api/live.tsx";
import { keys } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { paths } from "../../paths.ts";
import { formatAge } from "../../text/format.ts";
import { Panel } from "../../ui/panel.tsx";
import { RequestCell, ResponseLine } from "../../ui/request-line.tsx";
import { Empty } from "../../ui/states.tsx";
import { mergeRequests, requestKey } from "./model.ts";
import tableStyles from "./table.module.css";

const shown = 12;

/** The latest requests of all worlds, as they arrive. */
export function LiveRequests({ worlds }: { readonly worlds: readonly WorldSummary[] }): ReactNode {
  const { requests: live } = useLive();
  const recorded = useRecordedRequests(worlds.slice(-shown).map(({ world }) => world));
  const requests = useMemo(() => mergeRequests(live, recorded, shown), [live, recorded]);
  return (
    <Panel title="Live requests" note="of all worlds, newest first" flush>
      {requests.length === 0 ? (
        <Empty icon={Activity} title="No requests yet">
          Requests of every client appear here as they arrive.
        </Empty>
      ) : (
        <RequestTable requests={requests} />
      )}
    </Panel>
  );
}

function RequestTable({ requests }: { readonly requests: readonly LiveRequest[] }): ReactNode {
  const now = useNow(1_000);
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">Request</th>
          <th scope="col" data-wide>
            Response
          </th>
          <th scope="col" data-wide>
            World
          </th>
          <th scope="col" data-wide>
            Sent
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <RequestRow key={requestKey(request)} request={request} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function RequestRow({ request, now }: { readonly request: LiveRequest; readonly now: number }): ReactNode {
  const { world, exchange } = request;
  return (
    <tr className={tableStyles.row}>
      <td className={tableStyles.request}>
        <Link href={paths.request(world, exchange.sequence)} className={tableStyles.link}>
          <RequestCell exchange={exchange} />
        </Link>
      </td>
      <td data-wide>
        <ResponseLine exchange={exchange} />
      </td>
      <td data-wide className={tableStyles.world} title={world}>
        {world}
      </td>
      <td data-wide className={tableStyles.quiet}>
        {formatAge(now - Date.parse(exchange.startedAt))}
      </td>
    </tr>
  );
}

/** Reads the latest requests that worlds have recorded, because the event stream sends only new requests. */
function useRecordedRequests(worlds: readonly string[]): readonly LiveRequest[] {
  const { target } = useTarget();
  return useQueries({
    queries: worlds.map((world) => ({
      queryKey: keys.world(target.kind, world, "latest-requests"),
      queryFn: async () => {
        const { requests } = await listLatest(target.control.world(world), shown);
        return requests.map((exchange) => ({ world, exchange }));
      },
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}
