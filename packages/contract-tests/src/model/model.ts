import type { Part } from "../sample.ts";
import { collectedBy, type Journey, type ModelModule, type Work, workOf } from "./journey.ts";

/** What a correct service must remember about one instance; much smaller than the service itself. */
export interface Run {
  /** Place in the list of instances, for a reader. */
  readonly number: number;
  readonly journey: Journey;
  readonly instanceId: string;
  /** Elements accepted so far. */
  readonly given: Set<string>;
  /** Tasks that are completed, interactions that have had a submit; by id. */
  readonly handled: Set<string>;
  /** Ids under which the service offers work, by its id in the journey: `interactionId` or `taskId`. */
  readonly offered: Map<string, string>;
  /** Index of the segment that collects or runs; past the last once all is done. */
  segment: number;
  /** When the modules of the segment started; undefined while it collects. */
  since: number | undefined;
  /** Milliseconds by which a synchronous start moved this instance alone forward. Spec 4.3. */
  ahead: number;
}

/** All that the model knows of a target, under the `specified` readings. */
export interface Model {
  readonly journeys: readonly Journey[];
  readonly runs: Run[];
  /** Whether the time of the target can be moved. */
  readonly isTimed: boolean;
  /** Milliseconds that the target was moved forward. */
  now: number;
}

/** Takes the n-th instance that fits, counting round and round; undefined where none does. */
export const pick = (model: Readonly<Model>, nth: number, fits: (run: Run) => boolean = () => true) =>
  nthOf(model.runs.filter(fits), nth);

/** Takes the n-th of a list, counting round and round. */
export const nthOf = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)];

/** Whether an instance is of v2. */
export const isV2 = ({ journey }: Run): boolean => journey.generation === "v2";

/** Whether an instance is of v1. */
export const isV1 = ({ journey }: Run): boolean => journey.generation === "v1";

/** Names an instance for a reader. */
export const nameOf = ({ number, journey }: Run): string => `#${number} ${journey.resourceId}`;

/** Whether the journey has ended. Everyone the model sends is accepted, so it ends in one way. Spec 3.1. */
export const isDone = ({ segment, journey }: Run): boolean => segment === journey.segments.length;

/** Whether a piece of work needs nothing more. Spec 3.2, 3.3; gaps `prefill-covers`, `optional-only`. */
function isClosed({ journey, given, handled }: Run, { id, required, optional }: Work): boolean {
  if (journey.generation === "v1") return handled.has(id);
  if (!required.every((name) => given.has(name))) return false;
  return required.length > 0 || handled.has(id) || optional.every((name) => given.has(name));
}

/** The work that is open: the tasks of the segment, or its interactions, the current one first. Spec 3.2, 3.3. */
export const openWork = (run: Run): readonly Work[] =>
  run.since === undefined ? (run.journey.segments[run.segment]?.work ?? []).filter((one) => !isClosed(run, one)) : [];

/** The elements of an interaction that are not yet provided. Spec 2.5; gap `outstanding-scope`. */
export const outstanding = ({ given }: Run, work: Work): readonly string[] =>
  collectedBy(work).filter((name) => !given.has(name));

const runningModules = ({ journey, segment }: Run): readonly ModelModule[] => journey.segments[segment]?.modules ?? [];

/** When the modules of a segment that started at `since` have all finished. */
const finishOf = (run: Run, since: number): number =>
  since + Math.max(0, ...runningModules(run).map(({ time }) => time));

/** The modules that have finished by now. Spec 1; gap `state-steps-while-running`. */
export function finishedModules({ now }: Readonly<Model>, run: Run): readonly ModelModule[] {
  const { journey, segment, since, ahead } = run;
  const before = journey.segments.slice(0, segment).flatMap(({ modules }) => modules);
  return since === undefined
    ? before
    : [...before, ...runningModules(run).filter(({ time }) => since + time <= now + ahead)];
}

/** Lets happen what has happened by now: segments start their modules together and end with the slowest. Spec 1. */
export function settle({ now }: Readonly<Model>, run: Run): void {
  for (let at = now + run.ahead; !isDone(run) && openWork(run).length === 0; run.segment += 1) {
    run.since ??= at;
    at = finishOf(run, run.since);
    if (at > now + run.ahead) return;
    run.since = undefined;
  }
}

/** Moves an instance forward until no module runs. Spec 4.3. */
export function waitForModules(model: Readonly<Model>, run: Run): void {
  for (; run.since !== undefined; settle(model, run)) run.ahead = finishOf(run, run.since) - model.now;
}

/** Takes elements in and lets happen what follows at once. */
export function take(model: Readonly<Model>, run: Run, work: Work, parts: readonly Part[]): void {
  const taken = parts.filter(({ element, kind }) => kind === "valid" && collectedBy(work).includes(element));
  for (const { element } of taken) run.given.add(element);
  run.handled.add(work.id);
  settle(model, run);
}

/** Remembers a new instance; tasks that its prefill covers are completed. Spec 3.2, 3.3. */
export function remember(model: Model, journey: Journey, instanceId: string, prefill: readonly Part[]): Run {
  const collected = workOf(journey).flatMap(collectedBy);
  const good = prefill.filter(({ element, kind }) => kind === "valid" && collected.includes(element));
  const given = new Set(good.map(({ element }) => element));
  const covered = journey.generation === "v1" ? workOf(journey).filter((work) => isCovered(work, given)) : [];
  const run: Run = {
    number: model.runs.length,
    journey,
    instanceId,
    given,
    handled: new Set(covered.map(({ id }) => id)),
    offered: new Map(),
    segment: 0,
    since: undefined,
    ahead: 0,
  };
  model.runs.push(run);
  settle(model, run);
  return run;
}

const isCovered = ({ required, optional }: Work, given: ReadonlySet<string>): boolean =>
  (required.length > 0 ? required : optional).every((name) => given.has(name));

/** Status of a submit, by the rules in their order of precedence. Spec 3.2, 4.2; gap `error-precedence`. */
export function judgeSubmit(run: Run, isCurrent: boolean, parts: readonly Part[]): 200 | 400 | 409 {
  const [work] = openWork(run);
  if (work === undefined || !isCurrent) return 409;
  const names = parts.map(({ element }) => element);
  if (names.some((name, i) => run.given.has(name) || names.indexOf(name) !== i)) return 409;
  if (!names.every((name) => collectedBy(work).includes(name))) return 400;
  return parts.some(({ element, kind }) => kind !== "valid" && work.required.includes(element)) ? 400 : 200;
}

/** Status of a task update with `Complete`. Spec 2.10, 3.3; gaps `task-complete-incomplete`, `task-complete-again`. */
export function judgeUpdate(run: Run, work: Work, parts: readonly Part[]): 200 | 400 | 409 {
  if (run.handled.has(work.id)) return 409;
  const own = parts.filter(({ element }) => collectedBy(work).includes(element));
  if (own.some(({ kind }) => kind === "invalid")) return 400;
  const has = (name: string) => run.given.has(name) || own.some((one) => one.element === name && one.kind === "valid");
  return work.required.every(has) ? 200 : 400;
}
