import {
  InteractionFetchRequest,
  InteractionSubmitEnvelope,
  StateFetchRequest,
  TaskListRequest,
  V2StartEnvelope,
} from "@journey-kit/schemas";
import type { SimulatorContext } from "../../context/context.ts";
import { createRecorder, type Recorder, type Result, readingBasis } from "../../engine/result.ts";
import { renderInteraction, renderV2State, renderV2TaskSchemas } from "../../render/v2.ts";
import type { HandlerResult, WorldExchange } from "../app.ts";
import { readEnvelope, readSubject } from "../body.ts";
import { RefusalError } from "../errors.ts";
import { limitRate } from "../rate-limit.ts";
import {
  countEarlierRuns,
  createInstance,
  elementBasis,
  findInstance,
  findJourney,
  readDelivery,
  readInstance,
  subjectBasis,
  toStartResponse,
  updateInstance,
} from "./start.ts";

/** Starts an instance. Spec 2.7, 4.2. */
export async function startJourney(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  limitRate(deps, exchange);
  const { profile, now, because } = exchange;
  const { resourceId, context } = readEnvelope(V2StartEnvelope, exchange);
  const publication = findJourney(deps, exchange, resourceId, "v2");
  const delivery = readDelivery(exchange, context.config);
  if (context.subject === undefined) because(readingBasis(profile, "start-subject-omitted"));
  if (context.subject === undefined && profile["start-subject-omitted"] !== "accepted") {
    throw new RefusalError("MISSING_FIELD", "context.subject: is missing.", ["start-subject-required"]);
  }
  const subject = readSubject(deps, exchange, context.subject);
  const uid = typeof subject.uid === "string" ? subject.uid : undefined;
  const instanceId = deps.makeId();
  const invalidPrefill = profile["invalid-prefill"];
  const earlierRuns = await countEarlierRuns(deps, exchange, undefined, subject);
  const running = await createInstance<"v2">(deps, exchange, publication, (ordinal) => ({
    type: "start",
    generation: "v2",
    at: now,
    instanceId,
    ordinal,
    ...delivery,
    uid,
    earlierRuns,
    subject,
    invalidPrefill,
  }));
  because(
    "v2-start-201",
    "v2-asynchronous-only",
    ...subjectBasis(subject),
    ...elementBasis(Object.keys(running.instance.provided)),
  );
  if (context.config.async !== undefined) because("v2-no-async");
  return { body: toStartResponse(exchange, running) };
}

/** Tells how far an instance is. Spec 4.2, 4.4. */
export async function fetchState(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { instanceId } = readEnvelope(StateFetchRequest, exchange);
  const record = await readInstance(deps, exchange, instanceId, "v2");
  const recorder = createRecorder(exchange.profile);
  const body = renderV2State(recorder, record);
  exchange.because(...recorder.basis);
  return { body };
}

/** Tells what the current interaction collects. Spec 2.5, 4.2. */
export async function fetchInteraction(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { instanceId } = readEnvelope(InteractionFetchRequest, exchange);
  const record = await readInstance(deps, exchange, boundId(exchange, instanceId), "v2");
  refuseHosted(exchange, record.instance);
  return toHandlerResult(exchange, (recorder) => renderInteraction(recorder, record));
}

function toHandlerResult(
  { profile, because }: WorldExchange,
  render: (recorder: Recorder) => Result<object>,
): HandlerResult {
  const recorder = createRecorder(profile);
  const result = render(recorder);
  because(...recorder.basis);
  if (!result.ok) throw new RefusalError(result.refusal.name, result.refusal.problems);
  return { body: result.value };
}

/** Hands domain elements to the current interaction. Spec 2.9, 3.2, 4.2. */
export async function submitInteraction(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  limitRate(deps, exchange);
  const { profile, because } = exchange;
  const { instanceId, interactionId, participants = [], context } = readEnvelope(InteractionSubmitEnvelope, exchange);
  boundId(exchange, instanceId);
  if (participants.length === 0) {
    because("submit-participants-required", readingBasis(profile, "participants-omitted"));
    const isRefused = profile["participants-omitted"] === "refused";
    if (isRefused) throw new RefusalError("MISSING_FIELD", "participants: names no domain element.");
  }
  const found = await findInstance(deps, exchange, instanceId, "v2");
  refuseHosted(exchange, found.instance);
  const subject = readSubject(deps, exchange, context?.subject);
  const earlierRuns = await countEarlierRuns(deps, exchange, found, subject);
  await updateInstance(deps, exchange, instanceId, "v2", (at) => ({
    type: "submit",
    at,
    interactionId,
    participants: participants.map(({ domainElementId }) => domainElementId),
    earlierRuns,
    subject,
  }));
  because("submit-success-body", "submit-success-means-accepted", "submit-no-intent", "submit-subject-carries-data");
  because("standard-interaction-collects", "domain-element-named", ...subjectBasis(subject));
  because(...elementBasis(participants.map(({ domainElementId }) => domainElementId)));
  return { body: { status: "success" } };
}

/** Lists the current interaction as a task with its schema. Spec 4.2; gap `v2-task-list`. */
export async function listTaskSchemas(deps: SimulatorContext, exchange: WorldExchange): Promise<HandlerResult> {
  const { instanceId } = readEnvelope(TaskListRequest, exchange);
  const record = await readInstance(deps, exchange, instanceId, "v2");
  return toHandlerResult(exchange, (recorder) => renderV2TaskSchemas(recorder, record));
}

/** An end user's token opens its own instance and no other. Gap `interaction-token`. */
function boundId({ claims, profile }: WorldExchange, instanceId: string): string {
  if (claims.instanceId === undefined || claims.instanceId === instanceId) return instanceId;
  throw new RefusalError("TOKEN_NOT_ACCEPTED", "The token is bound to another instance.", [
    readingBasis(profile, "interaction-token"),
  ]);
}

/** Gap `page-api-calls`. */
function refuseHosted({ profile, because }: WorldExchange, { delivery }: { readonly delivery: "api" | "page" }): void {
  if (delivery === "api") return;
  because(readingBasis(profile, "page-api-calls"));
  if (profile["page-api-calls"] === "allowed") return;
  throw new RefusalError("HOSTED_PAGES_ONLY", "The instance is run by hosted pages.");
}
