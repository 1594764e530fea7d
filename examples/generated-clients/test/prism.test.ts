import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterEach, expect, test } from "vitest";
import type { Body, JourneyApi } from "../src/api.ts";
import { journeys, runV1, runV2 } from "../src/journey.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});

let port = 4100 + (process.pid % 800);

/** Starts Prism as a proxy that validates requests and responses against one document. */
async function startProxy(document: string, upstream: string): Promise<string> {
  port += 1;
  const address = `127.0.0.1:${port}`;
  const args = ["proxy", document, upstream, "--errors", "--port", `${port}`];
  const child = spawn("node_modules/.bin/prism", args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    if (/warn|error/i.test(line)) throw new Error(line);
    if (line.includes("Prism is listening")) break;
  }
  child.stdout.resume();
  return `http://${address}`;
}

/** Serves a simulator behind one proxy for each document. A call rejects if it violates the document or fails. */
async function open(documents: string, profile: "specified" | "observed") {
  const service = createSimulator({ profile, clock: { mode: "frozen" } });
  const simulator = await serveSimulator(service, { port: 0 });
  const wait = () => service.world("prism").clock.advance({ ms: 1_000 });
  const parts = ["token", "v1", "v2"].map((part) => startProxy(`generated/${documents}/${part}.json`, simulator.url));
  const [token, v1Service, v2Service] = await Promise.all(parts);
  const send = async (url: string, init: RequestInit): Promise<Body> => {
    const response = await fetch(url, { method: "POST", ...init });
    const text = await response.text();
    if (response.ok && !response.headers.has("sl-violations")) return JSON.parse(text);
    throw new Error(`${url} ${response.status} ${response.headers.get("sl-violations")} ${text}`);
  };
  const form = {
    grant_type: "client_credentials",
    client_id: "prism",
    client_secret: "secret",
    scope: "service.token",
  };
  const { access_token } = await send(`${token}/as/token.oauth2`, { body: new URLSearchParams(form) });
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  const post = (url: string) => (body: unknown) => send(url, { headers, body: JSON.stringify(body) });
  const v2 = (path: string) => post(`${v2Service}/v2/captain/journey/${path}`);
  const v1 = (path: string) => post(`${v1Service}/captain/api/journey/${path}`);
  const api: JourneyApi = {
    startV2: v2("start"),
    fetchStateV2: v2("state/fetch"),
    fetchInteraction: v2("interaction/fetch"),
    submit: v2("interaction/submit"),
    startV1: v1("start"),
    fetchStateV1: v1("state/fetch"),
    listTaskSchemas: v1("task/list/schema"),
    updateTask: v1("task/update"),
  };
  return { api, wait, submit: v2("interaction/submit"), close: () => simulator.close() };
}

test.each(["specified", "observed"] as const)(
  "Prism finds no violation in complete runs under the profile %s, and refuses an invalid submit",
  async (preset) => {
    const { api, wait, submit, close } = await open(preset, preset);
    for (const { resourceId, apiVersion } of journeys) {
      const state = await (apiVersion === "v2" ? runV2 : runV1)(api, resourceId, wait);
      expect(state).toMatchObject({ status: "Completed" });
    }
    await expect(submit({ instanceId: "short" })).rejects.toThrow(" 422 ");
    await close();
  },
);

test("Prism finds a violation if the server and the OpenAPI documents have different profiles", async () => {
  const { api, wait, close } = await open("observed", "specified");
  await expect(runV2(api, "age-check@latest", wait)).rejects.toThrow("VIOLATIONS");
  await close();
});
