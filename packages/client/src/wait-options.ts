import type { Progress, Sighting } from "./progress.ts";
import type { Standing } from "./status.ts";

/** Phases in which a wait continues unless `stopOn` lists them. Gap `paused-polling`. */
export type Stop = Extract<Standing, "paused" | "reviewing" | "unknown">;

/** How long to wait and how often to poll. */
export interface WaitOptions<Seen extends Sighting> {
  /** Milliseconds from a response to the next poll; default 10,000. Spec 4.4. */
  readonly interval?: number;
  /** Upper limit in milliseconds for the pause, which doubles while polls fail; default 60,000. Spec 4.4. */
  readonly maxInterval?: number;
  /** Total milliseconds to wait; default unlimited. The wait then ends with `deadline`, not with an error. */
  readonly deadline?: number;
  /** Phases at which to stop before the instance ends; default none. Gap `paused-polling`. */
  readonly stopOn?: readonly Stop[];
  /** Aborts the wait: it sends nothing more and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after every poll. */
  readonly onProgress?: (progress: Progress<Seen>) => void;
}

/** Options that belong to the caller's process; pass them again when you resume a wait. */
export type LiveOptions<Seen extends Sighting> = Pick<WaitOptions<Seen>, "signal" | "onProgress">;

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
  const { interval = 10_000, maxInterval = Math.max(interval, 60_000), deadline = endless, stopOn = [] } = options;
  if (!(interval >= 1 && interval <= maxInterval && maxInterval <= longest)) {
    throw new RangeError(`Expected 1 <= interval <= maxInterval <= ${longest} (milliseconds).`);
  }
  if (Number.isNaN(deadline)) throw new RangeError("Expected deadline in milliseconds.");
  return {
    wait,
    instanceId,
    interval,
    maxInterval,
    ...(deadline < endless && { deadlineAt: now + deadline }),
    stopOn,
  };
}
