import type { JourneyClient } from "../client.ts";
import { memberOf } from "../json.ts";
import type { SubjectInput } from "../types/subject.ts";
import type { Completion } from "../wait/completion.ts";
import type { PollResult, WaitOptions } from "../wait/poll.ts";
import { type InstanceResult, type OutcomeSpelling, type State, toInstanceResult } from "../wait/result.ts";
import type { Collect } from "./collect.ts";

/** What to run: a new journey, or an instance that is already started. */
export type Origin = { readonly resourceId: string } | { readonly instanceId: string };

/** The result of a start. */
export interface Started {
  readonly instanceId: string;
  /** Address of the hosted pages, for `page` delivery. Gap `instance-url-form`. */
  readonly instanceUrl?: string | undefined;
}

/** Options of every run. `timeoutMs` limits the whole run. */
export interface RunOptions extends WaitOptions<PollResult> {
  /** Called for each domain element that the service requests. */
  readonly collect: Collect;
  /** Prefill: data sent with the start. Spec 2.8, 3.2. */
  readonly subject?: SubjectInput | undefined;
  /** How often to submit an element or task if the service keeps requesting it; default 3. */
  readonly attempts?: number | undefined;
  /** Maps the journey's own words for its outcomes. Gap `outcome-spelling`. */
  readonly spelling?: OutcomeSpelling | undefined;
  /** Called and awaited when the instance exists, before any data is submitted: store its id to resume the run. */
  readonly onStart?: ((started: Started) => unknown) | undefined;
}

/** The options of the next wait of a run, with the time that is left. */
export type NextWait = () => WaitOptions<PollResult> & { readonly timeoutMs: number };

/** Fixes the deadline of a run. */
export function toNextWait({ clock }: JourneyClient, options: RunOptions): NextWait {
  const until = clock.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  return () => ({ ...options, timeoutMs: until - clock.now() });
}

/**
 * The result of a wait for completion.
 *
 * @throws The error of the last poll, if no poll returned a state.
 */
export function toResult(completion: Completion<State>, spelling: OutcomeSpelling | undefined): InstanceResult {
  const { state } = completion;
  if (state !== undefined) return toInstanceResult(state, spelling);
  throw memberOf(completion, "error");
}
