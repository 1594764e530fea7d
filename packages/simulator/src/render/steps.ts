import type { Explanation } from "@journey-kit/schemas/control";
import type { InstanceRecord } from "../engine/commands.ts";
import { type Instance, type InstanceTerms, outstanding } from "../engine/instance.ts";
import { createRecorder } from "../engine/result.ts";
import { openTasks, tasksOf } from "../engine/v1.ts";
import { current, nodesOf } from "../engine/v2.ts";

type Step = Explanation["steps"][number];

/** The definition of an interaction or a task, its place in the journey and its progress. */
interface Place extends Pick<Step, "kind" | "state" | "taskId" | "stage"> {
  readonly segment: number;
  readonly definition: {
    readonly id: string;
    readonly required: readonly string[];
    readonly optional: readonly string[];
  };
}

/** Renders every interaction or task of a journey, in order, with the data that an instance has for it. */
export const renderSteps = (record: InstanceRecord): Step[] =>
  placesOf(resumed(record)).map(({ definition: { id, required, optional }, segment, ...progress }) => ({
    id,
    segment: segmentId(record.terms, { segment }),
    ...progress,
    required: [...required],
    optional: [...optional],
    provided: providedOf(record.instance, [...required, ...optional]),
    missing: [...outstanding(record.instance, required)],
  }));

/** The instance as if it had not been paused. */
export function resumed(record: InstanceRecord): InstanceRecord {
  const { progress } = record.instance;
  if (progress.phase !== "paused") return record;
  return record.generation === "v1"
    ? { ...record, instance: { ...record.instance, progress: progress.before } }
    : { ...record, instance: { ...record.instance, progress: progress.before } };
}

/** The id of a segment. */
export const segmentId = ({ definition }: InstanceTerms, { segment }: { readonly segment: number }): string =>
  definition.segments[segment]?.id ?? "";

function placesOf({ generation, terms, instance }: InstanceRecord): readonly Place[] {
  if (generation === "v1") {
    const open = openTasks(terms, instance).map(({ taskId }) => taskId);
    return tasksOf(terms, instance).map((task) => ({
      ...task,
      kind: "task",
      state: task.stage === "Completed" ? "done" : open.includes(task.taskId) ? "current" : "later",
    }));
  }
  const { interaction: next } = instance.collection;
  const isOpen = current(createRecorder(terms.readings), terms, instance) !== undefined;
  return nodesOf(terms.definition).map(({ segment, interaction }, i) => ({
    kind: "interaction",
    segment,
    definition: interaction,
    state: i < next ? "done" : i === next && isOpen ? "current" : "later",
  }));
}

const providedOf = ({ provided }: Instance, elements: readonly string[]): Step["provided"] =>
  elements.flatMap((element) => {
    const found = Object.hasOwn(provided, element) ? provided[element] : undefined;
    return found === undefined ? [] : [{ element, by: found.by }];
  });
