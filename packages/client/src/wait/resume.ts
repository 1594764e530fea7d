import type { JourneyClient } from "../client.ts";
import {
  type CompletionWait,
  continueCompletion,
  type Generation,
  type SavedCompletion,
  type StatePoll,
} from "./completion.ts";
import {
  continueInteraction,
  type EndUserOptions,
  type InteractionPoll,
  type InteractionWait,
  type SavedInteractionWait,
} from "./interaction.ts";
import type { LiveOptions, SavedWait } from "./options.ts";
/** A saved wait of any kind. */
export type Resumable = SavedCompletion<"v1"> | SavedCompletion<"v2"> | SavedInteractionWait;

/** The wait that resumes a saved one. */
export type Resumed<Saved extends Resumable> =
  Saved extends SavedWait<`${infer G extends Generation}.completion`> ? CompletionWait<G> : InteractionWait;

/** Options that a resumed wait takes from its new process. */
export type ResumeOptions<Saved extends Resumable> =
  Saved extends SavedWait<`${infer G extends Generation}.completion`>
    ? LiveOptions<StatePoll<G>>
    : LiveOptions<InteractionPoll> & EndUserOptions;

/**
 * Continues a wait that was saved as JSON, even in another process. Keeps its deadline and polls at once.
 *
 * @throws {TypeError} When `saved` is not a saved wait.
 * @example
 * const text = JSON.stringify(waitForCompletion(client, instanceId, { timeoutMs: 86_400_000 }));
 * const saved: SavedCompletion<"v2"> = JSON.parse(text);
 * const { status } = await resume(client, saved);
 */
export function resume<Saved extends Resumable>(
  client: JourneyClient,
  saved: Saved,
  options?: ResumeOptions<Saved>,
): Resumed<Saved>;
export function resume(client: JourneyClient, saved: Resumable, options: object = {}): unknown {
  switch (saved?.wait) {
    case "v2.interaction":
      return continueInteraction(client, saved, options);
    case "v1.completion":
    case "v2.completion":
      return continueCompletion(client, saved, options);
  }
  throw new TypeError("saved: expected a wait saved as JSON.");
}
