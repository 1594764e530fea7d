import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { describeEvent, isAt, type Moment, type Place } from "./moments.ts";
import { formatAfter, formatSince, placeBetween, type Rows } from "./rows.ts";
import styles from "./timeline.module.css";

interface PlayheadProps extends Rows {
  /** The moment that the view shows. */
  readonly shown: Place;
  readonly moments: readonly Moment[];
  /** Called with the position of the pointer, from 0 to 1. */
  readonly onDrag: (place: number) => void;
  readonly onMove: Readonly<Record<Direction, () => void>>;
}

type Direction = "back" | "forward" | "start" | "now";

const keys: Readonly<Record<string, Direction>> = {
  ArrowLeft: "back",
  ArrowDown: "back",
  ArrowRight: "forward",
  ArrowUp: "forward",
  Home: "start",
  End: "now",
};

/** The line at the instant that the view shows. It can be dragged, and moved with the arrow keys. */
export function Playhead(props: PlayheadProps): ReactNode {
  const { scale, start, now, shown, moments, onDrag, onMove } = props;
  const layer = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent) => {
    const box = layer.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onDrag((event.clientX - box.left) / box.width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = keys[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onMove[direction]();
  };
  return (
    <div ref={layer} className={styles.plot} data-layer="playhead">
      {shown.at < now && <span className={styles.veil} style={placeBetween(scale, shown.at, now)} aria-hidden />}
      <div
        className={styles.playhead}
        style={placeBetween(scale, shown.at)}
        role="slider"
        tabIndex={0}
        aria-label="Time shown"
        aria-valuemin={0}
        aria-valuemax={now - start}
        aria-valuenow={shown.at - start}
        aria-valuetext={describe(shown, { start, now, moments })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <span className={styles.flag} data-late={scale.toPlace(shown.at) > 0.75}>
          {formatAfter(shown.at - start)}
        </span>
      </div>
    </div>
  );
}

function describe(shown: Place, { start, now, moments }: Pick<PlayheadProps, "start" | "now" | "moments">): string {
  const since = `${formatSince(shown.at - start)} after the start`;
  if (shown.at >= now && shown.commands === undefined) return `now, ${since}`;
  const events = moments.find((moment) => isAt(moment, shown))?.events ?? [];
  return [since, ...events.map(describeEvent)].join("; ");
}
