import type { JourneyClient } from "./client.ts";
import { type Generation, waitForCompletion } from "./completion.ts";
import type { DriveOptions, RunOptions } from "./drive-options.ts";
import { type InstanceResult, toInstanceResult } from "./result.ts";

/** Options of the waits in a run, which share one deadline. */
export type Rest = () => Pick<RunOptions, "interval" | "maxInterval" | "deadline" | "stopOn" | "signal" | "onProgress">;

/** Fixes the deadline of a run. Call the returned function before each wait. */
export function toRest({ clock }: JourneyClient, options: DriveOptions): Rest {
  const { deadline = Number.POSITIVE_INFINITY } = options;
  const deadlineAt = clock.now() + deadline;
  return () => ({ ...options, deadline: deadlineAt - clock.now() });
}

/**
 * Waits for an instance that needs no more data, or polls once if `isOver` says that a wait has ended.
 *
 * @throws The error of the last poll, if no poll returned a state.
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
  throw "error" in completion && completion.error; // without a state, the poll failed
}
