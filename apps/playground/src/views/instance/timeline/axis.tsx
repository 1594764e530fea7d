import { type PointerEvent, type ReactNode, useRef } from "react";
import { formatDuration } from "../../../text/format.ts";
import { formatSince, placeBetween, type Rows } from "./rows.ts";
import type { Scale, Tick } from "./scale.ts";
import styles from "./timeline.module.css";

interface BackgroundProps extends Rows {
  readonly hasFuture: boolean;
}

/** The background of all rows: lines, shortened pauses and the future. */
export function Background({ scale, now, hasFuture }: BackgroundProps): ReactNode {
  return (
    <div className={styles.plot} data-layer="background" aria-hidden>
      {scale.ticks.map(({ at }) => (
        <span key={at} className={styles.line} style={placeBetween(scale, at)} />
      ))}
      {scale.gaps.map(({ from, to }) => (
        <span key={from} className={styles.gap} style={placeBetween(scale, from, to)} />
      ))}
      {hasFuture && <span className={styles.future} style={placeBetween(scale, now, Number.POSITIVE_INFINITY)} />}
    </div>
  );
}

interface AxisProps extends Rows {
  /** Called with the position of the pointer, from 0 to 1. */
  readonly onDrag: (place: number) => void;
}

/** The labels of the axis. Pressing or dragging on the axis shows the instance as it was at that instant. */
export function Axis({ scale, onDrag }: AxisProps): ReactNode {
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
      {withRoom(scale).map(({ at, since, isAfterGap }) => (
        <span key={at} className={styles.tick} style={placeBetween(scale, at)}>
          {isAfterGap && "+"}
          {formatSince(since)}
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

/** Leaves out the labels that would touch the label of a gap or the label before them. */
function withRoom({ ticks, gaps, toPlace }: Scale): readonly Tick[] {
  const taken = gaps.map(({ from, to }) => toPlace((from + to) / 2));
  return ticks.filter(({ at }) => {
    const place = toPlace(at);
    if (taken.some((other) => Math.abs(other - place) < leastDistance)) return false;
    taken.push(place);
    return true;
  });
}
