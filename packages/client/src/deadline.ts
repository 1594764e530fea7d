import type { RouteName } from "@journey-kit/schemas/paths";
import { TimeoutError } from "./timeout-error.ts";

const longest = 3_600_000; // timers use 31 bits, and fire at once on overflow

/**
 * Runs a function with a time limit in milliseconds. Its signal also aborts when the caller's does.
 *
 * Always uses the platform's timer, even if the client was given a `sleep`: a test clock cannot speed up a network.
 */
export async function withDeadline<T>(
  route: RouteName,
  duration: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  const end = () => controller.abort(new TimeoutError(route, duration));
  const timer = setTimeout(end, Math.min(duration, longest));
  outer?.addEventListener("abort", follow);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", follow);
  }
}
