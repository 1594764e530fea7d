import type { ControlRoute, ControlRouteName } from "@journey-kit/schemas/calls";
import { memberOf } from "@journey-kit/schemas/calls";
import {
  type ControlEndpoint,
  CoverageQuery,
  controlEndpoints,
  Nothing,
  OpenApiQuery,
  type RequestQuery,
  type Scenario,
  SnapshotQuery,
} from "@journey-kit/schemas/control";
import type { toFileJsonSchemas } from "@journey-kit/schemas/emit";
import { toCoverageJunit, toCoverageText } from "@journey-kit/schemas/report";
import { gaps } from "@journey-kit/schemas/tables";
import { type SSEMessage, streamSSE } from "hono/streaming";
import type * as z from "zod";
import type { SimulatorContext } from "../../context/context.ts";
import type { WorldMethod } from "../../control/changes.ts";
import { parseInput } from "../../control/input.ts";
import { publishJourney, readJourney, renderJourneys } from "../../control/journeys.ts";
import { createLocalWorld } from "../../control/world.ts";
import { isReported } from "../../database/database.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { watchEvents } from "../../journal/exchange.ts";
import { mapInSteps } from "../../world/steps.ts";
import { maxDepth, mebibyte, readJson } from "../body.ts";
import { streamJson } from "../json.ts";
import { pageOf } from "../origin.ts";
import type { ApiContext, BodyLimits } from "../request.ts";

const largerBodies: Readonly<Record<NonNullable<ControlRoute["limits"]>, BodyLimits>> = {
  /**
   * A world with 1,000 instances and 1,000 requests has about 2 MiB and 80,000 values; a world may be much larger. In a
   * snapshot, a recorded body can nest four levels deeper than in its request.
   */
  snapshot: { bytes: 64 * mebibyte, depth: maxDepth + 4, values: 2_500_000 },
};

/** Every endpoint except the health and readiness checks, which load no handlers. */
type HandledRouteName = Exclude<ControlRouteName, "readHealth" | "readReadiness">;

/** Handles a request to an endpoint. Throws {@link RefusalError}. */
export type ControlHandler = (c: ApiContext, name: HandledRouteName) => Promise<Response>;

type CallName = {
  readonly [Name in HandledRouteName]: (typeof controlEndpoints)[Name] extends { call: string } ? Name : never;
}[HandledRouteName];

/** Returns a JSON body, or a response of another type. */
type NamedHandler<Name extends ControlRouteName> = (
  c: ApiContext,
) => Promise<z.output<(typeof controlEndpoints)[Name]["response"]> | Response>;

/** The handlers of the endpoints that do not call a method of a world, or that do more than that. */
type ControlHandlers = { readonly [Name in Exclude<HandledRouteName, CallName>]: NamedHandler<Name> } & {
  readonly [Name in CallName]?: NamedHandler<Name>;
};

/** Creates the handler of every endpoint of the control API. The world validates every body. */
export function createControlHandler(context: SimulatorContext): ControlHandler {
  const world = (c: ApiContext) => createLocalWorld(context, c.req.param("world") ?? "");
  const body = async <Body>(c: ApiContext, limits?: BodyLimits): Promise<Body> =>
    (await readJson(c.get("request"), limits)) as Body; // the world checks it
  let schemas: ReturnType<typeof toFileJsonSchemas> | undefined; // building them takes many times longer than a request
  const handlers: ControlHandlers = {
    readMetrics: async (c) => {
      if (context.metrics === undefined) {
        throw new RefusalError("UNKNOWN_PATH", "Metrics are off. Start the simulator with --metrics.");
      }
      const { contentType, text } = await context.metrics.render(context.store);
      return c.body(text, 200, { "content-type": contentType });
    },
    callTool: async (c) => {
      if (context.callTool === undefined)
        throw new RefusalError("UNKNOWN_PATH", "This simulator has no tools. Start it with journey serve.");
      const response = await context.callTool(c.req.raw);
      return c.newResponse(response.body, response); // adds the headers of every response
    },
    listGaps: async () => gaps,
    listJourneys: async () => {
      await context.journeyLog.refresh();
      return renderJourneys(context.catalog.list());
    },
    publishJourney: async (c) => publishJourney(context, await body(c)),
    readJourney: async (c) => readJourney(context, c.req.param("journey") ?? "", c.req.query()),
    readOpenApi: async (c) => {
      const { world: id } = parseInput(OpenApiQuery, c.req.query());
      const { documentNames, documentOf } = await import("@journey-kit/schemas/emit"); // the module is large, and few callers need it
      const name = documentNames.find((one) => `${one}.json` === c.req.param("document"));
      if (name === undefined) throw new RefusalError("UNKNOWN_PATH", "There is no such document.");
      const profile = id === undefined ? context.profile : (await context.store.settings(id)).profile;
      return c.json(documentOf(name, profile));
    },
    readSchema: async (c) => {
      const { toFileJsonSchemas } = await import("@journey-kit/schemas/emit"); // the module is large, and few callers need it
      const name = c.req.param("schema") ?? "";
      schemas ??= toFileJsonSchemas();
      if (!Object.hasOwn(schemas, name)) throw new RefusalError("UNKNOWN_PATH", "There is no such schema.");
      return c.json(schemas[name]);
    },
    streamEvents: async (c) =>
      openStream(c, context, (send) =>
        watchEvents(context.journals, ({ event, data }) => send({ event, data: JSON.stringify(data) })),
      ),
    listWorlds: async () => {
      const ids = new Set([...(context.clients?.keys() ?? []), ...(await context.store.worlds())]);
      return { worlds: await mapInSteps([...ids], context.pause, (id) => createLocalWorld(context, id).summary()) };
    },
    putScenario: async (c) => {
      const name = c.req.param("scenario") ?? "";
      const scenario: Scenario = { name, ...(await body<Omit<Scenario, "name">>(c)) };
      if (scenario.name === name) return world(c).scenarios.put(scenario);
      throw new RefusalError("INVALID_FIELD", "name: must match the name in the path.");
    },
    exportSnapshot: async (c) => {
      c.header("cache-control", "no-store"); // it may contain personal data
      return world(c).snapshot.save(parseInput(SnapshotQuery, c.req.query()));
    },
    streamRequests: async (c) =>
      openStream(c, context, (send, fail) =>
        world(c).requests.watch(
          parseStreamQuery(c),
          (exchange, isRecorded) =>
            send({ isRecorded, id: `${exchange.sequence}`, event: "exchange", data: JSON.stringify(exchange) }),
          fail,
        ),
      ),
    readCoverage: async (c) => {
      const { format, min } = parseInput(CoverageQuery, c.req.query());
      const coverage = await world(c).coverage(min === undefined ? undefined : Number(min));
      if (format === "text") return respondText(c, toCoverageText(coverage, { uncovered: true }), "text/plain");
      return format === "junit" ? respondText(c, toCoverageJunit(coverage), "application/xml") : coverage;
    },
  };

  const callWorld = async (c: ApiContext, { call, query, request, limits }: ControlEndpoint): Promise<unknown> => {
    const { world: id = "", instance = "", ...others } = c.req.param();
    const input = request === undefined ? query && c.req.query() : await body(c, limits && largerBodies[limits]);
    if (request === Nothing) parseInput(Nothing, input);
    const called = createLocalWorld(context, id);
    const methods = { ...called, instance: called.instance(instance) };
    const method = `${call}`.split(".").reduce<unknown>(memberOf, methods) as WorldMethod; // `WorldCall` lists the methods
    return method(...Object.values(others), input);
  };

  return async (c, name) => {
    const endpoint: ControlEndpoint = controlEndpoints[name];
    const result = await (handlers[name]?.(c) ?? callWorld(c, endpoint));
    if (result instanceof Response) return result;
    return c.body(streamJson(result, context.pause), endpoint.status, { "content-type": "application/json" });
  };
}

const respondText = (c: ApiContext, text: string, contentType: string): Response =>
  c.body(text, 200, { "content-type": `${contentType}; charset=utf-8` });

/** The query of a request stream. A reader that reconnects continues after the last event that it received. */
function parseStreamQuery(c: ApiContext): RequestQuery {
  const query: RequestQuery = c.req.query();
  const after = /^\d{1,15}$/.exec(c.req.header("last-event-id") ?? "")?.[0];
  return after === undefined ? query : { ...query, after };
}

/** A server-sent event whose text is known. */
interface StreamEvent extends SSEMessage {
  readonly data: string;
  /** Whether the event happened before the stream opened. */
  readonly isRecorded?: boolean;
}

/**
 * Responds with server-sent events. `watch` sends recorded and new events, but none before it has returned the function
 * that stops the watch. If too many bytes wait for the reader, the stream ends: after the recorded events that fit, or
 * at once. If `watch` fails later, the stream ends, and the reader can resume it.
 */
function openStream(
  c: ApiContext,
  { metrics, limits, takeStream, onError }: Pick<SimulatorContext, "metrics" | "limits" | "takeStream" | "onError">,
  watch: (send: (event: StreamEvent) => void, fail: (error: unknown) => void) => () => void,
): Response {
  const waiting: StreamEvent[] = [];
  let waitingBytes = 0;
  let isOpen = true;
  let isFinished = false; // the events that are waiting are still sent
  let wake = () => {};
  const giveBack = takeStream(pageOf(c.get("request")));
  const send = (event: StreamEvent) => {
    if (isFinished) return;
    waiting.push(event);
    waitingBytes += event.data.length;
    if (waitingBytes <= limits["stream-bytes"]) wake();
    else if (event.isRecorded === true) finish();
    else end();
  };
  const fail = (error: unknown) => {
    end();
    if (isReported(error)) onError?.(error);
  };
  const unwatch = orElse(giveBack, () => watch(send, fail));
  const finish = () => {
    isFinished = true;
    unwatch();
    wake();
  };
  const stopping = c.env?.stopping;
  const countClosed = metrics?.openStream();
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    finish();
    waiting.length = 0;
    giveBack();
    stopping?.removeEventListener("abort", finish);
    countClosed?.();
  };
  c.req.raw.signal.addEventListener("abort", end); // in process, an aborted request does not cancel the body
  stopping?.addEventListener("abort", finish);
  if (stopping?.aborted === true) finish();
  return streamSSE(c, async (stream) => {
    stream.onAbort(end);
    await stream.write(": open\n\n"); // sends the headers
    while (isOpen) {
      const next = waiting.shift();
      if (next !== undefined) {
        waitingBytes -= next.data.length;
        await stream.writeSSE(next);
      } else if (isFinished) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    end();
  });
}

/** Calls `undo` if `run` throws. */
function orElse<Value>(undo: () => void, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    undo();
    throw error;
  }
}
