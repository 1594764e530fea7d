import { untilAborted } from "./abort.ts";
import type { Sleep } from "./clock.ts";
import { fateOf } from "./fate.ts";
import { memberOf } from "./json.ts";

/** What pauses between attempts go by. */
export interface PauseOptions {
  readonly now: () => number;
  readonly sleep: Sleep;
  /** From 0 to 1; spreads callers that failed together. */
  readonly random: () => number;
}

/** Bounds of the attempts of one call. */
export interface Bounds {
  /** How often it has been sent. */
  readonly attempt: number;
  /** How often it may be sent again. */
  readonly retries: number;
  /** When it has to be over, in milliseconds of the client's clock. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/** The first pause is at most this long, in milliseconds; each further one at most twice as long as the one before. */
const base = 500;
const longest = 20_000;

/**
 * Makes what waits after the n-th failure: exponential backoff with full jitter, and no less than `Retry-After` says.
 *
 * @throws The failure, where trying again is pointless, is too often, or would come too late. Spec 4.4.
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

/** Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined where it asks for none. */
export function toRetryAfter(headers: Headers): number | undefined {
  const asked = headers.get("retry-after") ?? "";
  return Math.max(0, /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now()) || undefined;
}
