import {
  type HealthResponse,
  JourneyTerminateRequest,
  StateDeleteRequest,
  type StateDeleteResponse,
  TaskSchemaRequest,
} from "@journey-kit/schemas";
import type { V2Record } from "../../engine/commands.ts";
import { outstanding } from "../../engine/instance.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { current, interactionIdOf, type Submit } from "../../engine/v2.ts";
import { renderV2TaskSchema, renderV2Tasks } from "../../render/v2.ts";
import { readEnvelope } from "../envelope.ts";
import { TaskUpdateEnvelope } from "../envelopes.ts";
import { findTask, listTasks, readInstance, updateInstance } from "../instances.ts";
import type { ApiRequest, HandlerResult, Handlers } from "../request.ts";
import { readSubject } from "../subject.ts";
import { refuseHosted } from "./v2.ts";

/** Reports that the service is available. Gap `extension-endpoints`. */
export async function checkHealth(): Promise<HandlerResult> {
  const body: HealthResponse = { message: "OK" };
  return { body };
}

/** The v2 endpoints that gap `extension-endpoints` adds. */
export const extensionHandlers = {
  "v2.deleteInstance": async (simulator, request) => {
    const { instanceId } = readEnvelope(StateDeleteRequest, request);
    const record = await readInstance(simulator, request, instanceId, "v2");
    await simulator.store.remove(request.world, instanceId);
    const body: StateDeleteResponse = { instanceId, status: "deleted", message: "The instance was deleted." };
    return { body, record };
  },

  "v2.terminateInstance": async (simulator, request) => {
    const { instanceId } = readEnvelope(JourneyTerminateRequest, request);
    const record = await updateInstance(simulator, request, instanceId, "v2", (_, at) => ({ type: "terminate", at }));
    return { body: { instanceId }, record };
  },

  "v2.listTasks": listTasks("v2", renderV2Tasks),

  /** The task id is the instance id. */
  "v2.fetchTaskSchema": async (simulator, request) => {
    const { taskId } = readEnvelope(TaskSchemaRequest, request);
    const record = await findTask(request, () => readInstance(simulator, request, taskId, "v2"));
    return { body: renderV2TaskSchema(request.citations, record), record };
  },

  /**
   * Submits the outstanding elements of an interaction. The task id is the id of the instance or of the interaction.
   * Gaps `page-api-calls`, `v2-task-list`.
   */
  "v2.updateTask": async (simulator, request) => {
    const { intent, instanceId, taskId, context } = readEnvelope(TaskUpdateEnvelope, request);
    if (intent !== "Complete") throw new RefusalError("INVALID_FIELD", "intent: expected Complete.");
    const subject = readSubject(simulator, request, context.subject);
    const record = await updateInstance(simulator, request, instanceId, "v2", (settled, at) => {
      refuseHosted(request, settled);
      return { ...createSubmit(request, settled, taskId), at, subject };
    });
    return { body: { instanceId, taskId }, record };
  },
} satisfies Handlers;

/** Creates a submit of the outstanding elements of the current interaction. */
function createSubmit(
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
