import type { Explanation } from "@journey-kit/schemas/control";
import type { Row, Run, Section, SectionTitle } from "./comparison.ts";

/** The difference between two instances, in words. */
export interface Summary {
  /** A sentence about the first difference. */
  readonly sentence: string;
  /** How both instances ended, or their current states. */
  readonly ends: string;
}

/** Describes the first difference between two instances, and how both ended. */
export function summarize(first: Run, second: Run, sections: readonly Section[]): Summary {
  return { sentence: describeParting(first, second, sections), ends: describeEnds(first, second) };
}

function describeParting(first: Run, second: Run, sections: readonly Section[]): string {
  const [one, other] = [first.explanation, second.explanation];
  if (one.instanceId === other.instanceId) return "This is the same instance twice.";
  if (one.journey !== other.journey)
    return `The instances run different journeys: ${one.journeyName} and ${other.journeyName}.`;
  const rows = (title: SectionTitle) => sections.find((section) => section.title === title)?.rows ?? [];
  const partings = [
    ...rows("Modules").filter(isOtherOutcome),
    ...rows("Requests").filter((row) => row.first?.text !== row.second?.text && isInBoth(row)),
    ...rows("Timeline").filter((row) => row.isDifferent && !isInBoth(row) && isFinished(first) === isFinished(second)),
  ];
  const [parting] = partings.toSorted((a, b) => timeOf(a) - timeOf(b));
  if (parting !== undefined) return describeRow(parting, first, second);
  const differing = sections.filter((section) => section.rows.some((row) => row.isDifferent));
  if (differing.length === 0) return "The instances do not differ.";
  const isBehind = isFinished(first) !== isFinished(second);
  if (isBehind)
    return `The instances took the same course so far, but ${isFinished(first) ? second.label : first.label} is behind.`;
  return `The instances took the same course, but differ in ${joinWords(differing.map(({ title }) => title.toLowerCase()))}.`;
}

/** Whether a module had one outcome in one instance and another outcome, or a failure, in the other. */
const isOtherOutcome = ({ first, second }: Row): boolean =>
  first?.tone !== undefined && second?.tone !== undefined && first.text !== second.text;

const isInBoth = ({ first, second }: Row): boolean => first !== undefined && second !== undefined;

const isFinished = ({ explanation }: Run): boolean => explanation.endedAt !== undefined;

const timeOf = ({ first, second }: Row): number =>
  Math.min(first?.at ?? Number.POSITIVE_INFINITY, second?.at ?? Number.POSITIVE_INFINITY);

function describeRow({ what, first: one, second: other }: Row, first: Run, second: Run): string {
  if (one !== undefined && other !== undefined)
    return `The instances diverge at ${what}: ${one.text} and ${other.text}.`;
  const { label } = one === undefined ? second : first;
  return `The instances diverge at ${what}: only ${label} has it.`;
}

function describeEnds(first: Run, second: Run): string {
  const [[one, ofBoth], [other]] = [endOf(first.explanation), endOf(second.explanation)];
  return one === other ? `Both ${ofBoth}.` : `${first.label} ${one}, ${second.label} ${other}.`;
}

/** Describes the state of one instance, and that of two instances in the same state. */
type End = readonly [one: string, both: string];

const phases: Readonly<Record<Explanation["phase"], End>> = {
  collecting: ["waits for data", "wait for data"],
  running: ["runs modules", "run modules"],
  reviewing: ["waits for a reviewer", "wait for a reviewer"],
  paused: ["is paused", "are paused"],
  finished: ["ended without an outcome", "ended without an outcome"],
  failed: ["failed", "failed"],
};

function endOf({ phase, outcome }: Explanation): End {
  if (phase !== "finished" || outcome === undefined) return phases[phase];
  return [`ended with ${outcome}`, `ended with ${outcome}`];
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
