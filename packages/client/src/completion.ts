import type { ResponseOf } from "./bodies.ts";
import type { JourneyClient } from "./client.ts";
import type { Sighting } from "./progress.ts";
import { toInstanceResult } from "./result.ts";
import { isFinal, type Standing, standingOf } from "./status.ts";
import { startWait, type Wait } from "./wait.ts";
import { type LiveOptions, type SavedWait, type Stop, toSavedWait, type WaitOptions } from "./wait-options.ts";

/** A generation of the interface. Spec 1. */
export type Generation = "v1" | "v2";

/** A state of a generation. Spec 4.2, 4.3. */
export type StateOf<G extends Generation> = ResponseOf<`${G}.fetchState`>;

/** What one poll of the state saw. */
export interface StateSighting<G extends Generation> extends Sighting {
  readonly state: StateOf<G>;
}

/**
 * How a wait for completion ended: where the instance stands, or at the deadline, with the state that was seen last.
 * A pause or a deadline is no failure: only `failed` is.
 */
export type Completion<G extends Generation> =
  | { readonly end: "completed" | "failed" | Stop; readonly state: StateOf<G> }
  | { readonly end: "deadline"; readonly state: StateOf<G> | undefined; readonly error?: unknown };

/** How to wait for completion. */
export interface CompletionOptions<G extends Generation> extends WaitOptions<StateSighting<G>> {
  /** `v2` where left out. */
  readonly generation?: G;
}

/** A wait for completion that can be resumed. */
export type SavedCompletion<G extends Generation> = SavedWait<`${G}.completion`>;

/** A wait for completion under way. */
export type CompletionWait<G extends Generation> = Wait<Completion<G>, StateSighting<G>, SavedCompletion<G>>;

/**
 * Polls the state until the instance is `Completed`, `Failed` or `Error`. Spec 4.4.
 *
 * It goes on while the instance is paused, in review or in a state of which the specification does not know, unless
 * `stopOn` says otherwise (gap `paused-polling`). Polls that fail make it slower, not stop.
 *
 * @throws {ApiError} When the service refuses for a reason that asking again will not cure, for example 404.
 * @example
 * const { end, state } = await waitForCompletion(client, instanceId, { deadline: 180_000 });
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

/** Goes on with a wait for completion. */
export function continueCompletion<G extends Generation>(
  { clock, v1, v2 }: JourneyClient,
  plan: SavedCompletion<G>,
  options: LiveOptions<StateSighting<G>>,
): CompletionWait<G> {
  const { instanceId, wait } = plan;
  const ask = async (signal: AbortSignal): Promise<StateSighting<G>> => {
    const once = { signal, retries: 0 }; // the wait itself comes again
    const asked =
      wait === "v1.completion"
        ? v1.fetchState({ instanceId, filterKeys: ["/.*/"] }, once) // gap `v1-state-data`
        : v2.fetchState({ instanceId }, once);
    const state = (await asked) as StateOf<G>; // the plan names the generation that was asked
    return { standing: standingIn(state), state };
  };
  return startWait(clock, plan, options, { ask }, ({ last, ...ended }) => {
    return { ...ended, state: last?.state } as Completion<G>; // only a deadline comes without a state
  });
}

/** A decision that a state shows before its instance is over waits for somebody to confirm it. */
function standingIn(state: StateOf<Generation>): Standing {
  const standing = standingOf(state.status);
  return !isFinal(standing) && toInstanceResult(state).spelled !== undefined ? "reviewing" : standing;
}
