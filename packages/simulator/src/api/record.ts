import { endpoints } from "@journey-kit/schemas/endpoints";
import { type RouteName, routeOf } from "@journey-kit/schemas/routes";
import type { SimulatorContext } from "../context/context.ts";
import type { InstanceRecord } from "../engine/commands.ts";
import { type InstanceSnapshot, noStages } from "../journal/journal.ts";
import { isWord, redact, toPlaceholder, toWord } from "../journal/redact.ts";
import { withoutBody } from "../world/fault.ts";
import { redactPath } from "./address.ts";
import type { ApiRequest } from "./request.ts";

/** Records a request in the journal of its world; does nothing if its world is unknown. */
export function recordExchange(
  { journals, system }: Pick<SimulatorContext, "journals" | "system">,
  request: ApiRequest,
): void {
  const { name, world, settings, received, outcome, fault } = request;
  if (world === undefined || settings === undefined || outcome === undefined) return;
  const { status, headers, text, record, refusal } = outcome;
  const isSecret = name !== undefined && status < 400 && routeOf(name).issuesToken === true;
  const isJson = headers["content-type"] === "application/json"; // HTML is not recorded: it shows what the person entered
  const hasPlannedBody = fault !== undefined && "status" in fault.action && fault.action.body !== undefined;
  const isStart = name === "v2.startJourney" || name === "v1.startJourney";
  journals.record(
    world,
    {
      startedAt: request.startedAt,
      endedAt: system(),
      clock: settings.clock,
      method: request.method,
      path: name === undefined ? redactPath(request.path) : request.path,
      requestHeaders: headersOf(request),
      requestBody: redactRequest(name, received),
      endpoint: name,
      snapshot: record && toSnapshot(record),
      status,
      responseHeaders: request.header("x-request-id") === undefined ? headers : withSafeId(headers),
      responseText: isJson && !isSecret && !hasPlannedBody ? text : undefined,
      redactedResponse: isSecret ? redact(endpoints[name].response, JSON.parse(text), "service") : undefined,
      refusal,
      basis: headers["x-sim-basis"] ?? "",
      fault: fault && { ...fault, action: withoutBody(fault.action) },
      notices: [],
    },
    isStart ? received : undefined,
  );
}

function redactRequest(name: RouteName | undefined, received: unknown): unknown {
  if (received === undefined || typeof received === "string") return received;
  return name === undefined ? toPlaceholder(received) : redact(endpoints[name].request, received, "caller");
}

const toSnapshot = ({ generation, instance }: InstanceRecord): InstanceSnapshot => ({
  instanceId: instance.id,
  phase: instance.progress.phase,
  stages: generation === "v1" ? instance.collection.stages : noStages,
});

const shownHeaders = ["content-type", "content-length", "accept", "x-request-id", "x-sim-scenario"] as const;
const mediaTypes =
  /^(\*\/\*|(application|text|multipart)\/(json|\*|plain|html|form-data|x-www-form-urlencoded))\s*(;|$)/i;

/** The headers that the journal records. The journal replaces a credential with its scheme and length. */
function headersOf({ header }: ApiRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of shownHeaders) {
    const value = header(name);
    if (value !== undefined) headers[name] = toHeader(name, value);
  }
  const authorization = header("authorization");
  if (authorization !== undefined) {
    const scheme = /^(Bearer|Basic) /i.exec(authorization)?.[0] ?? "";
    headers.authorization = `${scheme}${toPlaceholder(authorization.slice(scheme.length))}`;
  }
  return headers;
}

function toHeader(name: (typeof shownHeaders)[number], value: string): string {
  if (name !== "content-type" && name !== "accept") return toWord(value);
  if (value === "application/json") return value;
  return mediaTypes.test(value) ? (value.split(/[;,]/, 1)[0] ?? "") : `${toPlaceholder(value)}`;
}

/** Redacts the request id unless it looks like a name, because a caller can choose any id. */
const withSafeId = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const id = headers["x-request-id"] ?? "";
  return isWord(id) ? headers : { ...headers, "x-request-id": toWord(id) };
};
