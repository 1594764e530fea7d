import { connect } from "node:net";
import { ErrorBody, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import fc from "fast-check";
import * as z from "zod";
import { parseAnswers, type RawAnswer } from "../raw-socket.ts";
import type { Finding } from "./round.ts";

/** Bytes for one connection, in pieces, and how the client ends it: `wait` waits for a response before it does. */
interface RawExchange {
  readonly pieces: readonly string[];
  readonly end: "wait" | "half-close" | "destroy";
}

const paths = [
  "/v2/captain/journey/start",
  "/v2/captain/journey/state/fetch",
  "/captain/api/journey/task/update",
  "/as/token.oauth2",
  "/journey/nothing",
  "/_sim/health",
  "/_sim/worlds",
  "/_sim/worlds/raw/clock/advance",
  "/_sim/worlds/raw/requests?limit=1",
  "/",
];

const rarely = <T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: common }, { weight: 1, arbitrary: rare });

const bytes = fc.uint8Array({ maxLength: 40 }).map((values) => String.fromCharCode(...values)); // sent as latin1

const method = rarely(
  fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
  fc.oneof(
    fc.constantFrom(
      "",
      "get",
      "G T",
      "HEAD",
      "OPTIONS",
      "CONNECT",
      "TRACE",
      "PRI",
      "QUERY",
      "M-SEARCH",
      "POST\0",
      "X".repeat(9_000),
    ),
    bytes,
  ),
);
const target = rarely(
  fc.constantFrom(...paths),
  fc.oneof(
    fc.constantFrom(
      "",
      "*",
      "?",
      "//",
      "/../_sim/worlds",
      "/%2e%2e/_sim/worlds",
      "/_sim\\worlds",
      "/%",
      "/%00",
      "/\xff",
      "http://localhost/_sim/health",
      "http://evil.example/_sim/worlds",
      "http://user:pass@127.0.0.1/_sim/worlds",
      "http://[::1]:99999/",
      "http://",
      "localhost:80",
      `/${"a".repeat(20_000)}`,
      `/?${"a=1&".repeat(2_000)}`,
    ),
    bytes,
  ),
);
const version = rarely(
  fc.constant("HTTP/1.1"),
  fc.constantFrom("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "http/1.1", "HTTP/1.1 ", "HTTP/11", "", "ICE/1.0"),
);
const host = rarely<readonly string[]>(
  fc.constant(["Host: 127.0.0.1"]),
  fc.constantFrom<readonly string[]>(
    [],
    ["Host:"],
    ["Host: evil.example"],
    ["Host: localhost", "Host: localhost"],
    ["Host: localhost:65536"],
    ["Host: [::1"],
    ["hOsT:\tlocalhost "],
    ["Host: localhost, evil.example"],
  ),
);
const oddHeader = fc.oneof(
  fc.constantFrom(
    "Expect: 100-continue",
    "Expect: something",
    "Connection: upgrade\r\nUpgrade: websocket",
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ",
    "Connection: keep-alive, close",
    "Authorization: Bearer",
    "Authorization: Bearer \xe4",
    `Authorization: Bearer ${"e".repeat(14_000)}`,
    "Authorization: Basic =",
    "Origin: null",
    "Origin: http://evil.example",
    "Access-Control-Request-Method: POST",
    "X-Request-ID: \x01",
    "X-Request-ID: a b",
    "X-Sim-Scenario: rejected",
    "No-Colon",
    "Space : before",
    " folded: line",
    ": empty",
    "Nul: a\0b",
    "Content-Encoding: gzip",
    "Accept: text/html",
    "Range: bytes=0-1",
    "Transfer-Encoding: gzip",
    "Trailer: X-After",
    `Long: ${"x".repeat(20_000)}`,
    Array.from({ length: 300 }, (_, i) => `H${i}: ${i}`).join("\r\n"),
  ),
  bytes,
);
const contentType = rarely(
  fc.constant("Content-Type: application/json"),
  fc.constantFrom(
    "Content-Type:",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Type: multipart/form-data",
    "Content-Type: multipart/form-data; boundary=",
    "Content-Type: application/json; charset=utf-7",
    "Content-Type: \xff/\xff",
  ),
);
const body = fc.oneof(
  fc.constantFrom(
    "",
    "{}",
    '{"ms":1}',
    '{"instanceId":"nobody"}',
    "grant_type=client_credentials&client_id=raw&client_secret=s&scope=service.token",
    '{"a":"\xff\xfe"}',
    '{"a":"\ud800"}',
    "[".repeat(50_000),
    "--x\r\nContent-Disposition: form-data; name=page\r\n\r\n1\r\n--x--",
    "x".repeat(200_000),
  ),
  bytes,
);

/** How the length of a body is announced. The functions return header lines and the body as it is sent. */
const framings: readonly ((text: string) => readonly [string, string])[] = [
  (text) => [`Content-Length: ${text.length}\r\n`, text],
  (text) => [
    `Transfer-Encoding: chunked\r\n`,
    `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`.replace(/^0\r\n\r\n/, ""),
  ],
];
const oddFramings: readonly ((text: string) => readonly [string, string])[] = [
  (text) => ["", text],
  (text) => [`Content-Length: ${text.length + 7}\r\n`, text],
  (text) => [`Content-Length: ${Math.max(0, text.length - 3)}\r\n`, text],
  (text) => ["Content-Length: -1\r\n", text],
  (text) => [`Content-Length: +${text.length}\r\n`, text],
  (text) => ["Content-Length: 0x10\r\n", text],
  (text) => ["Content-Length: 99999999999999999999\r\n", text],
  (text) => ["Content-Length: 30000000\r\n", text],
  (text) => [`Content-Length: ${text.length}\r\nContent-Length: ${text.length}\r\n`, text],
  (text) => ["Content-Length: 1\r\nContent-Length: 2\r\n", text],
  (text) => [`Content-Length: ${text.length}\r\nTransfer-Encoding: chunked\r\n`, text],
  (text) => ["Transfer-Encoding: chunked, chunked\r\n", text],
  (text) => ["Transfer-Encoding: identity\r\n", text],
  (text) => ["Transfer-Encoding: chunked\r\n", `zz\r\n${text}\r\n0\r\n\r\n`],
  (text) => ["Transfer-Encoding: chunked\r\n", `-1\r\n${text}`],
  (text) => ["Transfer-Encoding: chunked\r\n", `FFFFFFFFFFFFFFFFF\r\n${text}`],
  (text) => [
    "Transfer-Encoding: chunked\r\n",
    `${text.length.toString(16)};${"e".repeat(20_000)}\r\n${text}\r\n0\r\n\r\n`,
  ],
  (text) => ["Transfer-Encoding: chunked\r\n", `${text.length.toString(16)}\n${text}\n0\n\n`],
  () => ["Transfer-Encoding: chunked\r\n", `1\r\n{\r\n1\r\n}\r\n0\r\nX-After: ${"t".repeat(100)}\r\n\r\n`],
  (text) => ["Transfer-Encoding: chunked\r\n", text],
];
const framing = rarely(fc.constantFrom(...framings), fc.constantFrom(...oddFramings));
const lineEnd = rarely(fc.constant("\r\n"), fc.constantFrom("\n", "\r", "\r\n\r\n"));

const request = fc
  .record({
    method,
    target,
    version,
    host,
    contentType,
    others: fc.array(oddHeader, { maxLength: 2 }),
    body,
    framing,
    lineEnd,
    close: fc.boolean(),
  })
  .map(({ lineEnd: eol, ...one }) => {
    const [length, sent] = one.framing(one.body);
    const lines = [
      `${one.method} ${one.target} ${one.version}`,
      ...one.host,
      one.contentType,
      ...(one.close ? ["Connection: close"] : []),
      ...one.others,
    ];
    return `${lines.join(eol)}${eol}${length}\r\n${sent}`;
  });

/** Generates what a client sends on one connection. */
export const rawExchange: fc.Arbitrary<RawExchange> = fc.record({
  pieces: fc
    .tuple(
      fc.oneof({ weight: 12, arbitrary: request }, { weight: 1, arbitrary: bytes }),
      fc.option(request, { freq: 4 }),
      fc.array(fc.nat(300), { maxLength: 2 }),
    )
    .map(([first, second, cuts]) => splitAt(`${first}${second ?? ""}`, cuts)),
  end: fc.oneof<fc.MaybeWeightedArbitrary<RawExchange["end"]>[]>(
    { weight: 200, arbitrary: fc.constant("half-close") },
    { weight: 20, arbitrary: fc.constant("destroy") },
    { weight: 1, arbitrary: fc.constant("wait") },
  ),
});

function splitAt(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
  return places.slice(1).map((to, i) => text.slice(places[i], to));
}

/** Longer than the time that the server waits for a request. */
const timeout = 10_000;

/** Sends bytes to a server, and checks that each response is valid HTTP with a valid error body. Spec 7. */
export async function exchange(port: number, { pieces, end }: RawExchange): Promise<Finding | undefined> {
  const socket = connect(port, "127.0.0.1");
  const received: Buffer[] = [];
  let isLate = false;
  socket.on("data", (chunk) => {
    received.push(chunk);
    socket.end();
  });
  socket.on("error", () => undefined); // a reset ends the exchange
  socket.setNoDelay(true);
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, timeout);
  for (const piece of pieces) {
    if (piece !== "") socket.write(piece, "latin1");
    if (pieces.length > 1) await new Promise((resolve) => setImmediate(resolve));
  }
  if (end === "half-close") socket.end();
  if (end === "destroy") socket.destroy();
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
  clearTimeout(timer);
  const sent = pieces.join("");
  const text = Buffer.concat(received).toString("latin1");
  const problem = isLate ? "no end of the connection in ten seconds" : problemWith(text, sent.includes("HEAD "), end);
  if (problem === undefined) return undefined;
  return { problem, request: JSON.stringify(pieces).slice(0, 4_000), response: text.slice(0, 2_000) };
}

const anyError = z.union([ErrorBody, V1ErrorBody, TokenError]);

function problemWith(text: string, isHead: boolean, end: RawExchange["end"]): string | undefined {
  if (end === "destroy") return undefined; // the response may be cut anywhere
  // A response to malformed HTTP has a body, whatever its method was, so only the first response can be read.
  if (isHead) return /^(HTTP\/1\.1 [1-4]\d\d |$)/.test(text) ? undefined : "not a response, or a 5xx status";
  let answers: readonly RawAnswer[];
  try {
    answers = parseAnswers(text, false);
  } catch (error) {
    return String(error);
  }
  for (const { status, headers, body: sent } of answers) {
    if (status >= 500) return "a 5xx status";
    if (status < 400 || headers.get("content-type") !== "application/json") continue;
    const parsed = anyError.safeParse(toJson(sent));
    if (!parsed.success) return `an invalid error body: ${parsed.error.message}`;
    if (headers.get("x-request-id") === undefined) return "no X-Request-ID";
  }
  return undefined;
}

function toJson(latin1: string): unknown {
  try {
    return JSON.parse(Buffer.from(latin1, "latin1").toString("utf8"));
  } catch {
    return undefined;
  }
}
