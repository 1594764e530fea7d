import type { CallOptions } from "../call/call.ts";
import type { JourneyClient } from "../client.ts";
import type { TaskListing, TaskWithSchema } from "../types/shared.ts";
import type { V1FetchStateResponse } from "../types/v1.ts";
import { type Completion, pollState, type StatePoll, statusAfter } from "./completion.ts";
import { type PollResult, poll, type Stop, type WaitOptions } from "./poll.ts";
import { hasEnded, phaseOf } from "./result.ts";

/**
 * Polls the state of a v1 instance until it is `Completed`, `Failed` or `Error`. Spec 4.4.
 *
 * Works like `waitForCompletion` for v2, and requests all members of `data`. Gap `v1-state-data`.
 */
export const waitForCompletion = (
  { clock, v1 }: JourneyClient,
  instanceId: string,
  options: WaitOptions<StatePoll<V1FetchStateResponse>> = {},
): Promise<Completion<V1FetchStateResponse>> =>
  pollState(clock, options, (once) => v1.fetchState({ instanceId, filterKeys: ["/.*/"] }, once));

/** The tasks of an instance and their schemas; empty if the instance is paused or has ended. Spec 4.3. */
export type Tasks = Pick<TaskListing, "tasks" | "schemas">;

interface TaskPoll extends PollResult {
  readonly listing: Tasks;
}

type NextTasks =
  | { readonly status: "tasks"; readonly listing: Tasks }
  | { readonly status: "completed" | "failed" | "timeout" | Stop };

/**
 * Polls the state and tasks of a v1 instance until a task is due or the instance ends. Spec 4.3, 4.4; gap `task-order`.
 */
export async function waitForTasks(
  client: JourneyClient,
  instanceId: string,
  options: WaitOptions<PollResult>,
  isDue: (task: TaskWithSchema, polls: number) => boolean,
): Promise<NextTasks> {
  let polls = 0;
  return poll<TaskPoll, NextTasks>(client.clock, options, {
    pollOnce(once) {
      polls += 1;
      return pollTasks(client, instanceId, once);
    },
    findEnd({ phase, listing }) {
      const status = statusAfter(phase, options.stopOn);
      if (status !== undefined) return { status };
      return listing.tasks.some((task) => isDue(task, polls)) ? { status: "tasks", listing } : undefined;
    },
  });
}

async function pollTasks({ v1 }: JourneyClient, instanceId: string, once: CallOptions): Promise<TaskPoll> {
  const phase = phaseOf((await v1.fetchState({ instanceId }, once)).status);
  if (hasEnded(phase) || phase === "paused") return { phase, listing: { tasks: [], schemas: {} } };
  return { phase, listing: await v1.listTaskSchemas({ instanceId }, once) };
}
