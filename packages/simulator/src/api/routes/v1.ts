import {
  StateFetchRequest,
  TaskListRequest,
  TaskSchemaRequest,
  TaskUpdateEnvelope,
  V1StartEnvelope,
} from "@journey-kit/schemas";
import type { SimulatorContext } from "../../context/context.ts";
import { effectiveAt, settle } from "../../engine/commands.ts";
import { createRecorder, type Recorder, readingBasis } from "../../engine/result.ts";
import { nextEvent } from "../../engine/settle.ts";
import { instanceIdOf, openTasks, tasksOf } from "../../engine/v1.ts";
import { renderTaskList, renderTaskSchema, renderTaskSchemas, renderV1State } from "../../render/v1.ts";
import { timeOf } from "../../world/clock.ts";
import { endOfTime, type Millis, minute } from "../../world/time.ts";
import type { HandlerResult, WorldExchange } from "../app.ts";
import { readEnvelope, readSubject } from "../body.ts";
import { RefusalError } from "../errors.ts";
import { limitRate } from "../rate-limit.ts";
import {
  countEarlierRuns,
  createInstance,
  findInstance,
  findJourney,
  type Of,
  readDelivery,
  readInstance,
  subjectBasis,
  toStartResponse,
  updateInstance,
} from "./start.ts";

const longestWait: Millis = minute;
const step: Millis = 50;

/** Starts an instance, and waits for its modules unless it is asynchronous. Spec 2.7, 4.3. */
export async function startJourney(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  limitRate(deps, exchange);
  const { profile, now, because } = exchange;
  const { resourceId, context } = readEnvelope(V1StartEnvelope, exchange);
  const publication = findJourney(deps, exchange, resourceId, "v1");
  if (context?.config?.delivery !== undefined) because(readingBasis(profile, "v1-delivery"));
  const config = profile["v1-delivery"] === "ignored" ? { ...context?.config, delivery: "api" } : context?.config;
  const delivery = readDelivery(exchange, config);
  if (context?.subject === undefined) because(readingBasis(profile, "start-subject-omitted"));
  if (context?.subject === undefined && profile["start-subject-omitted"] === "refused") {
    throw new RefusalError("MISSING_FIELD", "context.subject: is missing.", ["start-subject-required"]);
  }
  const subject = readSubject(deps, exchange, context?.subject);
  const uid = typeof subject.uid === "string" ? subject.uid : undefined;
  const instanceId = deps.makeId();
  const earlierRuns = await countEarlierRuns(deps, exchange, undefined, subject);
  const running = await createInstance<"v1">(deps, exchange, publication, (ordinal) => ({
    type: "start",
    generation: "v1",
    at: now,
    instanceId,
    ordinal,
    ...delivery,
    uid,
    earlierRuns,
    subject,
  }));
  if (context?.config?.async === true) because("v1-async-returns-at-once");
  else await waitForModules(deps, exchange, running);
  because("v1-start-returns-instance-id", ...subjectBasis(subject));
  if (isEmptyList(subject.documents) && isEmptyList(subject.biometrics)) because("v1-empty-arrays-without-prefill");
  return { body: toStartResponse(exchange, running) };
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Makes a synchronous start wait for its modules. Gaps `v1-sync-open-tasks`, `v1-sync-failure`. */
async function waitForModules(
  deps: SimulatorContext,
  exchange: WorldExchange,
  { terms, instance }: Of<"v1">,
): Promise<void> {
  const { profile, world, because } = exchange;
  because("v1-async-default-synchronous");
  if (openTasks(terms, instance).length > 0) {
    because(readingBasis(profile, "v1-sync-open-tasks"));
    if (profile["v1-sync-open-tasks"] === "answers-at-once") return;
    await deps.store.remove(world, instance.id);
    throw new RefusalError("OPEN_TASKS", "Not every task is prefilled.");
  }
  because("v1-synchronous-waits");
  const waited = await wait(deps, exchange, instance.id);
  const { phase } = waited.instance.progress;
  if (phase !== "failed" && phase !== "running") return;
  because("v1-synchronous-failure-5xx", readingBasis(profile, "v1-sync-failed-instance"));
  if (profile["v1-sync-failed-instance"] === "none") await deps.store.remove(world, instance.id);
  else if (phase === "running") await updateInstance(deps, exchange, instance.id, "v1", (at) => ({ type: "fail", at }));
  throw new RefusalError("MODULE_FAILED", "A module failed to complete.");
}

/**
 * Waits while modules run: under a real clock in short steps, rereading the store; under a clock that stands still the
 * instance is moved on, and it alone. Gives up after a minute.
 */
async function wait(deps: SimulatorContext, exchange: WorldExchange, id: string): Promise<Of<"v1">> {
  for (let waited = 0; ; waited += step) {
    const settings = await deps.store.settings(exchange.world);
    const now = timeOf(settings.clock, deps.system());
    const stored = await readStored(deps, exchange, id);
    const running = settle(stored, effectiveAt(stored, now)) as Of<"v1">; // settling keeps the generation
    const next = nextEvent(running.terms, running.instance);
    if (running.instance.progress.phase !== "running" || next === undefined || next === endOfTime) return running;
    if (settings.clock.mode !== "real") {
      const by = next - effectiveAt(running, now);
      await updateInstance(deps, exchange, id, "v1", (at) => ({ type: "advance", at, by }));
    } else if (waited >= longestWait) return running;
    else await deps.sleep(Math.min(step, Math.max(1, next - effectiveAt(running, now))));
  }
}

async function readStored(deps: SimulatorContext, { world }: WorldExchange, id: string): Promise<Of<"v1">> {
  const stored = await deps.store.read(world, id);
  if (stored?.generation !== "v1") throw new RefusalError("MODULE_FAILED", "The instance is gone.");
  return stored;
}

/** Tells how far an instance is. Spec 4.3, 9; gap `v1-state-data`. */
export async function fetchState(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { instanceId, filterKeys } = readEnvelope(StateFetchRequest, exchange);
  const record = await readInstance(deps, exchange, instanceId, "v1");
  return toHandlerResult(exchange, (recorder) => renderV1State(recorder, record, filterKeys !== undefined));
}

/** Lists the tasks of an instance. Spec 4.3. */
export async function listTasks(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { instanceId } = readEnvelope(TaskListRequest, exchange);
  const record = await readInstance(deps, exchange, instanceId, "v1");
  return toHandlerResult(exchange, (recorder) => renderTaskList(recorder, record));
}

/** Gives the schema of one task. Spec 2.4, 4.3. */
export async function fetchTaskSchema(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { taskId } = readEnvelope(TaskSchemaRequest, exchange);
  const record = await readInstance(deps, exchange, instanceIdOf(taskId), "v1").catch(toUnknownTask);
  const task = tasksOf(record.terms, record.instance).find((one) => one.taskId === taskId);
  if (task === undefined || task.segment > record.instance.segment)
    throw new RefusalError("UNKNOWN_TASK", "There is no such task.");
  return toHandlerResult(exchange, (recorder) => renderTaskSchema(recorder, record, task));
}

function toUnknownTask(error: unknown): never {
  const isUnknown = error instanceof RefusalError && error.refusal.name === "UNKNOWN_INSTANCE";
  throw isUnknown ? new RefusalError("UNKNOWN_TASK", "There is no such task.", ["task-id-unique"]) : error;
}

/** Lists the tasks of an instance with their schemas. Spec 2.4, 4.3. */
export async function listTaskSchemas(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { instanceId } = readEnvelope(TaskListRequest, exchange);
  const record = await readInstance(deps, exchange, instanceId, "v1");
  return toHandlerResult(exchange, (recorder) => renderTaskSchemas(recorder, record));
}

function toHandlerResult({ profile, because }: WorldExchange, render: (recorder: Recorder) => object): HandlerResult {
  const recorder = createRecorder(profile);
  const body = render(recorder);
  because(...recorder.basis);
  return { body };
}

/** Hands in the data of one task. Spec 2.10, 4.3. */
export async function updateTask(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { intent, instanceId, taskId, context } = readEnvelope(TaskUpdateEnvelope, exchange);
  const subject = readSubject(deps, exchange, context.subject);
  const found = await findInstance(deps, exchange, instanceId, "v1");
  const earlierRuns = await countEarlierRuns(deps, exchange, found, subject);
  await updateInstance(deps, exchange, instanceId, "v1", (at) => ({
    type: "update",
    at,
    taskId,
    intent,
    earlierRuns,
    subject,
  }));
  exchange.because("v1-task-update-response");
  return { body: { instanceId, taskId } };
}
