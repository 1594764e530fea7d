import { type PointerEvent, type ReactNode, useRef } from "react";
import { formatDuration } from "../../../format.ts";
import { formatSince, placeBetween, type Rows } from "./rows.ts";
import styles from "./timeline.module.css";

/** The lines, the shortened pauses and the future, behind all rows. */
export function Background({ scale, start, now }: Rows): ReactNode {
  return (
    <div className={styles.plot} data-layer="background" aria-hidden>
      {scale.ticks.map((tick) => (
        <span key={tick} className={styles.line} style={placeBetween(scale, start + tick)} />
      ))}
      {scale.gaps.map(({ from, to }) => (
        <span key={from} className={styles.gap} style={placeBetween(scale, from, to)} />
      ))}
      <span className={styles.future} style={placeBetween(scale, now, Number.POSITIVE_INFINITY)} />
    </div>
  );
}

interface AxisProps extends Rows {
  /** Called with the place of the pointer, from 0 to 1. */
  readonly onDrag: (place: number) => void;
}

/** The labels of the axis. A press or a drag on it shows the instance at that instant. */
export function Axis({ scale, start, onDrag }: AxisProps): ReactNode {
  const track = useRef<HTMLDivElement>(null);
  const drag = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box !== undefined && box.width > 0) onDrag((event.clientX - box.left) / box.width);
  };
  return (
    <div className={styles.axis}>
      {scale.gaps.map(({ from, to }) => (
        <span key={from} className={styles.gapLabel} style={placeBetween(scale, (from + to) / 2)}>
          {formatDuration(to - from)}
        </span>
      ))}
      {withRoom(scale.ticks, (tick) => scale.toPlace(start + tick)).map((tick) => (
        <span key={tick} className={styles.tick} style={placeBetween(scale, start + tick)}>
          {formatSince(tick)}
        </span>
      ))}
      <div
        ref={track}
        className={styles.track}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && drag(event)}
      />
    </div>
  );
}

const leastDistance = 0.07;

/** Leaves out the labels that would touch the label before them. */
function withRoom(ticks: readonly number[], toPlace: (tick: number) => number): readonly number[] {
  let last = Number.NEGATIVE_INFINITY;
  return ticks.filter((tick) => {
    const hasRoom = toPlace(tick) - last >= leastDistance;
    if (hasRoom) last = toPlace(tick);
    return hasRoom;
  });
}
