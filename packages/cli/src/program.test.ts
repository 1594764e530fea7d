import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runByNpm, runCli, runToEnd } from "../test/terminal.ts";
import { prepareSimulator } from "./simulator/prepare.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "journey-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a file to the scratch folder and returns its path. */
async function write(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const client = { clientId: "one", clientSecret: "hush" };

const simulator = "--simulator must be an address such as http://127.0.0.1:4010.";
const distances = "takes a duration such as 90s or 1h30m, next-event or an ISO 8601 timestamp.";

describe("command line", () => {
  it.each([
    [["serve", "--zzz"], "Unknown option '--zzz'."],
    [["serve", "--prot", "1"], "Unknown option '--prot'. Did you mean --port?"],
    [["bogus"], 'Unknown command "bogus".'],
    [["wrld"], 'Unknown command "wrld". Did you mean "world"?'],
    [["cliet"], 'Unknown command "cliet". Did you mean "client"?'],
    [["help", "wrld"], 'Unknown command "wrld". Did you mean "world"?'],
    [["help", "bogus"], 'Unknown command "bogus".'],
    [["clock", "advnce", "1h"], 'Unknown command "advnce". Did you mean "advance"?'],
    [["world", "profile", "sett"], 'Unknown command "sett". Did you mean "set"?'],
    [["\u001b[31m"], 'Unknown command "\\u001b[31m".'],
    [["--port", "1"], "Unknown option '--port'."],
    [["serve", "twice"], "Too many arguments for 'serve'. Expected 0 arguments but got 1: twice."],
    [["journeys", "--port", "1"], "Unknown option '--port'."],
    [["serve", "--json"], "Unknown option '--json'."],
    [["clock", "advance"], "Missing required argument 'distance'."],
    [["world", "fork", "one"], "Missing required argument 'client-id'."],
    [["explain", "one", "two"], "Too many arguments for 'explain'. Expected 1 argument but got 2: one, two."],
    [["exec"], "Missing required argument 'command'."],
    [["world", "list", "--world", "one"], "Unknown option '--world'."],
    [["world", "show", "--world", "--json"], "--world needs a value."],
    [["scenario", "--times", "2"], "Unknown option '--times'."],
    [["scenario", "arm", "one", "--times", "0"], "--times must be a whole number from 1 to 1000000."],
    [["clock", "advance", "tomorrow"], `"clock advance" ${distances}`],
    [["clock", "advance", "-1h"], "Unknown option '-1h'."],
    [["clock", "advance", "-1"], `"clock advance" ${distances}`],
    [["world", "--simulator", "http://me:hush@localhost"], simulator],
    [["world", "--simulator", "ftp://localhost"], simulator],
    [
      ["serve", "--control-token", "two words"],
      "--control-token must be 1 to 4096 printable ASCII characters without spaces.",
    ],
    [["serve", "--port"], "Option '--port <port>' argument missing."],
    [["serve", "--port="], "--port must be a whole number from 0 to 65535."],
    [["serve", "--port", "65536"], "--port must be a whole number from 0 to 65535."],
    [["serve", "--port", "1e3"], "--port must be a whole number from 0 to 65535."],
    [["serve", "--latency", "-1"], "--latency must be a whole number from 0 to 3600000."],
    [["serve", "--latency=-1"], "--latency must be a whole number from 0 to 3600000."],
    [["world", "rate", "-1"], "<calls> must be a whole number from 0 to 1000000."],
    [["serve", "--seed", "x"], "--seed must be a whole number from 0 to 9007199254740991."],
    [["serve", "--limit", "instnces=5"], '--limit: there is no limit with this name. Did you mean "instances"?'],
    [["world", "show", "--world", "."], "--world must be a client id other than . and .. with 1 to 256 characters."],
    [["try", "--client-id="], "--client-id must be a client id other than . and .. with 1 to 256 characters."],
    [["serve", "--limit", "instances"], "--limit must be a limit and its value, such as instances=1000."],
    [["serve", "--limit", "store-bytes=2GB"], "--limit must be a limit and its value, such as store-bytes=64MiB."],
    [["serve", "--otlp", "collector:x"], "--otlp must be an address such as http://127.0.0.1:4318."],
    [["exec", "--otlp", "grpc://collector:4317", "true"], "--otlp must be an address such as http://127.0.0.1:4318."],
    [["exec", "--seed", "-1", "true"], "--seed must be a whole number from 0 to 9007199254740991."],
    [["exec", "--limit", "worlds=-1", "true"], "--limit must be a limit and its value, such as worlds=1000."],
    [["serve", "--store", "worlds.db"], "--store must be sqlite:FILE or a postgres:// URL."],
    [["serve", "--region", "mars"], "--region must be eu, us or au."],
    [["serve", "--log", "jsn"], '--log must be text or json. Did you mean "json"?'],
    [["serve", "--host", "http://x"], "--host must be a host name or an IP address."],
    [["serve", "--host", "--quiet"], "--host must be a host name or an IP address."],
    [["serve", "--allow-host", "a:80"], "--allow-host must be a host name or an IP address."],
    [["serve", "--cors", "app.example"], "--cors must be an origin such as https://app.example, or *."],
    [["serve", "--cors", "https://app.example/page"], "--cors must be an origin such as https://app.example, or *."],
    [["serve", "--tls-key", "key.pem"], "Use --tls-cert and --tls-key together."],
    [
      ["serve", "--profile", "obserevd"],
      '--profile must be "specified", "observed" or the path of a JSON file. Did you mean "observed"?',
    ],
    [["requests", "--fail"], "--fail needs --deprecated."],
    [["client", "--nope", "--", "true"], "Unknown option '--nope'."],
    [["client", "--min", "most", "--", "true"], "--min must be a whole number from 0 to 100."],
    [["client", "--min", "-1", "--", "true"], "--min must be a whole number from 0 to 100."],
    [["client", "--simulator", "ftp://x", "--", "true"], simulator],
    [["client", "--control-token", "x", "--", "true"], "--control-token needs --simulator."],
    [["client", "--journey", "--json", "--", "true"], "--journey needs a value."],
    [["server", "--junt", "x"], "Unknown option '--junt'. Did you mean --junit?"],
    [["server", "extra"], "Too many arguments for 'server'. Expected 0 arguments but got 1: extra."],
  ])("reports the arguments %j as a one-line usage error and exits with code 2", async (args, line) => {
    expect(await runToEnd(...args)).toEqual({
      code: 2,
      out: "",
      err: `journey: ${line} Try journey --help.\n`,
    });
  });

  const commands = [
    ...["serve", "try", "exec", "openapi", "explain", "coverage", "client", "server", "calibrate", "pacts"],
    ...["world profile set", "clock advance", "journeys publish"],
  ];
  it.each(["", ...commands])("shows the version, and help for %j within 100 columns", async (command) => {
    const { code, out, err } = await runToEnd(...command.split(" ").filter(Boolean), "--help");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(new RegExp(`^Usage: journey ${command}`));
    expect(out).toMatch(/\nExamples?:\n {2}journey/);
    expect(out.split("\n").every((line) => line.length <= 100)).toBe(true);
    expect(await runToEnd("-v")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  it("shows the commands in groups, also without arguments or with help", async () => {
    for (const args of [[], ["-h"], ["help"]]) {
      const { code, out } = await runToEnd(...args);
      expect(code).toBe(0);
      expect(out.match(/^[A-Z].*(?=:\n {2}[a-z]+ )/gm)).toEqual([
        "Run the simulator",
        "Work with worlds",
        "Test a client",
        "Test a server",
        "Learn from traffic",
        "Work with an agent",
        "Commands",
        "Examples",
      ]);
      expect(out).toMatch(/^ {2}client \[command\] +test a client program against the requirements$/m);
    }
  });

  it.each(["drive", "readings", "check", "replay", "journey", "verify-pacts"])(
    "the earlier command %s is unknown",
    async (name) => {
      const { code, out, err } = await runCli(name, "--", "true");
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(`Unknown command "${name}".`);
    },
  );

  it.each(["--cors", "--allow-host"])("the help says that %s is repeatable", async (flag) => {
    const { out } = await runToEnd("serve", "--help");
    const description = out.split(/\n {2}(?=-)/).find((option) => option.startsWith(flag));
    expect(description?.replaceAll(/\s+/g, " ")).toMatch(/; repeatable ?$/);
  });

  it("explains how to pass flags through npm", async () => {
    const { code, err } = await runByNpm("serve", "4020");
    expect({ code, err }).toEqual({
      code: 2,
      err:
        "journey: Too many arguments for 'serve'. Expected 0 arguments but got 1: 4020. Try ./journey --help. " +
        "With npm, put flags after --: npm start -- --flag value\n",
    });
  });
});

it.each([[[]], [["--"]]])(
  "exec passes negative numbers to its command unchanged, with %j before the command",
  async (end) => {
    const script = await write("negative.cjs", "process.exit(process.argv[2] === '-1' ? 7 : 1);");
    expect(await runCli("exec", "--seed", "2", ...end, process.execPath, script, "-1")).toMatchObject({
      code: 7,
      err: "",
    });
  },
);

it("reports why a store cannot be opened, without the database password", async () => {
  const { code, err } = await runToEnd("serve", "--store", "sqlite:/nowhere/worlds.db");
  expect({ code, err }).toEqual({ code: 2, err: "journey: --store: SQLite: unable to open database file.\n" });
  const refused = await runToEnd("serve", "--store", "postgres://sim:hush@127.0.0.1:1/sim");
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/^journey: --store: PostgreSQL cannot be reached \(ECONNREFUSED\)\.\n$/);
});

describe("files", () => {
  it.each([
    [
      "an unknown reading",
      { readings: { "token-scope": "some" } },
      "readings.token-scope: expected one of exact, any.",
    ],
    ["an unknown gap", { readings: { nowhere: "x" } }, "readings.nowhere: unknown gap."],
    ["an unknown preset", { preset: "imagined" }, "preset: "],
    ["an unknown member", { reading: {} }, '(root): Unrecognized key: "reading".'],
  ])("reports the path of %s in a profile file", async (_, content, problem) => {
    const path = await write("profile.json", content);
    const { code, err } = await runToEnd("serve", "--profile", path);
    expect(code).toBe(2);
    expect(err).toContain(`journey: ${path}: ${problem}`);
  });

  it.each([
    ["an unknown grant", [{ ...client, grants: ["implicit"] }], "[0].grants[0]: "],
    ["a duplicate client id", [client, client], "[1].clientId: duplicate client id."],
  ])("reports the path of %s in a clients file without quoting a secret", async (_, content, problem) => {
    const path = await write("clients.json", content);
    const { code, err } = await runToEnd("serve", "--clients", path);
    expect(code).toBe(2);
    expect(err).toContain(`journey: ${path}: ${problem}`);
    expect(err).not.toContain("hush");
  });

  it.each([
    ['[{"clientSecret": "hush", }]', " is not valid JSON: see line 1 column 27."],
    ["[hush", " is not valid JSON."],
  ])("refuses a clients file that is not JSON (%j) without quoting a secret", async (content, problem) => {
    const path = await write("clients.json", content);
    expect(await runToEnd("serve", "--clients", path)).toEqual({
      code: 2,
      out: "",
      err: `journey: ${path}${problem}\n`,
    });
  });

  it("reports a missing file in one line", async () => {
    for (const flag of ["--clients", "--journeys", "--profile"]) {
      expect(await runToEnd("serve", flag, "/nowhere.json")).toEqual({
        code: 2,
        out: "",
        err: "journey: /nowhere.json does not exist.\n",
      });
    }
    expect((await runToEnd("serve", "--journeys", await write("file", ""))).err).toMatch(/ is not a folder\.\n$/);
    expect((await runToEnd("serve", "--clients", folder)).err).toMatch(/ is a folder, not a file\.\n$/);
    expect((await runToEnd("serve", "--playground", folder)).err).toMatch(/ has no index\.html\.\n$/);
  });
});

describe("openapi", () => {
  it("prints the OpenAPI document of an API under a profile (spec 4)", async () => {
    const titleOf = async (...args: readonly string[]) =>
      JSON.parse((await runToEnd("openapi", ...args)).out).info.title;
    expect(await titleOf()).toBe("Journey service, v2");
    expect(await titleOf("control")).toBe("Journey simulator, control API");
    const { out } = await runToEnd("openapi", "v1", "--profile", "observed");
    expect(out).toBe(await readFile(new URL("../../schemas/json/observed/openapi-v1.json", import.meta.url), "utf8"));
  });

  it("refuses a document that does not exist", async () => {
    const { code, err } = await runToEnd("openapi", "v3");
    expect([code, err]).toEqual([2, expect.stringContaining("[document] must be v1, v2, token or control.")]);
  });
});

describe("journeys", () => {
  it("publishes the journeys in a folder alongside the built-in ones (spec 2.1)", async () => {
    const own = join(folder, "journeys");
    await mkdir(own);
    const segments = [{ id: "one", interactions: [{ id: "names", pages: [], required: ["FullName"] }], modules: [] }];
    const journey = { id: "mine", name: "Mine", apiVersion: "v2", version: "7", regions: ["us"], segments };
    await write("journeys/mine.json", journey);
    await write("journeys/ignored.txt", "not JSON");
    const { published } = await prepareSimulator({ profile: "specified", region: "eu", seed: 1, journeys: own });
    expect(published.filter(({ definition }) => definition.id === "mine")).toMatchObject([
      { environment: "preview", resourceId: "mine-preview", regions: ["us"] },
      { environment: "production", resourceId: "mine", regions: ["us"] },
    ]);
    const bad = await write("journeys/bad.json", {
      ...journey,
      id: "bad",
      segments: [{ ...segments[0], interactions: [] }],
    });
    const { code, err } = await runToEnd("serve", "--journeys", own);
    expect(code).toBe(2);
    expect(err).toBe(`journey: ${bad}:\n  segments: A v2 journey needs at least one interaction node.\n`);
  });
});
