import { spawnSync } from "node:child_process";
import { presets } from "@journey-kit/schemas/tables";
import { describe, expect, test } from "vitest";
import { programClient } from "./program.ts";
import type { JourneyRun, Report, ServiceSettings } from "./service/client-adapter.ts";
import { person } from "./service/sample.ts";

const settings: ServiceSettings = {
  baseUrl: "http://127.0.0.1:4010/eu",
  authUrl: "http://127.0.0.1:4010",
  clientId: "the-client",
  clientSecret: "the-secret",
  pollIntervalMs: 250,
  profile: presets.specified,
};
const journey: JourneyRun = { resourceId: "age-check@latest", apiVersion: "v2", subject: person };

/** Runs one journey with a program. */
async function run(command: readonly string[], signal?: AbortSignal): Promise<Report> {
  const client = await programClient(command).connect(settings);
  return client.runJourney(journey, { ...(signal && { signal }) });
}

const sh = (script: string, ...args: readonly string[]) => ["sh", "-c", script, "sh", ...args];
const prints = (text: string) => sh('printf %s "$1" >&2; exit 1', text);

test("a program reads its journey and its service from the environment (spec 4.1, 4.4)", async () => {
  const { output = "" } = await run(sh("env | grep ^JOURNEY_; echo accept"));
  const entries = output.split("\n").filter((line) => line.startsWith("JOURNEY_"));
  const env = Object.fromEntries(entries.map((line) => [line.split("=")[0], line.replace(/^\w+=/, "")]));
  const { JOURNEY_SUBJECT = "", ...others } = env;
  expect(JSON.parse(JOURNEY_SUBJECT)).toEqual(person);
  expect(others).toEqual({
    JOURNEY_BASE_URL: "http://127.0.0.1:4010/eu",
    JOURNEY_AUTH_URL: "http://127.0.0.1:4010",
    JOURNEY_CLIENT_ID: "the-client",
    JOURNEY_CLIENT_SECRET: "the-secret",
    JOURNEY_USERNAME: "user",
    JOURNEY_PASSWORD: "password",
    JOURNEY_RESOURCE_ID: "age-check@latest",
    JOURNEY_API_VERSION: "v2",
    JOURNEY_POLL_SECONDS: "0.25",
  });
});

test("each journey has a program of its own", () => {
  expect(programClient(["true"]).connectsPerJourney).toBe(true);
});

test("a program receives its arguments unchanged", async () => {
  const { output } = await run(sh('printf "[%s]" "$@"; echo; echo accept', "-1", "it's", "", "a  b", "$HOME"));
  expect(output).toContain("[-1][it's][][a  b][$HOME]");
});

const codes = [
  [0, "accept"],
  [10, "reject"],
  [11, "refer"],
  [12, "undecided"],
  [13, "failed"],
  [14, "unknown"],
] as const;

test.each(codes)("the exit code %i of a program that prints no conclusion means %s", async (code, conclusion) => {
  expect(await run(sh(`echo starting; exit ${code}`))).toEqual({ conclusion, output: "starting\n" });
});

test.each([1, 2, 9, 15, 137])("the exit code %i of a program that prints no conclusion is a crash", async (code) => {
  await expect(run(sh(`exit ${code}`))).rejects.toThrow(
    `It exited with code ${code}, and its last line of output is not a conclusion. It printed nothing.`,
  );
});

test.each([
  ["accept", { conclusion: "accept" }],
  ["Reject", { conclusion: "reject" }],
  ["log\n  REFER  \n\n", { conclusion: "refer" }],
  ['{"conclusion":"Undecided"}', { conclusion: "undecided" }],
  ['{"conclusion": "failed", "instanceId": "one", "more": 1}', { conclusion: "failed", instanceId: "one" }],
])("the last line of the output is the conclusion, a word or JSON: %j (spec 4.2)", async (printed, report) => {
  expect(await run(sh('printf %s "$1"', printed))).toEqual({ ...report, output: printed });
});

test.each(["accepted", '{"conclusion":"accepted"}', '{"conclusion":', "accept\ndone"])(
  "a last line that is no conclusion is ignored: %j",
  async (printed) => {
    expect(await run(sh('printf %s "$1"; exit 11', printed))).toEqual({ conclusion: "refer", output: printed });
  },
);

describe("an error that a program leaves unhandled although it prints a conclusion", () => {
  test.each(codes)("is none if it exits with %i, the code of %s, or with 0", async (code, conclusion) => {
    for (const end of [0, code]) {
      const report = await run(sh(`echo ${conclusion}; exit ${end}`));
      expect(report).toEqual({ conclusion, output: `${conclusion}\n` });
    }
  });

  test("is a code of another conclusion, or of a crash", async () => {
    expect(await run(sh("echo oops >&2; echo accept; exit 10"))).toMatchObject({
      conclusion: "accept",
      unhandled: "It printed accept, but exited with code 10. It last printed:\n  oops",
    });
    const { unhandled } = await run(sh("echo refer; exit 1"));
    expect(unhandled).toMatch(/^It printed refer, but exited with code 1\./);
  });

  test("is a signal that kills it", async () => {
    const { unhandled } = await run(sh("echo accept; kill -SEGV $$"));
    expect(unhandled).toMatch(/^It printed accept, but was killed by SIGSEGV\./);
  });

  test.each([
    ["Node", "[UnhandledPromiseRejection: This error originated by throwing]"],
    ["Python's asyncio", "Task exception was never retrieved\nfuture: <Task finished>"],
    ["a thread of Python", "Exception in thread Thread-1 (poll):\nTraceback"],
  ])("is what %s prints about it, even with the exit code 0", async (_, text) => {
    const report = await run(sh('printf "%s\\n" "$1" >&2; echo accept', text));
    expect(report).toMatchObject({
      conclusion: "accept",
      unhandled: expect.stringContaining("left an error unhandled"),
    });
  });

  test("is not the word in a line of a log", async () => {
    const { unhandled } = await run(sh('echo "No Exception in thread pool" >&2; echo accept'));
    expect(unhandled).toBeUndefined();
  });
});

const throws = `
  const start = (depth) => { if (depth > 0) start(depth - 1); else throw new Error("no journey", { cause: new TypeError("bad port") }); };
  start(9);`;
const java = [
  'Exception in thread "main" java.lang.IllegalStateException: no journey',
  ...new Array(30).fill("\tat kit.Client.start(Client.java:12)"),
  "Caused by: java.net.ConnectException: Connection refused",
  "\tat kit.Client.main(Client.java:4)",
  "\t... 30 more",
];
const go = [
  "panic: no journey",
  "",
  "goroutine 1 [running]:",
  ...new Array(9).fill("main.start(0x9)\n\t/kit/client.go:7 +0x1d"),
];
const details = [
  "Error: no journey",
  ...new Array(9).fill("    at start"),
  ...new Array(9).fill("  errno: -111,"),
  "}",
];

test.each([
  ["Node", [process.execPath, "-e", throws], /It last printed:\n(.*\n){0,4} {2}Error: no journey\n/],
  ["Java", prints(java.join("\n")), /printed:\n {2}Exception .*: no journey\n {2}Caused by: .*refused$/],
  ["Go", prints(go.join("\n")), /printed:\n {2}panic: no journey$/],
  ["an error with many details", prints(details.join("\n")), /printed:\n {2}Error: no journey\n(.*\n){4} {2}…$/],
  ["a long line", prints(`${"word ".repeat(59)}${"x".repeat(9_999)}`), /printed:\n {2}(word ){59}…$/],
  ["standard output", sh("echo fine; exit 3"), /exited with code 3.*printed:\n {2}fine$/s],
  ["standard error before standard output", sh("echo fine; echo oops >&2; exit 3"), /printed:\n {2}oops$/],
  ["a signal", sh("kill -TERM $$"), /^It was killed by SIGTERM, .*It printed nothing\.$/],
])("a crash is reported with its error message, without stack frames: %s", async (_, command, problem) => {
  await expect(run(command)).rejects.toThrow(problem);
});

test("only the end of a long output is kept", async () => {
  const { output = "", conclusion } = await run([
    process.execPath,
    "-e",
    "console.log('x'.repeat(3_000_000)); console.log('reject')",
  ]);
  expect(conclusion).toBe("reject");
  expect(output.length).toBeLessThanOrEqual(1_000_000);
  expect(output.endsWith("x\nreject\n")).toBe(true);
});

test("a program that cannot be started is reported once as missing", async () => {
  const problems: string[] = [];
  const client = await programClient(["nosuchprog"], (problem) => problems.push(problem)).connect(settings);
  const expected = '"nosuchprog" cannot be started: spawn nosuchprog ENOENT';
  await expect(client.runJourney(journey)).rejects.toThrow(expected);
  expect(problems).toEqual([expected]);
});

test.skipIf(process.platform === "win32")(
  "a stopped program is killed with its child processes (spec 4.4)",
  async () => {
    const seconds = `200.${process.pid}`; // no other process sleeps as long
    const stop = new AbortController();
    const isRunning = () => spawnSync("pgrep", ["-f", `^sleep ${seconds.replace(".", "[.]")}$`]).status === 0;
    const running = run(sh(`echo thinking; sleep ${seconds} & wait`), stop.signal);
    await expect.poll(isRunning).toBe(true);
    stop.abort();
    await expect(running).rejects.toThrow(/^It was killed\. It last printed:\n {2}thinking$/);
    await expect.poll(isRunning).toBe(false);
  },
);
