import { untilAborted } from "./abort.ts";
import type { ClientClock } from "./clock.ts";
import { statusOf } from "./fate.ts";
import type { Progress, Sighting } from "./progress.ts";
import { isFinal, type Standing } from "./status.ts";
import type { SavedWait } from "./wait-options.ts";

/** How a wait ended: with the status of the instance, or at the deadline. */
export interface Ended<Seen extends Sighting> {
  readonly end: Standing | "deadline";
  /** The last successful poll; undefined if every poll failed. */
  readonly last: Seen | undefined;
  /** Set if the last poll before the deadline failed. */
  readonly error?: unknown;
}

/** What a wait polls, and when it stops. */
export interface Looking<Seen extends Sighting> {
  /** Polls once. */
  readonly ask: (signal: AbortSignal) => Promise<Seen>;
  /** Whether a poll ends the wait. The end of the instance and `stopOn` always end it. */
  readonly isEnough?: (seen: Seen) => boolean;
}

/** How a wait polls. */
export interface Polling<Seen extends Sighting> extends Looking<Seen> {
  readonly clock: ClientClock;
  readonly plan: SavedWait;
  readonly signal: AbortSignal;
  readonly report: (progress: Progress<Seen>) => void;
}

/**
 * Polls until the wait ends: at the base interval, and less often while polls fail. Spec 4.4.
 *
 * At the deadline it polls once more and gives up; a pending poll ends at its own timeout.
 *
 * @throws The signal's reason, or an error that retrying cannot fix.
 */
export async function poll<Seen extends Sighting>(polling: Polling<Seen>): Promise<Ended<Seen>> {
  const { clock, plan, isEnough, signal, report } = polling;
  const { interval, maxInterval, deadlineAt = Number.POSITIVE_INFINITY, stopOn } = plan;
  const stops: readonly Standing[] = stopOn;
  let last: Seen | undefined;
  for (let polls = 1, failures = 0; ; polls += 1) {
    signal.throwIfAborted();
    const tried = await tryOnce(polling);
    if ("last" in tried) {
      last = tried.last;
      report({ ...last, polls });
      if (isFinal(last.standing) || stops.includes(last.standing) || isEnough?.(last))
        return { end: last.standing, last };
      failures = 0;
    } else {
      report({ standing: "unanswered", polls, error: tried.error });
      failures += 1;
    }
    const left = deadlineAt - clock.now();
    if (left <= 0) return { end: "deadline", last, ...tried };
    const pause = Math.min(interval * 2 ** failures, maxInterval, left);
    await untilAborted(signal, clock.sleep(pause, { signal }));
  }
}

async function tryOnce<Seen extends Sighting>({
  ask,
  signal,
}: Polling<Seen>): Promise<{ readonly last: Seen } | { readonly error: unknown }> {
  try {
    return { last: await ask(signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (isLasting(error)) throw error;
    return { error };
  }
}

/** Client errors that mean "later"; any other would repeat. */
const passing: readonly number[] = [408, 425, 429];

/** Whether retrying cannot help: the service or the token endpoint returned a client error. Spec 7. */
function isLasting(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && !passing.includes(status);
}
