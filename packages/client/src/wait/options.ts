import type { Phase } from "./status.ts";
/** Phases in which a wait continues unless `stopOn` lists them. Gap `paused-polling`. */
export type Stop = Extract<Phase, "paused" | "reviewing" | "unknown">;

/** How long to wait and how often to poll. */
export interface WaitOptions<Seen extends PollResult> {
  /** Milliseconds from a response to the next poll; default 10,000. Spec 4.4. */
  readonly interval?: number;
  /** Upper limit in milliseconds for the pause, which doubles while polls fail; default 60,000. Spec 4.4. */
  readonly maxInterval?: number;
  /** Total milliseconds to wait; default unlimited. The wait then ends with `timeoutMs`, not with an error. */
  readonly timeoutMs?: number;
  /** Phases at which to stop before the instance ends; default none. Gap `paused-polling`. */
  readonly stopOn?: readonly Stop[];
  /** Aborts the wait: it sends nothing more and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after every poll. */
  readonly onProgress?: (progress: Progress<Seen>) => void;
}

/** Options that belong to the caller's process; pass them again when you resume a wait. */
export type LiveOptions<Seen extends PollResult> = Pick<WaitOptions<Seen>, "signal" | "onProgress">;

/** A wait as plain JSON, without token or personal data, to resume in another process. */
export interface SavedWait<Kind extends string = string> {
  readonly wait: Kind;
  readonly instanceId: string;
  /** Milliseconds. */
  readonly interval: number;
  /** Milliseconds. */
  readonly maxInterval: number;
  /** Milliseconds of the client's clock: since the Unix epoch, unless the client was given another clock. */
  readonly deadlineAt?: number;
  readonly stopOn: readonly Stop[];
}

/** The longest timer in milliseconds; a longer one would fire at once. */
const longest = 2 ** 31 - 1;

const endless = Number.POSITIVE_INFINITY;

/**
 * Validates options and fills in defaults.
 *
 * @throws {RangeError} When an interval is outside the timer range.
 */
export function toSavedWait<Kind extends string>(
  wait: Kind,
  instanceId: string,
  now: number,
  options: WaitOptions<never>,
): SavedWait<Kind> {
  const { interval = 10_000, maxInterval = Math.max(interval, 60_000), timeoutMs = endless, stopOn = [] } = options;
  if (!(interval >= 1 && interval <= maxInterval && maxInterval <= longest)) {
    throw new RangeError(`Expected 1 <= interval <= maxInterval <= ${longest} (milliseconds).`);
  }
  if (Number.isNaN(timeoutMs)) throw new RangeError("Expected timeoutMs, in milliseconds.");
  return {
    wait,
    instanceId,
    interval,
    maxInterval,
    ...(timeoutMs < endless && { deadlineAt: now + timeoutMs }),
    stopOn,
  };
}

/** The result of one poll; `phase` interprets it. */
export interface PollResult {
  readonly phase: Phase;
}

/** A successful poll and its result. */
export type Answered<Seen extends PollResult> = Seen & {
  /** Number of polls so far, including this one. */
  readonly polls: number;
};

/** A poll without a response or with a temporary error; the next one is delayed. Spec 4.4. */
export interface Unanswered {
  readonly phase: "unanswered";
  readonly polls: number;
  readonly error: unknown;
}

/** One poll, reported as it happens. */
export type Progress<Seen extends PollResult> = Answered<Seen> | Unanswered;
