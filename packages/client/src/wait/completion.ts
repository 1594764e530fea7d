import type { CallOptions } from "../call/call.ts";
import type { ClientClock } from "../call/clock.ts";
import type { JourneyClient } from "../client.ts";
import type { FetchStateResponse } from "../types/v2.ts";
import { type PollResult, poll, type Stop, type WaitOptions } from "./poll.ts";
import { hasEnded, type Phase, phaseOf, type State, toInstanceResult } from "./result.ts";

/** The result of one state poll. */
export interface StatePoll<Seen extends State = FetchStateResponse> extends PollResult {
  readonly state: Seen;
}

/** How a wait for completion ended, with the last state. */
export type Completion<Seen extends State = FetchStateResponse> =
  | { readonly status: "completed" | "failed" | Stop; readonly state: Seen }
  | { readonly status: "timeout"; readonly state: Seen | undefined; readonly error?: unknown };

/**
 * Polls the state until the instance is `Completed`, `Failed` or `Error`. Spec 4.4.
 *
 * Continues while the instance is paused, is in review or has an unknown status, unless `stopOn` lists that phase (gap
 * `paused-polling`). After a failed poll, the function waits longer before it polls again. To continue waiting in
 * another process, call this function there with the same id.
 *
 * @throws {ApiError} When the service returns an error that another poll cannot fix, for example a 404.
 * @throws {TypeError} When a time is outside its range.
 * @example
 * const { status, state } = await waitForCompletion(client, instanceId, { timeoutMs: 180_000 });
 */
export const waitForCompletion = (
  { clock, v2 }: JourneyClient,
  instanceId: string,
  options: WaitOptions<StatePoll> = {},
): Promise<Completion> => pollState(clock, options, (once) => v2.fetchState({ instanceId }, once));

/** Polls the state of a v1 or v2 instance until the instance has ended. */
export async function pollState<Seen extends State>(
  clock: ClientClock,
  options: WaitOptions<StatePoll<Seen>>,
  fetchState: (once: CallOptions) => Promise<Seen>,
): Promise<Completion<Seen>> {
  const ended = await poll(clock, options, {
    async pollOnce(once) {
      const state = await fetchState(once);
      return { phase: phaseIn(state), state };
    },
    findEnd({ phase, state }): Completion<Seen> | undefined {
      const status = statusAfter(phase, options.stopOn);
      return status && { status, state };
    },
  });
  if (!("last" in ended)) return ended;
  const { last, ...timeout } = ended;
  return { ...timeout, state: last?.state };
}

/**
 * The status with which a wait ends when the instance is in `phase`; undefined if the wait continues. Spec 4.4; gap
 * `paused-polling`.
 */
export function statusAfter(phase: Phase, stopOn: readonly Stop[] = []): "completed" | "failed" | Stop | undefined {
  return hasEnded(phase) ? phase : stopOn.find((stop) => stop === phase);
}

/** Returns the phase of a state. If a state shows a decision before the instance has ended, a review is pending. */
function phaseIn(state: State): Phase {
  const phase = phaseOf(state.status);
  return !hasEnded(phase) && toInstanceResult(state).rawOutcome !== undefined ? "reviewing" : phase;
}
