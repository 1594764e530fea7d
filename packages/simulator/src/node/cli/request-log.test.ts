import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { AnsweredRequest } from "../../context/context.ts";
import { createSimulator } from "../../simulator.ts";
import { createRequestLog, describeError } from "./request-log.ts";

const base = "http://localhost";

/** Sends requests and returns the log. */
async function logOf(format: "text" | "json", requests: readonly Request[]): Promise<string> {
  const out = new PassThrough();
  const { fetch } = createSimulator({ onRequest: createRequestLog(out, format) });
  for (const request of requests) await fetch(request);
  await setImmediate();
  return String(out.read() ?? "").replaceAll(/\d+( ms|(?=\}))/g, "0$1");
}

const post = (path: string, body: string, type = "application/json") =>
  new Request(base + path, { method: "POST", body, headers: { "content-type": type } });
const form = "grant_type=client_credentials&scope=service.token&client_id=my%1bapp&client_secret=hush";
const token = () => post("/as/token.oauth2?secret=hush", form, "application/x-www-form-urlencoded");

it("writes a line for each request, even if the request belongs to no world (spec 7)", async () => {
  const requests = [
    token(),
    post("/eu/v2/captain/journey/start", "{}"),
    new Request(`${base}/nowhere`),
    new Request(`${base}/_sim/worlds?secret=hush`),
  ];
  expect((await logOf("text", requests)).split("\n")).toEqual([
    "POST /as/token.oauth2                           200  my\\u001bapp  0 ms",
    "POST /eu/v2/captain/journey/start               401  MISSING_TOKEN  0 ms",
    "GET  /nowhere                                   404  UNKNOWN_PATH  0 ms",
    "GET  /_sim/worlds                               200  0 ms",
    "",
  ]);
});

it("writes each request as a line of JSON", async () => {
  const [line = ""] = (await logOf("json", [token()])).split("\n");
  expect(JSON.parse(line)).toEqual({
    at: expect.any(String),
    method: "POST",
    path: "/as/token.oauth2",
    status: 200,
    world: "my\u001bapp",
    duration: 0,
  });
});

it("never shows a query or a path segment that is longer than an id", async () => {
  const secret = "s".repeat(60);
  const requests = [new Request(`${base}/${secret}?token=${secret}`)];
  for (const format of ["text", "json"] as const) expect(await logOf(format, requests)).not.toContain("ssss");
});

it("shows which fault hit a request", async () => {
  const out = new PassThrough();
  const fault: AnsweredRequest = {
    method: "POST",
    path: "/v2/captain/journey/start",
    status: 503,
    error: undefined,
    world: "me",
    fault: "rules[0]",
    duration: 1,
  };
  createRequestLog(out, "text")(fault);
  await setImmediate();
  expect(String(out.read())).toContain("  503  fault rules[0]  me  1 ms\n");
});

it("describes an unexpected error without its message, which may quote personal data (spec 7)", () => {
  const described = describeError(new TypeError("Ada Lovelace\n    is not valid"));
  expect(described).toMatch(/TypeError\n {4}at .*request-log\.test\.ts/);
  expect(described).not.toContain("Ada");
});
