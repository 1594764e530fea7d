import type { Explanation } from "@journey-kit/schemas/control";
import { History } from "lucide-react";
import type { ReactNode } from "react";
import { formatClockTime, formatDuration } from "../../text/format.ts";
import { Button } from "../../ui/button.tsx";
import { describeEvent, type Place } from "./timeline/moments.ts";

interface PastBarProps {
  readonly place: Place;
  /** The instance as the view shows it. */
  readonly shown: Explanation;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
  readonly onBack: () => void;
}

const bar =
  "sticky bottom-4 z-4 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-8 border border-tone-edge bg-tone-soft py-1.5 pr-2 pl-3.5 text-tone shadow-float narrow:bottom-15";

/** A notice that the view shows an earlier moment. */
export function PastBar({ place, shown, now, onBack }: PastBarProps): ReactNode {
  const command = place.commands === undefined ? undefined : shown.timeline.findLast(({ kind }) => kind === "command");
  return (
    <div className={bar} data-tone="frozen" role="status">
      <History size={14} aria-hidden />
      <span className="flex-1">
        You see <time className="font-mono tabular-nums">{formatClockTime(place.at)}</time>
        {place.at < now && `, ${formatDuration(now - place.at)} ago`}
        {command !== undefined && `, right after ${describeEvent(command)}`}.
      </span>
      <Button onPress={onBack}>Back to now</Button>
    </div>
  );
}
