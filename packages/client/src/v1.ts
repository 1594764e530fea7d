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

/** How to run a v1 journey. */
export type V1JourneyOptions = DriveOptions & {
  /** What else the start configures; it is always asynchronous. Spec 2.7. */
  readonly config?: Omit<NonNullable<NonNullable<RequestOf<"v1.startJourney">["context"]>["config"]>, "async">;
};

/**
 * Runs a v1 journey from its start to what it came to: completes each task that is listed, and waits. Spec 3.3, 4.3, 4.4.
 *
 * Works as {@link runJourney} of v2 does, with the same `collect`. A task schema names places in the subject: where several
 * elements have the same, `collect` is asked for each, and one is enough.
 *
 * @returns What the instance came to; `unknown` where the service does not tell it (gap `v1-outcome-place`).
 * @throws {ApiError} When the service refuses.
 * @throws {TypeError} When `collect` gives nothing for what a task requires.
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

/** Completes tasks until the instance is over; says whether it is. */
async function drive(client: JourneyClient, instanceId: string, options: V1JourneyOptions, rest: Rest) {
  const { attempts = 3 } = options;
  const memory: Memory = { asked: new Map(), answers: new Map() };
  const tries = new Map<string, number>();
  // A task that was completed and is listed again may only be shown (gap `task-list-contents`), or be wanted once more
  // (gap `module-retry`): it is tried again, but no sooner than at the next poll.
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

/** Hands in the data of one task; one that was completed before stays so. Spec 2.10; gap `task-complete-again`. */
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
    throw new TypeError(`collect gave nothing for ${names.join(" or ")}, which ${taskId} requires.`);
  }
  try {
    await v1.updateTask({ intent: "Complete", instanceId, taskId, context: { subject } }, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
  for (const name of given) memory.answers.delete(name);
}
