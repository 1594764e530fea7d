import type { Explanation } from "@journey-kit/schemas/control";
import { describeDecider } from "@journey-kit/schemas/report";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { formatDuration } from "../../../text/format.ts";
import { statusOf } from "../../../text/status.ts";
import { statusTones, type Tone } from "../../../text/tones.ts";
import { describeModule, runsOf, timesOf } from "../module-state.ts";
import { StateRing } from "../state-ring.tsx";
import { isException } from "../why/explain-outcomes.ts";
import type { GraphSegment, Step } from "./graph.ts";
import styles from "./segment-card.module.css";

interface SegmentCardProps {
  readonly segment: GraphSegment;
  readonly explanation: Explanation;
  readonly now: number;
  readonly selectedModule: string | undefined;
  readonly onSelectModule: (module: string) => void;
}

/** One segment of the graph: its steps, then its modules. */
export function SegmentCard(props: SegmentCardProps): ReactNode {
  const { segment, explanation, now, selectedModule, onSelectModule } = props;
  const { label, state, note, steps, modules } = segment;
  return (
    <li className={styles.segment} data-state={state} data-tone={toneOf(segment, explanation)}>
      <div className={styles.header}>
        <h3>{label}</h3>
        <span className={styles.note}>{note}</span>
      </div>
      <ol className={styles.parts}>
        {steps.map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
        {modules.map((module) => (
          <ModuleRow
            key={module}
            module={module}
            segment={segment}
            explanation={explanation}
            now={now}
            isSelected={module === selectedModule}
            onSelect={() => onSelectModule(module)}
          />
        ))}
      </ol>
    </li>
  );
}

function toneOf({ state }: GraphSegment, explanation: Explanation): Tone {
  if (state === "done") return "good";
  return state === "current" ? statusTones[statusOf(explanation)] : "neutral";
}

const rings = {
  done: { kind: "finished", tone: "good", progress: 1 },
  current: { kind: "running", tone: "fair", progress: 0 },
  later: { kind: "waiting", tone: "neutral", progress: 0 },
} as const satisfies Record<Step["state"], unknown>;

function StepRow({ step }: { readonly step: Step }): ReactNode {
  const { id, state, stage, required, optional, provided } = step;
  const isProvided = (element: string) => provided.some((known) => known.element === element);
  return (
    <li className={styles.step} data-tone={rings[state].tone}>
      <StateRing {...rings[state]} />
      <div className={styles.text}>
        <span className={styles.name}>
          {id}
          {stage !== undefined && <span className={styles.remark}>{stage}</span>}
        </span>
        <ul className={styles.elements}>
          {[...required, ...optional].map((element) => (
            <li key={element} data-provided={isProvided(element)} data-optional={optional.includes(element)}>
              {isProvided(element) && <Check size={11} strokeWidth={2.6} role="img" aria-label="Provided:" />}
              {element}
              {optional.includes(element) && !isProvided(element) && " (optional)"}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

interface ModuleRowProps {
  readonly module: string;
  readonly segment: GraphSegment;
  readonly explanation: Explanation;
  readonly now: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function ModuleRow({ module, segment, explanation, now, isSelected, onSelect }: ModuleRowProps): ReactNode {
  const runs = runsOf(explanation, segment.id, module);
  const run = runs.at(-1);
  const state = describeModule(run, now, segment.absent);
  const took = run?.state === "finished" ? timesOf(run, now).takes : undefined;
  return (
    <li className={styles.module} data-tone={state.tone}>
      <button type="button" className={styles.button} aria-pressed={isSelected} onClick={onSelect}>
        <StateRing {...state} />
        <span className={styles.text}>
          <span className={styles.name}>
            {module}
            {run !== undefined && runs.length > 1 && <span className={styles.remark}>attempt {run.attempt}</span>}
            {run !== undefined && isException(run, explanation.modules) && (
              <span className={styles.remark}>by {describeDecider(run.decidedBy)}</span>
            )}
          </span>
          <span className={styles.state}>{state.text}</span>
        </span>
        {took !== undefined && <span className={styles.duration}>{formatDuration(took)}</span>}
      </button>
    </li>
  );
}
