import type { RunFinding } from "@journey-kit/schemas/report";
import type { ReactNode } from "react";
import { useTarget } from "../../../api/target-provider.tsx";
import { formatCount } from "../../../text/format.ts";
import { type Mark, maxRank, thinMarks } from "./marks.ts";
import { formatSince, placeBetween, type Rows } from "./rows.ts";
import styles from "./timeline.module.css";

interface RequestRowProps extends Rows {
  readonly marks: readonly Mark[];
  readonly selected: number | undefined;
  readonly onSelect: (sequence: number) => void;
}

/** The requests as dots: filled if they changed the instance, hollow if they did not, red if refused. A ring marks what a check found. */
export function RequestRow({ scale, start, marks, selected, onSelect }: RequestRowProps): ReactNode {
  const findings = useTarget().target.findings ?? [];
  const findingOf = (sequence: number) => findings.find(({ requests }) => requests.includes(sequence));
  const refused = marks.filter(({ exchange }) => exchange.refusal !== undefined).length;
  return (
    <li className={styles.row}>
      <span className={styles.name}>Requests</span>
      <div className={styles.plot}>
        {thinMarks(marks, scale.toPlace).map(({ exchange, at, kind, rank }) => (
          <button
            key={exchange.sequence}
            type="button"
            tabIndex={-1} // the table of requests has the same rows
            className={styles.mark}
            data-kind={kind}
            data-finding={findingOf(exchange.sequence) !== undefined}
            aria-pressed={exchange.sequence === selected}
            aria-label={labelOf(exchange, at - start, findingOf(exchange.sequence))}
            title={labelOf(exchange, at - start, findingOf(exchange.sequence))}
            style={{ ...placeBetween(scale, at), marginLeft: Math.min(rank, maxRank) * distance }}
            onClick={() => onSelect(exchange.sequence)}
          />
        ))}
      </div>
      <span className={styles.outcome}>
        {formatCount(marks.length, "request")}
        {refused > 0 && <span data-tone="bad">, {refused} refused</span>}
      </span>
    </li>
  );
}

/** Pixels between requests at one instant. */
const distance = 9;

const labelOf = (
  { sequence, endpoint, response, refusal }: Mark["exchange"],
  since: number,
  finding: RunFinding | undefined,
): string =>
  `Request ${sequence}: ${endpoint ?? "no endpoint"}, ${refusal?.kind ?? response.status}, after ${formatSince(since)}${finding === undefined ? "" : `, fails ${finding.requirement}`}`;
