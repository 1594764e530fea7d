import { listOf, memberOf, readPath } from "@journey-kit/schemas/calls";
import { CommandError } from "@journey-kit/schemas/cli";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { suggest, toPlain } from "@journey-kit/schemas/report";
import { type ElementTerms, elementOf, toSubject } from "../../engine/subject.ts";
import { shippedJourneys } from "../../journeys/shipped.ts";
import { readCard, sampleEntries } from "../../render/fields.ts";

/** The endpoints that a journey needs. */
export type Endpoint = Extract<
  EndpointName,
  | "token.requestToken"
  | `v2.${"startJourney" | "fetchState" | "fetchInteraction" | "submitInteraction"}`
  | `v1.${"startJourney" | "fetchState" | "listTasks" | "updateTask"}`
>;

/** One request and its response. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly request: unknown;
  readonly status: number;
  readonly response: unknown;
}

/** A running journey. */
export interface Run {
  readonly resourceId: string;
  readonly send: (endpoint: Endpoint, request: object) => Promise<Call>;
  /** Waits before the next poll. Throws {@link CommandError} if the journey is stuck. */
  readonly wait: (state: Call) => Promise<void>;
}

/** Starts a journey of either generation and runs it to the end. */
export async function runJourney(run: Run): Promise<{ readonly instanceId: string; readonly state: Call }> {
  const { resourceId, send } = run;
  const id = resourceId.split("@", 1)[0] ?? "";
  const shipped = shippedJourneys.find((one) => one.id === id || `${one.id}-preview` === id);
  const startV1 = { resourceId, context: { config: { async: true }, subject: { documents: [], biometrics: [] } } };
  const startV2 = { resourceId, context: { config: { delivery: "api" }, subject: {} } };
  if (shipped?.generation !== "v1") {
    const started = await send("v2.startJourney", startV2);
    if (isOk(started)) return driveV2(run, `${memberOf(started.response, "instanceId")}`);
    if (shipped !== undefined) throw toRefused(started);
  }
  const started = await send("v1.startJourney", startV1);
  if (isOk(started)) return driveV1(run, `${memberOf(started.response, "instanceId")}`);
  const ids = shippedJourneys.map((journey) => journey.id);
  const hint = suggest(id, ids) || " List the built-in journeys with journey-sim journeys.";
  throw started.status === 404 ? new CommandError(`There is no journey "${toPlain(id)}".${hint}`) : toRefused(started);
}

/** Submits what each interaction requires until the journey has ended. Spec 3.2. */
async function driveV2({ send, wait }: Run, instanceId: string) {
  for (;;) {
    const { response } = await send("v2.fetchInteraction", { instanceId });
    const interactionId = memberOf(response, "interactionId");
    const required = toRequired(response);
    if (required.length > 0 && typeof interactionId === "string") {
      const participants = required.map((domainElementId) => ({ domainElementId }));
      const context = { subject: toSampleSubject(required) };
      await accepted(send("v2.submitInteraction", { instanceId, interactionId, participants, context }));
      continue;
    }
    const state = await accepted(send("v2.fetchState", { instanceId }));
    if (isFinal(state)) return { instanceId, state };
    await wait(state);
  }
}

/** Completes each task until the journey has ended. Spec 3.3. */
async function driveV1({ send, wait }: Run, instanceId: string) {
  const completed = new Set<string>();
  for (;;) {
    const state = await accepted(send("v1.fetchState", { instanceId, filterKeys: ["process"] }));
    if (isFinal(state)) return { instanceId, state };
    const { response } = await send("v1.listTasks", { instanceId });
    const tasks = listOf(memberOf(response, "tasks")).map((task) => `${memberOf(task, "taskId")}`);
    const due = tasks.filter((taskId) => !completed.has(taskId));
    for (const taskId of due) {
      completed.add(taskId);
      const context = { subject: toSampleSubject(common) };
      await accepted(send("v1.updateTask", { intent: "Complete", instanceId, taskId, context }));
    }
    if (due.length === 0) await wait(state);
  }
}

/** Waits for a response. Throws {@link CommandError} if the request was refused. */
export async function accepted(sent: Promise<Call>): Promise<Call> {
  const call = await sent;
  if (isOk(call)) return call;
  throw toRefused(call);
}

const isOk = ({ status }: Call): boolean => status < 300;

const toRefused = (call: Call): CommandError =>
  new CommandError(`${call.endpoint} failed with status ${call.status}: ${toPlain(toProblem(call.response))}`);

const isFinal = ({ response }: Call): boolean =>
  ["Completed", "Failed", "Error"].includes(`${memberOf(response, "status")}`);

/** The required elements that are outstanding. Spec 2.5; gap `interaction-fetch-layout`. */
function toRequired(response: unknown): readonly string[] {
  const rows = listOf(readPath(response, ["interaction", "collects"]) ?? memberOf(response, "collects"));
  const outstanding = listOf(memberOf(response, "outstanding"));
  return rows.flatMap((row) => {
    const element = memberOf(row, "ref") ?? row;
    const need = memberOf(row, "spec") ?? readPath(response, ["spec", `${element}`]);
    return typeof element === "string" && need !== "optional" && outstanding.includes(element) ? [element] : [];
  });
}

/**
 * The outcome that a final state shows. Gaps `outcome-spelling`, `state-result-place`, `state-result-shape`,
 * `v1-flow-place`, `v1-outcome-place`.
 */
export function findOutcome(state: unknown): string | undefined {
  const inV1 = [
    ["data", "process"],
    ["data", "context", "process"],
  ];
  const results = [
    ["context", "process", "result"],
    ["context", "result"],
    ["result"],
    ...inV1.flatMap((process) => [process, [...process, "flow", "decision", "result"]]),
  ].map((path) => readPath(state, path));
  const words = results.map((result) => (typeof result === "string" ? result : memberOf(result, "outcome")));
  const outcome = words.find((word) => typeof word === "string");
  return outcome === undefined ? undefined : `${outcome}`.replace(/^.*: /, "").toLowerCase();
}

/** Summarises a response in a few words. */
export function toBrief({ endpoint, request, status, response }: Call): string {
  if (status >= 300) return toProblem(response);
  switch (endpoint) {
    case "token.requestToken":
      return `token for ${memberOf(response, "expires_in")} s`;
    case "v2.startJourney":
    case "v1.startJourney":
      return `instance ${memberOf(response, "instanceId")}`;
    case "v2.fetchInteraction": {
      const required = toRequired(response);
      return required.length === 0 ? "nothing to collect" : `needs ${required.join(", ")}`;
    }
    case "v2.submitInteraction":
      return `submitted ${listOf(memberOf(request, "participants"))
        .map((one) => memberOf(one, "domainElementId"))
        .join(", ")}`;
    case "v1.listTasks": {
      const tasks = listOf(memberOf(response, "tasks")).map((task) => memberOf(task, "variantId"));
      return tasks.length === 0 ? "no tasks" : tasks.join(", ");
    }
    case "v1.updateTask":
      return "completed the task";
    case "v2.fetchState":
    case "v1.fetchState":
      return `${memberOf(response, "status")}`;
  }
}

function toProblem(response: unknown): string {
  const [first] = listOf(memberOf(response, "errors"));
  return `${memberOf(first, "problem") ?? memberOf(response, "error_description") ?? memberOf(response, "message") ?? "no reason given"}`;
}

/** The sample data of some elements as one subject. Throws {@link CommandError} for an element without sample data. */
function toSampleSubject(elements: readonly string[]): object {
  const entries = sampleEntries(undeclared, elements, undefined, (base64) => base64);
  const values = elements.map((element) => {
    const { value } = readCard(undeclared, { element, isRequired: true }, entries);
    if (value !== undefined && elementOf(undeclared, element) !== undefined) {
      return [element, { by: "submit", value: element === "PrimaryDocument" ? { ...british, ...value } : value }];
    }
    throw new CommandError(`"journey-sim try" has no sample data for ${toPlain(element)}.`);
  });
  return toSubject(undeclared, { provided: Object.fromEntries(values) });
}

/** The country of the document, by which a scenario can select the document. */
const british = { countryCode: "GB" };

/** No declared elements, because a client does not know which elements a journey declares. */
const undeclared: ElementTerms = { definition: {} };

/** The elements that the built-in v1 tasks collect. */
const common = ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"];
