import { EventEmitter, once } from "node:events";
import { METHODS } from "node:http";
import { connect } from "node:net";
import { ErrorBody } from "@journey-kit/schemas";
import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { regions } from "@journey-kit/schemas/tables";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchangeRaw, parseAnswers, type RawAnswer, toRequestText } from "../../test/raw-socket.ts";
import { createSimulator } from "../simulator.ts";
import { type Served, serveSimulator } from "./serve.ts";

let served: Served;
beforeAll(async () => {
  served = await serveSimulator(createSimulator({ latency: 0 }), { port: 0, allowedHosts: ["sim.test"] });
});
afterAll(() => served.close());

const routePaths = endpointNames.flatMap((name) => {
  const { path } = endpointOf(name);
  return typeof path === "string" ? [path] : Object.values(path.by).filter((one) => one !== undefined);
});
const paths = [
  "/",
  "/_sim/worlds",
  "/_sim/metrics",
  ...routePaths,
  ...regions.map((region) => `/${region}/as/token.oauth2`),
];

async function ask(method: string, target: string, host: string): Promise<RawAnswer> {
  const [answer] = await exchangeRaw(served.url, toRequestText(method, target, host));
  if (answer === undefined) throw new Error(`${method} ${target} got no response.`);
  return answer;
}

function expectRefusal(answer: RawAnswer, status: number, name: string, hasBody = true): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  expect(answer.headers.get("x-sim-basis")).toContain("request-id-always");
  if (hasBody) expect(ErrorBody.parse(JSON.parse(answer.body)).errors[0]?.name).toBe(name);
}

describe("Host", () => {
  const refuses = async (method: string, target: string, host: string) =>
    expectRefusal(await ask(method, target, host), 403, "HOST_NOT_ALLOWED", method !== "HEAD");

  it("refuses requests with a foreign Host header on every path (spec 7)", async () => {
    for (const path of paths) for (const method of ["GET", "POST"]) await refuses(method, path, "evil.example");
  });

  it.each(METHODS)(
    "refuses %s requests with a foreign Host header or a target on another host (spec 7)",
    async (method) => {
      const isConnect = method === "CONNECT";
      await refuses(method, isConnect ? "localhost:80" : "/_sim/worlds", "evil.example");
      await refuses(method, isConnect ? "evil.example:80" : "http://evil.example/_sim/health", "localhost");
    },
  );

  it("accepts a loopback name or an explicitly allowed host", async () => {
    for (const host of ["localhost", "eu.localhost:1", "127.0.0.1", "[::1]:9", "sim.test"]) {
      expect((await ask("GET", "/_sim/health", host)).status).toBe(200);
    }
  });

  it("accepts any host for health and readiness checks, because probes call them by IP address", async () => {
    for (const path of ["/_sim/health", "/_sim/ready"]) {
      for (const method of ["GET", "HEAD"]) expect((await ask(method, path, "10.1.2.3:4010")).status).toBe(200);
      expectRefusal(await ask("POST", path, "10.1.2.3:4010"), 403, "HOST_NOT_ALLOWED");
      expectRefusal(await ask("GET", `/eu${path}`, "10.1.2.3:4010"), 403, "HOST_NOT_ALLOWED");
    }
  });

  it("checks the host even if the server listens on every address", async () => {
    const wide = await serveSimulator(createSimulator(), { port: 0, host: "0.0.0.0" });
    const [answer] = await exchangeRaw(wide.url, toRequestText("GET", "/_sim/worlds", "10.1.2.3"));
    await wide.close();
    expect(answer?.status).toBe(403);
  });
});

describe("service over HTTP", () => {
  it("responds with 405 to every method that an endpoint does not accept (spec 4)", async () => {
    for (const method of METHODS.filter((one) => one !== "POST" && one !== "CONNECT")) {
      const answer = await ask(method, "/v2/captain/journey/start", "localhost");
      expectRefusal(answer, 405, "METHOD_NOT_ALLOWED", method !== "HEAD");
      expect(answer.headers.get("allow")).toBe("POST");
    }
  });

  it("does not act as a proxy (spec 7)", async () => {
    expectRefusal(await ask("CONNECT", "localhost:80", "localhost"), 405, "METHOD_NOT_ALLOWED");
  });

  it("responds with 404 to the request target *, and ignores an Upgrade header (spec 7)", async () => {
    expectRefusal(await ask("OPTIONS", "*", "localhost"), 404, "UNKNOWN_PATH");
    const upgrade = `GET /_sim/health HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`;
    expect((await exchangeRaw(served.url, upgrade))[0]?.status).toBe(200);
  });

  it("responds with 400 to an invalid request target (spec 7)", async () => {
    expectRefusal(await ask("GET", "/a\\b", "localhost"), 400, "MALFORMED_REQUEST");
    expectRefusal(await ask("GET", "nowhere", "localhost"), 400, "MALFORMED_REQUEST");
  });

  it("sends 100 Continue, except for requests that it refuses (spec 7)", async () => {
    const wait = (host: string) =>
      toRequestText("POST", "/as/token.oauth2", host, "Expect: 100-continue", "Content-Length: 1");
    const invited = await exchangeRaw(served.url, wait("localhost"), "x");
    expect(invited.map(({ status }) => status)).toEqual([100, 400]);
    const refused = await exchangeRaw(served.url, wait("evil.example"));
    expect(refused.map(({ status }) => status)).toEqual([403]);
  });

  it.each([
    ["sends 100 Continue before a pipelined response that needs the body", "POST", ["200 first", "100 ", "200 y"]],
    ["sends no 100 Continue if the pipelined response is already available", "PUT", ["200 first", "200 ready"]],
  ])("%s (spec 7)", async (_, method, expected) => {
    const second = new EventEmitter();
    const fetch = async (request: Request) => {
      if (request.method === "GET") return once(second, "received").then(() => new Response("first"));
      setImmediate(() => second.emit("received"));
      return new Response(request.method === "POST" ? await request.text() : new TextEncoder().encode("ready"));
    };
    const pipelined = await serveSimulator({ app: { fetch } }, { port: 0 });
    const socket = connect(Number(new URL(pipelined.url).port), "127.0.0.1");
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
      if (received.endsWith("100 Continue\r\n\r\n")) socket.end("y");
    });
    const expects = toRequestText(method, "/", "localhost", "Expect: 100-continue", "Content-Length: 1");
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n\r\n${expects}`);
    await once(socket, "close");
    await pipelined.close();
    expect(parseAnswers(received, false).map(({ status, body }) => `${status} ${body}`)).toEqual(expected);
  });

  it("reports a loopback URL if the server listens on every address", async () => {
    const wide = await serveSimulator(createSimulator(), { port: 0, host: "0.0.0.0" });
    await wide.close();
    expect(wide.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("fails with EADDRINUSE if the port is in use", async () => {
    const taken = serveSimulator(createSimulator(), { port: Number(new URL(served.url).port) });
    await expect(taken).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
