import { untilAborted } from "./abort.ts";
import type { ClientClock } from "./clock.ts";
import type { Progress, Sighting } from "./progress.ts";
import type { Standing } from "./status.ts";
import type { SavedWait } from "./wait-options.ts";

/** A wait that came to its deadline: what was seen last, and the error of the last poll where it failed. */
export interface Expired<Seen extends Sighting> {
  readonly end: "deadline";
  readonly last: Seen | undefined;
  readonly error?: unknown;
}

/** How a wait polls. */
export interface Polling<Seen extends Sighting> {
  readonly clock: ClientClock;
  readonly plan: SavedWait;
  /** Asks once. */
  readonly ask: () => Promise<Seen>;
  /** Whether what was seen is what is waited for; the end of the instance and what `stopOn` names end a wait anyway. */
  readonly isEnough?: (seen: Seen) => boolean;
  readonly signal: AbortSignal;
  readonly report: (progress: Progress<Seen>) => void;
}

/**
 * Asks until it has seen enough: at the base interval, and less often while polls fail. Spec 4.4.
 *
 * At the deadline it asks once more and gives up; a poll under way ends by the time-out of its own.
 *
 * @throws The reason of the signal, or an error that asking again will not cure.
 */
export async function poll<Seen extends Sighting>(polling: Polling<Seen>): Promise<Seen | Expired<Seen>> {
  const { clock, plan, isEnough, signal, report } = polling;
  const { interval, maxInterval, deadlineAt = Number.POSITIVE_INFINITY, stopOn } = plan;
  const ends: readonly Standing[] = ["completed", "failed", ...stopOn];
  let last: Seen | undefined;
  for (let polls = 1, failures = 0; ; polls += 1) {
    signal.throwIfAborted();
    const tried = await tryOnce(polling);
    if ("seen" in tried) {
      report({ ...tried.seen, polls });
      if (ends.includes(tried.seen.standing) || isEnough?.(tried.seen)) return tried.seen;
      last = tried.seen;
      failures = 0;
    } else {
      report({ standing: "unanswered", polls, error: tried.error });
      failures += 1;
    }
    const left = deadlineAt - clock.now();
    if (left <= 0) return { end: "deadline", last, ...("error" in tried && { error: tried.error }) };
    const pause = Math.min(interval * 2 ** failures, maxInterval, left);
    await untilAborted(signal, clock.sleep(pause, { signal }));
  }
}

async function tryOnce<Seen extends Sighting>({
  ask,
  signal,
}: Polling<Seen>): Promise<{ readonly seen: Seen } | { readonly error: unknown }> {
  try {
    return { seen: await ask() };
  } catch (error) {
    signal.throwIfAborted();
    if (isLasting(error)) throw error;
    return { error };
  }
}

/** Client errors that say "later"; any other will be the same the next time. */
const passing: readonly number[] = [408, 425, 429];

/** Whether asking again is no use: the service, or its token endpoint, says that the fault is the caller's. Spec 7. */
function isLasting(error: unknown): boolean {
  const { status } = error as { readonly status?: unknown }; // anything that was thrown may be asked for a member
  return typeof status === "number" && status >= 400 && status < 500 && !passing.includes(status);
}
