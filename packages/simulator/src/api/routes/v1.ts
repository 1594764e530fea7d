import { TaskSchemaRequest, V1StateFetchRequest } from "@journey-kit/schemas";
import type { SimulatorContext } from "../../context/context.ts";
import { advanceToFinish, finishNow, instanceTime, settleAt, type V1Record } from "../../engine/commands.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { ok } from "../../engine/result.ts";
import { nextEvent } from "../../engine/settle.ts";
import { instanceIdOfTask, tasksOf } from "../../engine/v1.ts";
import { executeStart } from "../../instances/start.ts";
import { renderTaskList, renderTaskSchema, renderTaskSchemas, renderV1State } from "../../render/v1.ts";
import { timeOf } from "../../world/clock.ts";
import { endOfTime, type Millis, minute } from "../../world/time.ts";
import { readEnvelope } from "../envelope.ts";
import { TaskUpdateEnvelope, V1StartEnvelope } from "../envelopes.ts";
import { findTask, listTasks, moveInstance, readInstance, updateInstance } from "../instances.ts";
import type { Handlers, WorldRequest } from "../request.ts";
import { readSubject, subjectBasis } from "../subject.ts";
import { findJourney, readDelivery, renderStart, starterOf } from "./start.ts";

/**
 * How long a synchronous start waits for modules that are overdue or never finish. A tester can finish them. Gap
 * `v1-sync-patience`.
 */
const patience: Millis = minute;
const pollInterval: Millis = 50;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Whether a task of any segment still needs data. */
const lacksPrefill = ({ terms, instance }: V1Record): boolean =>
  tasksOf(terms, instance).some(({ stage }) => stage !== "Completed");

/** Refuses a synchronous start without prefill for every task. Gap `v1-sync-open-tasks`. */
function refuseOpenTasks({ citations }: WorldRequest, record: V1Record): void {
  citations.cite("v1-async-default-synchronous");
  if (!lacksPrefill(record) || citations.choose("v1-sync-open-tasks") === "answers-at-once") return;
  throw new RefusalError("OPEN_TASKS", "A synchronous start requires prefill for every task.");
}

/**
 * Waits until the modules of a synchronous start have finished. Gaps `v1-sync-open-tasks`, `v1-sync-failed-instance`.
 */
async function waitForModules(
  simulator: SimulatorContext,
  request: WorldRequest,
  started: V1Record,
): Promise<V1Record> {
  const { citations, world } = request;
  const { id } = started.instance;
  if (lacksPrefill(started)) return started; // the other reading has refused the start
  citations.cite("v1-synchronous-waits");
  const { record, now } = await waitWhileRunning(simulator, request, started);
  const { phase } = record.instance.progress;
  if (phase !== "failed" && phase !== "running") return record;
  citations.cite("v1-synchronous-failure-5xx");
  if (citations.choose("v1-sync-failed-instance") === "none") await simulator.store.remove(world, id);
  else if (phase === "running") {
    await updateInstance(simulator, { ...request, now }, id, "v1", ({ instance }, at) =>
      instance.progress.phase === "running" ? { type: "abandon", at } : undefined,
    );
  }
  throw new RefusalError("MODULE_FAILED", "A module failed to complete.", { record });
}

/**
 * Waits while modules run. Under a real clock, polls the store. Under a frozen clock, no time can pass, so modules
 * finish at once. Under an `auto` clock, moves this instance forward, as any fetch does. Gives up if only modules that
 * never finish are left; under a real clock a minute later, because a tester can still finish them, or after a minute in
 * which the clock does not move.
 *
 * @returns The instance and the time of its world.
 */
async function waitWhileRunning(
  simulator: SimulatorContext,
  request: WorldRequest,
  started: V1Record,
): Promise<{ readonly record: V1Record; readonly now: Millis }> {
  const { world } = request;
  const { id } = started.instance;
  let record = started;
  let { settings, now } = request;
  for (let idle: Millis = 0; record.instance.progress.phase === "running"; ) {
    const { mode } = settings.clock;
    const isEndless = record.instance.progress.runs.every(({ finishesAt }) => finishesAt === endOfTime);
    if (mode === "real" ? idle >= patience : isEndless) break;
    if (mode !== "real") {
      const move = mode === "frozen" ? finishNow : advanceToFinish;
      record = await moveInstance(simulator, { ...request, now }, id, "v1", move);
      continue;
    }
    const left = (nextEvent(record.terms, record.instance) ?? endOfTime) - instanceTime(record, now);
    await simulator.wait(Math.min(pollInterval, Math.max(1, left)), request.signal());
    const before = now;
    settings = await simulator.store.settings(world);
    now = timeOf(settings.clock, simulator.system());
    idle = isEndless || now === before ? idle + pollInterval : 0;
    const stored = await simulator.store.read(world, id);
    const settled = stored && settleAt(stored, now);
    if (settled?.apiVersion !== "v1") throw new RefusalError("MODULE_FAILED", "The instance was removed.");
    record = settled;
  }
  return { record, now };
}

export const v1Handlers = {
  /** A synchronous start waits until the modules have finished. Spec 2.7, 4.3. */
  "v1.startJourney": async (simulator, request) => {
    const { citations } = request;
    const { resourceId, context } = readEnvelope(V1StartEnvelope, request);
    const { publication, resource } = await findJourney(simulator, request, resourceId, "v1");
    const isIgnored = context?.config?.delivery !== undefined && citations.choose("v1-delivery") === "ignored";
    const delivery = readDelivery(request, isIgnored ? { ...context?.config, delivery: "api" } : context?.config);
    if (context?.subject === undefined && citations.choose("start-subject-omitted") === "refused") {
      citations.cite("start-subject-required");
      throw new RefusalError("MISSING_FIELD", "context.subject: required.");
    }
    const subject = readSubject(simulator, request, context?.subject);
    const isAsync = context?.config?.async === true;
    const sent = { apiVersion: "v1", resource, ...delivery, subject } as const;
    const check = isAsync ? undefined : (record: V1Record) => refuseOpenTasks(request, record);
    const started = await executeStart(simulator, starterOf(request), publication.definition, sent, check);
    if (isAsync) citations.cite("v1-async-returns-at-once");
    const record = isAsync ? started : await waitForModules(simulator, request, started);
    citations.cite("v1-start-returns-instance-id", ...subjectBasis(subject));
    const isWithoutPrefill = isEmptyList(subject.documents) && isEmptyList(subject.biometrics);
    if (isWithoutPrefill) citations.cite("v1-empty-arrays-without-prefill");
    return { body: renderStart(request, record), record };
  },

  /** Spec 4.3, 9; gap `v1-state-data`. */
  "v1.fetchState": async (simulator, request) => {
    const { instanceId, filterKeys } = readEnvelope(V1StateFetchRequest, request);
    const isList = Array.isArray(filterKeys) && filterKeys.every((key) => typeof key === "string");
    if (filterKeys !== undefined && !isList && request.citations.choose("v1-state-data") === "by-filter-keys") {
      throw new RefusalError("WRONG_VALUE", "filterKeys: expected a list of strings.");
    }
    const record = await readInstance(simulator, request, instanceId, "v1");
    return { body: renderV1State(request.citations, record, filterKeys !== undefined), record };
  },

  "v1.listTasks": listTasks("v1", (citations, record) => ok(renderTaskList(citations, record))),
  "v1.listTaskSchemas": listTasks("v1", (citations, record) => ok(renderTaskSchemas(citations, record))),

  /** Spec 2.4, 4.3. */
  "v1.fetchTaskSchema": async (simulator, request) => {
    const { taskId } = readEnvelope(TaskSchemaRequest, request);
    const record = await findTask(request, () => readInstance(simulator, request, instanceIdOfTask(taskId), "v1"));
    const task = tasksOf(record.terms, record.instance).find((one) => one.taskId === taskId);
    if (task === undefined || task.segment > record.instance.segment) {
      throw new RefusalError("UNKNOWN_TASK", "There is no such task.", { record });
    }
    return { body: renderTaskSchema(request.citations, record, task), record };
  },

  /** Spec 2.10, 4.3. */
  "v1.updateTask": async (simulator, request) => {
    const { intent, instanceId, taskId, context } = readEnvelope(TaskUpdateEnvelope, request);
    const subject = readSubject(simulator, request, context.subject);
    const record = await updateInstance(simulator, request, instanceId, "v1", (_, at) => {
      return { type: "update", at, taskId, intent, subject };
    });
    request.citations.cite("v1-task-update-response");
    return { body: { instanceId, taskId }, record };
  },
} satisfies Handlers;
