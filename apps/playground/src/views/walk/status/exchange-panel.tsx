import { type ReactNode, useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { CopyButton } from "../../../components/copy.tsx";
import { Json } from "../../../components/json.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { formatDuration } from "../../../format.ts";
import type { ServiceExchange } from "../service-exchange.ts";
import { shorten } from "./shorten.ts";
import styles from "./status.module.css";

/** What this view and the service have exchanged, exactly. */
export function ExchangePanel({ exchanges }: { readonly exchanges: readonly ServiceExchange[] }): ReactNode {
  const [chosen, setChosen] = useState<number>();
  const shown = exchanges.find(({ id }) => id === chosen) ?? exchanges[0];
  return (
    <Panel title="Requests of this page" note={shown === undefined ? "none yet" : undefined} flush>
      <ul className={styles.exchanges}>
        {exchanges.slice(0, 6).map((exchange) => (
          <li key={exchange.id}>
            <button
              type="button"
              className={styles.exchange}
              aria-pressed={exchange.id === shown?.id}
              onClick={() => setChosen(exchange.id)}
            >
              <code className={styles.path}>
                {exchange.method} {exchange.path.split("/journey/").at(-1)}
              </code>
              <ExchangeStatus exchange={exchange} />
            </button>
          </li>
        ))}
      </ul>
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
            label="Exchange"
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
    </Panel>
  );
}

const ExchangeStatus = ({ exchange: { response } }: { readonly exchange: ServiceExchange }) =>
  response === undefined ? (
    <Badge tone="fault">lost</Badge>
  ) : (
    <Badge tone={response.status < 400 ? "good" : "bad"}>{response.status}</Badge>
  );

const Body = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <div className={styles.body}>
    <Json value={shorten(value)} label={label} />
    <CopyButton text={() => JSON.stringify(value, null, 2)} label={`Copy: ${label}`} />
  </div>
);
