import type { CallOptions } from "../call/call.ts";
import { type ClientClock, pauseWith } from "../call/clock.ts";
import { checkNumbers } from "../call/numbers.ts";
import { ConnectionError, TimeoutError } from "../errors.ts";
import { retryAfterOf, statusOf } from "../recover/next-step.ts";
import type { Phase } from "./result.ts";

/** A phase that `stopOn` can list, to end a wait that would otherwise continue. Gap `paused-polling`. */
export type Stop = Extract<Phase, "paused" | "reviewing" | "unknown">;

/** How long a wait may take and how often it polls. */
export interface WaitOptions<Seen extends PollResult> {
  /** Pause between a response and the next poll, in milliseconds; default 10,000. Spec 4.4. */
  readonly intervalMs?: number | undefined;
  /**
   * Maximum pause in milliseconds, at least `intervalMs`; default 60,000, or `intervalMs` if that is longer. Failed polls
   * double the pause. If the service asks for a longer pause in `Retry-After`, the wait obeys. Spec 4.4, 7.
   */
  readonly maxIntervalMs?: number | undefined;
  /** Time limit of the wait in milliseconds; default none. At the limit, the wait ends with the status `timeout`. */
  readonly timeoutMs?: number | undefined;
  /** Phases that end the wait before the instance has ended; default none. Gap `paused-polling`. */
  readonly stopOn?: readonly Stop[] | undefined;
  /** Aborts the wait, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every poll. */
  readonly onProgress?: ((progress: Progress<Seen>) => void) | undefined;
}

/** The result of one poll. */
export interface PollResult {
  readonly phase: Phase;
}

/** A successful poll and its result. */
export type Answered<Seen extends PollResult> = Seen & {
  /** Number of polls so far, including this one. */
  readonly polls: number;
};

/** A failed poll: there was no response, or a temporary error. Spec 4.4. */
export interface Unanswered {
  readonly phase: "unanswered";
  readonly polls: number;
  readonly error: unknown;
}

/** The argument of `onProgress`. */
export type Progress<Seen extends PollResult> = Answered<Seen> | Unanswered;

/** The result of a wait that reached its time limit. */
export interface TimedOut<Seen extends PollResult> {
  readonly status: "timeout";
  /** The last successful poll; undefined if every poll failed. */
  readonly last: Seen | undefined;
  /** Set if the last poll failed. */
  readonly error?: unknown;
}

/** How to poll, and when to stop. */
export interface PollStrategy<Seen extends PollResult, End> {
  /** Polls once. */
  readonly pollOnce: (options: CallOptions) => Promise<Seen>;
  /** Returns the result of the wait after a poll; undefined if the wait continues. */
  readonly findEnd: (seen: Seen) => End | undefined;
}

/**
 * Checks the options of a wait or a run.
 *
 * @throws {TypeError} When a time is outside its range, or when `attempts` is not a whole number of at least 1.
 */
export function checkWait(options: Pick<WaitOptions<never>, "intervalMs">): void {
  const { intervalMs = 10_000 } = options;
  checkNumbers(options, { intervalMs: 1, maxIntervalMs: intervalMs, attempts: 1 });
  checkNumbers(options, { timeoutMs: 0 }, Number.POSITIVE_INFINITY);
}

/**
 * Polls until `findEnd` returns a result. Polls at a constant interval, and less often while polls fail. Spec 4.4.
 *
 * At `timeoutMs`, polls once more and stops. If no poll has succeeded, this last poll is retried like any other call. A
 * poll that is pending at that time is not aborted.
 *
 * @throws {TypeError} When a time is outside its range.
 * @throws The signal's reason, or an error that another poll cannot fix.
 */
export async function poll<Seen extends PollResult, End>(
  clock: ClientClock,
  options: WaitOptions<Seen>,
  { pollOnce, findEnd }: PollStrategy<Seen, End>,
): Promise<End | TimedOut<Seen>> {
  const { intervalMs = 10_000, maxIntervalMs = Math.max(intervalMs, 60_000), signal, onProgress } = options;
  checkWait(options);
  const until = clock.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);
  let last: Seen | undefined;
  for (let polls = 1, failures = 0; ; polls += 1) {
    signal?.throwIfAborted();
    const pollsAgain = last !== undefined || clock.now() < until;
    const tried = await tryOnce(pollOnce, { signal, ...(pollsAgain && { maxRetries: 0 }) });
    if ("seen" in tried) {
      last = tried.seen;
      failures = 0;
      onProgress?.({ ...last, polls });
      const end = findEnd(last);
      if (end !== undefined) return end;
    } else {
      failures += 1;
      onProgress?.({ phase: "unanswered", polls, ...tried });
    }
    const leftMs = until - clock.now();
    if (leftMs <= 0) return { status: "timeout", last, ...("error" in tried && tried) };
    const pauseMs = Math.max(
      Math.min(intervalMs * 2 ** failures, maxIntervalMs),
      retryAfterOf("error" in tried && tried.error) ?? 0,
    );
    await pauseWith(clock, Math.min(pauseMs, leftMs), signal);
  }
}

async function tryOnce<Seen>(
  pollOnce: (options: CallOptions) => Promise<Seen>,
  options: CallOptions,
): Promise<{ readonly seen: Seen } | { readonly error: unknown }> {
  try {
    return { seen: await pollOnce(options) };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!isTemporary(error)) throw error;
    return { error };
  }
}

/** Whether another poll may succeed: there was no response, or the error is temporary. Spec 7. */
function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  const isUnanswered = error instanceof ConnectionError || error instanceof TimeoutError; // without a status
  return isUnanswered || status < 400 || status >= 500 || [408, 425, 429].includes(status);
}
