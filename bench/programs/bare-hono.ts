// A Hono application that sends stubs, with one route for each. With the argument `app`, it has 14 routes and
// middleware, and parses bodies.
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Stub } from "../stubs.ts";

const [port, file = "", kind] = process.argv.slice(2);
const stubs: readonly Stub[] = JSON.parse(readFileSync(file, "utf8"));
const app = new Hono();

if (kind === "app") {
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("x-request-id", crypto.randomUUID());
  });
  for (let i = stubs.length; i < 14; i += 1) app.post(`/v2/captain/other/${i}`, (c) => c.text("ok"));
}
for (const { path, status, headers, body } of stubs) {
  app.post(path, async (c) => {
    if (kind === "app") await (c.req.header("content-type") === "application/json" ? c.req.json() : c.req.text());
    return new Response(body, { status, headers });
  });
}

serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
