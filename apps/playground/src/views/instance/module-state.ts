import type { Explanation } from "@journey-kit/schemas/control";
import { formatDuration } from "../../text/format.ts";
import { classificationTones, type Tone } from "../../text/tones.ts";

export type Run = Explanation["modules"][number];

/** The state of a module, in words and as values for its ring. */
export interface ModuleState {
  readonly kind: "waiting" | "running" | "held" | "finished" | "failed";
  readonly tone: Tone;
  /** The outcome, or how long the module still takes. */
  readonly text: string;
  /** Share of the run that is over, from 0 to 1. */
  readonly progress: number;
}

/**
 * Describes the latest run of a module. `now` is the time of the instance; `absent` describes a module without a run.
 */
export function describeModule(run: Run | undefined, now: number, absent = "not yet"): ModuleState {
  if (run === undefined) return { kind: "waiting", tone: "neutral", text: absent, progress: 0 };
  const { state, ends, outcome, classification } = run;
  if (state === "finished")
    return { kind: "finished", tone: classificationTones[classification], text: outcome, progress: 1 };
  if (state === "failed") return { kind: "failed", tone: "bad", text: "could not complete", progress: 1 };
  const { took, takes } = timesOf(run, now);
  if (takes === undefined) return { kind: "held", tone: "bad", text: "never finishes", progress: 0 };
  const left = formatDuration(takes - took);
  const progress = takes === 0 ? 1 : took / takes;
  if (state === "paused") return { kind: "held", tone: "neutral", text: `paused, ${left} left`, progress };
  if (ends === "fail") return { kind: "running", tone: "bad", text: `fails in ${left}`, progress };
  return { kind: "running", tone: "live", text: `${left} left`, progress };
}

/** The elapsed and the total time of a run, in milliseconds. `takes` is undefined if the run never finishes. */
export function timesOf(run: Run, now: number): { readonly took: number; readonly takes: number | undefined } {
  const started = Date.parse(run.startedAt);
  const takes = run.finishesAt === undefined ? undefined : Date.parse(run.finishesAt) - started;
  const took = Math.max(0, now - started);
  return { took: takes === undefined ? took : Math.min(took, takes), takes };
}

/** The runs of a module in a segment, oldest first. */
export const runsOf = ({ modules }: Explanation, segment: string, module: string): readonly Run[] =>
  modules.filter((run) => run.segment === segment && run.module === module);

/** Milliseconds of idle time from which the page mentions them. */
export const noticeable = 1_000;

/**
 * How long an instance worked and how long it was idle, in milliseconds: the time in which a module ran, and the rest,
 * in which the instance waited for data, for a reviewer or for a tester.
 */
export function timeOf(
  { startedAt, endedAt, now, modules, timeline }: Explanation,
  until = Date.parse(endedAt ?? now),
): { readonly worked: number; readonly idle: number } {
  const start = Date.parse(startedAt);
  const pauses = timeline.flatMap((event) =>
    event.kind === "command" && (event.command.type === "pause" || event.command.type === "resume")
      ? [{ at: Date.parse(event.at), isPaused: event.command.type === "pause" }]
      : [],
  );
  const runs = modules.map((run) => ({ from: Date.parse(run.startedAt), to: Date.parse(run.finishesAt ?? endOfTime) }));
  const instants = [start, until, ...pauses.map(({ at }) => at), ...runs.flatMap(({ from, to }) => [from, to])];
  const sorted = [...new Set(instants)].filter((at) => at >= start && at <= until).toSorted((a, b) => a - b);
  let worked = 0;
  for (const [i, to] of sorted.entries()) {
    const from = sorted[i - 1] ?? to;
    const isPaused = pauses.findLast(({ at }) => at <= from)?.isPaused === true;
    if (!isPaused && runs.some((run) => run.from <= from && run.to >= to)) worked += to - from;
  }
  return { worked, idle: Math.max(0, until - start) - worked };
}

const endOfTime = "9999-12-31T00:00:00.000Z"; // for a module that never finishes
