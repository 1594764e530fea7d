import type { Exchange } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { formatDuration } from "../../text/format.ts";
import { httpTone } from "../../text/tones.ts";
import { Badge } from "../../ui/badge.tsx";
import { Json } from "../../ui/json.tsx";
import { Basis } from "../../ui/request-detail/basis.tsx";
import type { Attempt } from "./attempt.ts";
import styles from "./attempt-result.module.css";

interface AttemptResultProps {
  readonly world: string;
  readonly attempt: Attempt;
  /** The request in the journal. */
  readonly exchange?: Exchange;
}

/** A response: status, time, body and headers, and the reasons for the response. */
export function AttemptResult({ world, attempt, exchange }: AttemptResultProps): ReactNode {
  const { status, duration, headers, body } = attempt;
  return (
    <section className={styles.result} aria-label="Response" aria-live="polite">
      <p className={styles.head}>
        <Badge tone={httpTone(status)}>{status}</Badge>
        {exchange?.refusal !== undefined && <code>{exchange.refusal.kind}</code>}
        <span className={styles.time}>{formatDuration(duration)}</span>
        {exchange !== undefined && (
          <Link href={paths.request(world, exchange.sequence)} className={styles.link}>
            Request {exchange.sequence}
          </Link>
        )}
      </p>
      <Json value={body} label="Response body" />
      <details>
        <summary className={styles.summary}>{headers.length} headers</summary>
        <dl className={styles.headers}>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {exchange !== undefined && <Basis world={world} exchange={exchange} />}
    </section>
  );
}
