import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { type Served, serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isThorough } from "../../../../vitest.shared.ts";
import { plainCondition } from "../../../contract-tests/src/arbitraries/condition.ts";
import { always } from "../../../contract-tests/test/fault.ts";
import type { Mutation } from "../../../contract-tests/test/mutation.ts";
import { runCli, runUnder, runUntil } from "../../test/terminal.ts";

vi.mock("../terminal/run-page.ts", () => ({ readRunPage: async () => "<!-- run -->" }));

const examples = join(import.meta.dirname, "..", "..", "..", "..", "examples");
let served: Served;
let folder: string;
beforeAll(async () => {
  served = await serveSimulator(createSimulator(), { port: 0 });
  folder = await mkdtemp(join(tmpdir(), "journey-"));
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

/** Runs `client` with flags and a program. */
const client = (flags: readonly string[], ...command: readonly string[]) =>
  runCli("client", "--simulator", served.url, "--seed", "1", ...flags, "--", ...command);

/** Runs `client` with flags and an adapter for the reference client. */
const inProcess = async (mutation: Mutation, ...flags: readonly string[]) =>
  runCli("client", "--seed", "1", "--adapter", await writeAdapter(mutation), ...flags);

async function writeAdapter(mutation: Mutation): Promise<string> {
  const file = join(folder, `${mutation?.replaceAll(" ", "-") ?? "right"}.ts`);
  const reference = JSON.stringify(join(import.meta.dirname, "../../../contract-tests/test/reference-client.ts"));
  const source = `import { createReference } from ${reference};\nexport const adapter = createReference(${JSON.stringify(mutation)});\n`;
  await writeFile(file, source);
  return file;
}

describe.runIf(has("python3"))("the Python client in the examples", () => {
  const program = ["python3", join(examples, "client.py")];

  // The commands of the documentation check all requirements.
  test("does not repeat a lost start (spec 4.2)", { timeout: 300_000 }, async () => {
    const junit = join(folder, "report.xml");
    const flags = ["--only", "start-sent-once", "--min", "10", "--junit", junit];
    const { code, out, err } = await client(flags, ...program);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/\nThe client passes\.\n/) });
    expect(out).toMatch(/^Coverage of all conditions: \d+ % .*\(at least 10 %: reached\)$/m);
    expect(err).toMatch(/^lost-start: ok, \d+ requests\b/m);
    expect(await readFile(junit, "utf8")).toMatch(/<testsuites [^>]*failures="0"/);
  });

  test.runIf(isThorough)("fails if it is broken deliberately (spec 3.1)", { timeout: 300_000 }, async () => {
    const source = await readFile(join(examples, "client.py"), "utf8");
    const mutant = join(folder, "mutant.py");
    const broken = source.replace('in ("Failed", "Error")', '== "Failed"');
    expect(broken).not.toBe(source);
    await writeFile(mutant, broken);
    const { code, out } = await client(["--only", "error-means-failed", "--timeout", "4"], "python3", mutant);
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}error-means-failed: /m);
  });

  test.runIf(isThorough)("runs a v1 journey as v1 (spec 9)", { timeout: 300_000 }, async () => {
    const { code, out } = await client(["--journey", "age-check-v1", "--only", "tells-outcome"], ...program);
    expect({ code, out }).toMatchObject({ code: 0 });
  });
});

describe("a program", () => {
  test("that hangs is stopped with its child processes, and nothing else is run (spec 4.4)", async () => {
    const seconds = `100.${process.pid}`; // no other process sleeps as long
    const flags = ["--timeout", "0.5"];
    const { code, out, err } = await client(flags, "sh", "-c", `echo thinking; sleep ${seconds} & wait`);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^FAIL {2}ends: .*\n {2}The client timed out: it did not finish within 0\.5 s\..* It last printed:\n {4}thinking\.$/m,
    );
    expect(err.match(/^[a-z-]+: fails /gm)).toEqual(["accepted: fails "]);
    expect(out).toContain("so nothing else was run.");
    expect(spawnSync("pgrep", ["-f", `^sleep ${seconds.replace(".", "[.]")}$`]).stdout.toString()).toBe("");
  });

  test("that crashes is reported with its last lines, but never its secret (spec 5)", async () => {
    const file = join(folder, "secret");
    const script = 'echo "$JOURNEY_CLIENT_SECRET" > "$1"; echo "no journey for $JOURNEY_CLIENT_SECRET" >&2; exit 3';
    const { code, out } = await client([], "sh", "-c", script, "sh", file);
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}keeps-secrets: /m);
    expect(out).not.toContain((await readFile(file, "utf8")).trim());
    const crashed = await client([], "sh", "-c", "echo oops >&2; exit 3");
    expect(crashed.code).toBe(1);
    expect(crashed.out).toMatch(
      /^FAIL {2}reports-conclusion: .*\n.*It exited with code 3, and its last line of output is not a conclusion\. It last printed:\n {4}oops/m,
    );
  });

  test("that sends no request does not pass, whatever it prints (spec 4.2)", async () => {
    const { code, out, err } = await client(["--only", "keeps-secrets", "--min", "1"], "echo", "accept");
    expect(code).toBe(1);
    expect(out).toMatch(/\nThe client does not pass\. .*The client sent no request\.\n/);
    expect(out).toContain("Coverage of all conditions: 0 % after 0 requests (at least 1 %: not reached)");
    expect(err).toMatch(/\njourney: The program sent no request\. Does it read JOURNEY_BASE_URL\?\n$/);
  });

  test("that cannot be started exits with 2", async () => {
    expect(await client([], "nosuchprog")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining('journey: "nosuchprog" cannot be started: spawn nosuchprog ENOENT\n'),
    });
  });

  test("receives negative numbers unchanged, even without -- before the program", async () => {
    const flags = ["client", "--simulator", served.url, "--only", "reports-conclusion"];
    const { out } = await runCli(...flags, "sh", "-c", 'echo "got [$1]" >&2; exit 3', "sh", "-1");
    expect(out).toContain("got [-1]");
  });

  test("runs the latest version of the chosen journey (spec 2.1)", async () => {
    const file = join(folder, "journeys");
    const print = ["sh", "-c", 'echo "$JOURNEY_RESOURCE_ID $JOURNEY_API_VERSION" >> "$1"; exit 1', "sh", file];
    for (const [flags, expected] of [
      [["--journey", "age-check"], "age-check@latest v2"],
      [["--journey", "age-check-v1@1"], "age-check-v1@1 v1"],
      [["--api-version", "v1"], "document-and-selfie-v1@latest v1"],
    ] as const) {
      await client(flags, ...print);
      expect((await readFile(file, "utf8")).split("\n")[0]).toBe(expected);
      await rm(file);
    }
  });

  test("without --simulator, runs against a temporary one (spec 4.2)", async () => {
    const { code, out } = await runCli(
      "client",
      "--only",
      "reports-conclusion",
      "--",
      "sh",
      "-c",
      'echo "at $JOURNEY_BASE_URL"; exit 1',
    );
    expect(code).toBe(1);
    expect(out).toMatch(/at http:\/\/127\.0\.0\.1:\d+/);
  });
});

test("an adapter that meets the requirements exits with 0, and shows its coverage on request (spec 4.2)", async () => {
  const only = ["--only", "error-means-failed", "--only", "tells-outcome"];
  const { code, out, err } = await inProcess(undefined, ...only, "--coverage");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^pass {6}tells-outcome .*\n(.*\n)*Requirements: 2 pass, 0 FAIL, 0 warning, 0 untested\. Conditions: \d+ \(seed 1\)\.\nThe client passes\.\n/m,
  );
  expect(out).toMatch(/^Coverage of all conditions: \d+ %/m);
  expect(err).toMatch(/^accepted: ok, \d+ requests\b/m);
  expect(await inProcess(undefined, ...only, "--min", "100")).toMatchObject({ code: 1 });
});

describe("a failure", () => {
  const mistake = "retries a start after a lost response";
  const only = ["--only", "start-sent-once"];

  test("exits with 1, and its replay command repeats it (spec 4.2)", async () => {
    const { code, out } = await inProcess(mistake, ...only, "--poll-seconds", "5");
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}start-sent-once: /m);
    const [, token = "", rest] = /^ {2}Repeat it: journey client --replay (c2\.\S+) (.*)$/m.exec(out) ?? [];
    const file = await writeAdapter(mistake);
    expect(rest).toBe(`--poll-seconds 5 --adapter ${file}`);
    const junit = join(folder, "replay.xml");
    const replayed = await inProcess(mistake, "--replay", token, "--json", "--junit", junit);
    const body = JSON.parse(replayed.out);
    expect([replayed.code, body.passed, body.conditions]).toEqual([1, false, 1]);
    expect(body.failures).toMatchObject([{ id: "start-sent-once", spec: "4.2", strength: "must" }]);
    expect(body.failures[0].condition.faults.rules).toHaveLength(1);
    expect(await readFile(junit, "utf8")).toMatch(/<testsuites [^>]*failures="1"/);
    expect(await inProcess(undefined, "--replay", token)).toMatchObject({ code: 0 });
  });

  test("its replay command quotes the arguments of the program, and starts as the user starts journey", async () => {
    const program = ["sh", "-c", "exit 1", "it's a file.py", "", "plain"];
    const args = ["client", "--simulator", served.url, "--", ...program];
    const { out } = await runUnder(args, undefined, { command: "./journey" });
    expect(out).toMatch(
      /^ {2}Repeat it: \.\/journey client --replay c2\.\S+ -- sh -c 'exit 1' 'it'\\''s a file\.py' '' plain$/m,
    );
  });

  test("--write-test writes it as a test, whose import is relative to the file (spec 4.2)", async () => {
    await mkdir(join(folder, "tests"));
    const file = join(folder, "tests", "start.test.ts");
    await inProcess(mistake, ...only, "--write-test", "vitest", file);
    const written = await readFile(file, "utf8");
    expect(written).toContain(`import { adapter } from "../${mistake.replaceAll(" ", "-")}.ts";`);
    expect(written).toContain('test("start-sent-once: ');
    expect(written).toContain('only: ["start-sent-once"]');
    const python = join(folder, "test_program.py");
    await client([...only, "--only", "reports-conclusion", "--write-test", "pytest", python], "sh", "-c", "exit 1");
    expect(await readFile(python, "utf8")).toContain('CLIENT = ["sh","-c","exit 1"]');
    const none = join(folder, "none.test.ts");
    await inProcess(undefined, ...only, "--write-test", "node", none);
    expect(existsSync(none)).toBe(false);
  });

  test("--share writes it as a file that shows its run, and names the file (spec 4.2)", async () => {
    const shared = join(folder, "shared");
    const { code, out } = await inProcess(mistake, ...only, "--share", shared);
    expect(code).toBe(1);
    expect(out).toContain(`\n  See it: ${join(shared, "start-sent-once.html")}\n`);
    const html = await readFile(join(shared, "start-sent-once.html"), "utf8");
    expect(html).toContain('"requirement":"start-sent-once"');
    expect(await inProcess(undefined, ...only, "--share", join(folder, "none"))).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  test("--condition runs only the condition in a file (spec 4.2)", async () => {
    const condition = { ...plainCondition("v2"), scenario: "referred", readings: { "refer-ends-journey": "yes" } };
    const file = join(folder, "condition.json");
    await writeFile(file, JSON.stringify(condition));
    const flags = ["--condition", file, "--only", "tells-outcome"];
    expect(await inProcess(undefined, ...flags)).toMatchObject({ code: 0 });
    const { code, out } = await inProcess("treats refer as accept", ...flags);
    expect(code).toBe(1);
    expect(out).toContain("Conditions: 1 (seed 1).");
    expect(out).toMatch(/^ {2}Seen under: plain\.$/m);
  });

  test("is added to the summary of a job (spec 4.2)", async () => {
    const summary = join(folder, "summary.md");
    await writeFile(summary, "# Job\n");
    expect((await inProcess(mistake, ...only, "--summary", summary)).code).toBe(1);
    expect(await readFile(summary, "utf8")).toMatch(
      /^# Job\n### Requirements[\s\S]*^\| FAIL \| `start-sent-once` \| /m,
    );
  });

  test("becomes an annotation in GitHub Actions, but not among JSON (spec 4.2)", async () => {
    vi.stubEnv("GITHUB_ACTIONS", "true");
    try {
      const { out } = await inProcess(mistake, ...only);
      expect(out).toMatch(/^::error title=start-sent-once \(spec 4\.2\)::Does not retry .*\n(?!::)/m);
      const json = await client(["--only", "ends", "--json"], "sh", "-c", "exit 1");
      expect(JSON.parse(json.out)).toMatchObject({ passed: false });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("a scenario and faults of your own are the condition custom (spec 4.2)", async () => {
    const faults = join(folder, "faults.json");
    await writeFile(faults, JSON.stringify(always("v2.startJourney", { type: "dropRequest" })));
    const { code, out } = await inProcess(mistake, ...only, "--scenario", "rejected", "--faults", faults, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out).failures[0].seenUnder).toContain("custom");
  });

  test("--except and --allow-untested let a client pass (spec 4.2)", async () => {
    const both = ["--only", "start-sent-once", "--only", "keeps-secrets"];
    expect(await inProcess(mistake, ...both, "--except", "start-sent-once")).toMatchObject({ code: 0 });
    const untested = ["--only", "never-faster-after-error"];
    const impatient = "gives up at the first error";
    expect((await inProcess(impatient, ...untested)).out).toContain("never-faster-after-error was not tested.");
    const allowed = await inProcess(
      impatient,
      ...untested,
      "--only",
      "ends",
      "--allow-untested",
      "never-faster-after-error",
    );
    expect(allowed).toMatchObject({ code: 0 });
  });
});

test("Ctrl-C prints what was found so far, and exits with 1 (spec 4.4)", async () => {
  const args = ["client", "--seed", "1", "--parallel", "1", "--adapter", await writeAdapter("logs its token")];
  const { code, out, err } = await runUntil((printed) => /^rejected: /m.test(printed), ...args);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL {2}keeps-secrets: /m);
  expect(out).toMatch(/\nThe client does not pass\. It fails keeps-secrets\. The check was stopped by the user\.\n$/);
  expect(err).not.toMatch(/^lost-start: /m);
});

// The shorter limit ends before the first journey.
test.each(["0.001", "0.3"])(
  "--seconds %s prints what was found until then, and exits with 1 (spec 4.4)",
  async (limit) => {
    const { code, out } = await inProcess(undefined, "--seconds", limit);
    expect(code).toBe(1);
    expect(out).toMatch(/\nThe client does not pass\. The check was stopped at its time limit\.\n$/);
  },
);

test("--exhaustive runs every schedule for an adapter, and prints what it proved (spec 4.4)", async () => {
  const { code, out } = await inProcess(undefined, "--only", "ends", "--exhaustive", "0");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Complete for at most 0 faults on age-check: \d+ schedules, \d+ different \(state, request, fault\); none fails\.$/m,
  );
});

test.each([
  [
    ["--exhaustive", "1", "--", "true"],
    "--exhaustive needs --adapter: it runs thousands of journeys on an injected clock.",
  ],
  [[], "Pass the program after --, or a module with --adapter."],
  [["--only", "one-tokn", "--", "true"], 'Did you mean "one-token"?'],
  [["--generate", "0", "--", "true"], "--generate must be a whole number from 1 to 100000."],
  [["--parallel", "0", "--", "true"], "--parallel must be a whole number from 1 to 99."],
  [["--api-version", "v3", "--", "true"], "--api-version must be v1 or v2."],
  [["--timeout", "soon", "--", "true"], "--timeout must be a number of seconds greater than 0, such as 0.2 or 10."],
  [["--adapter", "nosuch.ts"], "--adapter: nosuch.ts cannot be loaded: "],
  [
    ["--write-test", "mocha", "x.ts", "--", "true"],
    "--write-test takes one of vitest, jest, node, pytest, and a file.",
  ],
  [["--write-test", "vitest", "--", "true"], "--write-test takes one of vitest, jest, node, pytest, and a file."],
  [["--write-test", "node", "nowhere/x.ts", "--", "true"], "nowhere/x.ts"],
  [["--replay", "c2.cut", "--", "true"], "The replay token is incomplete or comes from another version of the kit."],
  [["--replay", "nope", "--", "true"], "A replay token begins with c2."],
  [["--condition", "nosuch.json", "--", "true"], "nosuch.json does not exist."],
  [["--journey", "age-chek", "--", "true"], 'There is no journey "age-chek". Did you mean "age-check"?'],
  [
    ["--journey", "age-check@7", "--", "true"],
    'There is no version "7" of "age-check". Known versions: age-check@latest, age-check@1.',
  ],
  [["--scenario", "rejectd", "--", "true"], 'There is no scenario "rejectd". Did you mean "rejected"?'],
  [["--scenario", "nothing-like-it", "--", "true"], "To list the scenarios, run journey scenario list."],
] as const)("client %j exits with 2, and says why on one line", async (flags, problem) => {
  const { code, out, err } = await runCli("client", "--simulator", served.url, ...flags);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(problem);
  expect(err).toMatch(/^journey: .*\n$/);
});

test("a file that is no condition, or no adapter, exits with 2", async () => {
  const file = join(folder, "empty.json");
  await writeFile(file, "{}");
  const empty = await client(["--condition", file], "true");
  expect(empty).toMatchObject({
    code: 2,
    err: expect.stringContaining("is not a condition: runs: expected at least one journey"),
  });
  const module = join(folder, "empty.mjs");
  await writeFile(module, "export const other = 1;\n");
  const none = await runCli("client", "--adapter", module);
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining('exports no "adapter" with a method "connect"') });
});

test("a simulator with a list of clients is refused, because each condition needs a new client", async () => {
  const clients = [{ clientId: "a", clientSecret: "b" }];
  const listed = await serveSimulator(createSimulator({ clients }), { port: 0 });
  const { code, err } = await runCli("client", "--simulator", listed.url, "--", "true").finally(listed.close);
  expect(code).toBe(2);
  expect(err).toContain("accepts only the clients it was started with, but this command uses new client ids.");
});
