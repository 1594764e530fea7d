import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { isControlPath, placeAt, splitUrl } from "../api/observe.ts";
import type { ApiEnv, ConnectionBindings } from "../api/request.ts";
import type { Simulator } from "../simulator.ts";

type Fetch = (request: Request, bindings: ConnectionBindings) => Response | Promise<Response>;

/** Serves the files of a folder at paths that have no endpoint. */
export function createPlayground(folder: string, { app }: Pick<Simulator, "app">): Fetch {
  const files = new Hono<ApiEnv>()
    .get("*", serveStatic({ root: folder, onFound: (_, c) => c.header("Cache-Control", "no-cache") }))
    .notFound((c) => app.fetch(c.req.raw, c.env));
  return (request, bindings) => (isFile(request) ? files : app).fetch(request, bindings);
}

/** Whether a request is for a file: a GET or HEAD at a path that has no endpoint. */
function isFile({ method, url }: Request): boolean {
  const { path, region } = splitUrl(url);
  const isService = region !== undefined || isControlPath(path) || placeAt(path) !== undefined;
  return (method === "GET" || method === "HEAD") && !isService;
}
