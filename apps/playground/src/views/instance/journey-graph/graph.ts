import type { JourneyVersion } from "@journey-kit/schemas";
import type { Explanation } from "@journey-kit/schemas/control";

/** An interaction or a task, with its data. */
export type Step = Explanation["steps"][number];

/** A segment of a journey with the progress of an instance. */
export interface GraphSegment {
  readonly id: string;
  readonly label: string;
  readonly state: "done" | "current" | "later" | "skipped";
  /** The state of the segment in words. */
  readonly note: string;
  readonly steps: readonly Step[];
  readonly modules: readonly string[];
  /** Text for a module without a run. */
  readonly absent: string;
}

/** Lays out a journey for an instance: its segments in order, each with its steps and modules. */
export function toSegments(explanation: Explanation, { segments }: JourneyVersion): readonly GraphSegment[] {
  const { phase } = explanation;
  const place = segments.findIndex(({ id }) => id === explanation.segment);
  const hasEnded = phase === "finished" || phase === "failed";
  return segments.map((segment, i) => {
    const state = i < place ? "done" : i === place ? current[phase].state : hasEnded ? "skipped" : "later";
    return {
      id: segment.id,
      label: labelOf(segment),
      state,
      note: i === place ? current[phase].note : notes[state],
      steps: explanation.steps.filter((step) => step.segment === segment.id),
      modules: segment.modules.map(({ module }) => module),
      absent: state === "skipped" ? "did not run" : hasEnded ? "did not finish" : "not yet",
    };
  });
}

const notes = { done: "done", current: "", later: "not yet", skipped: "not reached" } as const;

const current = {
  collecting: { state: "current", note: "collecting now" },
  running: { state: "current", note: "running now" },
  paused: { state: "current", note: "paused" },
  reviewing: { state: "done", note: "done" },
  finished: { state: "done", note: "done" },
  failed: { state: "current", note: "failed here" },
} as const satisfies Record<Explanation["phase"], unknown>;

/** The label that all pages of a segment share, or else the id of the segment in words. */
function labelOf({ id, interactions = [] }: JourneyVersion["segments"][number]): string {
  const [label, ...others] = new Set(interactions.flatMap(({ pages }) => pages.map((page) => page.label)));
  if (label !== undefined && others.length === 0) return label;
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll(/[-_]/g, " ");
}
