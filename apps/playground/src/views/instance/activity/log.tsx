import type { TimelineEvent } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { formatClockTime } from "../../../text/format.ts";
import type { Tone } from "../../../text/tones.ts";
import { Badge } from "../../../ui/badge.tsx";
import { formatAfter } from "../timeline/rows.ts";
import styles from "./activity.module.css";

interface LogProps {
  readonly start: number;
  readonly events: readonly TimelineEvent[];
}

/** Every event of an instance, newest first. */
export function Log({ start, events }: LogProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard.
    <section className={styles.scroller} tabIndex={0} aria-label="Log">
      <table className={styles.log}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Details</th>
            <th scope="col" data-wide>
              Clock
            </th>
            <th scope="col" data-align="end">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {events
            .map(({ at, kind, what }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end of the log.
              <tr key={i}>
                <td>
                  <Badge tone={kinds[kind].tone}>{kinds[kind].name}</Badge>
                </td>
                <td>{what}</td>
                <td data-wide>
                  <time dateTime={at} className={styles.mono}>
                    {formatClockTime(Date.parse(at))}
                  </time>
                </td>
                <td data-align="end">{formatAfter(Date.parse(at) - start)}</td>
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  );
}

const kinds: Readonly<Record<TimelineEvent["kind"], { readonly name: string; readonly tone: Tone }>> = {
  command: { name: "command", tone: "neutral" },
  "module-started": { name: "started", tone: "live" },
  "module-finished": { name: "finished", tone: "good" },
  evaluated: { name: "evaluated", tone: "good" },
  failed: { name: "failed", tone: "bad" },
};
