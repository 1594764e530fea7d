import { connect } from "node:net";
import type { FaultAction } from "@journey-kit/schemas/control";
import { afterEach, expect, test } from "vitest";
import { toPlan } from "../../test/fault.ts";
import { exchangeRaw } from "../../test/raw-socket.ts";
import { openService, type Service } from "../../test/service.ts";
import type { SimulatorOptions } from "../service.ts";
import { type Served, serveSimulator } from "./serve.ts";

const opened: Served[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((served) => served.close()));
});

const body = JSON.stringify({ resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } });

interface Port extends Pick<Service, "world"> {
  readonly url: string;
  /** The raw HTTP text of a start on a keep-alive connection. */
  readonly text: string;
  readonly start: () => Promise<Response>;
  readonly count: () => Promise<number>;
}

/** Serves a world in which a fault hits the first start. */
async function listen(action: FaultAction, sleep: SimulatorOptions["sleep"] = async () => undefined): Promise<Port> {
  const { simulator, world, token } = await openService({ sleep });
  await world.faults.set(toPlan({ endpoint: "v2.startJourney", nth: 1 }, action));
  const served = await serveSimulator(simulator, { port: 0 });
  opened.push(served);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = `${served.url}/v2/captain/journey/start`;
  const lines = Object.entries({ ...headers, host: "localhost", "content-length": String(body.length) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return {
    url: served.url,
    world,
    text: `POST /v2/captain/journey/start HTTP/1.1\r\n${head}\r\n${body}`,
    start: () => fetch(url, { method: "POST", headers, body }),
    count: async () => (await world.instances()).instances.length,
  };
}

/** Sends text and returns the error code of the connection, or undefined if the connection closes normally. */
function endOf(url: string, text: string): Promise<string | undefined> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let code: string | undefined;
  socket.on("error", (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  socket.resume();
  socket.write(text);
  return new Promise((resolve) => socket.on("close", () => resolve(code)));
}

test("a lost response closes the connection after the endpoint has run (spec 4.2)", async () => {
  const raw = await listen({ type: "dropResponse" });
  expect(await exchangeRaw(raw.url, raw.text)).toEqual([]);
  expect(await raw.count()).toBe(1);
  const again = await listen({ type: "dropResponse" });
  expect(await endOf(again.url, again.text)).toBeUndefined();
});

test("a client that repeats a start after a lost response creates two instances (spec 4.2)", async () => {
  const { start, count } = await listen({ type: "dropResponse" });
  await expect(start()).rejects.toMatchObject({ name: "TypeError", cause: { code: "UND_ERR_SOCKET" } });
  const repeated = await start();
  expect([repeated.status, repeated.headers.get("connection"), await count()]).toEqual([201, "close", 2]);
});

test("a lost request closes the connection before the endpoint runs (spec 4.2)", async () => {
  const { url, text, count } = await listen({ type: "dropRequest" });
  expect(await exchangeRaw(url, text)).toEqual([]);
  expect(await count()).toBe(0);
});

test("a reset fault destroys the connection before the endpoint runs (spec 4.2)", async () => {
  const { url, text, count } = await listen({ type: "resetConnection" });
  expect(await endOf(url, text)).toBe("ECONNRESET");
  expect(await count()).toBe(0);
});

test("a truncated body is shorter than its Content-Length (spec 4.2)", async () => {
  const raw = await listen({ type: "truncate", characters: 9 });
  const [answer] = await exchangeRaw(raw.url, raw.text);
  expect(answer).toMatchObject({ status: 201, body: '{"instanc' });
  expect(Number(answer?.headers.get("content-length"))).toBeGreaterThan(9);
  const whole = await listen({ type: "truncate", characters: 0 });
  const response = await whole.start();
  expect(response.status).toBe(201);
  await expect(response.text()).rejects.toThrow("terminated");
  expect([await raw.count(), await whole.count()]).toEqual([1, 1]);
});

test("a truncation beyond the end of a body still removes the last character (spec 4.2)", async () => {
  const { start, url, text } = await listen({ type: "truncate", characters: 1_000_000 });
  const [answer] = await exchangeRaw(url, text);
  expect(answer?.body).toHaveLength(Number(answer?.headers.get("content-length")) - 1);
  expect(await (await start()).json()).toHaveProperty("instanceId");
});

test("a slow body arrives in chunks and is complete (spec 4.2)", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { start } = await listen({ type: "slowBody", ms: 1_000 }, () => gate);
  const reader = (await start()).body?.getReader();
  const decoder = new TextDecoder();
  const first = decoder.decode((await reader?.read())?.value);
  expect(() => JSON.parse(first)).toThrow(SyntaxError);
  release();
  let text = first;
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    text += decoder.decode(piece.value);
  }
  expect(JSON.parse(text)).toHaveProperty("instanceId");
});

test("the request after a fault succeeds on a new connection (spec 4.2)", async () => {
  for (const action of [
    { type: "resetConnection" },
    { type: "dropRequest" },
    { type: "truncate", characters: 3 },
  ] as const) {
    const { start } = await listen(action);
    await start()
      .then((response) => response.text())
      .catch(() => undefined);
    expect((await start()).status).toBe(201);
  }
});
