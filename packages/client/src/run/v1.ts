import type { JourneyClient } from "../client.ts";
import { ApiError } from "../errors/api.ts";
import { memberOf } from "../json.ts";
import type { TaskListing, TaskWithSchema } from "../types/shared.ts";
import type { V1StartJourneyConfig } from "../types/v1.ts";
import { type PollResult, toSavedWait, type WaitOptions } from "../wait/options.ts";
import { startWait } from "../wait/poll.ts";
import type { InstanceResult } from "../wait/result.ts";
import { isFinal, phaseOf } from "../wait/status.ts";
import { gather, type Memory } from "./collect.ts";
import { type DriveOptions, finish, type Rest, type Started, toRest } from "./options.ts";
import { toNeeds } from "./v1-schema.ts";
/** Options of {@link runJourney}. */
export type V1JourneyOptions = DriveOptions & {
  /** The rest of the start's `config`; the start is always asynchronous. Spec 2.7. */
  readonly config?: Omit<V1StartJourneyConfig, "async">;
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
  const isDue = ({ taskId }: TaskWithSchema, looks: number) => {
    const tried = tries.get(taskId) ?? 0;
    return tried === 0 || (looks > 1 && tried < attempts);
  };
  for (;;) {
    const seen = await waitForTasks(client, instanceId, rest(), isDue);
    if (seen === undefined || isFinal(seen.phase)) return seen !== undefined;
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
  { taskId, schema }: TaskWithSchema,
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

/** The tasks of an instance and their schemas; empty if it is paused or has ended. Spec 4.3. */
type Tasks = Pick<TaskListing, "tasks" | "schemas">;

/** The result of one task poll. */
interface TaskPoll extends PollResult {
  readonly listing: Tasks;
}

/**
 * Polls the state and tasks of a v1 instance until a task is due or the instance ends. Spec 4.3, 4.4; gap `task-order`.
 *
 * @returns undefined if it ended at its deadline or through `stopOn`.
 */
async function waitForTasks(
  client: JourneyClient,
  instanceId: string,
  options: WaitOptions<TaskPoll>,
  isDue: (task: TaskWithSchema, looks: number) => boolean,
): Promise<TaskPoll | undefined> {
  let looks = 0;
  const plan = toSavedWait("v1.tasks", instanceId, client.clock.now(), options);
  const isEnough = ({ listing }: TaskPoll) => listing.tasks.some((task) => isDue(task, looks));
  const ask = (signal: AbortSignal) => {
    looks += 1;
    return look(client, instanceId, signal);
  };
  const { status, last } = await startWait(client.clock, plan, options, { ask, isEnough }, (ended) => ended);
  if (status === "timeout" || last === undefined) return undefined;
  return isFinal(last.phase) || isEnough(last) ? last : undefined;
}

async function look({ v1 }: JourneyClient, instanceId: string, signal: AbortSignal): Promise<TaskPoll> {
  const phase = phaseOf((await v1.fetchState({ instanceId }, { signal, maxRetries: 0 })).status);
  if (isFinal(phase) || phase === "paused") return { phase, listing: { tasks: [], schemas: {} } };
  return { phase, listing: await v1.listTaskSchemas({ instanceId }, { signal, maxRetries: 0 }) };
}
