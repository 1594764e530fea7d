import type { CallOptions, Timeout } from "./call.ts";
import { withDeadline } from "./deadline.ts";
import type { Bounds } from "./pause.ts";
import { type RepeatableName, repetitionOf } from "./repetition.ts";

/** Default timeouts and retries for calls that set none. */
export interface RepeatOptions {
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
export type Repeat = <T>(
  route: RepeatableName,
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
export const createRepeat =
  (common: RepeatOptions): Repeat =>
  async (route, { timeout: wanted, retries = common.retries ?? 3, signal: outer }, once, recover) => {
    const isLong = repetitionOf(route) === "never";
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
