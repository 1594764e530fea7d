import { listOf, memberOf } from "@journey-kit/schemas/calls";
import type { CallOptions } from "../call/call.ts";
import { orState } from "../call/reconcile.ts";
import type { JourneyClient } from "../client.ts";
import { readObservation } from "../recover/evidence.ts";
import type { FetchInteractionResponse, FetchStateResponse } from "../types/v2.ts";
import { statusAfter } from "./completion.ts";
import { type PollResult, poll, type Stop, type WaitOptions } from "./poll.ts";
import { hasEnded, phaseOf } from "./result.ts";

/** A domain element that an interaction collects. Spec 2.5, 2.6. */
export interface Collected {
  readonly element: string;
  readonly need: "required" | "optional";
}

/** The current interaction, in the same form for every reading. Spec 2.5; gap `interaction-fetch-layout`. */
export interface InteractionSummary {
  readonly interactionId: string;
  readonly collects: readonly Collected[];
  /** Names of the outstanding elements, even if the service lists fields. Gap `outstanding-granularity`. */
  readonly outstanding: readonly string[];
  /** The interaction as the service returned it. */
  readonly body: FetchInteractionResponse;
}

/** The result of one `interaction/fetch`. Without `interaction`, there is currently nothing to collect. */
export interface InteractionPoll extends PollResult {
  readonly interaction: InteractionSummary | undefined;
  /**
   * The state, fetched only if the service refuses to return the interaction. Gaps `interaction-while-running`,
   * `interaction-after-end`.
   */
  readonly state?: FetchStateResponse;
}

/** Normalises an `interaction/fetch` response of any layout. Spec 2.5; gap `interaction-while-running`. */
function readInteractionPoll(body: FetchInteractionResponse): InteractionPoll {
  const { status, interactionId, open } = readObservation(body);
  const phase = phaseOf(status);
  const collects = listCollected(body);
  const isActive = !hasEnded(phase) && phase !== "paused";
  const isCurrent = isActive && collects.length > 0 && typeof interactionId === "string";
  const outstanding = collects.map(({ element }) => element).filter((element) => open.includes(element));
  return { phase, interaction: isCurrent ? { interactionId, collects, outstanding, body } : undefined };
}

/** Gap `interaction-fetch-layout`. */
function listCollected(body: unknown): readonly Collected[] {
  const rows = memberOf(memberOf(body, "interaction"), "collects") ?? memberOf(body, "collects");
  return listOf(rows).flatMap((row) => {
    const element = memberOf(row, "ref") ?? row;
    if (typeof element !== "string") return [];
    const need = memberOf(row, "spec") ?? memberOf(memberOf(body, "spec"), element);
    return [{ element, need: need === "optional" ? need : "required" }];
  });
}

/** How a wait for an interaction ended. */
export type NextInteraction =
  | { readonly status: "interaction"; readonly interaction: InteractionSummary }
  /** `state` is set if the service refused to return the interaction, and the client fetched the state instead. */
  | { readonly status: "completed" | "failed" | Stop; readonly state?: FetchStateResponse }
  | { readonly status: "timeout"; readonly error?: unknown };

/** Options for {@link waitForInteraction}. */
export interface InteractionOptions extends WaitOptions<InteractionPoll> {
  /** Replaces the client's bearer token for `interaction/fetch`. Spec 5; gap `interaction-token`. */
  readonly token?: string | undefined;
}

/**
 * Polls `interaction/fetch` until there is data to collect, or until the instance has ended. Spec 4.4.
 *
 * Polls like {@link waitForCompletion}. A 404 or 409 may mean that modules are running or that the instance has ended
 * (gaps `interaction-while-running`, `interaction-after-end`), so the function then fetches the state.
 *
 * @throws {ApiError} When the service returns an error that another poll cannot fix.
 * @example
 * const ready = await waitForInteraction(client, instanceId, { timeoutMs: 180_000 });
 * if (ready.status === "interaction") console.log(ready.interaction.outstanding);
 */
export async function waitForInteraction(
  client: JourneyClient,
  instanceId: string,
  options: InteractionOptions = {},
): Promise<NextInteraction> {
  const ended = await poll(client.clock, options, {
    pollOnce: (once) => pollInteraction(client, instanceId, { ...once, token: options.token }),
    findEnd({ phase, interaction, state }): NextInteraction | undefined {
      if (interaction !== undefined) return { status: "interaction", interaction };
      const status = statusAfter(phase, options.stopOn);
      return status && { status, ...(state && { state }) };
    },
  });
  if (!("last" in ended)) return ended;
  const { last: _, ...timeout } = ended;
  return timeout;
}

function pollInteraction({ v2 }: JourneyClient, instanceId: string, options: CallOptions): Promise<InteractionPoll> {
  const fetchState = async () => {
    const state = await v2.fetchState({ instanceId }, { ...options, token: undefined });
    return { phase: phaseOf(state.status), interaction: undefined, state };
  };
  return orState(v2.fetchInteraction({ instanceId }, options).then(readInteractionPoll), fetchState);
}
