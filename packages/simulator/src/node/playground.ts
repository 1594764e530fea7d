import { serveStatic } from "@hono/node-server/serve-static";
import { presets } from "@journey-kit/schemas/profile";
import { regions } from "@journey-kit/schemas/regions";
import { Hono } from "hono";
import type { Carrier } from "../api/app.ts";
import { findRoute } from "../api/app.ts";
import type { Simulator } from "../simulator.ts";

type Fetch = (request: Request, carrier: Carrier) => Response | Promise<Response>;

/** Serves the files of a folder at `/`, wherever the service has no endpoint of its own. */
export function createPlayground(folder: string, { app }: Pick<Simulator, "app">): Fetch {
  const files = new Hono()
    .get("*", serveStatic({ root: folder, onFound: (_, c) => c.header("Cache-Control", "no-cache") }))
    .notFound((c) => app.fetch(c.req.raw, c.env));
  const isFile = ({ method, url }: Request) =>
    (method === "GET" || method === "HEAD") && !isServicePath(new URL(url).pathname);
  return (request, carrier) => (isFile(request) ? files : app).fetch(request, carrier);
}

function isServicePath(path: string): boolean {
  const region = regions.find((one) => path.startsWith(`/${one}/`));
  const own = region === undefined ? path : path.slice(region.length + 1);
  return region !== undefined || own.startsWith("/_sim/") || findRoute(own, presets.specified) !== undefined;
}
