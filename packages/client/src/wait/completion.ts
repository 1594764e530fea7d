import type { ResponseOf } from "../call/bodies.ts";
import type { JourneyClient } from "../client.ts";
import {
  type LiveOptions,
  type PollResult,
  type SavedWait,
  type Stop,
  toSavedWait,
  type WaitOptions,
} from "./options.ts";
import { startWait, type Wait } from "./poll.ts";
import { toInstanceResult } from "./result.ts";
import { isFinal, type Phase, phaseOf } from "./status.ts";
/** A generation of the API. Spec 1. */
export type Generation = "v1" | "v2";

/** The state response of a generation. Spec 4.2, 4.3. */
export type StateOf<G extends Generation> = ResponseOf<`${G}.fetchState`>;

/** The result of one state poll. */
export interface StatePoll<G extends Generation> extends PollResult {
  readonly state: StateOf<G>;
}

/** How a wait for completion ended, with the last state. A pause or a deadline is not a failure: only `failed` is. */
export type Completion<G extends Generation> =
  | { readonly status: "completed" | "failed" | Stop; readonly state: StateOf<G> }
  | { readonly status: "timeout"; readonly state: StateOf<G> | undefined; readonly error?: unknown };

/** Options of {@link waitForCompletion}. */
export interface CompletionOptions<G extends Generation> extends WaitOptions<StatePoll<G>> {
  /** Defaults to `v2`. */
  readonly generation?: G;
}

/** A saved wait for completion; pass it to `resume`. */
export type SavedCompletion<G extends Generation> = SavedWait<`${G}.completion`>;

/** A pending wait for completion. */
export type CompletionWait<G extends Generation> = Wait<Completion<G>, StatePoll<G>, SavedCompletion<G>>;

/**
 * Polls the state until the instance is `Completed`, `Failed` or `Error`. Spec 4.4.
 *
 * Continues while the instance is paused, in review or in an unknown state, unless `stopOn` says otherwise (gap
 * `paused-polling`). Failed polls slow it down but do not stop it.
 *
 * @throws {ApiError} When the service returns an error that retrying cannot fix, for example 404.
 * @example
 * const { status, state } = await waitForCompletion(client, instanceId, { timeoutMs: 180_000 });
 */
export function waitForCompletion<G extends Generation = "v2">(
  client: JourneyClient,
  instanceId: string,
  options: CompletionOptions<G> = {},
): CompletionWait<G> {
  const generation = options.generation ?? ("v2" as G); // the default of the type parameter
  return continueCompletion(
    client,
    toSavedWait(`${generation}.completion`, instanceId, client.clock.now(), options),
    options,
  );
}

/** Continues a wait for completion. */
export function continueCompletion<G extends Generation>(
  { clock, v1, v2 }: JourneyClient,
  plan: SavedCompletion<G>,
  options: LiveOptions<StatePoll<G>>,
): CompletionWait<G> {
  const { instanceId, wait } = plan;
  const ask = async (signal: AbortSignal): Promise<StatePoll<G>> => {
    const once = { signal, maxRetries: 0 }; // called again by the wait itself
    const asked =
      wait === "v1.completion"
        ? v1.fetchState({ instanceId, filterKeys: ["/.*/"] }, once) // gap `v1-state-data`
        : v2.fetchState({ instanceId }, once);
    const state = (await asked) as StateOf<G>; // the plan names the generation that was polled
    return { phase: phaseIn(state), state };
  };
  return startWait(clock, plan, options, { ask }, ({ last, ...ended }) => {
    return { ...ended, state: last?.state } as Completion<G>; // only a deadline can end without a state
  });
}

/** A state that shows a decision before the instance has ended: the decision needs confirmation. */
function phaseIn(state: StateOf<Generation>): Phase {
  const phase = phaseOf(state.status);
  return !isFinal(phase) && toInstanceResult(state).rawOutcome !== undefined ? "reviewing" : phase;
}
