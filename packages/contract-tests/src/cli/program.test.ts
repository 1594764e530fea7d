import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createSimulator } from "@journey-kit/simulator";
import { type Served, serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../../test/terminal.ts";

describe("command line", () => {
  test.each([
    [["bogus"], 'Unknown command "bogus".'],
    [["cliet"], 'Unknown command "cliet". Did you mean client?'],
    [["help", "clint"], 'Unknown command "clint". Did you mean client?'],
    [["client"], "Pass the program after --, or a module with --adapter."],
    [["client", "--nope", "--", "true"], 'Unknown option "--nope".'],
    [["server", "--junt", "x"], 'Unknown option "--junt". Did you mean --junit?'],
    [["client", "--min", "most", "--", "true"], "--min must be a whole number from 0 to 100."],
    [["client", "--min", "-1", "--", "true"], "--min must be a whole number from 0 to 100."],
    [
      ["client", "--simulator", "ftp://x", "--", "true"],
      "--simulator must be an address such as http://127.0.0.1:4010.",
    ],
    [["client", "--control-token", "x", "--", "true"], "--control-token needs --simulator."],
    [["client", "--journey", "--json", "--", "true"], "--journey needs a value."],
    [["server", "extra"], 'Unexpected argument "extra".'],
  ])("%j prints the problem on one line and exits with 2", async (args, line) => {
    expect(await runCli(...args)).toEqual({
      code: 2,
      out: "",
      err: `journey-contract: ${line} Try journey-contract --help.\n`,
    });
  });

  test("shows the help without arguments or with --help, and the version with -v", async () => {
    for (const args of [[], ["--help"], ["-h"], ["help"]]) {
      const { code, out } = await runCli(...args);
      expect(code).toBe(0);
      expect(out).toMatch(/^ {2}client \[command\] +test a client program against the requirements$/m);
      expect(out.split("\n").every((line) => line.length <= 100)).toBe(true);
    }
    expect(await runCli("-v")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  test.each(["client", "server", "verify-pacts", "calibrate"])("shows the help of %s with an example", async (name) => {
    const { code, out } = await runCli(name, "--help");
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`\\nExample:\\n {2}journey-contract ${name} `));
    expect(out.split("\n").every((line) => line.length <= 100)).toBe(true);
  });

  test.each([
    ["http://127.0.0.1:9", "http://127.0.0.1:9", "fetch blocks this port; use another one"],
    ["localhost:4190", "http://localhost:4190", "fetch blocks this port; use another one"],
    ["127.0.0.1:1023", "http://127.0.0.1:1023", "connection refused"],
  ])("exits with 2 if no simulator responds at %s, and says why", async (given, url, cause) => {
    const { code, err } = await runCli("client", "--simulator", given, "--", "true");
    const advice = "Start one with journey-sim, or omit --simulator.";
    expect({ code, err }).toEqual({
      code: 2,
      err: `journey-contract: No simulator responds at ${url} (${cause}). ${advice}\n`,
    });
  });
});

describe("on a simulator", () => {
  let served: Served;
  beforeAll(async () => {
    const simulator = createSimulator();
    await simulator.world("my-app").clock.set({ mode: "frozen" });
    served = await serveSimulator(simulator, { port: 0 });
  });
  afterAll(() => served.close());

  test("names every command of the check of clients before it was one command as unknown", async () => {
    for (const name of ["drive", "readings", "check", "replay"])
      expect(await runCli(name, "--", "true")).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringContaining(`Unknown command "${name}".`),
      });
  });

  test.runIf(existsSync("/dev/full"))("exits with 1 if the output cannot be written", async () => {
    const program = fileURLToPath(new URL("./cli.ts", import.meta.url));
    const flags = "--json --only token-request --simulator";
    const script = `"${process.execPath}" "${program}" server ${flags} ${served.url} > /dev/full`;
    await expect(promisify(execFile)("sh", ["-c", script])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("journey-contract: Cannot write the output: ENOSPC"),
    });
  });
});
