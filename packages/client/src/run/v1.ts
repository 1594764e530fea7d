import { memberOf } from "@journey-kit/schemas/calls";
import type { JourneyClient } from "../client.ts";
import { ApiError, JourneyError, UnknownOutcomeError } from "../errors.ts";
import type { TaskWithSchema } from "../types/shared.ts";
import type { V1StartJourneyConfig } from "../types/v1.ts";
import type { InstanceResult } from "../wait/result.ts";
import { type Tasks, waitForCompletion, waitForTasks } from "../wait/v1.ts";
import { collectElements, createMemory, type Memory } from "./collect.ts";
import {
  completedResult,
  limitWaits,
  type NextWait,
  type Origin,
  type RunOptions,
  reportStart,
  type Started,
} from "./options.ts";
import { listNeeds } from "./v1-schema.ts";

/** Options for {@link runJourney}. */
export type JourneyOptions = Origin &
  RunOptions & {
    /** The members of the start's `config`, except `async`: a run always starts asynchronously. Spec 2.7. */
    readonly config?: Omit<V1StartJourneyConfig, "async">;
  };

/**
 * Runs a v1 journey from start to outcome, or resumes a run by `instanceId`. Spec 3.3, 4.3, 4.4.
 *
 * Works like `runJourney` for v2, but completes each listed task. A task schema lists places in the subject. If several
 * elements have the same place, `collect` is called for each of them, and one value is enough.
 *
 * @returns The result of the instance. The outcome is `unknown` if the state does not show it (gap `v1-outcome-place`).
 * @throws {ApiError} When the service returns an error.
 * @throws {UnknownOutcomeError} When the response to the start is lost, or to the last attempt to complete a task.
 * @throws {TypeError} When an interval, `timeoutMs` or `attempts` is out of range. Nothing is sent.
 * @throws {JourneyError} When the run cannot continue, for example because `collect` returns nothing for required data.
 */
export async function runJourney(client: JourneyClient, options: JourneyOptions): Promise<InstanceResult> {
  const nextWait = limitWaits(client, options);
  const instanceId = options.instanceId ?? (await startTaskRun(client, options));
  const isOver = await completeTasks(client, instanceId, options, nextWait);
  const last = { ...nextWait(), ...(!isOver && { timeoutMs: 0 }) };
  return completedResult(await waitForCompletion(client, instanceId, last), options.spelling);
}

async function startTaskRun(
  client: JourneyClient,
  options: RunOptions & JourneyOptions & { resourceId: string },
): Promise<string> {
  const { resourceId, subject = { documents: [], biometrics: [] }, config, signal } = options;
  const context = { config: { ...config, async: true }, subject };
  const started: Started = await client.v1.startJourney({ resourceId, context }, { signal });
  return reportStart(client, "v1.startJourney", started, options);
}

/**
 * Completes tasks until the instance has ended or the wait for a task ends early. Returns whether the instance has
 * ended.
 */
async function completeTasks(client: JourneyClient, instanceId: string, options: JourneyOptions, nextWait: NextWait) {
  const { attempts = 3 } = options;
  const memory = createMemory(options);
  const tries = new Map<string, number>();
  const triesOf = ({ taskId }: TaskWithSchema) => tries.get(taskId) ?? 0;
  // A service may list completed tasks (gap `task-list-contents`) or request a task again (gap `module-retry`). A
  // completed task is therefore submitted again only if the next poll still lists it.
  const isDue = (task: TaskWithSchema, polls: number) => triesOf(task) === 0 || (polls > 1 && triesOf(task) < attempts);
  for (;;) {
    const next = await waitForTasks(client, instanceId, nextWait(), isDue);
    if (next.status !== "tasks") return next.status === "completed" || next.status === "failed";
    const { tasks, schemas } = next.listing;
    const first = tasks.filter((task) => triesOf(task) === 0);
    for (const task of first.length > 0 ? first : tasks.filter((one) => isDue(one, 2))) {
      tries.set(task.taskId, triesOf(task) + 1);
      await complete(client, instanceId, task, schemas, options, memory).catch((error: unknown) => {
        // The next poll shows whether the update arrived.
        if (!(error instanceof UnknownOutcomeError) || triesOf(task) >= attempts) throw error;
      });
    }
  }
}

/** Submits the data of one task. Completing a task twice is safe. Spec 2.10; gap `task-complete-again`. */
async function complete(
  { v1 }: JourneyClient,
  instanceId: string,
  { taskId, schema }: TaskWithSchema,
  schemas: Tasks["schemas"],
  { collect, signal }: JourneyOptions,
  memory: Memory,
): Promise<void> {
  const listed = memberOf(schemas, schema.$ref.replace("#/schemas/", "")); // gap `task-schema-reference`
  const needs = listNeeds(listed ?? (await v1.fetchTaskSchema({ taskId }, { signal })));
  const wanted = needs.flatMap((need) => need.wanted);
  const { given, subject } = await collectElements(collect, wanted, taskId, memory);
  for (const need of needs) {
    const names = need.wanted.map(({ element }) => element);
    if (!need.isRequired || names.some((name) => given.includes(name))) continue;
    throw new JourneyError(`collect returned nothing for ${names.join(" or ")}, which ${taskId} requires.`);
  }
  try {
    await v1.updateTask({ intent: "Complete", instanceId, taskId, context: { subject } }, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
  for (const name of given) memory.answers.delete(name);
}
