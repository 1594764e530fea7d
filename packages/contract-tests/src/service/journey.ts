import type { InteractionDefinition, JourneyDefinition } from "@journey-kit/schemas";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { regions } from "@journey-kit/schemas/tables";
import { readAt, readList } from "./member.ts";
import { createSubject, type Part, sampleNames, validParts } from "./sample.ts";

/** The API version of a journey. */
export type ApiVersion = JourneyDefinition["apiVersion"];

/** A journey of the kit that checks the age of a person in one segment. */
export const ageJourney = (
  id: string,
  interactions: readonly InteractionDefinition[],
  segment = "person",
): JourneyDefinition => ({
  id,
  name: `Kit: ${id}`,
  apiVersion: "v2",
  version: "1",
  regions: [...regions],
  segments: [
    {
      id: segment,
      interactions: [...interactions],
      modules: [{ module: "Age Verification", variant: "age-verification-v2" }],
    },
  ],
});

export interface JourneyRequest {
  readonly route: EndpointName;
  readonly body: object;
}

const configs = { v1: { async: true }, v2: { delivery: "api" } } as const;

/** Starts an instance; by default through the API, and on v1 asynchronously. Spec 2.7, 4.2, 4.3. */
export const startRequest = (
  apiVersion: ApiVersion,
  resourceId: string,
  subject: unknown,
  config: unknown = configs[apiVersion],
): JourneyRequest => ({
  route: `${apiVersion}.startJourney`,
  body: { resourceId, context: { config, subject } },
});

/** Submits elements to an interaction, or completes a task; by default with sample data. Spec 2.9, 2.10. */
export function dataRequest(
  apiVersion: ApiVersion,
  instanceId: string,
  workId: string | undefined,
  parts: readonly Part[],
  subject: unknown = createSubject(parts),
): JourneyRequest {
  const context = { subject };
  if (apiVersion === "v1")
    return { route: "v1.updateTask", body: { intent: "Complete", instanceId, taskId: workId, context } };
  const participants = parts.map(({ element }) => ({ domainElementId: element }));
  return { route: "v2.submitInteraction", body: { instanceId, interactionId: workId, participants, context } };
}

/** Fetches the current interaction, or lists the open tasks. Spec 4.2, 4.3. */
export const workRequest = (apiVersion: ApiVersion, instanceId: string): JourneyRequest => ({
  route: apiVersion === "v1" ? "v1.listTasks" : "v2.fetchInteraction",
  body: { instanceId },
});

/**
 * Reads the current interaction or the open tasks: the id, the names that a test may use for it, and the sampled elements
 * that it collects. Tasks do not list elements, so a task gets all of them. Spec 2.3, 2.5; gap `interaction-fetch-layout`.
 */
export function readWork(apiVersion: ApiVersion, body: unknown) {
  if (apiVersion === "v1")
    return readList(body, "tasks").map((task) => {
      return { id: String(readAt(task, "taskId")), names: [String(readAt(task, "variantId"))], elements: sampleNames };
    });
  const id = readAt(body, "interactionId");
  if (typeof id !== "string") return [];
  const collected = [...readList(body, "collects"), ...readList(body, "interaction.collects")];
  const elements = collected.map((entry) => String(readAt(entry, "ref") ?? entry));
  const names = [id, ...id.split(/[:@]/)];
  return [{ id, names, elements: elements.filter((element) => sampleNames.includes(element)) }];
}

export interface DrivenInstance {
  readonly instanceId: string;
  /** Sends a request and returns the body of the response. Throws if the request is refused. */
  readonly send: (request: JourneyRequest) => Promise<unknown>;
  /** Lets running modules finish. Returns false if none are running. */
  readonly moveOn: () => Promise<boolean>;
}

/** Maximum number of steps; no journey needs that many. */
export const maxSteps = 50;

/**
 * Provides sample data until the wanted interaction or task is open; by default, any. The `collected` elements are
 * provided to the wanted interaction too.
 *
 * @returns The `interactionId` or `taskId`.
 * @throws {Error} If the instance never gets there.
 */
export async function advanceToWork(
  { instanceId, send, moveOn }: DrivenInstance,
  apiVersion: ApiVersion,
  name?: string,
  collected: readonly string[] = [],
): Promise<string> {
  const passed: string[] = [];
  let remaining = collected;
  for (let step = 0; step < maxSteps; step += 1) {
    const open = readWork(apiVersion, await send(workRequest(apiVersion, instanceId)));
    const wanted = open.find(({ names }) => name === undefined || names.includes(name));
    if (wanted !== undefined && remaining.length === 0) return wanted.id;
    const work = wanted ?? open[0];
    if (work === undefined && (await moveOn())) continue;
    const elements = (work?.elements ?? []).filter((element) => wanted === undefined || remaining.includes(element));
    if (work === undefined || elements.length === 0) break;
    passed.push(...work.names.slice(0, 1));
    remaining = remaining.filter((element) => !elements.includes(element));
    await send(dataRequest(apiVersion, instanceId, work.id, validParts(elements)));
  }
  const kind = apiVersion === "v1" ? "task" : "interaction";
  const what = name === undefined ? `any ${kind}` : `the ${kind} "${name}"`;
  const missing = remaining.length === 0 ? "" : ` with ${remaining.join(", ")} collected`;
  throw new Error(`the instance never waits for ${what}${missing}; its ${kind}s were ${passed.join(", ")}`);
}
