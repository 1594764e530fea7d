import { paths } from "@journey-kit/schemas/calls";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useRequests } from "../../../api/queries.ts";
import { paths as views } from "../../../paths.ts";
import { formatDuration } from "../../../text/format.ts";
import { httpTone } from "../../../text/tones.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Json } from "../../../ui/json.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Basis } from "../../../ui/request-detail/basis.tsx";
import { RequestLine } from "../../../ui/request-line.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { SentRequest } from "../recorded-service.ts";
import { shorten } from "./shorten.ts";
import styles from "./status.module.css";

interface SentRequestsProps {
  readonly world: string;
  /** Newest first. */
  readonly sent: readonly SentRequest[];
}

/** The requests of this view, exactly as they were sent, with their responses. */
export function SentRequests({ world, sent }: SentRequestsProps): ReactNode {
  const newest = sent[0]?.id;
  /** The request that the user selected, until a newer request is sent. */
  const [picked, pick] = useState<{ readonly id: number; readonly newest: number | undefined }>();
  const shown = sent.find(({ id }) => id === picked?.id && picked.newest === newest) ?? sent.find(isSent) ?? sent[0];
  const requests = useRequests(world).data?.requests;
  const requestId = shown?.response?.requestId;
  const logged = requests?.findLast((one) => requestId !== undefined && one.requestId === requestId);
  return (
    <Panel
      title="Requests of this page"
      note={shown === undefined ? "none yet" : undefined}
      flush={shown !== undefined}
    >
      {shown !== undefined && (
        <ul className={styles.requests}>
          {sent.slice(0, 6).map((request) => (
            <li key={request.id}>
              <button
                type="button"
                className={styles.request}
                aria-pressed={request.id === shown?.id}
                onClick={() => pick({ id: request.id, newest })}
              >
                <RequestLine request={request} />
                <ResponseStatus response={request.response} />
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

/** Whether the request sent data from the user; all others are fetches by the page. */
const isSent = ({ path }: SentRequest): boolean => sending.some((end) => path.endsWith(end));

const sending = [paths["v2.submitInteraction"], paths["v1.updateTask"]];

const ResponseStatus = ({ response }: { readonly response: SentRequest["response"] }) =>
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
