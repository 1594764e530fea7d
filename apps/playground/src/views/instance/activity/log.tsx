import type { TimelineEvent } from "@journey-kit/schemas/control";
import { describeEvent } from "@journey-kit/schemas/report";
import type { ReactNode } from "react";
import { formatClockTime } from "../../../text/format.ts";
import type { Tone } from "../../../text/tones.ts";
import { Badge } from "../../../ui/badge.tsx";
import { formatAfter } from "../timeline/rows.ts";

interface LogProps {
  readonly start: number;
  readonly events: readonly TimelineEvent[];
}

/** Every event of an instance, newest first. */
export function Log({ start, events }: LogProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard.
    <section className="max-h-[420px] overflow-auto" tabIndex={0} aria-label="Log">
      <table className="tabular-nums">
        <thead>
          <tr className="*:sticky *:top-0 *:z-1 *:bg-panel *:font-normal *:text-ink-2">
            <th scope="col" className={`${cell} ${first}`}>
              Event
            </th>
            <th scope="col" className={cell}>
              Details
            </th>
            <th scope="col" className={`${cell} narrow:hidden`}>
              Clock
            </th>
            <th scope="col" className={`${cell} ${last}`}>
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {events
            .map((event, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end of the log.
              <tr key={i}>
                <td className={`${cell} ${first}`}>
                  <Badge tone={kinds[event.kind].tone}>{kinds[event.kind].name}</Badge>
                </td>
                <td className={cell}>{describeEvent(event)}</td>
                <td className={`${cell} narrow:hidden`}>
                  <time dateTime={event.at} className="font-mono text-12">
                    {formatClockTime(Date.parse(event.at))}
                  </time>
                </td>
                <td className={`${cell} ${last}`}>{formatAfter(Date.parse(event.at) - start)}</td>
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  );
}

const cell = "border-b border-line py-1.5 pr-3 pl-0 text-left";
const first = "w-[104px] pl-4";
const last = "pr-4 text-right whitespace-nowrap";

const kinds: Readonly<Record<TimelineEvent["kind"], { readonly name: string; readonly tone: Tone }>> = {
  command: { name: "command", tone: "neutral" },
  "module-started": { name: "started", tone: "live" },
  "module-finished": { name: "finished", tone: "good" },
  evaluated: { name: "evaluated", tone: "good" },
  failed: { name: "failed", tone: "bad" },
};
