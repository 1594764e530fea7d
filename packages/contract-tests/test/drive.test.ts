import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { type Served, serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { always } from "./fault.ts";
import { runCli } from "./terminal.ts";

const examples = join(import.meta.dirname, "..", "..", "..", "examples");
let served: Served;
let folder: string;
beforeAll(async () => {
  served = await serveSimulator(createSimulator(), { port: 0 });
  folder = await mkdtemp(join(tmpdir(), "journey-contract-"));
});
afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true });
});

/** Whether a program is installed. Prints a warning if it is not. */
function has(program: string): boolean {
  const isThere = spawnSync(program, ["--version"]).status === 0;
  if (!isThere) console.warn(`\n*** ${program} is not installed, so the example that needs it was NOT TESTED. ***\n`);
  return isThere;
}

/** Runs `drive` with flags and a program. */
const drive = (flags: readonly string[], ...command: readonly string[]) =>
  runCli("drive", "--simulator", served.url, "--poll-seconds", "0.05", ...flags, "--", ...command);

/** All requirements in CI; otherwise a few of them. */
const some = ["tells-outcome", "backs-off", "start-sent-once", "own-409-is-done"].flatMap((id) => ["--only", id]);
const [flags, conclusion] = isThorough
  ? [[], /^Requirements: 20 pass, 0 FAIL, 0 warning, 0 untested\.$/m]
  : [some, /^Requirements: 4 pass, 0 FAIL, 0 warning, 0 untested\.$/m];

describe.runIf(has("python3"))("the Python client in the examples", () => {
  test("breaks no requirement (spec 4.2, 4.4, 5)", async () => {
    const junit = join(folder, "report.xml");
    const { code, out, err } = await drive(
      [...flags, "--min", "20", "--junit", junit],
      "python3",
      join(examples, "client.py"),
    );
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(conclusion) });
    expect(err).toMatch(/^lost-submit: reported "accept", \d+ requests$/m);
    expect(await readFile(junit, "utf8")).toMatch(/<testsuites [^>]+ failures="0">/);
  });

  test.runIf(isThorough)("fails if a requirement is deliberately broken (spec 3.1)", async () => {
    const source = await readFile(join(examples, "client.py"), "utf8");
    const mutant = join(folder, "mutant.py");
    await writeFile(mutant, source.replace('in ("Failed", "Error")', '== "Failed"'));
    const { code, out } = await drive(["--only", "failed-is-error", "--timeout", "2"], "python3", mutant);
    expect(code).toBe(1);
    expect(out).not.toContain("..");
    expect(out).toMatch(
      /^FAIL {6}failed-is-error .*\n +in "error", "error-in-state": The journey failed; the client hung: /m,
    );
  });

  test("meets a requirement in a custom situation under other readings (spec 4.4)", async () => {
    const faults = join(folder, "faults.json");
    await writeFile(faults, JSON.stringify(always("v2.startJourney", { delay: 50 })));
    const own = ["--only", "stops-when-final", "--scenario", "rejected", "--faults", faults, "--json"];
    const { code, out } = await drive(
      [...own, "--reading", "token-lifetime=300s"],
      "python3",
      join(examples, "client.py"),
    );
    expect(code).toBe(0);
    const { results } = JSON.parse(out);
    expect(results[0].findings).toContainEqual({ status: "kept", situation: "chosen", calls: [] });
  });
});

describe.runIf(isThorough && has("curl"))("the shell client in the examples", () => {
  test("breaks no requirement (spec 4.2, 4.4, 5)", async () => {
    const { code, out } = await drive(flags, "sh", join(examples, "client.sh"));
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(conclusion) });
  });
});

describe("a program", () => {
  test("that hangs is killed with its child processes, and no other situation is run", async () => {
    const seconds = `100.${process.pid}`; // no other process sleeps as long
    const { code, out, err } = await drive(["--timeout", "1"], "sh", "-c", `echo thinking; sleep ${seconds} & wait`);
    expect(code).toBe(1);
    expect(err).toMatch(/^accepted: hung: It did not finish within 1 s: .* It last printed:\n {2}thinking/m);
    expect(err.match(/^(?!journey-contract: )[a-z-]+: /gm)).toHaveLength(1);
    expect(out).toContain("so nothing else was run.");
    expect(spawnSync("pgrep", ["-f", `^sleep ${seconds.replace(".", "[.]")}$`]).stdout?.toString() ?? "").toBe("");
  });

  test.each([
    [
      "prints no conclusion",
      ["sh", "-c", "echo fine; echo oops >&2; exit 3"],
      "It exited with code 3, and its last line of output is not a conclusion. It last printed:\n  oops",
    ],
    [
      "prints nothing",
      ["false"],
      "It exited with code 1, and its last line of output is not a conclusion. It printed nothing",
    ],
    [
      "is killed by a signal",
      ["sh", "-c", "kill -TERM $$"],
      "It was killed by SIGTERM, and its last line of output is not a conclusion. It printed nothing",
    ],
  ])("that %s is reported as a crash", async (_, command, problem) => {
    const { code, err } = await drive([], ...command);
    expect(code).toBe(1);
    expect(err).toContain(`accepted: crashed: ProgramError: ${problem}`);
  });

  test.each([
    [0, "accept"],
    [10, "reject"],
    [11, "refer"],
    [12, "undecided"],
    [13, "failed"],
    [14, "unknown"],
  ])("the exit code %i of a program that prints nothing means %s", async (code, conclusion) => {
    const { err } = await drive(["--only", "keeps-secrets", "--timeout", "5"], "sh", "-c", `exit ${code}`);
    expect(err).toContain(`accepted: reported "${conclusion}", 0 requests\n`);
  });

  const prints = (text: string) => ["sh", "-c", 'printf %s "$1" >&2; exit 1', "sh", text];
  const throws = `
    const settings = { secret: process.env.JOURNEY_CLIENT_SECRET };
    const start = (depth) => { if (depth > 0) start(depth - 1); else throw new Error("no journey for " + settings.secret, { cause: new TypeError("bad port") }); };
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
    ["Node", [process.execPath, "-e", throws], /It last printed:\n(.*\n){0,4} {2}Error: no journey for …\n/],
    ["Java", prints(java.join("\n")), /printed:\n {2}Exception .*: no journey\n {2}Caused by: .*refused, 0 req/],
    ["Go", prints(go.join("\n")), /printed:\n {2}panic: no journey, 0 req/],
    [
      "an error with many details",
      prints(details.join("\n")),
      /printed:\n {2}Error: no journey\n(.*\n){4} {2}…, 0 req/,
    ],
    ["a long line", prints(`${"word ".repeat(59)}${"x".repeat(9_999)}`), /printed:\n {2}(word ){59}…, 0 req/],
  ])("that crashes is reported with its error message, without stack frames: %s", async (_, command, problem) => {
    const { err } = await drive(["--only", "tells-outcome"], ...command);
    expect(err).toMatch(problem);
  });

  test("that sends no request breaks tells-outcome and fails the required coverage (spec 4.2)", async () => {
    const { code, out, err } = await drive(["--only", "tells-outcome", "--min", "1"], "echo", "accept");
    expect(code).toBe(1);
    expect(out).toMatch(/in "rejected", "referred": The journey was not started; the client reported "accept"\./);
    expect(out).toContain("Coverage of all situations: 0 % after 0 requests (at least 1 %: not reached)");
    expect(err).toMatch(/\njourney-contract: The program sent no request\. Does it read JOURNEY_BASE_URL\?\n$/);
  });

  test("receives negative numbers as arguments unchanged, even without -- before the program", async () => {
    const script = join(folder, "negative.mjs");
    await writeFile(script, "process.exit(process.argv[2] === '-1' ? 10 : 11);");
    const { err } = await runCli("drive", "--only", "tells-outcome", process.execPath, script, "-1");
    expect(err).toContain('rejected: reported "reject"');
  });

  test("may print the outcome as the service spells it (spec 4.2)", async () => {
    const { err } = await drive(["--only", "tells-outcome"], "echo", "Reject");
    expect(err).toMatch(/^rejected: reported "reject", 0 requests$/m);
  });

  test("is not run for an unknown journey, and the error suggests a similar journey (spec 2.1)", async () => {
    const { code, err } = await drive(["--journey", "age-chek@latest"], "echo", "accept");
    expect(code).toBe(2);
    expect(err).toContain('--journey: unknown journey "age-chek@latest". Did you mean "age-check"?');
  });

  test.each([
    ["rejectd", 'There is no scenario "rejectd". Did you mean "rejected"?'],
    [
      "nothing-like-it",
      'There is no scenario "nothing-like-it". To list the scenarios, run journey-sim scenario list.',
    ],
  ])("is not run with the unknown scenario %s, and the error says how to find a scenario", async (name, problem) => {
    const { code, out, err } = await drive(["--scenario", name], "echo", "accept");
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: `journey-contract: ${problem}\n` });
  });

  test.each([
    [["--journey", "age-check@7"], 'unknown version "age-check@7". Known versions: age-check@latest, age-check@1.'],
    [["--journey", "age-check-v1"], '"age-check-v1@latest" is a v1 journey, but `drive` tests only v2.'],
  ])("is not run for an unknown version or a v1 journey: %j (spec 2.1, 9)", async (flags, line) => {
    const { code, out, err } = await drive(flags, "echo", "accept");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`journey-contract: --journey: ${line}`);
  });

  test("runs the latest version of a journey by default, and a v1 journey as v1 (spec 2.1, 9)", async () => {
    const print = ["sh", "-c", 'echo "$JOURNEY_RESOURCE_ID $JOURNEY_GENERATION" >&2; exit 1'];
    const { err } = await drive(["--journey", "age-check"], ...print);
    expect(err).toMatch(/^accepted: crashed: [^\n]+\n {2}age-check@latest v2, 0 requests$/m);
    const { out } = await runCli(
      "readings",
      "--simulator",
      served.url,
      "--journey",
      "age-check-v1",
      "--json",
      "--",
      ...print,
    );
    expect(JSON.parse(out).causes[0].failures[0].problem).toContain(" age-check-v1@latest v1");
  });

  test("is not run on a simulator with a list of clients, because each situation needs a new client", async () => {
    const listed = await serveSimulator(createSimulator({ clients: [{ clientId: "a", clientSecret: "b" }] }), {
      port: 0,
    });
    const { code, err } = await runCli("drive", "--simulator", listed.url, "--", "true").finally(listed.close);
    expect(code).toBe(2);
    expect(err).toContain("accepts only the clients it was started with, but this command uses new client ids.");
  });

  test("without --simulator, runs against a temporary simulator (spec 4.2)", async () => {
    const { code, out } = await runCli(
      "drive",
      "--only",
      "tells-outcome",
      "--",
      "sh",
      "-c",
      'test -n "$JOURNEY_BASE_URL"',
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL +tells-outcome/m);
  });
});
