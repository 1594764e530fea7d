import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { type Sent, UnknownOutcomeError } from "../errors.ts";
import {
  type AttemptState,
  type FailureKind,
  failureKindOf,
  nextStep,
  retryAfterOf,
  retryPolicyOf,
} from "../recover/next-step.ts";
import type { CallLimits, CallOptions } from "./call.ts";
import { type Sleep, untilAborted, withTimeout } from "./clock.ts";
import type { Outgoing } from "./exchange.ts";
import type { Reconciled } from "./reconcile.ts";

/** The clock and the default limits of every call. */
export interface RetryOptions extends CallLimits {
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Returns a number from 0 to 1. Randomises pauses, so that clients do not all retry at the same time. */
  readonly random: () => number;
}

/** The number and the time limit of one attempt. */
export interface AttemptLimits {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Time limit of one request in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A call that may take several attempts. */
export interface RetriedCall<T> {
  readonly route: EndpointName;
  readonly options: Pick<CallOptions, "signal" | keyof CallLimits>;
  /** Prepares the request. `rejected` is a token that the service has refused. */
  readonly prepare: (limits: AttemptLimits, rejected: string | undefined) => Promise<Outgoing>;
  readonly send: (request: Outgoing) => Promise<T>;
  /** Finds out whether a request with a lost response was executed. */
  readonly reconcile?: (signal: AbortSignal) => Promise<Reconciled<T>>;
  /** Identifies the request in an {@link UnknownOutcomeError}. */
  readonly identify?: () => Omit<Sent, "at">;
}

/** Sends a request, and retries it if that is safe. */
export type RetryCall = <T>(call: RetriedCall<T>) => Promise<T>;

/** The state of a call before an attempt. */
interface AttemptProgress {
  readonly attempt: number;
  /** The token that the service has refused. */
  readonly rejected?: string | undefined;
  /** The error of the first attempt that the service may have executed. */
  readonly doubt?: unknown;
}

interface FailedAttempt {
  readonly kind: FailureKind;
  readonly error: unknown;
  /** The token that the attempt used, if the client can replace it. */
  readonly token?: string | undefined;
}

/**
 * Creates the function that makes every call, including token requests. After each failed attempt, {@link nextStep}
 * decides what happens next.
 *
 * Pauses grow exponentially with full jitter, up to 0.5 s for the first and 20 s for the longest, and are never shorter
 * than `Retry-After`. By default, a start may use all of `timeoutMs`: it may wait for its modules (Spec 4.3), and the
 * client cannot retry a start that timed out.
 */
export const createRetry =
  ({ now, sleep, random, ...limits }: RetryOptions): RetryCall =>
  async <T>(call: RetriedCall<T>): Promise<T> => {
    const { route, options } = call;
    const policy = retryPolicyOf(route);
    const totalMs = options.timeoutMs ?? limits.timeoutMs ?? 120_000;
    const requestMs = options.requestTimeoutMs ?? limits.requestTimeoutMs ?? (policy === "never" ? totalMs : 30_000);
    const maxRetries = options.maxRetries ?? limits.maxRetries ?? 3;
    const at = now();

    return withTimeout(route, totalMs, options.signal, (signal) => {
      const pause = async (pauseMs: number) => {
        if (pauseMs > 0) await untilAborted(signal, sleep(pauseMs, { signal }));
      };

      const run = (progress: AttemptProgress, pauseMs = 0): Promise<T> => {
        const { attempt, rejected } = progress;
        return pause(pauseMs)
          .then(() => call.prepare({ attempt, timeoutMs: requestMs, signal }, rejected))
          .then(
            (request) =>
              call.send(request).catch((error: unknown) => {
                const { token } = request;
                const kind = failureKindOf(error, token !== undefined && rejected === undefined);
                return recover(progress, { kind, error, token });
              }),
            (error: unknown) => recover(progress, { kind: "unsent", error }),
          );
      };

      const recover = async (
        progress: AttemptProgress,
        failure: FailedAttempt,
        evidence?: AttemptState["evidence"],
      ): Promise<T> => {
        options.signal?.throwIfAborted();
        const { attempt, doubt } = progress;
        const { kind, error, token } = failure;
        const backoffMs = random() * Math.min(20_000, 250 * 2 ** attempt);
        const pauseMs = evidence ? 0 : Math.max(backoffMs, retryAfterOf(error) ?? 0); // a reconciled call has already paused
        const step = nextStep(kind, {
          policy,
          isInDoubt: doubt !== undefined,
          retriesLeft: maxRetries + 1 - attempt,
          pauseMs,
          leftMs: at + totalMs - now(),
          evidence,
        });
        switch (step) {
          case "fail":
            throw error;
          case "unknown":
            throw new UnknownOutcomeError(route, { at, ...call.identify?.() }, doubt ?? error);
          case "refresh":
            return run({ ...progress, attempt: attempt + 1, rejected: token });
          case "retry":
            return run({ ...progress, attempt: attempt + 1 }, pauseMs);
          case "reconcile": {
            const found = await pause(pauseMs) // the request may be in transit
              .then(() => call.reconcile?.(signal))
              .catch(() => undefined);
            if (found?.evidence === "accepted") return found.answer;
            return recover({ ...progress, doubt: doubt ?? error }, failure, found?.evidence ?? "unknown");
          }
        }
      };

      return run({ attempt: 1 });
    });
  };
