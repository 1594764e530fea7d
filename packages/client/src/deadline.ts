import type { RouteName } from "@journey-kit/schemas/paths";
import { TimeoutError } from "./timeout-error.ts";

const longest = 3_600_000; // platforms count in 31 bits, and fire at once where that is too few

/**
 * Runs something for some milliseconds at most. It gets a signal that also follows that of the caller.
 *
 * The timer is the platform's even where the client was given a `sleep`: a network is not hastened by a test's clock.
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
