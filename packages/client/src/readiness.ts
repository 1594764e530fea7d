import type { CallOptions } from "./call.ts";
import type { JourneyClient } from "./client.ts";
import { orState } from "./current.ts";
import { type InteractionSighting, type InteractionSummary, toInteractionSighting } from "./interaction.ts";
import { standingOf } from "./status.ts";
import { startWait, type Wait } from "./wait.ts";
import { type LiveOptions, type SavedWait, type Stop, toSavedWait, type WaitOptions } from "./wait-options.ts";

/** How a wait for an interaction ended: with an open interaction, or without one. */
export type Readiness =
  | { readonly end: "interaction"; readonly interaction: InteractionSummary }
  | { readonly end: "completed" | "failed" | Stop }
  | { readonly end: "deadline"; readonly error?: unknown };

/** Options of {@link waitForInteraction}. */
export type InteractionOptions = WaitOptions<InteractionSighting> & EndUserOptions;

/** The token that the wait uses. */
export interface EndUserOptions {
  /** A bearer token for the interaction endpoints instead of the client's. Spec 5; gap `interaction-token`. */
  readonly token?: string | undefined;
}

/** A saved wait for an interaction; pass it to `resume`. */
export type SavedReadiness = SavedWait<"v2.interaction">;

/** A pending wait for an interaction. */
export type InteractionWait = Wait<Readiness, InteractionSighting, SavedReadiness>;

/**
 * Polls `interaction/fetch` until an interaction collects something, or the instance is over. Spec 4.4.
 *
 * Waits like {@link waitForCompletion}. A 404 or 409 may mean that modules are running or that the journey is over
 * (gaps `interaction-while-running`, `interaction-after-end`), so it then checks the state.
 *
 * @throws {ApiError} When the service returns an error that retrying cannot fix.
 * @example
 * const ready = await waitForInteraction(client, instanceId, { deadline: 180_000 });
 * if (ready.end === "interaction") console.log(ready.interaction.outstanding);
 */
export const waitForInteraction = (
  client: JourneyClient,
  instanceId: string,
  options: InteractionOptions = {},
): InteractionWait =>
  continueInteraction(client, toSavedWait("v2.interaction", instanceId, client.clock.now(), options), options);

/** Continues a wait for an interaction. */
export function continueInteraction(
  client: JourneyClient,
  plan: SavedReadiness,
  options: LiveOptions<InteractionSighting> & EndUserOptions,
): InteractionWait {
  const { token } = options;
  const ask = (signal: AbortSignal) => look(client, plan.instanceId, { signal, token, retries: 0 });
  const isEnough = ({ interaction }: InteractionSighting) => interaction !== undefined;
  return startWait(client.clock, plan, options, { ask, isEnough }, ({ last, ...ended }) => {
    if (last?.interaction !== undefined) return { end: "interaction", interaction: last.interaction };
    return ended as Readiness; // a wait continues while the instance runs
  });
}

function look({ v2 }: JourneyClient, instanceId: string, options: CallOptions): Promise<InteractionSighting> {
  const fetchState = async () => {
    const { status } = await v2.fetchState({ instanceId }, { ...options, token: undefined });
    return { standing: standingOf(status), interaction: undefined };
  };
  return orState(v2.fetchInteraction({ instanceId }, options).then(toInteractionSighting), fetchState);
}
