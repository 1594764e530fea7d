import { paths } from "@journey-kit/schemas/paths";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useRequests } from "../../../api/queries.ts";
import { Badge } from "../../../components/badge.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { RequestLine } from "../../../components/exchange.tsx";
import { Json } from "../../../components/json.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Basis } from "../../../components/request-detail/basis.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { paths as views } from "../../../paths.ts";
import { formatDuration } from "../../../text/format.ts";
import { httpTone } from "../../../text/tones.ts";
import type { ServiceExchange } from "../service-exchange.ts";
import { shorten } from "./shorten.ts";
import styles from "./status.module.css";

interface ExchangePanelProps {
  readonly world: string;
  /** Newest first. */
  readonly exchanges: readonly ServiceExchange[];
}

/** What this view and the service have exchanged, exactly. */
export function ExchangePanel({ world, exchanges }: ExchangePanelProps): ReactNode {
  const newest = exchanges[0]?.id;
  /** What the user picked; a newer exchange replaces it. */
  const [picked, pick] = useState<{ readonly id: number; readonly newest: number | undefined }>();
  const shown =
    exchanges.find(({ id }) => id === picked?.id && picked.newest === newest) ?? exchanges.find(isSent) ?? exchanges[0];
  const requests = useRequests(world).data?.requests;
  const requestId = shown?.response?.requestId;
  const logged = requests?.findLast((request) => requestId !== undefined && request.requestId === requestId);
  return (
    <Panel
      title="Requests of this page"
      note={shown === undefined ? "none yet" : undefined}
      flush={shown !== undefined}
    >
      {shown !== undefined && (
        <ul className={styles.exchanges}>
          {exchanges.slice(0, 6).map((exchange) => (
            <li key={exchange.id}>
              <button
                type="button"
                className={styles.exchange}
                aria-pressed={exchange.id === shown?.id}
                onClick={() => pick({ id: exchange.id, newest })}
              >
                <RequestLine request={exchange} />
                <ExchangeStatus exchange={exchange} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown !== undefined && (
        <div className={styles.detail}>
          <p className={styles.line}>
            <code>{shown.path}</code>
          </p>
          <p className={styles.line}>
            {formatDuration(shown.took)}
            {shown.response?.requestId !== undefined && (
              <>
                {" "}
                · request id <code>{shown.response.requestId}</code>
              </>
            )}
          </p>
          <Tabs
            label="Messages"
            tabs={[
              { id: "request", title: "Request", content: <Body value={shown.requestBody} label="Request body" /> },
              {
                id: "response",
                title: "Response",
                content:
                  shown.response === undefined ? (
                    <p>No response arrived.</p>
                  ) : (
                    <Body value={shown.response.body} label="Response body" />
                  ),
              },
            ]}
          />
        </div>
      )}
      {logged !== undefined && (
        <>
          <Basis key={logged.sequence} world={world} exchange={logged} />
          <p className={styles.logged}>
            <Link href={views.request(world, logged.sequence)}>Request {logged.sequence} in the log</Link>
          </p>
        </>
      )}
    </Panel>
  );
}

/** Whether the user sent data, rather than the page fetched it. */
const isSent = ({ path }: ServiceExchange): boolean => sending.some((sent) => path.endsWith(sent));

const sending = [paths["v2.submitInteraction"], paths["v1.updateTask"]];

const ExchangeStatus = ({ exchange: { response } }: { readonly exchange: ServiceExchange }) =>
  response === undefined ? (
    <Badge tone="fault">lost</Badge>
  ) : (
    <Badge tone={httpTone(response.status)}>{response.status}</Badge>
  );

const Body = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <div className={styles.body}>
    <Json value={shorten(value)} label={label} />
    <CopyButton text={() => JSON.stringify(value, null, 2)} label={`Copy: ${label}`} />
  </div>
);
