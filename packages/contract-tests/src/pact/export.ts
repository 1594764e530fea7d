import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Exchange } from "@journey-kit/schemas/control";
import { endpoints } from "@journey-kit/schemas/endpoints";
import type { ErrorName } from "@journey-kit/schemas/errors";
import { type RouteName, routeOf } from "@journey-kit/schemas/routes";
import type { SimulatorAddress } from "../target/world.ts";
import { type Interaction, toAuthorization } from "./expectation.ts";
import { toPactText } from "./pact-writer.ts";
import { toEarlierBody, toRecordedAnswer, toRecordedRequest } from "./recorded.ts";
import { type RecordedInstance, RecordingError, readRecording } from "./recording.ts";
import { refill } from "./refill.ts";
import { type Json, type State, states } from "./state.ts";

/** Options of {@link exportPact}. */
export interface ExportOptions {
  /** The simulator that has the world. */
  readonly simulator: SimulatorAddress;
  /** The client id of the run. */
  readonly world: string;
  /** Name of the consumer in the pact; default the client id. */
  readonly consumer?: string;
  /** Name of the service in the pact; default `journey-service`. */
  readonly provider?: string;
  /** Folder of the pact file; default `pacts`. Replaces a file of the same pact. */
  readonly dir?: string;
}

/** The result of an export. */
export interface ExportedPact {
  readonly path: string;
  /** Descriptions of the interactions, in order. */
  readonly interactions: readonly string[];
  /** Calls in the journal that are not in the pact, each with the reason. */
  readonly leftOut: readonly string[];
}

/**
 * Writes the journeys run in a world as a pact, with interactions in call order. The state of each lists the earlier
 * calls, so that the verifier can repeat them.
 *
 * @throws {RecordingError} When the run cannot be exported as a pact.
 */
export async function exportPact({ simulator, world, dir = "pacts", ...names }: ExportOptions): Promise<ExportedPact> {
  const { consumer = world, provider = "journey-service" } = names;
  const told = (await readRecording(simulator, world)).map(tell);
  const interactions = told.flatMap((one) => one.interactions).map(number);
  if (interactions.length === 0) throw new RecordingError(`No call of "${world}" can be told in a pact.`);
  await mkdir(dir, { recursive: true });
  const path = join(dir, `${toFileName(consumer)}-${toFileName(provider)}.json`);
  await writeFile(path, toPactText({ consumer, provider, interactions }));
  const leftOut = told.flatMap((one) => one.leftOut);
  return { path, interactions: interactions.map(({ description }) => description), leftOut };
}

/** Keeps tools that sort interactions by their descriptions from changing the order. */
const number = (interaction: Interaction, i: number, all: readonly Interaction[]): Interaction => {
  const place = String(i + 1).padStart(String(all.length).length, "0");
  return { ...interaction, description: `${place} of ${all.length}: ${interaction.description}` };
};

const toFileName = (name: string): string => name.replaceAll(/[^\w.-]+/g, "_");

/** Refusals that do not depend on redacted data. */
const repeatable: readonly ErrorName[] = [
  "MISSING_FIELD",
  "FOREIGN_ELEMENT",
  "DUPLICATE_ELEMENT",
  "INTERACTION_NOT_CURRENT",
  "JOURNEY_NOT_ACTIVE",
  "TASK_ALREADY_COMPLETED",
  "NO_INTERACTION",
  "JOURNEY_ENDED",
];

/** Converts one instance to interactions, each in the state after the previous ones. */
function tell({ instanceId, exchanges, setup, isAuto }: RecordedInstance) {
  const interactions: Interaction[] = [];
  const leftOut: string[] = [];
  const before: State[] = [...setup];
  let last: number | undefined;
  for (const exchange of exchanges) {
    const { endpoint, at, request } = exchange;
    const body = refill(request.body);
    const reason = findReason(exchange, body);
    const waited = last === undefined ? 0 : Date.parse(at) - last;
    const wait = waited > 0 ? [states.later({ milliseconds: waited })] : [];
    if (reason !== undefined) leftOut.push(`${exchange.sequence} ${request.method} ${request.path}: ${reason}`);
    else interactions.push(toInteraction(exchange, body, instanceId, [...before, ...wait]));
    if (endpoint === undefined || !isDone(exchange) || (isReading(endpoint) && !isAuto)) continue;
    const earlier = toEarlierBody(body, instanceId) as Json; // it was read from JSON
    before.push(...wait, states.called({ endpoint, body: earlier }));
    last = Date.parse(at);
  }
  return { interactions, leftOut };
}

/** Whether the call succeeded, even if its response was lost or corrupted. */
function isDone({ fault, response }: Exchange): boolean {
  if (response.status >= 400) return false;
  if (fault === undefined) return true;
  const { action } = fault;
  return !("status" in action || "reset" in action || ("lose" in action && action.lose === "request"));
}

/** Calls that do not change an instance. */
const isReading = (endpoint: RouteName): boolean => /\.(fetch|list|connect)\w+$/.test(endpoint);

/** Why a call is left out; undefined if it is exported. */
function findReason({ endpoint, fault, refusal, response }: Exchange, body: unknown): string | undefined {
  if (endpoint === undefined) return "it reached no endpoint";
  if (fault !== undefined) return `the fault ${fault.rule} struck it`;
  if (response.status >= 400 && !(refusal !== undefined && repeatable.includes(refusal.kind))) {
    return `whether it is refused with ${response.status} depends on what the journal hides`;
  }
  const isWhole = response.status >= 400 || endpoints[endpoint].request.safeParse(body).success;
  return isWhole ? undefined : "its body cannot be made up from what the journal shows";
}

function toInteraction(
  { endpoint, request, response, refusal }: Exchange,
  body: unknown,
  instanceId: string,
  before: readonly State[],
): Interaction {
  if (endpoint === undefined) throw new RecordingError(`Nobody answers at ${request.path}.`);
  const { method, summary, security } = routeOf(endpoint);
  return {
    description: `${endpoint}${refusal === undefined ? "" : `, refused with ${refusal.kind}`}: ${summary}`,
    states: before,
    request: {
      method,
      path: request.path,
      headers: security === "none" ? {} : { Authorization: toAuthorization() },
      body: toRecordedRequest(body, instanceId),
    },
    response: { status: response.status, headers: {}, body: toRecordedAnswer(response.body, instanceId) },
  };
}
