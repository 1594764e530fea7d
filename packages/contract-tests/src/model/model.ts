import { type Profile, presets } from "@journey-kit/schemas/profile";
import type { Part } from "../target/sample.ts";
import { advanceOf, type Target } from "../target/target.ts";
import { collectedBy, type Journey, type Verdict, type Work, workOf } from "./journey.ts";

/** What the modules of an instance are told to find: something that leads to an outcome, or that they break. */
export type Script = Verdict | "fail";

/** A token and the last millisecond of the target's time at which it opens anything. */
interface Token {
  readonly text: string;
  readonly until: number;
}

/** The state that a correct service must keep for one instance; much smaller than the service itself. */
export interface Run {
  /** Place in the list of instances, for a reader. */
  readonly number: number;
  readonly journey: Journey;
  readonly script: Script;
  /** Given by the service once it has started. */
  instanceId: string;
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
  /** When a tester paused it, by its own time. Gap `paused`. */
  pausedAt: number | undefined;
  /** Whether a referred outcome waits for a reviewer. Gap `refer-ends-journey`. */
  inReview: boolean;
  /** How it ended; undefined while it has not. Spec 3.1. */
  end: Verdict | "failed" | undefined;
  /** What the device of its end user was given last. Gap `device-start`. */
  connect: Token | undefined;
  endUser: Token | undefined;
}

/** The model's knowledge of a target. */
export interface Model {
  readonly journeys: readonly Journey[];
  readonly runs: Run[];
  readonly profile: Profile;
  /** Whether the target's clock can be advanced. */
  readonly isTimed: boolean;
  /** Whether a tester can script, pause and review. */
  readonly isControlled: boolean;
  /** Milliseconds that the target was moved forward. */
  now: number;
  /** When the access token was requested, at the earliest. Spec 5. */
  tokenSince: number;
}

/** The model of a target before the first request. */
export const createModel = (target: Target, journeys: readonly Journey[]): Model => ({
  journeys,
  runs: [],
  profile: target.profile ?? presets.specified,
  isTimed: advanceOf(target) !== undefined,
  isControlled: target.control !== undefined,
  now: 0,
  tokenSince: 0,
});

/** The n-th matching instance, modulo their number; undefined if none matches. */
export const pick = (model: Readonly<Model>, nth: number, fits: (run: Run) => boolean = () => true) =>
  nthOf(model.runs.filter(fits), nth);

/** The n-th entry of a list, modulo its length. */
export const nthOf = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)];

/** Whether an instance is of v2. */
export const isV2 = ({ journey }: Run): boolean => journey.generation === "v2";

/** Whether an instance is of v1. */
export const isV1 = ({ journey }: Run): boolean => journey.generation === "v1";

/** Names an instance for a reader. */
export const nameOf = ({ number, journey }: Run): string => `#${number} ${journey.resourceId}`;

/** Whether a piece of work needs no more data. Spec 3.2, 3.3; gaps `prefill-covers`, `optional-only`. */
function isClosed({ journey, given, handled }: Run, { id, required, optional }: Work): boolean {
  if (journey.generation === "v1") return handled.has(id);
  if (!required.every((name) => given.has(name))) return false;
  return required.length > 0 || handled.has(id) || optional.every((name) => given.has(name));
}

/** Whether an instance accepts data: no module runs, and it is not in review, paused or ended. */
const isCollecting = ({ since, pausedAt, inReview, end }: Run): boolean =>
  since === undefined && pausedAt === undefined && !inReview && end === undefined;

/** The work that is open: the tasks of the segment, or its interactions, the current one first. Spec 3.2, 3.3. */
export const openWork = (run: Run): readonly Work[] =>
  isCollecting(run) ? (run.journey.segments[run.segment]?.work ?? []).filter((one) => !isClosed(run, one)) : [];

/** The elements of an interaction that are not yet provided. Spec 2.5; gap `outstanding-scope`. */
export const outstanding = ({ given }: Run, work: Work): readonly string[] =>
  collectedBy(work).filter((name) => !given.has(name));

/** An instance that starts; tasks that its prefill covers are completed. Spec 3.2, 3.3. */
export function createRun(model: Readonly<Model>, journey: Journey, prefill: readonly Part[], script: Script): Run {
  const collected = workOf(journey).flatMap(collectedBy);
  const good = prefill.filter(({ element, kind }) => kind === "valid" && collected.includes(element));
  const given = new Set(good.map(({ element }) => element));
  const covered = journey.generation === "v1" ? workOf(journey).filter((work) => isCovered(work, given)) : [];
  return {
    number: model.runs.length,
    journey,
    script,
    instanceId: "",
    given,
    handled: new Set(covered.map(({ id }) => id)),
    offered: new Map(),
    segment: 0,
    since: undefined,
    ahead: 0,
    pausedAt: undefined,
    inReview: false,
    end: undefined,
    connect: undefined,
    endUser: undefined,
  };
}

const isCovered = ({ required, optional }: Work, given: ReadonlySet<string>): boolean =>
  (required.length > 0 ? required : optional).every((name) => given.has(name));
