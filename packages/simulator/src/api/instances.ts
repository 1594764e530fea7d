import { TaskListRequest } from "@journey-kit/schemas";
import type { SimulatorContext } from "../context/context.ts";
import {
  advanceToFinish,
  type Command,
  endedLongAgo,
  type InstanceOf,
  type InstanceRecord,
  isGone,
  isMovedByFetch,
  settleAt,
} from "../engine/commands.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { type Citations, problemsOf, type Result, readingBasis } from "../engine/result.ts";
import { execute } from "../instances/execute.ts";
import type { Millis } from "../world/time.ts";
import { readEnvelope } from "./envelope.ts";
import type { ApiRequest, Handler, HandlerResult, WorldRequest } from "./request.ts";

/**
 * Reads an instance as it is at the current time of its world. Under an `auto` clock, the instance first moves to the end
 * of its next module run.
 *
 * @throws {RefusalError} `UNKNOWN_INSTANCE` when the instance does not exist or belongs to another world or API version.
 */
export async function readInstance<G extends "v1" | "v2">(
  simulator: SimulatorContext,
  request: WorldRequest,
  id: string,
  apiVersion: G,
): Promise<InstanceOf<G>> {
  const { now, world, settings, citations } = request;
  const stored = await simulator.store.read(world, id);
  const found = check(request, stored && settleAt(stored, now), apiVersion);
  if (endedLongAgo(found, now)) citations.cite(readingBasis(found.terms.readings, "retention"));
  const isMoved = isMovedByFetch(found, settings.clock, now);
  return isMoved ? moveInstance(simulator, request, id, apiVersion, advanceToFinish) : found;
}

/** Moves one instance forward and settles it. */
export async function moveInstance<G extends "v1" | "v2">(
  simulator: SimulatorContext,
  request: WorldRequest,
  id: string,
  apiVersion: G,
  move: typeof advanceToFinish,
): Promise<InstanceOf<G>> {
  const moved = await updateInstance(simulator, request, id, apiVersion, move);
  return check(request, settleAt(moved, request.now), apiVersion);
}

/**
 * Applies a command of a caller to an instance.
 *
 * @param decide Checks the instance and returns the command. It must be pure.
 * @throws {RefusalError} `INVALID_TOKEN`, `UNKNOWN_INSTANCE`, a limit, or the refusal of the engine.
 */
export async function updateInstance<G extends "v1" | "v2">(
  simulator: SimulatorContext,
  request: WorldRequest,
  id: string,
  apiVersion: G,
  decide: (settled: InstanceOf<G>, at: Millis) => Command | undefined,
): Promise<InstanceOf<G>> {
  try {
    const changed = await execute(simulator, request, id, (settled, at) =>
      decide(check(request, settled, apiVersion), at),
    );
    return changed as InstanceOf<G>; // the engine keeps the API version
  } catch (error) {
    const isUnknown = error instanceof RefusalError && error.refusal.name === "UNKNOWN_INSTANCE";
    throw isUnknown ? unknownInstance(request, undefined) : error;
  }
}

function check<G extends "v1" | "v2">(
  request: WorldRequest,
  record: InstanceRecord | undefined,
  apiVersion: G,
): InstanceOf<G> {
  if (record === undefined || !isOf(record, apiVersion) || isGone(record, request.now)) {
    throw unknownInstance(request, record);
  }
  if (isElsewhere(request, record)) throw unknownInstance(request, undefined);
  return record;
}

/** Whether an instance is unknown in the region of a request. Gap `region-visibility`. */
export const isElsewhere = (
  { citations, region }: Pick<ApiRequest, "citations" | "region">,
  { instance }: InstanceRecord,
): boolean => instance.region !== region && citations.choose("region-visibility") === "own";

const isOf = <G extends "v1" | "v2">(record: InstanceRecord, apiVersion: G): record is InstanceOf<G> =>
  record.apiVersion === apiVersion;

function unknownInstance({ now, citations }: WorldRequest, found: InstanceRecord | undefined): RefusalError {
  citations.cite("generations-separate-state");
  if (found !== undefined && isGone(found, now)) {
    citations.cite("session-retention", readingBasis(found.terms.readings, "retention"));
  }
  return new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.");
}

/**
 * Refuses an unknown task instead of an unknown instance, because a task id starts with the id of its instance.
 *
 * @param find Finds the instance of a task.
 */
export async function findTask<Found>({ citations }: WorldRequest, find: () => Promise<Found>): Promise<Found> {
  const cited = citations.basis();
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof RefusalError) || error.refusal.name !== "UNKNOWN_INSTANCE") throw error;
    citations.restore(cited);
    citations.cite("task-id-unique");
    throw new RefusalError("UNKNOWN_TASK", "There is no such task.");
  }
}

/** Creates the handler of a task list. Spec 2.4, 4.2, 4.3; gap `v2-task-list`. */
export const listTasks =
  <G extends "v1" | "v2">(
    apiVersion: G,
    render: (citations: Citations, record: InstanceOf<G>) => Result<object>,
  ): Handler<WorldRequest> =>
  async (simulator, request) => {
    const { instanceId } = readEnvelope(TaskListRequest, request);
    const record = await readInstance(simulator, request, instanceId, apiVersion);
    return resultOf(record, render(request.citations, record));
  };

export function resultOf(record: InstanceRecord, rendered: Result<object>): HandlerResult {
  if (rendered.ok) return { body: rendered.value, record };
  throw new RefusalError(rendered.refusal.name, problemsOf(rendered.refusal), { record });
}
