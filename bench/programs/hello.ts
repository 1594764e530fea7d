// A minimal Hono server: the minimum start-up time of such a program.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

serve({ fetch: new Hono().all("*", (c) => c.text("ok")).fetch, port: Number(process.argv[3]), hostname: "127.0.0.1" });
