// A Hono application that only sends a configured response. On /parse it reads and parses the body first.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { answerParent, readCpu } from "./answer.ts";

let status = 200;
let headers: Record<string, string> = {};
let body = "";

const app = new Hono()
  .post("/parse", async (c) => {
    await c.req.json();
    return new Response(body, { status, headers });
  })
  .all("*", () => new Response(body, { status, headers }));

serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: "127.0.0.1" }, () =>
  answerParent({
    cpu: readCpu,
    send: (question) => {
      status = Number(question.status);
      headers = Object(question.headers);
      body = String(question.body);
      return true;
    },
  }),
);
