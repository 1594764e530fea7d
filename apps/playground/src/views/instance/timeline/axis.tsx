import { type PointerEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { formatDuration } from "../../../text/format.ts";
import { formatSince, placeBetween, type Rows } from "./rows.ts";
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
  const axis = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale has other labels.
  useLayoutEffect(() => {
    const element = axis.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => hideTouching(element));
    for (const part of [element, ...element.querySelectorAll("span")]) observer.observe(part);
    return () => observer.disconnect();
  }, [scale]);
  const drag = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box !== undefined && box.width > 0) onDrag((event.clientX - box.left) / box.width);
  };
  return (
    <div ref={axis} className={styles.axis}>
      {scale.gaps.map(({ from, to }) => (
        <span key={from} className={styles.gapLabel} style={placeBetween(scale, (from + to) / 2)}>
          {formatDuration(to - from)}
        </span>
      ))}
      {scale.ticks.map(({ at, since, isAfterGap }) => (
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

/** Hides the labels that would touch a label before them. */
function hideTouching(axis: HTMLElement): void {
  const shown: DOMRect[] = [];
  for (const label of axis.querySelectorAll("span")) {
    const box = label.getBoundingClientRect();
    const isHidden = shown.some(
      ({ left, right }) => box.left < right + leastDistance && left < box.right + leastDistance,
    );
    label.style.visibility = isHidden ? "hidden" : "";
    if (!isHidden) shown.push(box);
  }
}

/** Pixels between two labels. */
const leastDistance = 6;
