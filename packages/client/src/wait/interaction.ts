import type { CallOptions } from "../call/call.ts";
import { orState } from "../call/reconcile.ts";
import type { JourneyClient } from "../client.ts";
import { listOf, memberOf } from "../json.ts";
import { toObservation } from "../recover/evidence.ts";
import type { FetchInteractionResponse } from "../types/v2.ts";
import {
  type LiveOptions,
  type PollResult,
  type SavedWait,
  type Stop,
  toSavedWait,
  type WaitOptions,
} from "./options.ts";
import { startWait, type Wait } from "./poll.ts";
import { isFinal, phaseOf } from "./status.ts";
/** A domain element that an interaction collects. Spec 2.5, 2.6. */
export interface Collected {
  readonly element: string;
  readonly need: "required" | "optional";
}

/** An open interaction, in one form for every reading. Spec 2.5; gap `interaction-fetch-layout`. */
export interface InteractionSummary {
  readonly interactionId: string;
  readonly collects: readonly Collected[];
  /** Names of elements not yet provided, even if the service lists fields. Gap `outstanding-granularity`. */
  readonly outstanding: readonly string[];
  /** The interaction as the service returned it, including the layout. */
  readonly body: FetchInteractionResponse;
}

/** The result of one `interaction/fetch`: no interaction while modules run or after the end. */
export interface InteractionPoll extends PollResult {
  readonly interaction: InteractionSummary | undefined;
}

/** Normalises an `interaction/fetch` response of any layout. Spec 2.5; gap `interaction-while-running`. */
function toInteractionPoll(body: FetchInteractionResponse): InteractionPoll {
  const { status, interactionId, open } = toObservation(body);
  const phase = phaseOf(status);
  const collects = toCollects(body);
  const isGoingOn = !isFinal(phase) && phase !== "paused";
  const isCurrent = isGoingOn && collects.length > 0 && typeof interactionId === "string";
  const outstanding = collects.map(({ element }) => element).filter((element) => open.includes(element));
  return { phase, interaction: isCurrent ? { interactionId, collects, outstanding, body } : undefined };
}

/** Gap `interaction-fetch-layout`. */
function toCollects(body: unknown): readonly Collected[] {
  const rows = memberOf(memberOf(body, "interaction"), "collects") ?? memberOf(body, "collects");
  return listOf(rows).flatMap((row) => {
    const element = memberOf(row, "ref") ?? row;
    if (typeof element !== "string") return [];
    const need = memberOf(row, "spec") ?? memberOf(memberOf(body, "spec"), element);
    return [{ element, need: need === "optional" ? need : "required" }];
  });
}

/** How a wait for an interaction ended: with an open interaction, or without one. */
export type NextInteraction =
  | { readonly status: "interaction"; readonly interaction: InteractionSummary }
  | { readonly status: "completed" | "failed" | Stop }
  | { readonly status: "timeout"; readonly error?: unknown };

/** Options of {@link waitForInteraction}. */
export type InteractionOptions = WaitOptions<InteractionPoll> & EndUserOptions;

/** The token that the wait uses. */
export interface EndUserOptions {
  /** A bearer token for the interaction endpoints instead of the client's. Spec 5; gap `interaction-token`. */
  readonly token?: string | undefined;
}

/** A saved wait for an interaction; pass it to `resume`. */
export type SavedInteractionWait = SavedWait<"v2.interaction">;

/** A pending wait for an interaction. */
export type InteractionWait = Wait<NextInteraction, InteractionPoll, SavedInteractionWait>;

/**
 * Polls `interaction/fetch` until an interaction collects something, or the instance is over. Spec 4.4.
 *
 * Waits like {@link waitForCompletion}. A 404 or 409 may mean that modules are running or that the journey is over
 * (gaps `interaction-while-running`, `interaction-after-end`), so it then checks the state.
 *
 * @throws {ApiError} When the service returns an error that retrying cannot fix.
 * @example
 * const ready = await waitForInteraction(client, instanceId, { timeoutMs: 180_000 });
 * if (ready.status === "interaction") console.log(ready.interaction.outstanding);
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
  plan: SavedInteractionWait,
  options: LiveOptions<InteractionPoll> & EndUserOptions,
): InteractionWait {
  const { token } = options;
  const ask = (signal: AbortSignal) => look(client, plan.instanceId, { signal, token, maxRetries: 0 });
  const isEnough = ({ interaction }: InteractionPoll) => interaction !== undefined;
  return startWait(client.clock, plan, options, { ask, isEnough }, ({ last, ...ended }) => {
    if (last?.interaction !== undefined) return { status: "interaction", interaction: last.interaction };
    return ended as NextInteraction; // a wait continues while the instance runs
  });
}

function look({ v2 }: JourneyClient, instanceId: string, options: CallOptions): Promise<InteractionPoll> {
  const fetchState = async () => {
    const { status } = await v2.fetchState({ instanceId }, { ...options, token: undefined });
    return { phase: phaseOf(status), interaction: undefined };
  };
  return orState(v2.fetchInteraction({ instanceId }, options).then(toInteractionPoll), fetchState);
}
