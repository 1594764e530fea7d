import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ControlEndpoint, controlEndpoints } from "@journey-kit/schemas/control";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serveInProcess } from "../../test/terminal.ts";

const program = join(import.meta.dirname, "../../bin/journey.js");
const readGuide = (name: string) =>
  readFile(join(import.meta.dirname, `../../../../docs/src/content/docs/guides/${name}.md`), "utf8");

let served: Served;
let folder: string;
/** An agent on any machine, and one whose user started `journey mcp`. */
let [agent, localAgent]: Client[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "journey-mcp-"));
  served = await serveInProcess("--latency", "0", "--control-token", "sesame");
  const source = ["--conditions=@journey-kit/source", program, "mcp", "--simulator", served.url];
  const stdio = { command: process.execPath, args: source, stderr: "ignore" } as const;
  [agent, localAgent] = await Promise.all([connect(overHttp()), connect(new StdioClientTransport(stdio))]);
});
afterAll(async () => {
  await agent?.close();
  await localAgent?.close();
  await served.stop();
  await rm(folder, { recursive: true });
});

const overHttp = () => new StreamableHTTPClientTransport(new URL(`${served.url}/_sim/mcp`));

async function connect(transport: Parameters<Client["connect"]>[0]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return client;
}

/** Calls a tool, and returns the text of its result. */
async function call(client: Client | undefined, name: string, input: Record<string, unknown> = {}) {
  const result = await client?.callTool({ name, arguments: input });
  const [content] = result?.content ?? [];
  return { isError: result?.isError, text: content?.type === "text" ? content.text : "" };
}

const namesOf = async (client: Client | undefined) => (await client?.listTools())?.tools.map(({ name }) => name).sort();

describe("the tools", () => {
  const fromRows = Object.entries<ControlEndpoint>(controlEndpoints).flatMap(([name, row]) =>
    row.tool === undefined ? [] : [name],
  );

  test("are those of the control API's rows, and four that no row has; only a local agent may start programs", async () => {
    const safe = [...fromRows, "examineClient", "lookUp", "tryJourney"].sort();
    expect(await namesOf(agent)).toEqual(safe);
    expect(await namesOf(localAgent)).toEqual([...safe, "checkClient"].sort());
    await expect(call(agent, "checkClient", { command: ["true"] })).rejects.toThrow("Tool checkClient not found");
  });

  test("are those that the guide lists", async () => {
    const rows = [...(await readGuide("agents")).matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)];
    expect(rows.flatMap(([, names]) => names?.match(/\w+/g) ?? []).sort()).toEqual(await namesOf(localAgent));
  });

  test("fit into the context of an agent, and each says what it does", async () => {
    const { tools = [] } = (await localAgent?.listTools()) ?? {};
    expect(JSON.stringify(tools).length).toBeLessThan(40_000);
    for (const { description, inputSchema } of tools) {
      expect(description).toMatch(/^[A-Z].{40,}\.$/s);
      expect(inputSchema.type).toBe("object");
    }
  });

  test("start, script, move and explain a journey", async () => {
    const world = "agent";
    expect((await call(agent, "arm", { world, body: { scenario: "rejected" } })).text).toContain('"rejected"');
    expect((await call(agent, "tryJourney", { journey: "age-check", world })).text).toMatch(/^Completed: reject$/m);
    expect((await call(agent, "explainInstance", { world })).text).toMatch(/rule 1 of scenario rejected/);
    const list = await call(agent, "listRequests", { world, query: { endpoint: "v2.startJourney" } });
    expect(list.text).toMatch(/^#\d+ .* v2\.startJourney {2}201 {2}sim_\S+\n {2}rules: .*\bv2-start-201\b/);
    const before = Date.parse(
      JSON.parse((await call(agent, "changeClock", { world, body: { mode: "frozen" } })).text).now,
    );
    const after = await call(agent, "advanceClock", { world, body: { ms: 60_000 } });
    expect(Date.parse(JSON.parse(after.text).now) - before).toBe(60_000);
    expect((await call(agent, "listWorlds")).text).toContain('"world":"agent"');
  });

  test.each([
    ["v2-start-201", /^rule v2-start-201 \(spec 4\.2\): A v2 start returns 201/],
    ["submit-status", /^gap submit-status .*\n {2}ok \[specified, observed\]: /],
    ["4002", /^error MISSING_FIELD \(code 4002, status 400, location Body\): /],
    ["v2-start-2O1", /Did you mean "v2-start-201"\?/],
  ])("lookUp finds %s", async (query, text) => {
    expect((await call(agent, "lookUp", { query })).text).toMatch(text);
  });

  test("explain what is wrong with their input, and change nothing", async () => {
    const unknown = await call(agent, "arm", { world: "agent", body: { scenario: "rejectd" } });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining('Did you mean "rejected"?') });
    expect(await call(agent, "arm", { world: "agent", body: {} })).toMatchObject({ isError: true });
    expect(await call(agent, "explainInstance", { world: "nobody" })).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no world "nobody".'),
    });
  });
});

test("the resources are the rules and the guides, as plain Markdown", async () => {
  const { resources = [] } = (await agent?.listResources()) ?? {};
  const read = async (uri: string) => {
    const [content] = (await agent?.readResource({ uri }))?.contents ?? [];
    return content !== undefined && "text" in content ? content.text : "";
  };
  expect(await read("journey-kit://rules")).toMatch(/^- `v2-start-201`: A v2 start returns 201/m);
  expect(await read("journey-kit://guides/concepts")).toMatch(/^# Concepts\n\nJourney Kit defines six terms/);
  for (const { uri } of resources) expect(await read(uri)).toMatch(/^# [A-Z].*\n\n(?!import )/);
});

describe("/_sim/mcp", () => {
  /** Sends a request, and returns its status. `fetch` would not send another `Host`. */
  const send = async (more: Record<string, string>, method = "POST"): Promise<number | undefined> => {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", ...more };
    const sent = request(`${served.url}/_sim/mcp`, { method, headers });
    sent.end(method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) : undefined);
    const [response] = await once(sent, "response");
    response.resume();
    return response.statusCode;
  };

  test("has the rules of the control API: Host, control token, origin and method", async () => {
    expect(await send({})).toBe(200);
    expect(await send({ host: "evil.example" })).toBe(403);
    expect(await send({ "x-forwarded-for": "192.0.2.1" })).toBe(403);
    expect(await send({ "x-forwarded-for": "192.0.2.1", authorization: "Bearer sesame" })).toBe(200);
    expect(await send({ origin: "https://evil.example" })).toBe(403);
    expect(await send({}, "GET")).toBe(405);
  });
});

describe("an agent finds the planted bug of the quick start", () => {
  let file: string;
  beforeAll(async () => {
    file = join(folder, "client.mjs");
    const [, source = ""] = /```js title="client\.mjs"\n(.*?)```/s.exec(await readGuide("quick-start")) ?? [];
    await writeFile(file, source);
  });

  test("in three calls, with the client's own run between them", async () => {
    const world = "planted";
    const body = {
      rules: [{ id: "lost", when: { endpoint: "v2.startJourney", nth: 1 }, then: { type: "dropResponse" } }],
    };
    expect(await call(agent, "putFaults", { world, body })).toMatchObject({ isError: false });
    const variables = {
      ...{ JOURNEY_BASE_URL: served.url, JOURNEY_AUTH_URL: served.url, JOURNEY_POLL_SECONDS: "0.02" },
      ...{ JOURNEY_CLIENT_ID: world, JOURNEY_CLIENT_SECRET: "any" },
    };
    await once(spawn(process.execPath, [file], { env: { ...process.env, ...variables }, stdio: "ignore" }), "close");
    const { text } = await call(agent, "examineClient", { world });
    expect(text).toMatch(/^start-sent-once \(spec 4\.2, request \d+\): It retried a start that had succeeded\./);
    const [, sequence = ""] = /request (\d+)/.exec(text) ?? [];
    const query = { after: `${Number(sequence) - 1}`, limit: "1" };
    expect((await call(agent, "listRequests", { world, query })).text).toMatch(/v2\.startJourney.*\n.*"body":/s);
  });

  test("in one call, with the progress of the check", { timeout: 60_000 }, async () => {
    const input = { command: [process.execPath, file], journey: "age-check@latest", only: ["start-sent-once"] };
    const steps: unknown[] = [];
    const result = await localAgent?.callTool(
      { name: "checkClient", arguments: input },
      { onprogress: ({ message }) => steps.push(message) },
    );
    expect(JSON.stringify(result?.content)).toContain("FAIL  start-sent-once: ");
    expect(steps.join("\n")).toContain("lost-start: fails");
  });
});
