import type { JourneyClient } from "../client.ts";
import type { SubjectInput } from "../types/subject.ts";
import { type Generation, waitForCompletion } from "../wait/completion.ts";
import type { PollResult, WaitOptions } from "../wait/options.ts";
import { type InstanceResult, type OutcomeSpelling, toInstanceResult } from "../wait/result.ts";
import type { Collect } from "./collect.ts";
/** What to run: a new journey, or an instance that is already started. */
export type Origin = { readonly resourceId: string } | { readonly instanceId: string };

/** The result of a start. */
export interface Started {
  readonly instanceId: string;
  /** Address of the hosted pages, for `page` delivery. Gap `instance-url-form`. */
  readonly instanceUrl?: string | undefined;
}

/** Options for running a journey, in both generations. `timeoutMs` applies to the whole run. */
export type DriveOptions = Origin & RunOptions;

/** Options of every run. */
export interface RunOptions extends WaitOptions<PollResult> {
  /** Called for each domain element that the service requests. */
  readonly collect: Collect;
  /** Prefill: data sent with the start. Spec 2.8, 3.2. */
  readonly subject?: SubjectInput;
  /** How often to submit an element or task if the service keeps requesting it; default 3. */
  readonly attempts?: number;
  /** Maps the journey's own words for its outcomes. Gap `outcome-spelling`. */
  readonly spelling?: OutcomeSpelling;
  /** Called as soon as the instance exists, so that you can store its id. */
  readonly onStart?: (started: Started) => void;
}

/** Options of the waits in a run, which share one deadline. */
export type Rest = () => Pick<
  RunOptions,
  "interval" | "maxInterval" | "timeoutMs" | "stopOn" | "signal" | "onProgress"
>;

/** Fixes the deadline of a run. Call the returned function before each wait. */
export function toRest({ clock }: JourneyClient, options: DriveOptions): Rest {
  const { timeoutMs = Number.POSITIVE_INFINITY } = options;
  const deadlineAt = clock.now() + timeoutMs;
  return () => ({ ...options, timeoutMs: deadlineAt - clock.now() });
}

/**
 * Waits for an instance that needs no more data, or polls once if `isOver` says that a wait has ended.
 *
 * @throws The error of the last poll, if no poll returned a state.
 */
export async function finish<G extends Generation>(
  client: JourneyClient,
  generation: G,
  instanceId: string,
  { spelling, isOver, rest }: { spelling: RunOptions["spelling"]; isOver: boolean; rest: Rest },
): Promise<InstanceResult> {
  const waiting = { ...rest(), ...(isOver && { timeoutMs: 0 }), generation };
  const completion = await waitForCompletion<G>(client, instanceId, waiting);
  if (completion.state !== undefined) return toInstanceResult(completion.state, spelling);
  throw "error" in completion && completion.error; // without a state, the poll failed
}
