import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { describeEvent, type Moment } from "./moments.ts";
import { formatAfter, formatSince, placeBetween, type Rows } from "./rows.ts";
import styles from "./timeline.module.css";

interface PlayheadProps extends Rows {
  /** The instant that the view shows. */
  readonly shown: number;
  readonly moments: readonly Moment[];
  readonly onScrub: (at: number) => void;
  /** Called with the place of the pointer, from 0 to 1. */
  readonly onDrag: (place: number) => void;
  readonly onBack: () => void;
  readonly onForward: () => void;
}

const keys: Readonly<Record<string, "back" | "forward" | "start" | "now">> = {
  ArrowLeft: "back",
  ArrowDown: "back",
  ArrowRight: "forward",
  ArrowUp: "forward",
  Home: "start",
  End: "now",
};

/** The line at the instant that the view shows. It can be dragged, and moved with the arrow keys. */
export function Playhead(props: PlayheadProps): ReactNode {
  const { scale, start, now, shown, moments, onScrub, onDrag, onBack, onForward } = props;
  const layer = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent) => {
    const box = layer.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onDrag((event.clientX - box.left) / box.width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    if (action === "back") onBack();
    else if (action === "forward") onForward();
    else onScrub(action === "start" ? start : now);
  };
  return (
    <div ref={layer} className={styles.plot} data-layer="playhead">
      {shown < now && <span className={styles.veil} style={placeBetween(scale, shown, now)} aria-hidden />}
      <div
        className={styles.playhead}
        style={placeBetween(scale, shown)}
        role="slider"
        tabIndex={0}
        aria-label="Time shown"
        aria-valuemin={0}
        aria-valuemax={now - start}
        aria-valuenow={shown - start}
        aria-valuetext={describe(shown, { start, now, moments })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <span className={styles.flag}>{formatAfter(shown - start)}</span>
      </div>
    </div>
  );
}

function describe(shown: number, { start, now, moments }: Pick<PlayheadProps, "start" | "now" | "moments">): string {
  const since = `${formatSince(shown - start)} after the start`;
  if (shown >= now) return `now, ${since}`;
  const events = moments.find(({ at }) => at === shown)?.events ?? [];
  return [since, ...events.map(describeEvent)].join("; ");
}
