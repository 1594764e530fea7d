import { describe, expect, test } from "vitest";
import { runVerb } from "../../test/terminal.ts";

describe("command line", () => {
  test.each([
    [["bogus"], 'There is no verb "bogus".'],
    [["drive"], '"drive" needs -- COMMAND.'],
    [["drive", "python3", "client.py"], '"python3" is one word too many. A program stands behind --.'],
    [["drive", "--nope", "--", "true"], "Unknown option '--nope'."],
    [["drive", "--min", "most", "--", "true"], "--min takes a percentage, a whole number from 0 to 100."],
    [
      ["drive", "--simulator", "localhost", "--", "true"],
      "--simulator takes an address such as http://127.0.0.1:4010.",
    ],
    [["drive", "--control-token", "x", "--", "true"], "--control-token needs --simulator."],
  ])("%j is told in one line and exit 2", async (args, line) => {
    expect(await runVerb(...args)).toEqual({
      code: 2,
      out: "",
      err: `journey-contract: ${line} Try journey-contract --help.\n`,
    });
  });

  test("shows help, help of a verb and version", async () => {
    for (const args of [[], ["--help"], ["-h"]]) {
      const { code, out } = await runVerb(...args);
      expect(code).toBe(0);
      expect(out).toMatch(/^ {2}drive -- COMMAND +runs a program of any language/m);
      expect(out.split("\n").every((line) => line.length <= 110)).toBe(true);
    }
    expect((await runVerb("drive", "--help")).out).toMatch(/^ {6}--scenario NAME +/m);
    expect(await runVerb("-v")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  test("says in one line that no simulator answers", async () => {
    const { code, err } = await runVerb("drive", "--simulator", "http://127.0.0.1:9", "--", "true");
    expect(code).toBe(1);
    expect(err).toMatch(/^journey-contract: No simulator answers at http:\/\/127\.0\.0\.1:9\. [^\n]+\n$/);
  });
});
