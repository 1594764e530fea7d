import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
  type Server,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createNetServer } from "node:net";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { createJourneyClient } from "@journey-kit/client";
import { ErrorBody } from "@journey-kit/schemas";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterEach, expect, test } from "vitest";
import { serveTrafficProxy, type TrafficProxyOptions } from "./proxy.ts";
import type { TrafficExchange } from "./traffic.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A promise that a test fulfils. */
function defer<Value = void>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve: (value: Value) => resolve(value) };
}

const start = "/v2/captain/journey/start";

async function listen<Listener extends Server>(server: Listener): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port; // a server that listens on a port
}

/** Starts an upstream and a proxy in front of it. `taken` waits for a number of exchanges. */
async function serveBoth(answer: RequestListener, options: Partial<TrafficProxyOptions> = {}, path = "") {
  const server = createServer(answer);
  const upstream = `http://127.0.0.1:${await listen(server)}`;
  const exchanges: TrafficExchange[] = [];
  let notify = () => {};
  const onExchange = (exchange: TrafficExchange) => {
    exchanges.push(exchange);
    notify();
  };
  const proxy = await serveTrafficProxy({ upstream: upstream + path, onExchange, ...options });
  closing.push(proxy.close);
  const taken = async (count = 1): Promise<readonly TrafficExchange[]> => {
    while (exchanges.length < count) {
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
    }
    return exchanges;
  };
  return { server, upstream, exchanges, taken, close: proxy.close, url: proxy.url };
}

/** Sends a request and waits for its response. */
async function send(
  url: string,
  {
    method = "POST",
    headers = {},
    body,
  }: { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
): Promise<{ readonly response: IncomingMessage; readonly body: Buffer }> {
  const sent = request(url, { method, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { response, body: await buffer(response) };
}

/** Sends bytes on a new connection and returns everything that is received until the connection ends. */
async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

test("changes nothing but the host: method, path, query, headers and body arrive as they were sent", async () => {
  let received: IncomingMessage | undefined;
  let sent = "";
  const { url, upstream } = await serveBoth(async (incoming, outgoing) => {
    received = incoming;
    sent = await text(incoming);
    outgoing.end();
  });
  const path = `${start}?a=1&a=%2F&b=//x`;
  const lines = ["Host: proxy.example", "X-Second: 2", "accept: a", "Accept: b", "Content-Length: 4"];
  const head = [`PATCH ${path} HTTP/1.1`, ...lines, "Connection: close", "", ""];
  await sendRaw(url, `${head.join("\r\n")}{"a"`);
  expect(received).toMatchObject({ method: "PATCH", url: path });
  expect(sent).toBe('{"a"');
  const { host } = new URL(upstream);
  expect(received?.rawHeaders.slice(0, -2)).toEqual([
    "Host",
    host,
    "X-Second",
    "2",
    "accept",
    "a",
    "accept",
    "b",
    "Content-Length",
    "4",
  ]);
  expect(received?.rawHeaders.slice(-2)[0]).toBe("Connection"); // of the connection to the upstream
});

test("passes status, reason, headers and body of a response on as they were sent", async () => {
  const headers = ["X-One", "1", "set-cookie", "a=1", "SET-COOKIE", "b=2", "Content-Length", "3"];
  const { url, taken } = await serveBoth((_, outgoing) => {
    outgoing.sendDate = false;
    outgoing.writeHead(299, "Quite Fine", headers).end(Buffer.from([0xff, 0x00, 0x80]));
  });
  const { response, body } = await send(url + start);
  expect([response.statusCode, response.statusMessage]).toEqual([299, "Quite Fine"]);
  expect(response.rawHeaders.slice(0, headers.length)).toEqual(headers);
  expect(response.rawHeaders.filter((_, i) => i % 2 === 0).slice(4)).toEqual(["Connection"]);
  expect(body).toEqual(Buffer.from([0xff, 0x00, 0x80]));
  const [exchange] = await taken();
  expect(exchange).toMatchObject({ status: 299, responseHeaders: { "set-cookie": "a=1, b=2" } });
  expect(exchange?.responseBody).toBeUndefined(); // not text
});

test("records an exchange as it was sent to the upstream", async () => {
  const before = Date.now();
  const { url, upstream, taken } = await serveBoth(async (incoming, outgoing) => {
    await text(incoming);
    outgoing.writeHead(201, { "X-Request-ID": "r-1" }).end('{"instanceId":"ä"}');
  });
  await send(url + start, { headers: { "Content-Type": "application/json", authorization: "Bearer t" }, body: "{}" });
  const [exchange] = await taken();
  expect(exchange).toMatchObject({
    sequence: 1,
    method: "POST",
    url: upstream + start,
    requestHeaders: {
      host: new URL(upstream).host,
      "content-type": "application/json",
      authorization: "Bearer t",
    },
    requestBody: "{}",
    status: 201,
    responseHeaders: { "x-request-id": "r-1" },
    responseBody: '{"instanceId":"ä"}',
  });
  expect(exchange?.startedAt).toBeGreaterThanOrEqual(before);
  expect(exchange?.endedAt).toBeGreaterThanOrEqual(exchange?.startedAt ?? Number.NaN);
  expect(exchange?.endedAt).toBeLessThanOrEqual(Date.now());
});

test("sends token requests to `authUpstream` and everything else to `upstream`, each below its path", async () => {
  const paths: string[] = [];
  const token = createServer(({ url: path, method }, outgoing) => {
    paths.push(`auth ${method} ${path}`);
    outgoing.end();
  });
  const authUpstream = `http://127.0.0.1:${await listen(token)}/identity/`;
  const answer: RequestListener = ({ url: path, method }, outgoing) => {
    paths.push(`service ${method} ${path}`);
    outgoing.end();
  };
  const { url, taken } = await serveBoth(answer, { authUpstream }, "/eu/");
  for (const path of ["/as/token.oauth2?x=1", "/auth/realms/main/protocol/openid-connect/token", start])
    await send(url + path);
  await send(`${url}/as/token.oauth2`, { method: "GET" });
  await send(`${url}/as/token.oauth2/..`);
  expect(paths).toEqual([
    "auth POST /identity/as/token.oauth2?x=1",
    "auth POST /identity/auth/realms/main/protocol/openid-connect/token",
    `service POST /eu${start}`,
    "auth GET /identity/as/token.oauth2",
    "service POST /eu/as/",
  ]);
  expect((await taken(3)).map((one) => new URL(one.url).pathname)).toContain(`/eu${start}`);
});

test("contacts only its upstreams: it passes a redirect on, and ignores the host that a request names", async () => {
  const foreign: string[] = [];
  const other = createServer(({ url: path }, outgoing) => {
    foreign.push(String(path));
    outgoing.end();
  });
  const location = `http://127.0.0.1:${await listen(other)}/elsewhere`;
  const received: string[] = [];
  const { url } = await serveBoth(({ url: path }, outgoing) => {
    received.push(String(path));
    outgoing.writeHead(307, { location }).end();
  });
  const { response } = await send(url + start);
  expect([response.statusCode, response.headers.location]).toEqual([307, location]);
  const whole = `POST ${location} HTTP/1.1\r\nHost: ${new URL(location).host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(url, whole)).toMatch(/^HTTP\/1\.1 307 /);
  const doubled = `GET //${new URL(location).host}/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(url, doubled)).toMatch(/^HTTP\/1\.1 307 /);
  expect(received).toEqual([start, "/elsewhere", `//${new URL(location).host}/x`]);
  expect(foreign).toEqual([]);
});

test("passes a response on while it arrives", async () => {
  const firstRead = defer();
  const { url } = await serveBoth(async (_, outgoing) => {
    outgoing.write("first ");
    await firstRead.promise;
    outgoing.end("second");
  });
  const sent = request(url + start, { method: "POST" }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const [first] = await once(response, "data");
  expect(String(first)).toBe("first ");
  firstRead.resolve();
  expect(await text(response)).toBe("second");
});

test("passes the head of a response on before its body", async () => {
  const headRead = defer();
  const { url } = await serveBoth(async (_, outgoing) => {
    outgoing.flushHeaders();
    await headRead.promise;
    outgoing.end("body");
  });
  const sent = request(url + start, { method: "POST" }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  headRead.resolve();
  expect(await text(response)).toBe("body");
});

test("passes a request on while it arrives", async () => {
  const firstReceived = defer<string>();
  const { url } = await serveBoth(async (incoming, outgoing) => {
    const [first] = await once(incoming, "data");
    firstReceived.resolve(String(first));
    outgoing.end(await text(incoming));
  });
  const sent = request(url + start, { method: "POST" });
  sent.write("first ");
  expect(await firstReceived.promise).toBe("first ");
  sent.end("second");
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(await text(response)).toBe("second");
});

test("leaves compression as it is, and decompresses only the recorded body", async () => {
  const compressed = gzipSync('{"status":"Completed"}');
  let received: Buffer | undefined;
  const { url, taken } = await serveBoth(async (incoming, outgoing) => {
    received = await buffer(incoming);
    outgoing.writeHead(200, { "Content-Encoding": "gzip" }).end(compressed);
  });
  const headers = { "content-encoding": "gzip" };
  const { response, body } = await send(url + start, { headers, body: gzipSync('{"instanceId":"1"}') });
  expect(response.headers["content-encoding"]).toBe("gzip");
  expect(body).toEqual(compressed);
  expect(received).toEqual(gzipSync('{"instanceId":"1"}'));
  const [exchange] = await taken();
  expect(exchange).toMatchObject({ requestBody: '{"instanceId":"1"}', responseBody: '{"status":"Completed"}' });
});

test("passes a body of any size on, and records it only up to `longestBody` bytes, also after decompression", async () => {
  const large = Buffer.alloc(30_000_000, "0123456789");
  const { url, taken } = await serveBoth(
    async (incoming, outgoing) => {
      const body = await buffer(incoming);
      if (incoming.headers["x-gzip"] === undefined) return void outgoing.end(body);
      outgoing.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(large));
    },
    { longestBody: large.length - 1 },
  );
  const exact = large.subarray(1);
  expect((await send(url + start, { body: exact })).body.equals(exact)).toBe(true);
  expect((await send(url + start, { body: large })).body.equals(large)).toBe(true);
  await send(url + start, { headers: { "x-gzip": "yes" } });
  const [recorded, tooLong, bomb] = await taken(3);
  expect(recorded?.requestBody?.length).toBe(exact.length);
  expect(recorded?.responseBody?.length).toBe(exact.length);
  expect(tooLong).toMatchObject({ status: 200, requestBody: undefined, responseBody: undefined });
  expect(bomb).toMatchObject({ status: 200, responseBody: undefined });
});

test("breaks off the request to the upstream if the client breaks off, and records no response", async () => {
  const arrived = defer();
  const ended = defer<boolean>();
  const { url, taken } = await serveBoth((incoming, outgoing) => {
    outgoing.once("close", () => ended.resolve(outgoing.writableFinished));
    incoming.once("data", () => arrived.resolve());
  });
  const sent = request(url + start, { method: "POST" }).on("error", () => undefined);
  sent.write("{");
  await arrived.promise;
  sent.destroy();
  expect(await ended.promise).toBe(false);
  const [exchange] = await taken();
  expect(exchange).toMatchObject({ status: 0, requestBody: undefined, responseBody: undefined, responseHeaders: {} });
});

test.each([
  ["before its response", () => undefined],
  ["within its response", (outgoing: Parameters<RequestListener>[1]) => void outgoing.write("half")],
] as const)("breaks off the connection to the client if the upstream breaks off %s", async (_, begin) => {
  const { url, taken } = await serveBoth((_, outgoing) => {
    begin(outgoing);
    setImmediate(() => outgoing.socket?.resetAndDestroy());
  });
  const failed = send(url + start, { body: "{}" });
  await expect(failed).rejects.toMatchObject({ code: "ECONNRESET" });
  const [exchange] = await taken();
  expect(exchange).toMatchObject({ requestBody: "{}", status: 0, responseBody: undefined });
});

test("answers 502 with an error in the service's form if the upstream cannot be reached, and records no response (spec 7)", async () => {
  const unused = createServer();
  const port = await listen(unused);
  unused.close();
  const upstream = `http://127.0.0.1:${port}`;
  const { url, taken } = await serveBoth(() => undefined, { upstream });
  const { response, body } = await send(url + start, { body: "{}" });
  expect([response.statusCode, response.headers["content-type"]]).toEqual([502, "application/json"]);
  const { errors } = ErrorBody.parse(JSON.parse(String(body)));
  expect(errors).toMatchObject([{ name: "UPSTREAM_UNREACHABLE", location: "Service" }]);
  expect(errors[0]?.problem).toContain(`The proxy cannot reach ${upstream}: connect ECONNREFUSED`);
  const [exchange] = await taken();
  expect(exchange).toMatchObject({ requestBody: "{}", status: 0, responseBody: undefined });
});

test("keeps connections to the upstream alive", async () => {
  const { url, server } = await serveBoth((_, outgoing) => void outgoing.end("{}"));
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  for (let i = 0; i < 5; i += 1) await send(url + start, { body: "{}" }); // each on a connection of its own
  expect(connections).toBe(1);
});

test("reports exchanges in the order of the requests, also if a later response is complete first", async () => {
  const [first, second] = [defer(), defer()];
  const { url, exchanges, taken } = await serveBoth(async (incoming, outgoing) => {
    if (incoming.url === "/first") {
      second.resolve();
      await first.promise;
    }
    outgoing.end();
  });
  const slow = send(`${url}/first`);
  await second.promise;
  await send(`${url}/second`);
  expect(exchanges).toEqual([]);
  first.resolve();
  await slow;
  expect((await taken(2)).map((one) => [one.sequence, new URL(one.url).pathname])).toEqual([
    [1, "/first"],
    [2, "/second"],
  ]);
});

test("lets the upstream decide about `Expect: 100-continue`", async () => {
  const { url, server, taken } = await serveBoth(async (incoming, outgoing) => void outgoing.end(await text(incoming)));
  server.on("checkContinue", (incoming, outgoing) => {
    if (incoming.url === "/refused") return void outgoing.writeHead(417).end();
    outgoing.writeContinue();
    server.emit("request", incoming, outgoing);
  });
  const ask = (path: string) => {
    const sent = request(url + path, { method: "POST", headers: { expect: "100-continue", "content-length": 4 } });
    sent.flushHeaders();
    return sent;
  };
  const sent = ask(start);
  await once(sent, "continue");
  sent.end("body");
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(await text(response)).toBe("body");
  const refused = ask("/refused").on("error", () => undefined);
  const [refusal] = (await once(refused, "response")) as [IncomingMessage];
  expect(refusal.statusCode).toBe(417);
  refusal.resume();
  refused.destroy();
  expect((await taken())[0]).toMatchObject({ status: 200, requestBody: "body" });
});

test("passes chunks and trailers on in both directions", async () => {
  let trailers: readonly string[] = [];
  const { url } = await serveBoth(async (incoming, outgoing) => {
    const body = await text(incoming);
    trailers = incoming.rawTrailers;
    outgoing.writeHead(200, { Trailer: "X-Sum" }).write(body);
    outgoing.addTrailers({ "X-Sum": "7" });
    outgoing.end();
  });
  const head = `POST ${start} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTrailer: X-Check\r\nConnection: close\r\n\r\n`;
  const received = await sendRaw(url, `${head}3\r\nabc\r\n0\r\nX-Check: 5\r\n\r\n`);
  expect(trailers).toEqual(["X-Check", "5"]);
  expect(received).toContain("\r\nTrailer: X-Sum\r\n");
  expect(received).toContain("\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 7\r\n\r\n");
});

test("passes HEAD on, whose response has the length of a body and no body", async () => {
  const { url, taken } = await serveBoth((_, outgoing) => void outgoing.writeHead(200, { "Content-Length": 12 }).end());
  const { response, body } = await send(`${url}/health`, { method: "HEAD" });
  expect([response.statusCode, response.headers["content-length"], body.length]).toEqual([200, "12", 0]);
  expect((await taken())[0]).toMatchObject({ method: "HEAD", status: 200, responseBody: undefined });
});

test("announces no body for a request that has none", async () => {
  let received: readonly string[] = [];
  const { url, taken } = await serveBoth((incoming, outgoing) => {
    received = Object.keys(incoming.headers);
    outgoing.writeHead(204).end();
  });
  const raw = await sendRaw(url, `POST ${start} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(raw).toMatch(/^HTTP\/1\.1 204 /);
  expect(received).toEqual(["host", "connection"]);
  expect((await taken())[0]).toMatchObject({ requestBody: undefined, status: 204, responseBody: undefined });
});

test("does not pass on the headers of one connection", async () => {
  let received: IncomingMessage["headers"] = {};
  const { url } = await serveBoth((incoming, outgoing) => {
    received = incoming.headers;
    outgoing.writeHead(200, { Connection: "X-Of-Upstream, close", "X-Of-Upstream": "1", "X-Stays": "1" }).end();
  });
  const headers = { connection: "x-of-client, close", "x-of-client": "1", "proxy-authorization": "Basic eA==" };
  const { response } = await send(url + start, { headers: { ...headers, "x-stays": "1" } });
  expect(received).toMatchObject({ "x-stays": "1", connection: "keep-alive" });
  expect(Object.keys(received)).not.toContain("x-of-client");
  expect(Object.keys(received)).not.toContain("proxy-authorization");
  expect(response.headers["x-stays"]).toBe("1");
  expect(response.headers["x-of-upstream"]).toBeUndefined();
});

test("passes messages on that announce a trailer for which they have no place", async () => {
  let received: IncomingMessage["headers"] = {};
  const raw = createNetServer((socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nContent-Length: 2\r\n\r\nok"));
  });
  await once(raw.listen(0, "127.0.0.1"), "listening");
  closing.push(async () => void raw.close());
  const upstream = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`; // a server that listens on a port
  const { url } = await serveBoth(() => undefined, { upstream });
  expect(String((await send(url + start)).body)).toBe("ok");
  const other = await serveBoth((incoming, outgoing) => {
    received = incoming.headers;
    outgoing.end();
  });
  const head = `POST ${start} HTTP/1.1\r\nHost: x\r\nTrailer: X-Sum\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok`;
  expect(await sendRaw(other.url, head)).toMatch(/^HTTP\/1\.1 200 /);
  expect(received["content-length"]).toBe("2");
});

test("serves clients of HTTP/1.0, which know no chunks", async () => {
  const { url } = await serveBoth((_, outgoing) => {
    outgoing.write("a");
    outgoing.end("b");
  });
  const received = await sendRaw(url, `GET /health HTTP/1.0\r\n\r\n`);
  expect(received).not.toMatch(/transfer-encoding/i);
  expect(received).toMatch(/\r\n\r\nab$/);
});

test("closing ends the requests under way and reports them without a response", async () => {
  const arrived = defer();
  const { url, exchanges, close } = await serveBoth(() => arrived.resolve());
  const failed = expect(send(url + start, { body: "{}" })).rejects.toMatchObject({ code: "ECONNRESET" });
  await arrived.promise;
  await close();
  await failed;
  expect(exchanges).toMatchObject([{ sequence: 1, status: 0 }]);
});

test("rejects if its port is taken", async () => {
  const port = await listen(createServer());
  const options = { upstream: "http://127.0.0.1:9", port, onExchange: () => undefined };
  await expect(serveTrafficProxy(options)).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("a client runs a journey through it (spec 4.1, 4.2)", async () => {
  const { url: upstream, close } = await serveSimulator(createSimulator({ latency: 0 }), { port: 0 });
  closing.push(close);
  const { url, taken } = await serveBoth(() => undefined, { upstream });
  const client = createJourneyClient({
    baseUrl: url,
    authUrl: url,
    auth: { clientId: "me", clientSecret: "hush" },
  });
  const { instanceId } = await client.v2.startJourney({
    resourceId: "document-and-selfie@latest",
    context: { config: { delivery: "api" }, subject: {} },
  });
  const { status } = await client.v2.fetchState({ instanceId });
  expect(status).toBe("InProgress");
  const exchanges = await taken(3);
  expect(exchanges.map(({ status, url: address }) => `${status} ${new URL(address).pathname}`)).toEqual([
    "200 /as/token.oauth2",
    `201 ${start}`,
    "200 /v2/captain/journey/state/fetch",
  ]);
  expect(exchanges[2]?.responseBody).toContain(instanceId);
});

const tls = (name: string) => join(import.meta.dirname, "../../../simulator/test/tls", name);

/** A program that sends one request through a proxy and prints the status and the first error. */
const program = `
  import { serveTrafficProxy } from ${JSON.stringify(join(import.meta.dirname, "proxy.ts"))};
  const proxy = await serveTrafficProxy({ upstream: process.argv[1], onExchange: () => undefined });
  const response = await fetch(proxy.url + "/health");
  console.log(response.status, await response.text());
  await proxy.close();
`;

test.each([
  [
    "refuses a certificate of an unknown authority, whatever the environment says",
    {},
    /^502 .*UPSTREAM_UNREACHABLE.*self-signed/,
  ],
  [
    "accepts a certificate of an authority in NODE_EXTRA_CA_CERTS",
    { NODE_EXTRA_CA_CERTS: tls("localhost-cert.pem") },
    /^200 hello$/,
  ],
])("%s", async (_, variables, expected) => {
  const [cert, key] = await Promise.all(["localhost-cert.pem", "localhost-key.pem"].map((name) => readFile(tls(name))));
  const port = await listen(createTlsServer({ cert, key }, (_, outgoing) => void outgoing.end("hello")));
  const args = ["--conditions=@journey-kit/source", "--input-type=module", "--no-warnings", "-e", program];
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: "0", ...variables };
  const child = spawn(process.execPath, [...args, `https://localhost:${port}`], { env, cwd: import.meta.dirname });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(out.trim(), err).toMatch(expected);
});
