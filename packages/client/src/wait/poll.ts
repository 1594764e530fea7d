import { type ClientClock, untilAborted } from "../call/clock.ts";
import { statusOf } from "../recover/failure-kind.ts";
import type { LiveOptions, PollResult, Progress, SavedWait } from "./options.ts";
import { isFinal, type Phase } from "./status.ts";
/** How a wait ended: with the status of the instance, or at the deadline. */
export interface Ended<Seen extends PollResult> {
  readonly status: Phase | "timeout";
  /** The last successful poll; undefined if every poll failed. */
  readonly last: Seen | undefined;
  /** Set if the last poll before the deadline failed. */
  readonly error?: unknown;
}

/** What a wait polls, and when it stops. */
export interface Looking<Seen extends PollResult> {
  /** Polls once. */
  readonly ask: (signal: AbortSignal) => Promise<Seen>;
  /** Whether a poll ends the wait. The end of the instance and `stopOn` always end it. */
  readonly isEnough?: (seen: Seen) => boolean;
}

/** How a wait polls. */
interface Polling<Seen extends PollResult> extends Looking<Seen> {
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
async function poll<Seen extends PollResult>(polling: Polling<Seen>): Promise<Ended<Seen>> {
  const { clock, plan, isEnough, signal, report } = polling;
  const { interval, maxInterval, deadlineAt = Number.POSITIVE_INFINITY, stopOn } = plan;
  const stops: readonly Phase[] = stopOn;
  let last: Seen | undefined;
  for (let polls = 1, failures = 0; ; polls += 1) {
    signal.throwIfAborted();
    const tried = await tryOnce(polling);
    if ("last" in tried) {
      last = tried.last;
      report({ ...last, polls });
      if (isFinal(last.phase) || stops.includes(last.phase) || isEnough?.(last)) return { status: last.phase, last };
      failures = 0;
    } else {
      report({ phase: "unanswered", polls, error: tried.error });
      failures += 1;
    }
    const left = deadlineAt - clock.now();
    if (left <= 0) return { status: "timeout", last, ...tried };
    const pause = Math.min(interval * 2 ** failures, maxInterval, left);
    await untilAborted(signal, clock.sleep(pause, { signal }));
  }
}

async function tryOnce<Seen extends PollResult>({
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

/**
 * A pending wait. Await it for the result, or iterate over its polls. Leaving the loop early ends the wait. Save it
 * as JSON and pass that to {@link resume} in another process.
 */
export interface Wait<End, Seen extends PollResult, Saved extends SavedWait> extends Promise<End> {
  [Symbol.asyncIterator](): AsyncGenerator<Progress<Seen>, void, void>;
  /** Contains no token and no personal data. */
  toJSON(): Saved;
}

/** Starts a wait; `toEnd` converts its end to the caller's form. */
export function startWait<End, Seen extends PollResult, Saved extends SavedWait>(
  clock: ClientClock,
  plan: Saved,
  { signal, onProgress }: LiveOptions<Seen>,
  looking: Looking<Seen>,
  toEnd: (ended: Ended<Seen>) => End,
): Wait<End, Seen, Saved> {
  const left = new AbortController();
  const readers = new Set<(progress: Progress<Seen>) => void>();
  const promise = poll({
    ...looking,
    clock,
    plan,
    signal: signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]),
    report(progress) {
      onProgress?.(progress);
      for (const read of readers) read(progress);
    },
  }).then(toEnd);
  return Object.assign(promise, {
    toJSON: () => plan,
    async *[Symbol.asyncIterator]() {
      const unread: (Progress<Seen> | undefined)[] = []; // undefined after the wait
      let wake = () => {};
      const read = (progress?: Progress<Seen>) => {
        unread.push(progress);
        wake();
      };
      const end = () => read();
      readers.add(read);
      promise.then(end, end);
      try {
        for (;;) {
          if (unread.length === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          const next = unread.shift();
          if (next === undefined) break;
          yield next;
        }
        await promise; // a wait that failed fails the loop
      } finally {
        readers.delete(read);
        left.abort();
      }
    },
  });
}
