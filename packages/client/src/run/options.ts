import { memberOf } from "@journey-kit/schemas/calls";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { untilAborted } from "../call/clock.ts";
import type { JourneyClient } from "../client.ts";
import { UnknownOutcomeError } from "../errors.ts";
import type { SubjectInput } from "../types/subject.ts";
import type { Completion } from "../wait/completion.ts";
import { checkWait, type PollResult, type WaitOptions } from "../wait/poll.ts";
import { type InstanceResult, type OutcomeSpelling, type State, toInstanceResult } from "../wait/result.ts";
import type { Collect } from "./collect.ts";

/** The journey to start, or the instance to resume. */
export type Origin =
  | { readonly resourceId: string; readonly instanceId?: never }
  | { readonly instanceId: string; readonly resourceId?: never };

/** An instance that a run has started. */
export interface Started {
  readonly instanceId: string;
  /** Address of the hosted pages, for `page` delivery. Gap `instance-url-form`. */
  readonly instanceUrl?: string | undefined;
}

/**
 * Options for a run. `timeoutMs` limits the whole run, but does not interrupt a pending call, `collect` or `onStart`; an
 * aborted `signal` does.
 */
export interface RunOptions extends WaitOptions<PollResult> {
  /** Called for each domain element that the service requests. */
  readonly collect: Collect;
  /** Prefill: data sent with the start. Spec 2.8, 3.2. */
  readonly subject?: SubjectInput | undefined;
  /** How many times to submit an element or task that the service keeps requesting; default 3. */
  readonly attempts?: number | undefined;
  /** The journey's own words for its outcomes, for example `{ accept: "Green" }`. Gap `outcome-spelling`. */
  readonly spelling?: OutcomeSpelling | undefined;
  /** Called and awaited after the start, before any data is collected. Store the id here to resume the run later. */
  readonly onStart?: ((started: Started) => unknown) | undefined;
}

/**
 * Passes a started instance to `onStart`, and returns its id.
 *
 * @throws {UnknownOutcomeError} When the response contains no id.
 */
export async function reportStart(
  { clock }: JourneyClient,
  route: EndpointName,
  started: Started,
  { resourceId, onStart, signal }: RunOptions & { readonly resourceId: string },
): Promise<string> {
  if (!started?.instanceId) throw new UnknownOutcomeError(route, { at: clock.now(), resourceId }, "no instanceId");
  await untilAborted(signal, onStart?.(started));
  return started.instanceId;
}

/** Returns the options of the next wait, with the remaining time as `timeoutMs`. */
export type NextWait = ReturnType<typeof limitWaits>;

/** Starts the time limit of a run, and returns a function that creates the options of each wait. */
export function limitWaits({ clock }: JourneyClient, options: RunOptions) {
  checkWait(options);
  const until = clock.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  return () => ({ ...options, timeoutMs: Math.max(0, until - clock.now()) });
}

/**
 * Converts the result of a wait to the result of the instance.
 *
 * @throws The error of the last poll, if no poll returned a state.
 */
export function completedResult(completion: Completion<State>, spelling: OutcomeSpelling | undefined): InstanceResult {
  const { state } = completion;
  if (state !== undefined) return toInstanceResult(state, spelling);
  throw memberOf(completion, "error");
}
