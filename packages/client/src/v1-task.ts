import type { ResponseOf } from "./bodies.ts";
import type { JourneyClient } from "./client.ts";
import type { Sighting } from "./progress.ts";
import { isFinal, standingOf } from "./status.ts";
import { startWait } from "./wait.ts";
import { toSavedWait, type WaitOptions } from "./wait-options.ts";

type Listing = ResponseOf<"v1.listTaskSchemas">;

/** A task that a v1 instance lists. Spec 2.3. */
export type Task = Listing["tasks"][number];

/** The tasks of an instance and their schemas; empty if it is paused or has ended. Spec 4.3. */
export type Tasks = Pick<Listing, "tasks" | "schemas">;

/** The result of one task poll. */
export interface TaskSighting extends Sighting {
  readonly listing: Tasks;
}

/**
 * Polls the state and tasks of a v1 instance until a task is due or the instance ends. Spec 4.3, 4.4; gap `task-order`.
 *
 * @returns undefined if it ended at its deadline or through `stopOn`.
 */
export async function waitForTasks(
  client: JourneyClient,
  instanceId: string,
  options: WaitOptions<TaskSighting>,
  isDue: (task: Task, looks: number) => boolean,
): Promise<TaskSighting | undefined> {
  let looks = 0;
  const plan = toSavedWait("v1.tasks", instanceId, client.clock.now(), options);
  const isEnough = ({ listing }: TaskSighting) => listing.tasks.some((task) => isDue(task, looks));
  const ask = (signal: AbortSignal) => {
    looks += 1;
    return look(client, instanceId, signal);
  };
  const { end, last } = await startWait(client.clock, plan, options, { ask, isEnough }, (ended) => ended);
  if (end === "deadline" || last === undefined) return undefined;
  return isFinal(last.standing) || isEnough(last) ? last : undefined;
}

async function look({ v1 }: JourneyClient, instanceId: string, signal: AbortSignal): Promise<TaskSighting> {
  const standing = standingOf((await v1.fetchState({ instanceId }, { signal, retries: 0 })).status);
  if (isFinal(standing) || standing === "paused") return { standing, listing: { tasks: [], schemas: {} } };
  return { standing, listing: await v1.listTaskSchemas({ instanceId }, { signal, retries: 0 }) };
}
