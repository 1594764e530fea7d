import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runToEnd } from "../../../test/terminal.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "journey-sim-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a file into the scratch folder and gives its path. */
async function write(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const client = { clientId: "one", clientSecret: "hush" };

describe("command line", () => {
  it.each([
    [["--nope"], "Unknown option '--nope'."],
    [["bogus"], 'There is no command "bogus".'],
    [["serve", "twice"], '"twice" is one word too many.'],
    [["journeys", "--port", "1"], '--port does not belong to "journeys".'],
    [["--json"], '--json does not belong to "serve".'],
    [["clock", "stop"], '"clock" has no verb "stop"; it has show, advance, freeze, auto, real.'],
    [["clock", "advance"], '"clock advance" needs HOW-FAR.'],
    [["world", "fork", "one"], '"world fork" needs CLIENT-ID.'],
    [["explain"], '"explain" needs INSTANCE.'],
    [["explain", "one", "two"], '"two" is one word too many.'],
    [["world", "list", "--world", "one"], '--world does not belong to "world list".'],
    [["scenario", "--times", "2"], '--times does not belong to "scenario list".'],
    [["scenario", "arm", "one", "--times", "0"], "--times takes a whole number from 1 to 1000000."],
    [["clock", "advance", "tomorrow"], '"clock advance" takes 90s, 24h, 1h30m, next-event or an ISO 8601 instant.'],
    [["world", "--simulator", "localhost"], "--simulator takes an address such as http://127.0.0.1:4010."],
    [
      ["world", "--simulator", "http://me:hush@localhost"],
      "--simulator takes an address such as http://127.0.0.1:4010.",
    ],
    [["--control-token", "two words"], "--control-token takes letters, digits and signs of ASCII, without spaces."],
    [["--port"], "Option '--port <value>' argument missing."],
    [["--port="], "--port takes a whole number from 0 to 65535."],
    [["--port", "65536"], "--port takes a whole number from 0 to 65535."],
    [["--port", "1e3"], "--port takes a whole number from 0 to 65535."],
    [["--latency", "-1"], "Option '--latency' has no value."],
    [["--latency=-1"], "--latency takes a whole number from 0 to 3600000."],
    [["--seed", "x"], "--seed takes a whole number from 0 to 9007199254740991."],
    [["--region", "mars"], "--region takes eu or us or au."],
    [["--host", "http://x"], "--host takes a host name or an address."],
    [["--allow-host", "a:80"], "--allow-host takes a host name or an address."],
    [["--profile", "obserevd"], "--profile takes specified, observed or the path of a JSON file."],
  ])("%j is told in one line and exit 2", async (args, line) => {
    expect(await runToEnd(...args)).toEqual({
      code: 2,
      out: "",
      err: `journey-sim: ${line} Try journey-sim --help.\n`,
    });
  });

  it("shows help and version, whatever else is asked", async () => {
    const { code, out } = await runToEnd("explain", "--port", "1", "--help");
    expect(code).toBe(0);
    for (const flag of ["--port PORT", "--allow-host HOST", "--profile PROFILE", "-h, --help"])
      expect(out).toContain(flag);
    expect(out.split("\n").every((line) => line.length <= 100)).toBe(true);
    expect(await runToEnd("-v")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });
});

describe("files", () => {
  it.each([
    ["readings", { readings: { "token-scope": "some" } }, "readings.token-scope: expected one of exact, any."],
    ["gaps", { readings: { nowhere: "x" } }, "readings.nowhere: unknown gap."],
    ["presets", { preset: "imagined" }, "preset: "],
    ["members", { reading: {} }, '(root): Unrecognized key: "reading".'],
  ])("of a profile name the path of wrong %s", async (_, content, problem) => {
    const path = await write("profile.json", content);
    const { code, err } = await runToEnd("--profile", path);
    expect(code).toBe(1);
    expect(err).toContain(`journey-sim: ${path}: ${problem}`);
  });

  it.each([
    ["shape", [{ ...client, grants: ["implicit"] }], "[0].grants[0]: "],
    ["repetition", [client, client], "[1].clientId: is listed twice."],
    ["form", "[{", "Expected property name"],
  ])("of clients name the path of a wrong %s, and no secret", async (_, content, problem) => {
    const path = await write("clients.json", content);
    const { code, err } = await runToEnd("--clients", path);
    expect(code).toBe(1);
    expect(err).toContain(`journey-sim: ${path}: ${problem}`);
    expect(err).not.toContain("hush");
  });

  it("that do not exist are told in one line", async () => {
    for (const flag of ["--clients", "--journeys", "--profile"]) {
      expect(await runToEnd(flag, "/nowhere.json")).toEqual({
        code: 1,
        out: "",
        err: "journey-sim: /nowhere.json does not exist.\n",
      });
    }
    expect((await runToEnd("--journeys", await write("file", ""))).err).toMatch(/ is no folder\.\n$/);
    expect((await runToEnd("--clients", folder)).err).toMatch(/ is a folder\.\n$/);
    expect((await runToEnd("--playground", folder)).err).toMatch(/ holds no index\.html\.\n$/);
  });
});

describe("journeys", () => {
  it("are listed as a table with both resource ids (spec 2.1)", async () => {
    const { code, out } = await runToEnd("journeys");
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toMatch(/^PRODUCTION +PREVIEW +GENERATION +VERSION +REGIONS$/);
    expect(out).toMatch(/^document-and-selfie +document-and-selfie-preview +v2 +1 +eu us au$/m);
    expect(out).toMatch(/^full-kyc-v1 +full-kyc-v1-preview +v1 +1 +eu us au$/m);
  });

  it("of a folder are published beside those that ship (spec 2.1)", async () => {
    const own = join(folder, "journeys");
    await mkdir(own);
    const segments = [{ id: "one", interactions: [{ id: "names", pages: [], required: ["FullName"] }], modules: [] }];
    const journey = { id: "mine", name: "Mine", generation: "v2", version: "7", regions: ["us"], segments };
    await write("journeys/mine.json", journey);
    await write("journeys/ignored.txt", "not JSON");
    const { out, err: complaint } = await runToEnd("journeys", "--journeys", own, "--json");
    expect(complaint).toBe("");
    expect(JSON.parse(out)).toContainEqual({
      resourceIds: { production: "mine", preview: "mine-preview" },
      name: "Mine",
      generation: "v2",
      version: "7",
      regions: ["us"],
    });
    const bad = await write("journeys/bad.json", {
      ...journey,
      id: "bad",
      segments: [{ ...segments[0], interactions: [] }],
    });
    const { code, err } = await runToEnd("--journeys", own);
    expect(code).toBe(1);
    expect(err).toBe(`journey-sim: ${bad}:\n  segments: A v2 journey needs at least one interaction node.\n`);
  });
});
