import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { type ReactNode, useMemo } from "react";
import type { WorldClock } from "../../../api/clock.ts";
import { useCommands } from "../../../commands/commands.ts";
import { shortcuts } from "../../../commands/shortcuts.ts";
import { formatCount, formatDuration } from "../../../text/format.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { noticeable, type Run, timeOf } from "../module-state.ts";
import { Axis, Background } from "./axis.tsx";
import { toMarks } from "./marks.ts";
import { ModuleRow } from "./module-row.tsx";
import { instantAt, momentAfter, momentBefore, type Place, toMoments } from "./moments.ts";
import { Playhead } from "./playhead.tsx";
import { RequestRow } from "./request-row.tsx";
import { createScale } from "./scale.ts";
import styles from "./timeline.module.css";

interface TimelineProps {
  /** The instance as it is now. */
  readonly explanation: Explanation;
  /** The requests of the instance, oldest first. */
  readonly requests: readonly Exchange[];
  /** A clock that shows the time of the instance. */
  readonly clock: WorldClock;
  /** The earlier moment that the view shows; undefined for the present. */
  readonly past?: Place | undefined;
  readonly onScrub: (past: Place | undefined) => void;
  readonly selectedModule?: string | undefined;
  readonly onSelectModule: (module: string) => void;
  readonly selectedRequest?: number | undefined;
  readonly onSelectRequest: (sequence: number) => void;
}

/**
 * The requests and module runs of an instance over time, with a playhead that shows the instance at an earlier moment.
 */
export function Timeline(props: TimelineProps): ReactNode {
  const { explanation, requests, clock, past, onScrub } = props;
  const start = Date.parse(explanation.startedAt);
  const moments = useMemo(() => toMoments(explanation), [explanation]);
  const marks = useMemo(() => toMarks(explanation, requests), [explanation, requests]);
  const end = explanation.endedAt === undefined ? undefined : Date.parse(explanation.endedAt);
  const now = end === undefined ? clock.now : Math.max(end, marks.at(-1)?.at ?? end);
  const shown = past ?? { at: now };
  const scale = useMemo(() => {
    const runs = explanation.modules.map(({ startedAt, finishesAt }) => ({
      from: Date.parse(startedAt),
      to: finishesAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(finishesAt),
    }));
    const ends = runs.flatMap(({ from, to }) => [from, Number.isFinite(to) ? to : from]);
    const instants = [...moments, ...marks].map((one) => one.at);
    return createScale([...instants, ...ends, now, start + shortestAxis], runs);
  }, [explanation, moments, marks, now, start]);

  const scrub = ({ at, commands }: Place) => {
    if (commands !== undefined) return onScrub({ at, commands });
    onScrub(at >= now ? undefined : { at: Math.max(start, at) });
  };
  const toStart = () => scrub(moments[0] ?? { at: start });
  const back = () => scrub(momentBefore(moments, shown) ?? moments[0] ?? { at: start });
  const forward = () => scrub(momentAfter(moments, shown) ?? { at: now });
  const drag = (place: number) => scrub({ at: instantAt(scale, moments, place) });
  const toNow = () => onScrub(undefined);
  useCommands([
    { id: "earlier", label: "Show the previous event", group: "Instance", key: shortcuts.earlier, run: back },
    { id: "later", label: "Show the next event", group: "Instance", key: shortcuts.later, run: forward },
    ...(past === undefined
      ? []
      : [{ id: "now", label: "Show the instance as it is now", group: "Instance", key: shortcuts.close, run: toNow }]),
  ]);

  const { worked, idle } = timeOf(explanation, end ?? now);
  const rows = { scale, start, now };
  return (
    <Panel
      title="Timeline"
      note={
        <>
          {formatDuration(worked)} of work
          {idle >= noticeable && `, ${formatDuration(idle)} idle`}, {formatCount(explanation.timeline.length, "event")}.{" "}
          <span className={styles.keys}>
            Drag, or <Kbd>{shortcuts.earlier}</Kbd> <Kbd>{shortcuts.later}</Kbd>, to see it as it was.
          </span>
        </>
      }
      flush
    >
      <div className={styles.timeline}>
        <Background {...rows} hasFuture={end === undefined} />
        <Axis {...rows} onDrag={drag} />
        <ol className={styles.rows}>
          <RequestRow {...rows} marks={marks} selected={props.selectedRequest} onSelect={props.onSelectRequest} />
          {explanation.modules.toSorted(byStart).map((run) => (
            <ModuleRow
              key={`${run.module}-${run.attempt}`}
              {...rows}
              run={run}
              isSelected={run.module === props.selectedModule}
              onSelect={() => props.onSelectModule(run.module)}
            />
          ))}
        </ol>
        <Playhead
          {...rows}
          shown={shown}
          moments={moments}
          onDrag={drag}
          onMove={{ back, forward, start: toStart, now: toNow }}
        />
      </div>
    </Panel>
  );
}

const shortestAxis = 1_000;

const byStart = (one: Run, other: Run) => Date.parse(one.startedAt) - Date.parse(other.startedAt);
