import { type EndpointName, endpointOf, endpoints } from "@journey-kit/schemas/endpoints";
import { isWord } from "@journey-kit/schemas/personal";
import type { MiddlewareHandler } from "hono";
import type { SimulatorContext } from "../../context/context.ts";
import type { InstanceRecord } from "../../engine/commands.ts";
import { type Entry, type InstanceSnapshot, noStages } from "../../journal/journal.ts";
import { redact, toPlaceholder, toWord } from "../../journal/redact.ts";
import { withoutBody } from "../../world/fault.ts";
import { redactPath } from "../address.ts";
import type { ApiEnv, ApiRequest } from "../request.ts";
import { withRegion } from "./report.ts";

const noNotices: Entry["notices"] = [];

/** Records each request in the journal of its world, before the response may be delayed: the caller may not wait for it. */
export const recordRequest =
  (simulator: SimulatorContext): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await next();
    recordExchange(simulator, c.get("request"));
  };

/** Records a request in the journal of its world; does nothing if its world is unknown. */
function recordExchange(
  { journals, system }: Pick<SimulatorContext, "journals" | "system">,
  request: ApiRequest,
): void {
  const { name, world, settings, received, outcome, fault } = request;
  if (world === undefined || settings === undefined || outcome === undefined) return;
  const { status, headers, text, record, refusal } = outcome;
  const isSecret = name !== undefined && status < 400 && endpointOf(name).issuesToken === true;
  const isJson = headers["content-type"] === "application/json"; // HTML is not recorded: it shows what the person entered
  const hasPlannedBody = fault?.action.type === "status" && fault.action.body !== undefined;
  journals.record(
    world,
    {
      startedAt: request.startedAt,
      endedAt: system(),
      clock: settings.clock,
      method: request.method,
      path: withRegion(request, name === undefined ? redactPath(request.path) : request.path),
      requestHeaders: headersOf(request),
      requestBody: redactRequest(name, received),
      endpoint: name,
      snapshot: record && toState(record),
      status,
      responseHeaders: request.header("x-request-id") === undefined ? headers : withSafeId(headers),
      responseText: isJson && !isSecret && !hasPlannedBody ? text : undefined,
      redactedResponse: isSecret ? redact(endpoints[name].response, JSON.parse(text), "service") : undefined,
      refusal,
      basis: headers["x-sim-basis"] ?? "",
      fault: fault && { ...fault, action: withoutBody(fault.action) },
      notices: noNotices,
    },
    name !== undefined && endpointOf(name).starts === true ? received : undefined,
  );
}

function redactRequest(name: EndpointName | undefined, received: unknown): unknown {
  if (received === undefined || typeof received === "string") return received;
  return name === undefined ? toPlaceholder(received) : redact(endpoints[name].request, received, "caller");
}

const toState = ({ apiVersion, instance }: InstanceRecord): InstanceSnapshot => ({
  instanceId: instance.id,
  phase: instance.progress.phase,
  stages: apiVersion === "v1" ? instance.collection.stages : noStages,
});

const recordedHeaders = [
  "content-type",
  "content-length",
  "accept",
  "x-request-id",
  "x-sim-scenario",
  "authorization",
] as const;
const mediaTypes =
  /^(\*\/\*|(application|text|multipart)\/(json|\*|plain|html|form-data|x-www-form-urlencoded))\s*(;|$)/i;

const schemeForm = /^(Bearer|Basic) /i;

/**
 * Creates a function that copies the headers that the journal records. The copy replaces a credential with its scheme and
 * length. Consecutive requests with the same headers share one copy, because a client rarely changes its headers and the
 * journal keeps the copies.
 */
function createHeaderCopier(): (request: Pick<ApiRequest, "header">) => Readonly<Record<string, string>> {
  let sent: readonly (string | undefined)[] = [];
  let copy: Readonly<Record<string, string>> = {};
  return ({ header }) => {
    if (recordedHeaders.every((name, i) => header(name) === sent[i])) return copy;
    sent = recordedHeaders.map((name) => header(name));
    copy = Object.fromEntries(
      recordedHeaders.flatMap((name, i) => (sent[i] === undefined ? [] : [[name, toHeader(name, sent[i])]])),
    );
    return copy;
  };
}

const headersOf = createHeaderCopier();

function toHeader(name: (typeof recordedHeaders)[number], value: string): string {
  if (name === "authorization") {
    const scheme = schemeForm.test(value) ? value.slice(0, value.indexOf(" ") + 1) : "";
    return `${scheme}${toPlaceholder(value.slice(scheme.length))}`;
  }
  if (name !== "content-type" && name !== "accept") return toWord(value);
  if (value === "application/json") return value;
  return mediaTypes.test(value) ? (value.split(/[;,]/, 1)[0] ?? "") : `${toPlaceholder(value)}`;
}

/** Redacts the request id unless it looks like a name, because a caller can choose any id. */
const withSafeId = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const id = headers["x-request-id"] ?? "";
  return isWord(id) ? headers : { ...headers, "x-request-id": toWord(id) };
};
