import { connect } from "node:net";
import { ErrorBody } from "@journey-kit/schemas";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { exchangeRaw, type RawAnswer, toRequestText } from "../../test/raw-socket.ts";
import { createSimulator } from "../simulator.ts";
import { type Served, serveSimulator } from "./serve.ts";

let served: Served;
/** Times out slow requests quickly, but leaves a busy machine enough time for valid ones. */
let hasty: Served;
beforeAll(async () => {
  served = await serveSimulator(createSimulator(), { port: 0 });
  hasty = await serveSimulator(createSimulator(), { port: 0, headersTime: 50, requestTime: 100 });
});
afterAll(() => Promise.all([served.close(), hasty.close()]));

const health = "GET /_sim/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
const tokenHead =
  "POST /as/token.oauth2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n";

const nameOf = ({ body }: RawAnswer): string | undefined => ErrorBody.parse(JSON.parse(body)).errors[0]?.name;

async function askOnce(chunk: string | Uint8Array, { url } = served): Promise<RawAnswer> {
  const answers = await exchangeRaw(url, chunk);
  expect(answers).toHaveLength(1);
  return answers[0] as RawAnswer; // checked on the line above
}

const soups = runs(60, 200);

describe("malformed HTTP", () => {
  it.each([
    ["that is not HTTP", "\u0016\u0003\u0001garbage\r\n\r\n", 400, "MALFORMED_REQUEST"],
    ["of another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "MALFORMED_REQUEST"],
    ["without a Host header", "GET /_sim/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "MALFORMED_REQUEST"],
    ["with a broken header", "GET / HTTP/1.1\r\nHost: localhost\r\nx y: z\r\n\r\n", 400, "MALFORMED_REQUEST"],
    [
      "with both Content-Length and Transfer-Encoding",
      `${tokenHead}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      "MALFORMED_REQUEST",
    ],
    ["with a broken chunk", `${tokenHead}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, "MALFORMED_REQUEST"],
    ["with endless headers", `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${"x".repeat(1e6)}`, 431, "HEADERS_TOO_LARGE"],
    [
      "with endless chunk extensions",
      `${tokenHead}Transfer-Encoding: chunked\r\n\r\n1;${"x".repeat(1e5)}`,
      413,
      "BODY_TOO_LARGE",
    ],
    ["whose headers never end", "GET / HTTP/1.1\r\nHost: loc", 408, "REQUEST_TIMEOUT"],
    ["whose body never ends", `${tokenHead}Content-Length: 10\r\n\r\nabc`, 408, "REQUEST_TIMEOUT"],
  ])("responds with an error body to a request %s (spec 7)", async (_, text, status, name) => {
    const answer = await askOnce(Buffer.from(text, "latin1"), status === 408 ? hasty : served);
    expect(answer.status).toBe(status);
    expect(nameOf(answer)).toBe(name);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    expect(answer.headers.get("x-sim-basis")).toBe(
      "request-id-always, error-body-form, error-code-numeric-string, error-location-named, error-location-values=four",
    );
  });

  it("responds to valid requests in order before it refuses the malformed HTTP that follows (spec 7)", async () => {
    const answers = await exchangeRaw(
      served.url,
      `${health}${health.replace("_sim/health", "nowhere")}GARBAGE\r\n\r\n`,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400]);
  });

  it("sends only one response to a refused request whose body is malformed (spec 7)", async () => {
    const wrongType = tokenHead.replace("application/x-www-form-urlencoded", "text/plain");
    const answer = await askOnce(`${wrongType}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\nzz\r\n`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it(`never quotes malformed HTTP and continues to respond (${soups} runs)`, async () => {
    const word = fc.constantFrom(
      "GET ",
      "POST ",
      "/",
      " HTTP/1.1",
      "\r\n",
      "\r\n\r\n",
      "Host: localhost",
      ":",
      "chunked",
    );
    const soup = fc.array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 12 });
    const property = fc.asyncProperty(soup, async (words) => {
      const text = `${words.join("")}\u0000secret\r\n\r\n`;
      for (const answer of await exchangeRaw(hasty.url, text)) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.body).not.toContain("secret");
        ErrorBody.parse(JSON.parse(answer.body));
      }
    });
    await fc.assert(property, { numRuns: soups });
    expect((await fetch(`${hasty.url}/_sim/health`)).status).toBe(200);
  });

  it("closes the connection if a caller sends data after the response to CONNECT (spec 7)", async () => {
    const own = await serveSimulator(createSimulator(), { port: 0 });
    const socket = connect(Number(new URL(own.url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined); // the server may reset what it no longer reads
    socket.once("data", () => socket.end("x".repeat(100_000)));
    socket.write("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await closed;
    await own.close(); // waits for every open connection
  });

  it("continues to respond after a caller resets the connection during a request", async () => {
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(`${tokenHead}Content-Length: 10\r\n\r\nabc`, () => socket.resetAndDestroy());
    await closed;
    expect((await exchangeRaw(served.url, toRequestText("GET", "/_sim/health", "localhost")))[0]?.status).toBe(200);
  });
});
