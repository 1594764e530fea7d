import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { type AnsweredRequest, createSimulator } from "@journey-kit/simulator";
import { describe, expect, it, vi } from "vitest";
import { createLog, type Log } from "./log.ts";

const base = "http://localhost";

/** Logs with `write` and returns both outputs. */
async function collect(format: "text" | "json", write: (log: Log) => Promise<void> | void) {
  const [out, err] = [new PassThrough(), new PassThrough()];
  await write(createLog({ out, err }, format));
  await setImmediate();
  return { out: await text(out.end()), err: await text(err.end()) };
}

/** Sends requests and returns the log, with every duration replaced by 0. */
async function logOf(format: "text" | "json", requests: readonly Request[]): Promise<string> {
  const { out } = await collect(format, async (log) => {
    const profile = { readings: { "x-request-id-echo": "echoed" } } as const;
    const { fetch } = createSimulator({ onRequest: log.request, profile });
    for (const request of requests) await fetch(request);
  });
  return out.replaceAll(/[\d.]+( ms|(?=\}))/g, "0$1");
}

const post = (path: string, body: string, type = "application/json", headers = {}) =>
  new Request(base + path, { method: "POST", body, headers: { "content-type": type, ...headers } });
const form = (clientId: string) =>
  `grant_type=client_credentials&scope=service.token&client_id=${encodeURIComponent(clientId)}&client_secret=hush`;
const token = (clientId: string, headers = {}) =>
  post("/as/token.oauth2?secret=hush", form(clientId), "application/x-www-form-urlencoded", headers);

describe("the request log", () => {
  it("writes a line for each request, even if the request belongs to no world (spec 7)", async () => {
    const requests = [
      token("my-app"),
      post("/eu/v2/captain/journey/start", "{}"),
      new Request(`${base}/nowhere`),
      new Request(`${base}/_sim/worlds?secret=hush`),
      new Request(`${base}/_sim/worlds/my-app/clock`),
    ];
    expect((await logOf("text", requests)).split("\n")).toEqual([
      "POST /as/token.oauth2                           200  my-app  0 ms",
      "POST /eu/v2/captain/journey/start               401  MISSING_TOKEN  0 ms",
      "GET  /‹string 7›                                404  UNKNOWN_PATH  0 ms",
      "GET  /_sim/worlds                               200  0 ms",
      "GET  /_sim/worlds/:world/clock                  200  my-app  0 ms",
      "",
    ]);
  });

  it("writes each request as a line of JSON, with its id and endpoint", async () => {
    const requests = [token("my-app"), new Request(`${base}/_sim/worlds/my-app`), new Request(`${base}/nowhere`)];
    const lines = (await logOf("json", requests)).trimEnd().split("\n");
    const common = { at: expect.any(String), event: "request", id: expect.stringMatching(/^[\w-]{36}$/), duration: 0 };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        ...common,
        method: "POST",
        path: "/as/token.oauth2",
        endpoint: "token.requestToken",
        status: 200,
        world: "my-app",
      },
      { ...common, method: "GET", path: "/_sim/worlds/:world", endpoint: "readWorld", status: 200, world: "my-app" },
      { ...common, method: "GET", path: "/‹string 7›", status: 404, error: "UNKNOWN_PATH" },
    ]);
  });

  it("shows no free text from a caller's query, path, client id, request id or link (spec 7)", async () => {
    const secret = "Ada.Lovelace";
    const sealed = `sim_${"s".repeat(60)}`;
    const requests = [
      new Request(`${base}/${secret}?token=${secret}`),
      new Request(`${base}/eu/v2/captain/journey/${secret}`),
      new Request(`${base}/journey/${secret.replace(".", "_")}`),
      new Request(`${base}/_sim/${secret}`),
      new Request(`${base}/_sim/worlds/${secret}%20King/scenarios/${secret}`, { method: "PUT", body: "{}" }),
      token(`${secret} King`),
      token(`my-app@${sealed}`),
      token("my-app", { "x-request-id": sealed }),
    ];
    for (const format of ["text", "json"] as const) {
      const log = await logOf(format, requests);
      expect(log.trimEnd().split("\n")).toHaveLength(requests.length);
      expect(log).not.toMatch(/Ada|Lovelace|ssss/);
    }
  });

  it("shows which fault hit a request", async () => {
    const fault: AnsweredRequest = {
      id: "1",
      method: "POST",
      path: "/v2/captain/journey/start",
      endpoint: "v2.startJourney",
      status: 503,
      error: undefined,
      world: "me",
      fault: "rules[0]",
      duration: 1.25,
    };
    expect((await collect("text", (log) => log.request(fault))).out).toContain("  503  fault rules[0]  me  1.3 ms\n");
  });

  const answered: AnsweredRequest = {
    id: "1",
    method: "POST",
    path: "/v2/captain/journey/start",
    endpoint: "v2.startJourney",
    status: 200,
    error: undefined,
    world: "me",
    fault: undefined,
    duration: 1.2345678,
  };

  it("paints the status of a request by its class, but not that of a control request", async () => {
    vi.stubEnv("FORCE_COLOR", "1");
    const codes: unknown[] = [];
    for (const [status, path] of [
      [201, answered.path],
      [303, answered.path],
      [400, answered.path],
      [499, answered.path],
      [500, answered.path],
      [503, answered.path],
      [500, "/_sim/worlds"],
    ] as const) {
      const { out } = await collect("text", (log) => log.request({ ...answered, status, path }));
      codes.push(new RegExp(`\u001b\\[(\\d+)m${status}`).exec(out)?.[1]);
    }
    vi.unstubAllEnvs();
    const [green, yellow, red] = ["32", "33", "31"];
    expect(codes).toEqual([green, green, yellow, yellow, red, red, undefined]);
  });

  it("writes durations as JSON with microseconds", async () => {
    const { out } = await collect("json", (log) => log.request(answered));
    expect(JSON.parse(out)).toMatchObject({ duration: 1.235 });
  });
});

describe("the event log", () => {
  const events = (log: Log) => {
    log.event({ event: "start", url: base, version: "1.2.3", screen: "screen\n" });
    log.event({ event: "ready", store: "memory" });
    log.event({ event: "drain", requests: 2, seconds: 10 });
    log.event({ event: "stop" });
  };

  it("writes the start screen, and the number of requests that a shutdown waits for", async () => {
    const waiting = "Waiting at most 10 s for 2 requests to finish. Send the signal again to stop immediately.\n";
    expect(await collect("text", events)).toEqual({ out: `screen\n${waiting}`, err: "" });
    const idle = await collect("text", (log) => log.event({ event: "drain", requests: 0, seconds: 10 }));
    expect(idle.out).toBe("");
    const last = await collect("text", (log) => log.event({ event: "drain", requests: 1, seconds: 10 }));
    expect(last.out).toContain("Waiting at most 10 s for a request to finish.");
  });

  it("writes each event as a line of JSON", async () => {
    const { out } = await collect("json", events);
    const at = expect.any(String);
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { at, event: "start", url: base, version: "1.2.3" },
      { at, event: "ready", store: "memory" },
      { at, event: "drain", requests: 2, seconds: 10 },
      { at, event: "stop" },
    ]);
  });

  it("reports in one line why the store is unavailable", async () => {
    const error = Object.assign(new Error("PostgreSQL cannot be reached (ECONNREFUSED)."), {
      name: "UnavailableError",
    });
    const { err } = await collect("text", (log) => log.event({ event: "error", error, id: undefined }));
    expect(err).toBe("PostgreSQL cannot be reached (ECONNREFUSED).\n");
  });

  it("writes a warning to standard error, or as a line of JSON", async () => {
    const warn = (log: Log) => log.event({ event: "warning", problem: "No one listens." });
    expect(await collect("text", warn)).toEqual({ out: "", err: "journey: No one listens.\n" });
    const { out, err } = await collect("json", warn);
    expect([JSON.parse(out), err]).toEqual([
      { at: expect.any(String), event: "warning", problem: "No one listens." },
      "",
    ]);
  });

  it("describes an unexpected error with the request id but without the message, which may quote personal data (spec 7)", async () => {
    const fail = (log: Log) => {
      const error = new TypeError("Ada Lovelace\n    is not valid");
      log.event({ event: "error", error, id: "r-1" });
    };
    const { out, err } = await collect("text", fail);
    expect(out).toBe("");
    expect(err).toMatch(/^The simulator failed\. This is a bug\. Request r-1\nTypeError\n {4}at .*log\.test\.ts/);
    const json = await collect("json", fail);
    expect(json.err).toBe("");
    expect(JSON.parse(json.out)).toMatchObject({ event: "error", id: "r-1", error: "TypeError" });
    expect(err + json.out).not.toContain("Ada");
  });
});
