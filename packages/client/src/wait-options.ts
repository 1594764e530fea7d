import type { Progress, Sighting } from "./progress.ts";
import type { Standing } from "./status.ts";

/** Where an instance may stand without being over: a wait goes on, unless told to stop there. Gap `paused-polling`. */
export type Stop = Extract<Standing, "paused" | "reviewing" | "unknown">;

/** How long to wait and how often to ask. */
export interface WaitOptions<Seen extends Sighting> {
  /** Milliseconds from one answer to the next poll; 10,000 where left out. Spec 4.4. */
  readonly interval?: number;
  /** Milliseconds that a pause grows to at most while polls fail, doubling; 60,000 where left out. Spec 4.4. */
  readonly maxInterval?: number;
  /** Milliseconds to wait altogether; as long as it takes where left out. What ends it then is `deadline`, no error. */
  readonly deadline?: number;
  /** Where to stop although the instance is not over; nowhere where left out. Gap `paused-polling`. */
  readonly stopOn?: readonly Stop[];
  /** Ends the wait, which then rejects with the reason of the signal, and sends nothing more. */
  readonly signal?: AbortSignal;
  /** Told of every poll. */
  readonly onProgress?: (progress: Progress<Seen>) => void;
}

/** What of a wait is the caller's own process: it is given anew to a wait that is resumed. */
export type LiveOptions<Seen extends Sighting> = Pick<WaitOptions<Seen>, "signal" | "onProgress">;

/** What is waited for, as plain JSON without token or personal data, to be resumed in another process. */
export interface SavedWait<Kind extends string = string> {
  readonly wait: Kind;
  readonly instanceId: string;
  /** Milliseconds. */
  readonly interval: number;
  /** Milliseconds. */
  readonly maxInterval: number;
  /** By the clock of the client: milliseconds since the Unix epoch, unless it was given another. */
  readonly deadlineAt?: number;
  readonly stopOn: readonly Stop[];
}

/** The longest that a timer can wait, in milliseconds; a longer one would ring at once. */
const longest = 2 ** 31 - 1;

const endless = Number.POSITIVE_INFINITY;

/**
 * Makes a plan of options.
 *
 * @throws {RangeError} When an interval is no time that a timer can wait.
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
