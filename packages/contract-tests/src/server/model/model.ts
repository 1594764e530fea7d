import type { JourneyDefinition, SegmentDefinition } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/tables";
import { failureOf, type Outcome, spellOutcome } from "../../service/readings.ts";
import type { Part } from "../../service/sample.ts";

/** The elements that a v2 interaction or a v1 task collects. Spec 2.3, 2.5. */
export interface Collection {
  readonly id: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const collectionsIn = ({ interactions, tasks = [] }: SegmentDefinition): readonly Collection[] => interactions ?? tasks;

export const collectionsOf = ({ segments }: JourneyDefinition): readonly Collection[] =>
  segments.flatMap(collectionsIn);

export const elementsOf = ({ required, optional }: Collection): readonly string[] => [...required, ...optional];

/** The scripted result of an instance: an outcome, or modules that fail. */
export type Script = Outcome | "fail";

/** A token that expires when the model's `now` reaches `until`. */
interface Token {
  readonly text: string;
  readonly until: number;
}

/** The expected state of one instance. */
export interface Instance {
  /** Index in the list of instances. */
  readonly number: number;
  readonly journey: JourneyDefinition;
  readonly script: Script;
  /** The id from the response to the start. */
  instanceId: string;
  /** Elements accepted so far. */
  readonly provided: Set<string>;
  /** Ids of the completed tasks, and of the interactions with an accepted submit. */
  readonly handled: Set<string>;
  /** The `interactionId` or `taskId` that the service assigned, by the id of the collection. */
  readonly serviceIds: Map<string, string>;
  /** Index of the current segment; the number of segments once all have finished. */
  segment: number;
  /** When the modules of the segment started; undefined if they are not running. */
  runningSince?: number | undefined;
  /** When a tester paused the instance; undefined if it is not paused. Gap `paused`. */
  pausedAt?: number | undefined;
  /** Whether the instance is referred and waits for a review. Gap `refer-ends-journey`. */
  inReview: boolean;
  /** How the instance ended; undefined before the end. Spec 3.1. */
  end?: Outcome | "failed";
  /** The latest connect token for the end user's device. Gap `device-start`. */
  connectToken?: Token;
  endUserToken?: Token;
}

/** The expected state of a target. */
export interface Model {
  readonly profile: Profile;
  readonly instances: Instance[];
  /** Milliseconds by which the clock of the target was advanced. */
  now: number;
  /** The earliest time at which the access token may have been requested. Spec 5. */
  tokenSince: number;
}

/** Creates the expected state of a new instance. Prefill completes the v1 tasks that it covers. Spec 3.2, 3.3. */
export function createInstance(
  number: number,
  journey: JourneyDefinition,
  script: Script,
  prefill: readonly Part[],
): Instance {
  const collections = collectionsOf(journey);
  const collected = collections.flatMap(elementsOf);
  const valid = prefill.filter(({ element, kind }) => kind === "valid" && collected.includes(element));
  const provided = new Set(valid.map(({ element }) => element));
  const covered = collections.filter(({ required, optional }) =>
    (required.length > 0 ? required : optional).every((name) => provided.has(name)),
  );
  return {
    number,
    journey,
    script,
    instanceId: "",
    provided,
    handled: new Set(journey.apiVersion === "v1" ? covered.map(({ id }) => id) : []),
    serviceIds: new Map(),
    segment: 0,
    inReview: false,
  };
}

/** The n-th entry of a list, modulo the length; undefined if the list is empty. */
export const nthOf = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** The n-th matching instance, modulo the number of matches; undefined if none matches. */
export const findInstance = (
  { instances }: Readonly<Model>,
  n: number,
  matches: (instance: Instance) => boolean = () => true,
): Instance | undefined => nthOf(instances.filter(matches), n);

export const isV2 = ({ journey }: Instance): boolean => journey.apiVersion === "v2";
export const isV1 = ({ journey }: Instance): boolean => journey.apiVersion === "v1";

/** The resource id of the latest version of a journey. Spec 2.1. */
export const resourceIdOf = ({ id }: JourneyDefinition): string => `${id}@latest`;
export const nameOf = ({ number, journey }: Instance): string => `#${number} ${resourceIdOf(journey)}`;

/** Whether a collection needs no more data. Spec 3.2, 3.3; gaps `prefill-covers`, `optional-only`. */
function isClosed({ journey, provided, handled }: Instance, { id, required, optional }: Collection): boolean {
  if (journey.apiVersion === "v1") return handled.has(id);
  if (!required.every((name) => provided.has(name))) return false;
  return required.length > 0 || handled.has(id) || optional.every((name) => provided.has(name));
}

/** Whether an instance is neither paused, nor in review, nor ended. */
export const isActive = ({ pausedAt, inReview, end }: Instance): boolean =>
  pausedAt === undefined && !inReview && end === undefined;

/** The open tasks or interactions of the current segment. The first interaction is the current one. Spec 3.2, 3.3. */
export function openCollections(instance: Instance): readonly Collection[] {
  const { journey, segment, runningSince } = instance;
  if (runningSince !== undefined || !isActive(instance)) return [];
  return journey.segments
    .slice(segment, segment + 1)
    .flatMap(collectionsIn)
    .filter((one) => !isClosed(instance, one));
}

/** The elements of an interaction that are not yet provided. Spec 2.5; gap `outstanding-scope`. */
export const outstanding = ({ provided }: Instance, collection: Collection): readonly string[] =>
  elementsOf(collection).filter((name) => !provided.has(name));

/** The status of an instance in a state, a task list or an interaction. Spec 2.2, 3.1; gaps `failure-status`, `paused`. */
export function statusOf(
  { profile }: Readonly<Model>,
  instance: Instance,
  place: "state" | "tasks" | "interaction",
): string {
  const { end, pausedAt, inReview } = instance;
  const isV2State = place === "state" && isV2(instance);
  if (end === "failed") return failureOf(profile, isV2State ? "v2State" : place === "tasks" ? "tasks" : "v1State");
  if (end !== undefined) return "Completed";
  return pausedAt !== undefined || (inReview && profile.paused === "in-review") ? "Paused" : "InProgress";
}

/** The outcome in a state; undefined if the state has no outcome. Gaps `outcome-spelling`, `referred-result`. */
export function outcomeOf({ profile }: Readonly<Model>, { journey, end, inReview }: Instance): string | undefined {
  const isShown = inReview && journey.apiVersion === "v2" && profile["referred-result"] === "decision";
  const outcome = end ?? (isShown ? "refer" : undefined);
  if (outcome === undefined || outcome === "failed") return undefined;
  return journey.outcomes?.[outcome] ?? spellOutcome(profile, outcome);
}
