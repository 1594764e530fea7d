import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as z from "zod";

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.number() }).transform(({ intValue }) => intValue),
  z
    .object({ arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string() })) }) })
    .transform(({ arrayValue }) => arrayValue.values.map(({ stringValue }) => stringValue)),
]);

const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform(
    (list): Readonly<Record<string, unknown>> => Object.fromEntries(list.map(({ key, value }) => [key, value])),
  );

const Millis = z.string().transform((nanos) => Number(BigInt(nanos) / 1_000_000n));

const Span = z
  .object({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().optional(),
    traceState: z.string().optional(),
    name: z.string(),
    kind: z.number(),
    startTimeUnixNano: Millis,
    endTimeUnixNano: Millis,
    attributes: Attributes,
    links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
    status: z.object({ code: z.number() }),
  })
  .transform(({ startTimeUnixNano: from, endTimeUnixNano: to, status, ...span }) => ({
    ...span,
    from,
    to,
    isError: status.code === 2,
  }));

export type Span = z.output<typeof Span>;

const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

/** Starts an OpenTelemetry collector, which responds to every batch with a status, or not at all. */
export async function startCollector(status: number | "never" = 200) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`, await text(request));
    if (status !== "never") response.writeHead(status, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a server on a port has an address
  const batches = () =>
    bodies.filter((_, i) => i % 2 === 1).flatMap((body) => Export.parse(JSON.parse(body)).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    spans: (): readonly Span[] => batches().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resources: () => batches().map(({ resource }) => resource.attributes),
    /** Everything that was received. */
    received: (): string => bodies.join("\n"),
    batchCount: (): number => bodies.length / 2,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
