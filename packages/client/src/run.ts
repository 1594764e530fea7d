import type { JourneyClient } from "./client.ts";
import { type Generation, waitForCompletion } from "./completion.ts";
import type { DriveOptions, RunOptions } from "./drive-options.ts";
import { type InstanceResult, toInstanceResult } from "./result.ts";

/** The options of a wait that is part of a run: they share one deadline. */
export type Rest = () => Pick<RunOptions, "interval" | "maxInterval" | "deadline" | "stopOn" | "signal" | "onProgress">;

/** Fixes the deadline of a run; what it gives is to be asked anew before each wait. */
export function toRest({ clock }: JourneyClient, options: DriveOptions): Rest {
  const { deadline = Number.POSITIVE_INFINITY } = options;
  const deadlineAt = clock.now() + deadline;
  return () => ({ ...options, deadline: deadlineAt - clock.now() });
}

/**
 * Waits for the end of an instance that needs nothing more, or looks once where `isOver` says that a wait has ended.
 *
 * @throws What the last poll did, where the state was never told.
 */
export async function finish<G extends Generation>(
  client: JourneyClient,
  generation: G,
  instanceId: string,
  { spelling, isOver, rest }: { spelling: RunOptions["spelling"]; isOver: boolean; rest: Rest },
): Promise<InstanceResult> {
  const waiting = { ...rest(), ...(isOver && { deadline: 0 }), generation };
  const completion = await waitForCompletion<G>(client, instanceId, waiting);
  if (completion.state !== undefined) return toInstanceResult(completion.state, spelling);
  throw "error" in completion && completion.error; // no state means that a poll failed
}
