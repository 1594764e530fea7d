import { expect, test } from "vitest";
import { renderUsageProblem } from "./help.ts";

test.each([
  [
    "commander.unknownOption",
    "error: unknown option '--prot'\n(Did you mean --port?)",
    'Unknown option "--prot". Did you mean --port?',
  ],
  [
    "commander.excessArguments",
    "error: too many arguments for 'x'. Expected 1 argument but got 2: a, b.",
    'Unexpected argument "b".',
  ],
  ["commander.optionMissingArgument", "error: option '-o, --out <file>' argument missing", "--out needs a value."],
  [
    "commander.conflictingOption",
    "error: option '-a, --all' cannot be used with option '--one <name>'",
    "--all cannot be used with --one.",
  ],
  ["commander.unknownOption", "error: unknown option '-1h'", '"-1h" must not be negative.'],
])("formats Commander's error %s as one line", (code, message, expected) => {
  expect(renderUsageProblem(code, message)).toBe(expected);
});
