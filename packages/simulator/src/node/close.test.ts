import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { toPlan } from "../../test/fault.ts";
import { toRequestText } from "../../test/raw-socket.ts";
import { openService } from "../../test/service.ts";
import { type Served, serveSimulator } from "./serve.ts";

const opened: Served[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((served) => served.close()));
});

const second = 1_000;

/** Serves a world in which every start waits until `release` is called. */
async function open() {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sleep = () => {
    arrive();
    return gate;
  };
  const { simulator, world, token } = await openService({ sleep });
  await world.faults.set(toPlan({ endpoint: "v2.startJourney", nth: 1 }, { type: "delay", ms: 1 }));
  const served = await serveSimulator(simulator, { port: 0 });
  opened.push(served);
  const body = JSON.stringify({
    resourceId: "age-check@latest",
    context: { config: { delivery: "api" }, subject: {} },
  });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return {
    served,
    simulator,
    world,
    start: () => fetch(`${served.url}/v2/captain/journey/start`, { method: "POST", headers, body }),
    arrived,
    release,
  };
}

/** Opens a connection and collects what it receives. */
async function openSocket({ url }: Served) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  await once(socket, "connect");
  return { socket, closed, received, text: () => Buffer.concat(received).toString("latin1") };
}

const collect = (socket: Socket, received: Buffer[]) => socket.on("data", (chunk) => received.push(chunk));

const health = "GET /_sim/health HTTP/1.1\r\nHost: localhost\r\n\r\n";

it("lets a pending request finish, and announces in the response that the connection will be closed", async () => {
  const { served, start, arrived, release, world } = await open();
  const response = start();
  await arrived;
  expect(served.underWay()).toBe(1);
  const closed = served.close({ drain: 10 * second });
  release();
  expect((await response).status).toBe(201);
  expect((await response).headers.get("connection")).toBe("close");
  expect(await (await response).json()).toHaveProperty("instanceId");
  await closed;
  expect([served.underWay(), (await world.instances()).instances.length]).toEqual([0, 1]);
});

it("refuses new connections while the server waits for pending requests", async () => {
  const { served, start, arrived, release } = await open();
  const response = start();
  await arrived;
  const closed = served.close({ drain: 10 * second });
  for (let turn = 0; turn < 3; turn += 1) await setImmediate(); // it still accepts what has already arrived
  await expect(fetch(`${served.url}/_sim/health`)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  release();
  expect((await response).status).toBe(201);
  await closed;
});

it("immediately closes an idle connection and a connection with an incomplete request", async () => {
  const { served, start, arrived, release } = await open();
  const [idle, half] = [await openSocket(served), await openSocket(served)];
  idle.socket.write(health);
  half.socket.write("GET /_sim/health HTTP/1.1\r\nHost:");
  for (const { socket, received } of [idle, half]) collect(socket, received);
  await once(idle.socket, "data");
  const response = start();
  await arrived;
  const closed = served.close({ drain: 10 * second });
  await Promise.all([idle.closed, half.closed]);
  expect(served.underWay()).toBe(1);
  release();
  expect((await response).status).toBe(201);
  await closed;
});

it("responds to a request that arrives just before the server closes", async () => {
  const { served } = await open();
  const { socket, received, closed, text } = await openSocket(served);
  collect(socket, received);
  socket.write(health);
  await served.close({ drain: 10 * second });
  await closed;
  expect(text()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text().toLowerCase()).toContain("\r\nconnection: close\r\n");
});

it("ends an event stream only after all earlier events have been sent", async () => {
  const { served, world } = await open();
  const { socket, received, closed, text } = await openSocket(served);
  collect(socket, received);
  socket.write(toRequestText("GET", "/_sim/events", "localhost"));
  await once(socket, "data");
  await world.scenarios.arm({ scenario: "rejected" });
  await served.close({ drain: 10 * second });
  await closed;
  expect(text()).toContain("event: change\n");
  expect(text()).toMatch(/\r\n0\r\n\r\n$/);
});

it("completes a large response to a slow reader", async () => {
  const size = 16 * 1024 ** 2; // more than the buffers of both sockets
  const served = await serveSimulator({ app: { fetch: () => new Response("x".repeat(size)) } }, { port: 0 });
  opened.push(served);
  const { socket, received, closed } = await openSocket(served);
  socket.write(health);
  await once(socket, "readable");
  const stopped = served.close({ drain: 10 * second });
  await setImmediate();
  collect(socket, received);
  await Promise.all([closed, stopped]);
  expect(Buffer.concat(received).toString("latin1").split("\r\n\r\n")[1]?.length).toBe(size);
});

it("cuts off requests that take longer than `drain`", async () => {
  const { served, start, arrived } = await open();
  const response = start();
  await arrived;
  const failed = expect(response).rejects.toMatchObject({ cause: { code: "UND_ERR_SOCKET" } });
  await served.close({ drain: 1 });
  await failed;
});

it("closes immediately if `close` is called again without `drain`", async () => {
  const { served, start, arrived } = await open();
  const response = start();
  await arrived;
  const failed = expect(response).rejects.toMatchObject({ cause: { code: "UND_ERR_SOCKET" } });
  const closed = served.close({ drain: 3_600 * second });
  await served.close();
  await Promise.all([closed, failed]);
});
