import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type { Reply } from "../http/exchange.ts";
import { toCoverageText } from "../journal/coverage-text.ts";
import { toJunit } from "../journal/junit.ts";
import { streamExchanges } from "../journal/stream.ts";
import type { ControlRequest } from "./handlers.ts";
import { createWorld } from "./world.ts";

/** Endpoints of the control plane whose answers are not always JSON. */
export type DocumentRoute = Extract<ControlRouteName, "streamExchanges" | "readCoverage">;

/** What these endpoints answer. */
export const documentHandlers: Readonly<Record<DocumentRoute, (request: ControlRequest) => Promise<Reply>>> = {
  streamExchanges: async ({ deps, parameters: { world = "" }, query, lastEventId }) => {
    const after = /^\d{1,15}$/.exec(lastEventId ?? "")?.[0];
    const body = streamExchanges(deps.journals.of(world), after === undefined ? query : { ...query, after });
    return { status: 200, body, headers: { "content-type": "text/event-stream", "cache-control": "no-store" } };
  },
  readCoverage: async ({ deps, parameters: { world = "" }, query: { format, min } }) => {
    const coverage = await createWorld(deps, world).coverage(min === undefined ? undefined : Number(min));
    if (format === "text") return written(toCoverageText(coverage), "text/plain; charset=utf-8");
    if (format === "junit") return written(toJunit(coverage), "application/xml; charset=utf-8");
    return { status: 200, body: coverage };
  },
};

const written = (body: string, contentType: string): Reply => ({
  status: 200,
  body,
  headers: { "content-type": contentType },
});

/** Whether an endpoint is one of these. */
export const isDocument = (name: ControlRouteName): name is DocumentRoute => Object.hasOwn(documentHandlers, name);
