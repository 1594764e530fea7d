import type { JourneyVersion } from "@journey-kit/schemas";
import type { Explanation } from "@journey-kit/schemas/control";
import { Flag, type LucideIcon, Play, Scale } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { statusLabels } from "../../../text/status.ts";
import { statusTones, type Tone } from "../../../text/tones.ts";
import { toSegments } from "./graph.ts";
import styles from "./journey-graph.module.css";
import { SegmentCard } from "./segment-card.tsx";

interface JourneyGraphProps {
  readonly explanation: Explanation;
  readonly definition: JourneyVersion;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
  readonly selectedModule: string | undefined;
  readonly onSelectModule: (module: string) => void;
}

/** The journey from start to end, with the state of an instance. Arrow keys move between the modules. */
export function JourneyGraph(props: JourneyGraphProps): ReactNode {
  const { explanation, definition, now, selectedModule, onSelectModule } = props;
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wide graph scrolls to each segment that becomes current.
  useEffect(() => showCurrent(panel.current), [explanation.segment]);
  const hasEnded = explanation.endedAt !== undefined;
  const [wasOpen, setWasOpen] = useState(false);
  if (!hasEnded && !wasOpen) setWasOpen(true);
  const hasArrived = hasEnded && wasOpen;
  const start = explanation.delivery === "page" ? "hosted" : "by API";
  return (
    <section ref={panel} className={styles.panel} aria-label="Journey">
      <ol className={styles.graph} onKeyDown={moveSelection}>
        <Node icon={Play} label="Start" note={start} tone="good" />
        {toSegments(explanation, definition).map((segment) => (
          <SegmentCard
            key={segment.id}
            segment={segment}
            explanation={explanation}
            now={now}
            selectedModule={selectedModule}
            onSelectModule={onSelectModule}
          />
        ))}
        <Node icon={Scale} label="Evaluation" {...describeEvaluation(explanation)} />
        <Node icon={Flag} label="End" {...describeEnd(explanation)} hasArrived={hasArrived} />
      </ol>
    </section>
  );
}

/** Scrolls a graph that is wider than its panel, so that the current segment is in its middle. */
function showCurrent(panel: HTMLElement | null): void {
  const card = panel?.querySelector<HTMLElement>("[data-state=current]");
  if (panel && card) panel.scrollLeft = card.offsetLeft + card.offsetWidth / 2 - panel.clientWidth / 2;
}

interface NodeState {
  readonly note: string;
  readonly tone: Tone;
}

interface NodeProps extends NodeState {
  readonly icon: LucideIcon;
  readonly label: string;
  /** Whether the instance reached the node while the page showed it. */
  readonly hasArrived?: boolean;
}

const Node = ({ icon: Icon, label, note, tone, hasArrived }: NodeProps) => (
  <li className={styles.node} data-tone={tone}>
    <span className={styles.disc} data-arrived={hasArrived}>
      <Icon size={13} aria-hidden />
    </span>
    <span className={styles.label}>{label}</span>
    <span className={styles.note}>{note}</span>
  </li>
);

function describeEvaluation({ phase, outcome }: Explanation): NodeState {
  if (outcome !== undefined) return { note: outcome, tone: statusTones[outcome] };
  return { note: phase === "failed" ? "not reached" : "not yet", tone: "neutral" };
}

function describeEnd({ phase, outcome }: Explanation): NodeState {
  if (phase === "failed") return { note: "failed", tone: "bad" };
  if (phase === "reviewing") return { note: "after a review", tone: "neutral" };
  if (phase !== "finished" || outcome === undefined) return { note: "", tone: "neutral" };
  return { note: statusLabels[outcome].toLowerCase(), tone: statusTones[outcome] };
}

const directions: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Selects the next or the previous module. */
function moveSelection(event: KeyboardEvent<HTMLElement>): void {
  const direction = directions[event.key];
  const modules = [...event.currentTarget.querySelectorAll("button")];
  const place = modules.findIndex((button) => button.matches(":focus"));
  if (direction === undefined || place === -1) return;
  event.preventDefault();
  modules[place + direction]?.focus();
  modules[place + direction]?.click();
}
