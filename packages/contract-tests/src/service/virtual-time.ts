import type { ServiceSettings } from "./client-adapter.ts";
import { setImmediate } from "./real-time.ts";
import { toRequest } from "./target.ts";

/** Waits for `duration` milliseconds on the clock of a world. If `signal` aborts, rejects early with its reason. */
export type Sleep = NonNullable<ServiceSettings["sleep"]>;

/** The clock that sleepers share. */
export interface SharedClock {
  /** The last known time of the clock, in milliseconds since the Unix epoch. */
  now(): number;
  /** Moves the clock forward to an instant or slightly past it. */
  moveTo(instant: number): Promise<void>;
  /** Resolves when the clock may advance, usually because no caller is waiting for a response. */
  quiet(): Promise<void>;
}

/**
 * Creates a `sleep` that moves the clock instead of waiting: to the earliest wake-up time, each time `quiet` resolves.
 */
export function createSleep({ now, moveTo, quiet }: SharedClock): Sleep {
  const sleepers = new Set<{ readonly target: number }>();
  let step: Promise<void> | undefined;
  const advance = async () => {
    await quiet();
    if (sleepers.size > 0) await moveTo(Math.min(...[...sleepers].map(({ target }) => target)));
  };
  return async (duration, { signal } = {}) => {
    signal?.throwIfAborted();
    const sleeper = { target: now() + Math.max(0, duration) };
    let abort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal?.reason);
    });
    signal?.addEventListener("abort", abort, { once: true });
    sleepers.add(sleeper);
    try {
      do {
        step ??= advance().finally(() => {
          step = undefined;
        });
        await Promise.race([step, aborted]);
      } while (now() < sleeper.target);
    } finally {
      sleepers.delete(sleeper);
      signal?.removeEventListener("abort", abort);
    }
  };
}

/**
 * Wraps a `fetch` to track its requests until their responses have arrived in full. `quiet` resolves when no request is
 * pending and the callers could continue, or after about `timeoutMs` milliseconds of real time.
 */
export function watchTraffic(fetch: (request: Request) => Promise<Response>) {
  const pending = new Set<Promise<unknown>>();
  const track = (one: Promise<unknown>) => {
    const done = one.then(ignore, ignore).finally(() => pending.delete(done));
    pending.add(done);
  };
  return {
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const answer = fetch(toRequest(input, init)).then((response) => {
        if (response.body !== null) track(response.clone().arrayBuffer()); // a copy, so that the caller can still read the response
        return response;
      });
      track(answer);
      return answer;
    },
    quiet: async (timeoutMs: number) => {
      const end = AbortSignal.timeout(timeoutMs);
      const over = new Promise<void>((resolve) => end.addEventListener("abort", () => resolve(), { once: true }));
      do {
        await Promise.race([Promise.all(pending), over]);
        await new Promise((resolve) => setImmediate(resolve)); // a timer would take at least a millisecond
      } while (pending.size > 0 && !end.aborted);
    },
  };
}

const ignore = () => undefined;
