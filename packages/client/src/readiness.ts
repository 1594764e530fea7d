import type { CallOptions } from "./call.ts";
import type { JourneyClient } from "./client.ts";
import { type InteractionSighting, type InteractionSummary, toInteractionSighting } from "./interaction.ts";
import { poll } from "./poll.ts";
import { standingOf } from "./status.ts";
import { type Live, startWait, type Wait } from "./wait.ts";
import { type LiveOptions, type SavedWait, type Stop, toSavedWait, type WaitOptions } from "./wait-options.ts";

/** How a wait for an interaction ended: with one that collects, or with none to come for now. */
export type Readiness =
  | { readonly end: "interaction"; readonly interaction: InteractionSummary }
  | { readonly end: "completed" | "failed" | Stop }
  | { readonly end: "deadline"; readonly error?: unknown };

/** How to wait for an interaction. */
export type InteractionOptions = WaitOptions<InteractionSighting> & EndUserOptions;

/** Who asks for an interaction. */
export interface EndUserOptions {
  /** A bearer token for the interaction endpoints instead of the client's. Spec 5; gap `interaction-token`. */
  readonly token?: string;
}

/** A wait for an interaction that can be resumed. */
export type SavedReadiness = SavedWait<"v2.interaction">;

/** A wait for an interaction under way. */
export type InteractionWait = Wait<Readiness, InteractionSighting, SavedReadiness>;

/**
 * Polls `interaction/fetch` until an interaction collects something, or the instance is over. Spec 4.4.
 *
 * Waits as {@link waitForCompletion} does. A 404 or 409 may mean that modules run or that the journey is over (gaps
 * `interaction-while-running`, `interaction-after-end`): the state then says which.
 *
 * @throws {ApiError} When the service refuses for a reason that asking again will not cure.
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

/** Goes on with a wait for an interaction. */
export const continueInteraction = (
  client: JourneyClient,
  plan: SavedReadiness,
  options: LiveOptions<InteractionSighting> & EndUserOptions,
): InteractionWait => startWait(plan, options, (live) => run(client, plan, options, live));

async function run(
  client: JourneyClient,
  plan: SavedReadiness,
  { token }: EndUserOptions,
  { signal, report }: Live<InteractionSighting>,
): Promise<Readiness> {
  const ended = await poll<InteractionSighting>({
    clock: client.clock,
    plan,
    signal,
    report,
    ask: () => look(client, plan.instanceId, { signal, retries: 0, ...(token !== undefined && { token }) }),
    isEnough: ({ interaction }) => interaction !== undefined,
  });
  if ("end" in ended) return { end: ended.end, ...("error" in ended && { error: ended.error }) };
  const { interaction, standing } = ended;
  if (interaction !== undefined) return { end: "interaction", interaction };
  return { end: standing as "completed" }; // one of those that end the wait
}

async function look(client: JourneyClient, instanceId: string, options: CallOptions): Promise<InteractionSighting> {
  try {
    return toInteractionSighting(await client.v2.fetchInteraction({ instanceId }, options));
  } catch (error) {
    options.signal?.throwIfAborted();
    const { status } = error as { readonly status?: unknown }; // anything that was thrown may be asked for a member
    if (status !== 404 && status !== 409) throw error;
  }
  const { token: _, ...own } = options;
  const { status } = await client.v2.fetchState({ instanceId }, own);
  return { standing: standingOf(status), interaction: undefined };
}
