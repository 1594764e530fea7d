import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { get } from "node:https";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartResponse, TokenResponse } from "@journey-kit/schemas";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildProgram } from "../scripts/program.ts";
import { startCollector } from "./collector.ts";

/** The bundled program. It starts several times faster than the source files. */
let program: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "journey-"));
  program = join(folder, "journey.js");
  await Promise.all([buildProgram(folder), writeFile(join(folder, "package.json"), '{ "type": "module" }')]);
});
afterAll(() => rm(folder, { recursive: true }));

const environment = {
  ...process.env,
  ...{ NO_COLOR: undefined, FORCE_COLOR: undefined, npm_command: undefined, JOURNEY_COMMAND: undefined },
};

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Starts the program and waits for the end of its first screen. */
async function start(...flags: readonly string[]) {
  const child = spawn(process.execPath, [program, "serve", "--port", "0", ...flags], { env: environment });
  children.push(child);
  let screen = "";
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    screen += chunk;
    if (screen.includes("Ctrl-C")) break;
  }
  const url = /https?:\/\/\S+/.exec(screen)?.[0];
  if (url === undefined) throw new Error(`The first screen did not appear: ${screen}${errors}`);
  return { child, screen, url };
}

/** Runs the program until it exits. */
const runProgram = (...args: readonly string[]) => runProgramIn({}, ...args);

/** Runs the program with additional environment variables until it exits. */
async function runProgramIn(variables: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...environment, ...variables } });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  return { code, output };
}

/** Returns the commands below a heading of the first screen, ready to paste. */
const sectionOf = (screen: string, heading: string): string => screen.split(`${heading}\n`)[1]?.split("\n\n")[0] ?? "";

const runShell = async (script: string): Promise<string> => (await promisify(execFile)("sh", ["-c", script])).stdout;

describe("journey", () => {
  it.each([[[]], [["--profile", "observed", "--region", "au"]]])(
    "with the flags %j, the start screen shows commands that work when pasted (spec 4.1, 4.2)",
    async (flags) => {
      const { screen } = await start(...flags);
      expect(screen).not.toContain("\u001b");
      const script = `${sectionOf(screen, "Get a token")}\n${sectionOf(screen, "Start a journey")}`;
      expect(StartResponse.parse(JSON.parse(await runShell(script))).instanceId).toMatch(/^sim_/);
    },
  );

  it("accepts requests as soon as the start screen appears", async () => {
    const { url } = await start();
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("exits on %s without waiting for open connections", async (signal) => {
    const { child, url } = await start();
    const idle = connect(Number(new URL(url).port), "127.0.0.1");
    idle.on("error", () => undefined);
    const busy = connect(Number(new URL(url).port), "127.0.0.1");
    let received = "";
    busy
      .on("error", () => undefined)
      .on("data", (chunk) => {
        received += chunk;
      });
    busy.write("GET /_sim/health HTTP/1.1\r\nHost: localhost\r\n\r\nPOST / HTTP/1.1\r\nHost: localhost\r\n");
    await once(busy, "data");
    expect(received).toContain("keep-alive");
    child.kill(signal);
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(received).not.toContain(" 408 "); // the answer to the half-sent request, if the program waited for it
    idle.destroy();
    busy.destroy();
  });

  /** Starts the program and sends a request to it, except for the body. */
  async function startWithRequest(...flags: readonly string[]) {
    const { child, url } = await start(...flags);
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let received = "";
    socket
      .on("error", () => undefined)
      .on("data", (chunk) => {
        received += chunk;
      });
    const closed = once(socket, "close");
    const body = "grant_type=client_credentials&scope=service.token&client_id=one&client_secret=hush";
    const lines = ["POST /as/token.oauth2 HTTP/1.1", "Host: localhost", "Expect: 100-continue"];
    const type = "Content-Type: application/x-www-form-urlencoded";
    socket.write([...lines, type, `Content-Length: ${body.length}`, "", ""].join("\r\n"));
    await once(socket, "data"); // 100 Continue, so the request is under way
    return { child, finish: () => socket.write(body), closed, received: () => received };
  }

  it("finishes a request in progress after SIGTERM, and then exits with code 0", async () => {
    const { child, finish, closed, received } = await startWithRequest();
    child.kill("SIGTERM");
    const [line] = await once(child.stdout, "data");
    expect(String(line)).toBe(
      "Waiting at most 10 s for a request to finish. Send the signal again to stop immediately.\n",
    );
    const exited = once(child, "exit");
    finish();
    await closed;
    expect(received()).toContain("HTTP/1.1 200 OK\r\n");
    expect(received().toLowerCase()).toContain("\r\nconnection: close\r\n");
    expect(await exited).toEqual([0, null]);
  });

  it("does not complete a pending request that takes longer than --drain", async () => {
    for (const seconds of ["0", "1"]) {
      const { child, closed, received } = await startWithRequest("--drain", seconds);
      child.kill("SIGTERM");
      expect(await once(child, "exit")).toEqual([0, null]);
      await closed;
      expect(received()).not.toContain(" 200 ");
    }
  });

  it("exits immediately on a second signal", async () => {
    const { child } = await startWithRequest("--drain", "3600");
    const exited = once(child, "exit");
    const repeating = setInterval(() => child.kill("SIGTERM"), 100); // signals that follow soon count as one
    expect(await exited).toEqual([143, null]);
    clearInterval(repeating);
  });

  it("reports in one line that a port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const { code, output } = await runProgram("serve", "--port", String(port));
    other.close();
    const advice = "Choose another with --port, or use 0 for a free port.";
    expect({ code, output }).toEqual({
      code: 2,
      output: `journey: Port ${port} on 127.0.0.1 is already in use. ${advice}\n`,
    });
  });

  it.each([
    ["journey", {}],
    ["npx journey-kit", { npm_command: "exec" }],
    ["../clone/journey", { npm_command: "exec", JOURNEY_COMMAND: "../clone/journey" }],
  ])("reports an unknown option in one line, with the command as the user wrote it: %s", async (command, variables) => {
    expect(await runProgramIn(variables, "serve", "--zzz")).toEqual({
      code: 2,
      output: `journey: Unknown option '--zzz'. Try ${command} --help.\n`,
    });
  });

  it("runs a journey in process if no simulator responds (spec 3.2)", async () => {
    const { code, output } = await runProgram("try", "age-check");
    expect(code).toBe(0);
    expect(output).toMatch(/^age-check@latest on (a simulator in this process|http:\/\/127\.0\.0\.1:4010), /);
    expect(output).toMatch(/\nCompleted: accept\n/);
  });

  it("reads the address and the control token of a simulator from the environment, and never prints the token", async () => {
    const served = await start("--control-token", "open-sesame");
    const env = { JOURNEY_SIMULATOR: served.url, JOURNEY_CONTROL_TOKEN: "open-sesame" };
    const { code, output } = await runProgramIn(env, "try", "age-check", "--client-id", "me");
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(`on ${served.url}, world me`) });
    expect(output).not.toContain("sesame");
    const wrong = await runProgramIn({ JOURNEY_SIMULATOR: "ftp://x" }, "world", "list");
    expect(wrong).toMatchObject({ code: 2, output: expect.stringContaining("--simulator must be an address") });
  });

  it("exec runs a command with a new simulator and exits with the command's exit code", async () => {
    const script = `const { JOURNEY_BASE_URL: base, JOURNEY_AUTH_URL: auth, ...env } = process.env;
      const { status } = await fetch(base + "/_sim/health");
      console.log(status, base === auth, env.JOURNEY_CLIENT_ID, env.JOURNEY_CLIENT_SECRET);
      process.exit(7);`;
    const exec = ["exec", "--latency", "0", "--", process.execPath, "--input-type=module", "-e", script];
    expect(await runProgram(...exec)).toEqual({ code: 7, output: "200 true exec secret\n" });
  });

  it("exec makes journey use the new simulator, not the one in the environment", async () => {
    const outer = await start("--control-token", "open-sesame");
    await runProgram("clock", "freeze", "--world", "outer", "--simulator", outer.url);
    const env = { JOURNEY_SIMULATOR: outer.url, JOURNEY_CONTROL_TOKEN: "open-sesame" };
    const inner = [process.execPath, program, "world", "list"];
    const { output } = await runProgramIn(env, "exec", "--", ...inner);
    expect(output).toBe("No client has sent a request yet.\n");
    const script = 'console.log(process.env.JOURNEY_SIMULATOR, "JOURNEY_CONTROL_TOKEN" in process.env)';
    const variables = await runProgramIn(env, "exec", "--", process.execPath, "-e", script);
    expect(variables.output).toMatch(/^http:\/\/127\.0\.0\.1:\d+ false\n$/);
    expect(variables.output).not.toContain(outer.url);
  });

  it("exec forwards signals to the command that it runs", async () => {
    const script = `process.on("SIGTERM", () => process.exit(9)); setInterval(() => {}, 1000); console.log("up");`;
    const child = spawn(process.execPath, [program, "exec", "--", process.execPath, "-e", script], {
      env: environment,
    });
    children.push(child);
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([9, null]);
  });

  it.skipIf(process.platform === "win32")(
    "exec ends the child processes of its command, even those that ignore the signal",
    async () => {
      const grandchild = `process.on("SIGTERM", () => {}); console.log("up"); setTimeout(() => console.log("survived"), 5000);`;
      const script = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], { stdio: "inherit" }); setInterval(() => {}, 1000);`;
      const args = [program, "exec", "--", process.execPath, "-e", script];
      const child = spawn(process.execPath, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
      children.push(child);
      const output: string[] = [];
      child.stdout.on("data", (text) => output.push(String(text)));
      await once(child.stdout, "data");
      const closed = once(child, "close"); // when no process has the output open
      child.kill("SIGTERM");
      expect([await closed, output.join("")]).toEqual([[143, null], "up\n"]);
    },
  );

  it("exec exits with code 2 if its command cannot be started", async () => {
    const { code, output } = await runProgram("exec", "--", "no-such-program");
    expect({ code, output }).toEqual({
      code: 2,
      output: 'journey: "no-such-program" cannot be started: spawn no-such-program ENOENT\n',
    });
  });

  it.runIf(existsSync("/dev/full"))("exits with code 2 if the output cannot be written", async () => {
    const script = `"${process.execPath}" "${program}" openapi > /dev/full`;
    await expect(promisify(execFile)("sh", ["-c", script])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("journey: Cannot write the output: ENOSPC"),
    });
  });

  it("logs requests as text, as JSON or not at all", async () => {
    const logOf = async (...flags: readonly string[]) => {
      const child = spawn(process.execPath, [program, "serve", "--port", "0", ...flags], { env: environment });
      children.push(child);
      let output = "";
      const url = await new Promise<string>((resolve) => {
        child.stdout.on("data", (chunk) => {
          output += chunk;
          const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
          if (found !== undefined) resolve(found);
        });
      });
      await fetch(`${url}/nowhere?secret=hush`);
      child.kill("SIGTERM");
      await once(child, "close");
      return output.trimEnd().split("\n");
    };
    expect((await logOf()).at(-1)).toMatch(/^GET {2}\/‹string 7› {2,}404 {2}UNKNOWN_PATH {2}[\d.]+ ms$/);
    const events = (await logOf("--log", "json")).map((line) => JSON.parse(line));
    expect(events).toMatchObject([
      { event: "start", url: expect.stringMatching(/^http:/) },
      { event: "ready", store: "memory" },
      { event: "request", path: "/‹string 7›", error: "UNKNOWN_PATH" },
      { event: "drain" },
      { event: "stop" },
    ]);
    expect((await logOf("--quiet")).at(-1)).toMatch(/^Press Ctrl-C to stop\./);
  });

  it("keeps worlds, tokens and recorded requests in the file given with --store", async () => {
    const store = `sqlite:${join(folder, "worlds.db")}`;
    const first = await start("--store", store);
    const body = "grant_type=client_credentials&client_id=stored&client_secret=any&scope=service.token";
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const issued = await fetch(`${first.url}/as/token.oauth2`, { method: "POST", headers: form, body });
    const { access_token } = TokenResponse.parse(await issued.json());
    first.child.kill("SIGTERM");
    await once(first.child, "close");
    const { url } = await start("--store", store);
    const unknown = JSON.stringify({ instanceId: "unknown" });
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const state = `${url}/v2/captain/journey/state/fetch`;
    const response = await fetch(state, { method: "POST", headers, body: unknown });
    expect(response.status).toBe(404); // the token is accepted
    const recorded = await (await fetch(`${url}/_sim/worlds/stored/requests`)).json();
    expect(recorded).toMatchObject({ requests: [{ endpoint: "token.requestToken" }, { endpoint: "v2.fetchState" }] });
  });

  it("serves metrics with --metrics", async () => {
    const { url } = await start("--metrics");
    await fetch(`${url}/_sim/health`);
    const text = await (await fetch(`${url}/_sim/metrics`)).text();
    expect(text).toContain('journey_sim_requests_total{endpoint="readHealth",method="GET",status="200"} 1\n');
    expect(text).toContain("\njourney_sim_worlds 0\n");
  });

  it("sends traces to the collector of --otlp, those of the last requests when it stops", async () => {
    const collector = await startCollector();
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { child, url } = await start("--otlp", collector.url, "--latency", "0");
    const fields = { grant_type: "client_credentials", client_id: "one", client_secret: "x", scope: "service.token" };
    const issued = await fetch(`${url}/as/token.oauth2`, { method: "POST", body: new URLSearchParams(fields) });
    const authorization = `Bearer ${TokenResponse.parse(await issued.json()).access_token}`;
    const context = { config: { delivery: "api" }, subject: { identity: { dateOfBirth: "1990-12-10" } } };
    const started = await fetch(`${url}/v2/captain/journey/start`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", traceparent },
      body: JSON.stringify({ resourceId: "age-check@latest", context }),
    });
    const { instanceId } = StartResponse.parse(await started.json());
    await fetch(`${url}/_sim/health`);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
    collector.close();
    const traceId = traceparent.slice(3, 35);
    const [token, run, request] = collector.spans();
    expect(token).toMatchObject({ name: "POST /as/token.oauth2", attributes: { "journey.world": "one" } });
    expect(request).toMatchObject({
      traceId,
      parentSpanId: traceparent.slice(36, 52),
      name: expect.stringMatching(/start$/),
    });
    expect(run).toMatchObject({
      traceId,
      parentSpanId: request?.spanId,
      attributes: { "journey.instance": instanceId },
    });
    expect(collector.spans()).toHaveLength(3);
  });

  it("serves HTTPS with a certificate and a private key", async () => {
    const [cert, key] = ["localhost-cert.pem", "localhost-key.pem"].map((name) =>
      join(import.meta.dirname, "../../simulator/test/tls", name),
    );
    const { url, screen } = await start("--tls-cert", `${cert}`, "--tls-key", `${key}`);
    expect(screen).toContain(`curl -s ${url}/as/token.oauth2`);
    const ca = await readFile(`${cert}`);
    const [response] = await once(get(`${url}/_sim/worlds`, { ca }), "response");
    expect(response.statusCode).toBe(200);
    expect(url).toMatch(/^https:/);
    const { code, output } = await runProgram("serve", "--port", "0", "--tls-cert", `${key}`, "--tls-key", `${cert}`);
    expect({ code, output }).toEqual({
      code: 2,
      output: "journey: --tls-cert and --tls-key must be a PEM certificate and its private key.\n",
    });
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "watch passes requests on, and writes on %s what they show (spec 5)",
    async (signal) => {
      const { url: upstream } = await start("--profile", "observed");
      const [profile, record] = [join(folder, `${signal}.json`), join(folder, `${signal}.har`)];
      const flags = ["--upstream", upstream, "--port", "0", "--out", profile, "--record", record];
      const child = spawn(process.execPath, [program, "watch", ...flags], { env: environment });
      children.push(child);
      let output = "";
      for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
        output += chunk;
        if (output.includes("Ctrl-C")) break;
      }
      const url = /http:\/\/127\.0\.0\.1:\d+(?=, as the address)/.exec(output)?.[0];
      const body = "grant_type=client_credentials&client_id=my-client&client_secret=hush-hush&scope=service.token";
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const issued = await fetch(`${url}/as/token.oauth2`, { method: "POST", headers, body });
      const { access_token: token } = TokenResponse.parse(await issued.json());
      for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
        output += chunk;
        if (output.includes("token-lifetime")) break;
      }
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([0, null]);
      expect(JSON.parse(await readFile(profile, "utf8")).readings).toMatchObject({ "token-lifetime": "300s" });
      const recorded = await readFile(record, "utf8");
      expect(recorded).toContain(`${upstream}/as/token.oauth2`);
      for (const secret of ["hush-hush", "my-client", token]) expect(recorded).not.toContain(secret);
    },
  );

  it.each(["serve --port 0", "openapi"])("exits silently if nothing reads the output of %j", async (args) => {
    const script = `"${process.execPath}" "${program}" ${args} | true`;
    expect(await promisify(execFile)("sh", ["-c", script])).toEqual({ stdout: "", stderr: "" });
  });
});
