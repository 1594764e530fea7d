import { connect } from "node:net";
import { ErrorBody, TokenResponse } from "@journey-kit/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchangeRaw, type RawAnswer, toRequestText } from "../../test/raw-socket.ts";
import type { ConnectionBindings } from "../api/request.ts";
import { createSimulator } from "../simulator.ts";
import { type Served, serveSimulator } from "./serve.ts";

const mebibyte = 1024 ** 2;
const health = toRequestText("GET", "/_sim/health", "localhost");

let served: Served;
let head: string;
const errors: unknown[] = [];
const statuses: number[] = [];
const simulator = createSimulator({
  latency: 0,
  onError: (error) => errors.push(error),
  onRequest: ({ status }) => statuses.push(status),
});
beforeAll(async () => {
  served = await serveSimulator(simulator, { port: 0 });
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    scope: "service.token",
    client_id: "hostile",
    client_secret: "secret",
  });
  const answer = await fetch(`${served.url}/as/token.oauth2`, { method: "POST", body });
  const { access_token } = TokenResponse.parse(await answer.json());
  head = `POST /v2/captain/journey/start HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${access_token}\r\n`;
});
afterAll(() => served.close());

const toChunk = (size: number): string => `${size.toString(16)}\r\n${"0".repeat(size)}\r\n`;

/** Sends a body and then a second request, to check that the connection stays in sync. */
async function submit(body: string, type = "application/json"): Promise<RawAnswer> {
  const lines = `${head}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const [answer, next] = await exchangeRaw(served.url, lines, body, health);
  expect(next?.status).toBe(200);
  return answer as RawAnswer; // the second response exists, so the first does too
}

function expectError(answer: RawAnswer | undefined, status: number, name: string): void {
  expect(answer?.status).toBe(status);
  expect(ErrorBody.parse(JSON.parse(answer?.body ?? "")).errors[0]?.name).toBe(name);
  expect(answer?.body.length).toBeLessThan(8_192);
}

describe("request body", () => {
  it("refuses a body above 20 MiB and keeps the connection open (spec 7)", async () => {
    expectError(await submit("0".repeat(20 * mebibyte + 1)), 413, "BODY_TOO_LARGE");
  });

  it("refuses a body above 20 MiB without a Content-Length (spec 7)", async () => {
    const lines = `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunks = [...Array.from({ length: 21 }, () => toChunk(mebibyte)), "0\r\n\r\n"];
    const [answer, next] = await exchangeRaw(served.url, lines, ...chunks, health);
    expectError(answer, 413, "BODY_TOO_LARGE");
    expect(next?.status).toBe(200);
  });

  it("reads bodies that arrive with their headers and bodies that arrive later (spec 7)", async () => {
    const body = JSON.stringify({
      resourceId: "age-check@latest",
      context: { config: { delivery: "api" }, subject: {} },
    });
    const lines = `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const pipelined = lines + body + lines + body;
    const answers = await exchangeRaw(served.url, pipelined, lines, body.slice(0, 10), body.slice(10), health);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200]);
  });

  it("passes on a body that arrives with its headers, and lets the app wait for a body that arrives later (spec 7)", async () => {
    const bodies: (string | undefined)[] = [];
    const fetch = (request: Request, { takeBody }: ConnectionBindings = {}) => {
      const taken = takeBody?.(5);
      bodies.push(taken && Buffer.from(taken).toString());
      return taken === undefined ? request.text().then((text) => new Response(text)) : new Response();
    };
    const echo = await serveSimulator({ app: { fetch } }, { port: 0 });
    const lines = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n";
    const socket = connect(Number(new URL(echo.url).port), "127.0.0.1");
    socket.write(`${lines}\r\nfirst${lines}Connection: close\r\n\r\nla`);
    await expect.poll(() => bodies).toEqual(["first", undefined]);
    socket.write("ter");
    const chunks = await socket.toArray();
    expect(Buffer.concat(chunks).toString()).toMatch(/\r\n\r\nlater$/);
    await echo.close();
  });

  it("stops reading an endless body after refusing it (spec 7)", async () => {
    const lines = `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answers = await exchangeRaw(served.url, lines, ...Array.from({ length: 21 }, () => toChunk(mebibyte)));
    expect(answers).toHaveLength(1);
    expectError(answers[0], 413, "BODY_TOO_LARGE");
  });

  it("refuses a body before it arrives if its Content-Length is too large (spec 7)", async () => {
    const answers = await exchangeRaw(
      served.url,
      `${head}Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n`,
    );
    expect(answers).toHaveLength(1);
    expectError(answers[0], 413, "BODY_TOO_LARGE");
  });

  it("treats keys such as __proto__ like any other key (spec 7)", async () => {
    const keys = '"__proto__":{"resourceId":"age-check"},"constructor":{"prototype":{"polluted":true}}';
    expectError(await submit(`{${keys}}`), 400, "MISSING_FIELD");
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    const start = `{${keys},"resourceId":"age-check@latest","context":{"config":{"delivery":"api"},"subject":{${keys}}}}`;
    expect((await submit(start)).status).toBe(201);
  });

  it.each([
    ["with a Content-Length", "Content-Length: 100\r\n\r\n{"],
    ["in chunks", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"],
  ])("reports no error if a caller disconnects while sending a body %s (spec 7)", async (_, rest) => {
    const seen = statuses.length;
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    socket.write(`${head}Content-Type: application/json\r\n${rest}`, () => socket.destroy());
    await expect.poll(() => statuses).toHaveLength(seen + 1);
    expect([statuses.at(-1), errors]).toEqual([400, []]);
  });

  it("discards the body of a request with a foreign Host header, and keeps the connection open if the body is complete (spec 7)", async () => {
    const body = "0".repeat(4 * mebibyte);
    const request = toRequestText("POST", "/as/token.oauth2", "evil.example", `Content-Length: ${body.length}`);
    const answers = await exchangeRaw(served.url, request.replace("Connection: close\r\n", ""), body, health);
    expect(answers.map(({ status }) => status)).toEqual([403, 200]);
    const endless = await exchangeRaw(served.url, request.replace("Connection: close\r\n", ""), "0");
    expect(endless.map(({ status }) => status)).toEqual([403]);
  });
});
