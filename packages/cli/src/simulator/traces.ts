import { setTimeout as wait } from "node:timers/promises";
import type { Traces } from "@journey-kit/simulator";
import { createTraces } from "@journey-kit/simulator/node";
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { findCause } from "../terminal/terminal.ts";

/** Milliseconds that spans wait for others, that sending them may take with its retries, and that the last ones may take. */
const [batchTime, sendTime, closeTime] = [1_000, 3_000, 2_000];

interface OpenTraces {
  readonly traces: Traces;
  /** Sends the spans that wait, for at most two seconds. */
  readonly close: () => Promise<void>;
}

export interface TraceOptions {
  /** Version of the program. */
  readonly version: string;
  /** Called once, when spans could not be sent for the first time. */
  readonly onFailure: (problem: string) => void;
}

type Header = (name: string) => string | undefined;

/**
 * Creates traces that are sent to the OpenTelemetry collector at a base URL. The variables of OpenTelemetry, such as
 * `OTEL_SERVICE_NAME` and `OTEL_EXPORTER_OTLP_HEADERS`, also apply.
 */
export async function openTraces(url: string, { version, onFailure }: TraceOptions): Promise<OpenTraces> {
  let hasFailed = false;
  const fail = (reason: string) => {
    if (!hasFailed) onFailure(`--otlp: ${url} accepts no traces: ${reason}. Traces are lost until it does.`);
    hasFailed = true;
  };
  const exporter = new OTLPTraceExporter({ url: toTracesUrl(url), timeoutMillis: sendTime });
  const spanProcessors = [
    new BatchSpanProcessor({ exporter: reportFailures(exporter, fail), scheduledDelayMillis: batchTime }),
  ];
  const named = resourceFromAttributes({ "service.name": "journey-simulator", "service.version": version });
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({ resource, spanProcessors });
  const tracer = provider.getTracer("journey-kit", version);
  const propagator = new W3CTraceContextPropagator();
  const readContext = (header: Header): Context =>
    propagator.extract(ROOT_CONTEXT, header, { get: (read, name) => read(name), keys: () => [] });
  const traces = await createTraces<Span>({
    start: (header) => tracer.startSpan("HTTP", { kind: SpanKind.SERVER }, readContext(header)),
    end: (span, { name, attributes, isError }) => {
      span.updateName(name).setAttributes(attributes);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    addRun: ({ name, attributes, isError }, from, to, { startedBy, foundBy, isApart }) => {
      if (startedBy !== undefined && !isSampled(startedBy)) return;
      const parent = isApart ? undefined : startedBy;
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
      const links = linksTo([startedBy, foundBy], parent);
      const span = tracer.startSpan(name, { attributes, links, startTime: new Date(from) }, context);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(new Date(to));
    },
  });
  return {
    traces,
    close: async () => {
      const closed = provider.shutdown().catch(() => undefined); // `fail` has reported the reason
      const isLate = await Promise.race([closed, wait(closeTime, true, { ref: false })]);
      if (isLate === true) fail("no response within 2 s");
    },
  };
}

/** Appends the path of traces to a base URL, unless it has that path. */
const toTracesUrl = (url: string): string => (url.endsWith("/v1/traces") ? url : `${url}/v1/traces`);

const isSampled = (span: Span): boolean => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/** Links to those requests that are not in the trace of `parent`. */
function linksTo(spans: readonly (Span | undefined)[], parent: Span | undefined): Link[] {
  const contexts = [...new Set(spans)].flatMap((span) => (span === undefined ? [] : [span.spanContext()]));
  const others = contexts.filter(({ traceId }) => traceId !== parent?.spanContext().traceId);
  return others.map((context) => ({ context }));
}

/** Calls `fail` with the reason when an exporter could not send spans. */
const reportFailures = (exporter: SpanExporter, fail: (reason: string) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.FAILED) fail(describeFailure(result.error));
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});

/** The collector's own message may be long, so only its status is shown. */
const describeFailure = (error: Error | undefined): string =>
  error !== undefined && "code" in error && typeof error.code === "number" ? `status ${error.code}` : findCause(error);
