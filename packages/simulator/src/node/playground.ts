import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { addressOf } from "../api/address.ts";
import type { ApiEnv, ConnectionBindings } from "../api/request.ts";
import type { Service } from "../service.ts";

type Fetch = (request: Request, bindings: ConnectionBindings) => Response | Promise<Response>;

/** Scripts and requests stay on this server. Positioned elements need inline styles. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves the files of a folder at paths that have no endpoint. It marks the page, so that the page knows its server
 * without a request.
 */
export function createPlayground(folder: string, { app }: Pick<Service, "app">): Fetch {
  const readPage = async () => {
    const page = await readFile(join(folder, "index.html"), "utf8").catch(() => undefined); // missing during a build
    return page?.replace("<html", '<html data-target="server"');
  };
  const files = new Hono<ApiEnv>()
    .get("*", async (c, next) => {
      await next();
      c.header(
        "Cache-Control",
        c.req.path.startsWith("/assets/") && c.res.ok ? "max-age=31536000, immutable" : "no-cache",
      );
      c.header("Content-Security-Policy", policy);
      c.header("X-Content-Type-Options", "nosniff");
    })
    .on("GET", ["/", "/index.html"], async (c, next) => {
      const page = await readPage();
      return page === undefined ? next() : c.html(page);
    })
    .get("/reference", (c) => c.redirect("/#/reference"))
    .get("*", serveStatic({ root: folder }))
    .notFound((c) => app.fetch(c.req.raw, c.env));
  return (request, bindings) => (isFile(request) ? files : app).fetch(request, bindings);
}

/** Whether a request is for a file: a GET or HEAD at a path that has no endpoint. */
function isFile({ method, url }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { region, isControl, places } = addressOf(url);
  return region === undefined && !isControl && places.length === 0;
}
