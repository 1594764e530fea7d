import {
  type HealthResponse,
  JourneyTerminateRequest,
  type JourneyTerminateResponse,
  StateDeleteRequest,
  type StateDeleteResponse,
  TaskListRequest,
  TaskSchemaRequest,
  TaskUpdateEnvelope,
} from "@journey-kit/schemas";
import type { SimulatorContext } from "../../context/context.ts";
import type { V2Record } from "../../engine/commands.ts";
import { outstanding } from "../../engine/instance.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { current, interactionIdOf, type Submit } from "../../engine/v2.ts";
import { renderV2TaskSchema, renderV2Tasks } from "../../render/v2.ts";
import { readEnvelope } from "../envelope.ts";
import { findTask, readInstance, updateInstance } from "../instances.ts";
import type { ApiRequest, HandlerResult, WorldRequest } from "../request.ts";
import { readSubject } from "../subject.ts";
import { refuseHosted, toHandlerResult } from "./v2.ts";

/** Reports that the service is available. Gap `extension-endpoints`. */
export async function checkHealth(): Promise<HandlerResult> {
  const body: HealthResponse = { message: "OK" };
  return { body };
}

/** Deletes an instance. Gap `extension-endpoints`. */
export async function deleteInstance(simulator: SimulatorContext, request: WorldRequest): Promise<HandlerResult> {
  const { instanceId } = readEnvelope(StateDeleteRequest, request);
  const record = await readInstance(simulator, request, instanceId, "v2");
  await simulator.store.remove(request.world, instanceId);
  const body: StateDeleteResponse = { instanceId, status: "deleted", message: "The instance was deleted." };
  return { body, record };
}

/** Ends an instance without an outcome. Gap `extension-endpoints`. */
export async function terminateInstance(simulator: SimulatorContext, request: WorldRequest): Promise<HandlerResult> {
  const { instanceId } = readEnvelope(JourneyTerminateRequest, request);
  const record = await updateInstance(simulator, request, instanceId, "v2", (_, at) => ({ type: "terminate", at }));
  const body: JourneyTerminateResponse = { instanceId };
  return { body, record };
}

/** Lists the current interaction as a task. Gaps `extension-endpoints`, `v2-task-list`. */
export async function listTasks(simulator: SimulatorContext, request: WorldRequest): Promise<HandlerResult> {
  const { instanceId } = readEnvelope(TaskListRequest, request);
  const record = await readInstance(simulator, request, instanceId, "v2");
  return toHandlerResult(record, renderV2Tasks(request.citations, record));
}

/** Fetches the schema of the current interaction; the task id is the instance id. Gap `extension-endpoints`. */
export async function fetchTaskSchema(simulator: SimulatorContext, request: WorldRequest): Promise<HandlerResult> {
  const { taskId } = readEnvelope(TaskSchemaRequest, request);
  const record = await findTask(request, () => readInstance(simulator, request, taskId, "v2"));
  return { body: renderV2TaskSchema(request.citations, record), record };
}

/**
 * Submits the outstanding elements of an interaction. The task id is the id of the instance or of the interaction. Gaps
 * `extension-endpoints`, `page-api-calls`, `v2-task-list`.
 */
export async function updateTask(simulator: SimulatorContext, request: WorldRequest): Promise<HandlerResult> {
  const { intent, instanceId, taskId, context } = readEnvelope(TaskUpdateEnvelope, request);
  if (intent !== "Complete") throw new RefusalError("INVALID_FIELD", "intent: expected Complete.");
  const subject = readSubject(simulator, request, context.subject);
  const record = await updateInstance(simulator, request, instanceId, "v2", (settled, at) => {
    refuseHosted(request, settled);
    return { ...toSubmit(request, settled, taskId), at, subject };
  });
  return { body: { instanceId, taskId }, record };
}

/** Creates a submit of the outstanding elements of the current interaction. */
function toSubmit(
  { citations }: ApiRequest,
  { terms, instance }: V2Record,
  taskId: string,
): Pick<Submit, "type" | "interactionId" | "participants"> {
  const interaction = current(citations.under(terms.readings), terms, instance);
  if (interaction === undefined) return { type: "submit", interactionId: taskId, participants: [] };
  const interactionId = taskId === instance.id ? interactionIdOf(terms, interaction) : taskId;
  const participants = outstanding(instance, [...interaction.required, ...interaction.optional]);
  return { type: "submit", interactionId, participants };
}
