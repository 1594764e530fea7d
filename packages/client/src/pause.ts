import { untilAborted } from "./abort.ts";
import type { Sleep } from "./clock.ts";
import { fateOf } from "./fate.ts";
import { memberOf } from "./json.ts";

/** Clock and randomness for pauses between attempts. */
export interface PauseOptions {
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Returns 0 to 1; spreads the retries of callers that failed together. */
  readonly random: () => number;
}

/** Limits for the attempts of one call. */
export interface Bounds {
  /** Number of attempts so far. */
  readonly attempt: number;
  /** Maximum number of retries. */
  readonly retries: number;
  /** Deadline in milliseconds of the client's clock. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/** Upper bound of the first pause in milliseconds; it doubles with each attempt. */
const base = 500;
const longest = 20_000;

/**
 * Creates the pause after a failure: exponential backoff with full jitter, never shorter than `Retry-After`.
 *
 * @throws The failure, if a retry cannot help, exceeds the limit or would miss the deadline. Spec 4.4.
 */
export const createPause =
  ({ now, sleep, random }: PauseOptions) =>
  async (error: unknown, { attempt, retries, until, signal }: Bounds): Promise<undefined> => {
    const backoff = random() * Math.min(longest, base * 2 ** (attempt - 1));
    const delay = Math.max(backoff, Number(memberOf(error, "retryAfter") ?? 0));
    if (fateOf(error) === "refused" || attempt > retries || now() + delay > until) throw error;
    await untilAborted(signal, sleep(delay, { signal }));
    return undefined;
  };

/** Waits before the next attempt, or throws. */
export type Pause = ReturnType<typeof createPause>;

/** Parses `Retry-After`, in seconds or as a date, to milliseconds; undefined if there is none. */
export function toRetryAfter(headers: Headers): number | undefined {
  const asked = headers.get("retry-after") ?? "";
  return Math.max(0, /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now()) || undefined;
}
