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
    <section className="grid grid-cols-1 gap-2.5 border-t border-line pt-3" aria-label="Response" aria-live="polite">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={httpTone(status)}>{status}</Badge>
        {exchange?.refusal !== undefined && <code>{exchange.refusal.kind}</code>}
        <span className="text-ink-3 tabular-nums">{formatDuration(duration)}</span>
        {exchange !== undefined && (
          <Link href={paths.request(world, exchange.sequence)} className="ml-auto">
            Request {exchange.sequence}
          </Link>
        )}
      </p>
      <Json value={body} label="Response body" />
      <details>
        <summary className="cursor-pointer text-ink-2">{headers.length} headers</summary>
        <dl className="mt-1.5 grid gap-1 font-mono text-12 wrap-anywhere">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt className="text-ink-3">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {exchange !== undefined && <Basis world={world} exchange={exchange} />}
    </section>
  );
}
