import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { App } from "../api/app.ts";
import type { ApiEnv } from "../api/request.ts";

/** Restricts scripts and requests to this server. Allows inline styles, which positioned elements need. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Creates an app that serves the files of a folder; `service` responds at every other path. The app marks the HTML of the
 * page, so that the page knows without a request that a simulator serves it.
 */
export function createPlayground(folder: string, service: Pick<App, "fetch">): Pick<App, "fetch"> {
  const readPage = async () => {
    const page = await readFile(join(folder, "index.html"), "utf8").catch(() => undefined); // missing during a build
    return page?.replace("<html", '<html data-target="server"');
  };
  return new Hono<ApiEnv>()
    .get("*", async (c, next) => {
      await next();
      c.header(
        "Cache-Control",
        c.req.path.startsWith("/assets/") && c.res.ok ? "max-age=31536000, immutable" : "no-cache",
      );
      c.header("Content-Security-Policy", policy);
      if (!c.res.headers.has("X-Request-ID")) c.header("X-Request-ID", crypto.randomUUID());
      c.header("X-Content-Type-Options", "nosniff");
    })
    .on("GET", ["/", "/index.html"], async (c, next) => {
      const page = await readPage();
      return page === undefined ? next() : c.html(page);
    })
    .get("/reference", (c) => c.redirect("/#/reference"))
    .get("*", serveStatic({ root: folder }))
    .notFound((c) => service.fetch(c.req.raw, c.env));
}
