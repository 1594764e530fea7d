import { memberOf } from "../json.ts";
import { failureKindOf } from "../recover/failure-kind.ts";
import { type CallName, retryPolicyOf } from "../recover/policy.ts";
import type { CallOptions, Timeout } from "./call.ts";
import { type Sleep, untilAborted, withDeadline } from "./clock.ts";
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
    if (failureKindOf(error) === "refused" || attempt > retries || now() + delay > until) throw error;
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

/** Default timeouts and retries for calls that set none. */
export interface RetryOptions {
  readonly timeout: Timeout | undefined;
  readonly retries: number | undefined;
  readonly now: () => number;
}

/** The limits of one attempt. */
export interface AttemptBounds extends Bounds {
  /** 1 for the first. */
  readonly attempt: number;
  /** Time limit of one request in milliseconds. */
  readonly timeout: number;
}

/** Retries until an attempt succeeds, `recover` throws or returns a response, or time runs out. */
export type Retry = <T>(
  route: CallName,
  options: Pick<CallOptions, "timeout" | "retries" | "signal">,
  once: (bounds: AttemptBounds) => Promise<T>,
  recover: (error: unknown, bounds: AttemptBounds) => Promise<T | undefined>,
) => Promise<T>;

/**
 * Creates the retry loop for every call, including token requests.
 *
 * A start may take as long as the whole call: it is never retried, it may wait for its modules (Spec 4.3), and an early
 * timeout would leave its outcome unknown.
 */
export const createRetry =
  (common: RetryOptions): Retry =>
  async (route, { timeout: wanted, retries = common.retries ?? 3, signal: outer }, once, recover) => {
    const isLong = retryPolicyOf(route) === "never";
    const { total = 120_000, attempt: timeout = isLong ? total : 30_000 } = { ...common.timeout, ...wanted };
    const until = common.now() + total;
    return withDeadline(route, total, outer, async (signal) => {
      for (let attempt = 1; ; attempt += 1) {
        const bounds = { attempt, timeout, signal, until, retries };
        try {
          return await once(bounds);
        } catch (error) {
          const recovered = await recover(error, bounds);
          if (recovered !== undefined) return recovered;
        }
      }
    });
  };
