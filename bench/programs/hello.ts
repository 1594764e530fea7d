// The least that a Hono server can be: what starting any program of this kind takes.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

serve({ fetch: new Hono().all("*", (c) => c.text("ok")).fetch, port: Number(process.argv[3]), hostname: "127.0.0.1" });
