import { type Profile, presets } from "@journey-kit/schemas/profile";
import type { Part } from "../target/sample.ts";
import { advanceOf, type Target } from "../target/target.ts";
import { type Collection, collectionsOf, elementsOf, type Journey, type Outcome } from "./journey.ts";

/** The outcome that the modules of an instance are scripted to lead to, or that they fail. */
export type Script = Outcome | "fail";

/** A token that expires when the target's time reaches `until`. */
interface Token {
  readonly text: string;
  readonly until: number;
}

/** The state that a correct service must keep for one instance; much smaller than the service itself. */
export interface Instance {
  /** Its place in the list of instances. */
  readonly number: number;
  readonly journey: Journey;
  readonly script: Script;
  /** Assigned by the service at the start. */
  instanceId: string;
  /** Elements accepted so far. */
  readonly provided: Set<string>;
  /** Ids of the completed tasks, and of the interactions that have had a submit. */
  readonly handled: Set<string>;
  /** The `interactionId` or `taskId` that the service gave to each collection, by the collection's id. */
  readonly serviceIds: Map<string, string>;
  /** Index of the segment that collects or runs; past the last once all have finished. */
  segment: number;
  /** When the modules of the segment started; undefined while it collects. */
  runningSince: number | undefined;
  /** Milliseconds by which a synchronous start moved this instance alone forward. Spec 4.3. */
  ahead: number;
  /** When a tester paused it, in its own time. Gap `paused`. */
  pausedAt: number | undefined;
  /** Whether a referred outcome waits for a reviewer. Gap `refer-ends-journey`. */
  inReview: boolean;
  /** How it ended; undefined while it goes on. Spec 3.1. */
  end: Outcome | "failed" | undefined;
  /** The latest tokens for the end user's device. Gap `device-start`. */
  connectToken: Token | undefined;
  endUserToken: Token | undefined;
}

/** The expected state of a target. */
export interface Model {
  readonly journeys: readonly Journey[];
  readonly instances: Instance[];
  readonly profile: Profile;
  /** Whether the target's clock can be advanced. */
  readonly isTimed: boolean;
  /** Whether a tester can script, pause and review. */
  readonly isControlled: boolean;
  /** Milliseconds by which the target was moved forward. */
  now: number;
  /** The earliest time at which the access token was requested. Spec 5. */
  tokenSince: number;
}

/** The model of a target before the first request. */
export const createModel = (target: Target, journeys: readonly Journey[]): Model => ({
  journeys,
  instances: [],
  profile: target.profile ?? presets.specified,
  isTimed: advanceOf(target) !== undefined,
  isControlled: target.control !== undefined,
  now: 0,
  tokenSince: 0,
});

/** Creates an instance at its start; its prefill completes the tasks that it covers. Spec 3.2, 3.3. */
export function createInstance(
  { instances }: Readonly<Model>,
  journey: Journey,
  prefill: readonly Part[],
  script: Script,
): Instance {
  const collections = collectionsOf(journey);
  const collected = collections.flatMap(elementsOf);
  const valid = prefill.filter(({ element, kind }) => kind === "valid" && collected.includes(element));
  const provided = new Set(valid.map(({ element }) => element));
  const covered = collections.filter(({ required, optional }) =>
    (required.length > 0 ? required : optional).every((name) => provided.has(name)),
  );
  return {
    number: instances.length,
    journey,
    script,
    instanceId: "",
    provided,
    handled: new Set(journey.generation === "v1" ? covered.map(({ id }) => id) : []),
    serviceIds: new Map(),
    segment: 0,
    runningSince: undefined,
    ahead: 0,
    pausedAt: undefined,
    inReview: false,
    end: undefined,
    connectToken: undefined,
    endUserToken: undefined,
  };
}

/** The n-th entry of a list, modulo its length; undefined if it is empty. */
export const nthOf = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** The n-th matching instance, modulo their number; undefined if none matches. */
export const findInstance = (
  { instances }: Readonly<Model>,
  n: number,
  matches: (instance: Instance) => boolean = () => true,
): Instance | undefined => nthOf(instances.filter(matches), n);

/** Whether an instance is of v2. */
export const isV2 = ({ journey }: Instance): boolean => journey.generation === "v2";

/** Whether an instance is of v1. */
export const isV1 = ({ journey }: Instance): boolean => journey.generation === "v1";

/** Names an instance in a report. */
export const nameOf = ({ number, journey }: Instance): string => `#${number} ${journey.resourceId}`;

/** Whether a collection needs no more data. Spec 3.2, 3.3; gaps `prefill-covers`, `optional-only`. */
function isClosed({ journey, provided, handled }: Instance, { id, required, optional }: Collection): boolean {
  if (journey.generation === "v1") return handled.has(id);
  if (!required.every((name) => provided.has(name))) return false;
  return required.length > 0 || handled.has(id) || optional.every((name) => provided.has(name));
}

/** The open collections: the tasks of the segment, or its interactions with the current one first. Spec 3.2, 3.3. */
export function openCollections(instance: Instance): readonly Collection[] {
  const { journey, segment, runningSince, pausedAt, inReview, end } = instance;
  const isCollecting = runningSince === undefined && pausedAt === undefined && !inReview && end === undefined;
  const collections = isCollecting ? journey.segments[segment]?.collections : undefined;
  return (collections ?? []).filter((collection) => !isClosed(instance, collection));
}

/** The elements of an interaction that are not yet provided. Spec 2.5; gap `outstanding-scope`. */
export const outstanding = ({ provided }: Instance, collection: Collection): readonly string[] =>
  elementsOf(collection).filter((name) => !provided.has(name));
