import { ApiError } from "./api-error.ts";
import type { RequestOf } from "./bodies.ts";
import type { JourneyClient } from "./client.ts";
import { gather, type Memory } from "./collect.ts";
import type { DriveOptions, Started } from "./drive-options.ts";
import { memberOf } from "./json.ts";
import type { InstanceResult } from "./result.ts";
import { finish, type Rest, toRest } from "./run.ts";
import { isFinal } from "./status.ts";
import { toNeeds } from "./v1-schema.ts";
import { type Task, type Tasks, waitForTasks } from "./v1-task.ts";

/** Options of {@link runJourney}. */
export type V1JourneyOptions = DriveOptions & {
  /** The rest of the start's `config`; the start is always asynchronous. Spec 2.7. */
  readonly config?: Omit<NonNullable<NonNullable<RequestOf<"v1.startJourney">["context"]>["config"]>, "async">;
};

/**
 * Runs a v1 journey from start to outcome: completes each listed task, and waits. Spec 3.3, 4.3, 4.4.
 *
 * Works like `runJourney` for v2, with the same `collect`. A task schema lists places in the subject. If several
 * elements map to one place, `collect` is called for each; only one needs to return a value.
 *
 * @returns The result of the instance; `unknown` if the service does not show it (gap `v1-outcome-place`).
 * @throws {ApiError} When the service returns an error.
 * @throws {TypeError} When `collect` returns nothing for required data.
 */
export async function runV1Journey(client: JourneyClient, options: V1JourneyOptions): Promise<InstanceResult> {
  const rest = toRest(client, options);
  const started = "instanceId" in options ? options : await start(client, options);
  options.onStart?.(started);
  const { instanceId } = started;
  const isOver = !(await drive(client, instanceId, options, rest));
  return finish(client, "v1", instanceId, { spelling: options.spelling, isOver, rest });
}

async function start({ v1 }: JourneyClient, options: V1JourneyOptions & { resourceId: string }): Promise<Started> {
  const { resourceId, config, subject = { documents: [], biometrics: [] }, signal } = options;
  return v1.startJourney({ resourceId, context: { config: { ...config, async: true }, subject } }, { signal });
}

/** Completes tasks until the instance ends; returns whether it has. */
async function drive(client: JourneyClient, instanceId: string, options: V1JourneyOptions, rest: Rest) {
  const { attempts = 3 } = options;
  const memory: Memory = { asked: new Map(), answers: new Map() };
  const tries = new Map<string, number>();
  // A completed task that is listed again may just be history (gap `task-list-contents`), or be requested again
  // (gap `module-retry`): it is retried, but not before the next poll.
  const isDue = ({ taskId }: Task, looks: number) => {
    const tried = tries.get(taskId) ?? 0;
    return tried === 0 || (looks > 1 && tried < attempts);
  };
  for (;;) {
    const seen = await waitForTasks(client, instanceId, rest(), isDue);
    if (seen === undefined || isFinal(seen.standing)) return seen !== undefined;
    const { tasks, schemas } = seen.listing;
    const first = tasks.filter(({ taskId }) => !tries.has(taskId));
    for (const task of first.length > 0 ? first : tasks.filter((one) => isDue(one, 2))) {
      tries.set(task.taskId, (tries.get(task.taskId) ?? 0) + 1);
      await complete(client, instanceId, task, schemas, options, memory);
    }
  }
}

/** Submits the data of one task; a completed task stays complete. Spec 2.10; gap `task-complete-again`. */
async function complete(
  { v1 }: JourneyClient,
  instanceId: string,
  { taskId, schema }: Task,
  schemas: Tasks["schemas"],
  { collect, signal }: V1JourneyOptions,
  memory: Memory,
): Promise<void> {
  const listed = memberOf(schemas, schema.$ref.replace("#/schemas/", "")); // gap `task-schema-reference`
  const needs = toNeeds(listed ?? (await v1.fetchTaskSchema({ taskId }, { signal })));
  const wanted = needs.flatMap((need) => need.wanted);
  const { given, subject } = await gather(collect, wanted, taskId, memory);
  for (const need of needs) {
    const names = need.wanted.map(({ element }) => element);
    if (!need.isRequired || names.some((name) => given.includes(name))) continue;
    throw new TypeError(`collect returned nothing for ${names.join(" or ")}, which ${taskId} requires.`);
  }
  try {
    await v1.updateTask({ intent: "Complete", instanceId, taskId, context: { subject } }, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
  for (const name of given) memory.answers.delete(name);
}
