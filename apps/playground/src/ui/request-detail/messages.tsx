import type { Exchange } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Json } from "../json.tsx";
import { Tabs } from "../tabs.tsx";
import { hasPlaceholder } from "./code/repeat.ts";
import styles from "./request-detail.module.css";

/** The request and the response with their headers and bodies. */
export function Messages({ exchange: { request, response } }: { readonly exchange: Exchange }): ReactNode {
  const isRedacted = hasPlaceholder(request) || hasPlaceholder(response);
  return (
    <div className={styles.messages}>
      <Tabs
        label="Messages"
        tabs={[
          { id: "response", title: "Response", content: <Message name="Response" message={response} /> },
          { id: "request", title: "Request", content: <Message name="Request" message={request} /> },
        ]}
      />
      {isRedacted && (
        <p className={styles.redacted}>Placeholders in ‹…› replace personal values, which are not kept.</p>
      )}
    </div>
  );
}

interface MessageProps {
  readonly name: string;
  readonly message: Exchange["request"] | Exchange["response"];
}

const Message = ({ name, message: { headers, body } }: MessageProps) => (
  <div className={styles.message}>
    {body === undefined ? (
      <p className={styles.about}>No body was recorded.</p>
    ) : (
      <Json value={body} label={`${name} body`} />
    )}
    <dl className={styles.headers} aria-label={`${name} headers`}>
      {Object.entries(headers).map(([header, value]) => (
        <div key={header}>
          <dt>{header}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
