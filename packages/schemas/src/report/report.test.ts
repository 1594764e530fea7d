import { expect, test } from "vitest";
import { suggest, toColumns, toJunit, toPlain, toTable } from "./index.ts";

test("the JUnit report counts the cases of each suite, and escapes or drops characters that XML does not allow", () => {
  const report = toJunit("all & sundry", [
    { suite: "one", name: "passes" },
    { suite: "two", name: "fails", failure: "because\nof <this>\u0007\uD800" },
    { suite: "one", name: "waits", skipped: "not today" },
  ]);
  expect(report).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="all &amp; sundry" tests="3" failures="1">
  <testsuite name="one" tests="2" failures="0" errors="0" skipped="1" time="0">
    <testcase classname="one" name="passes" time="0"/>
    <testcase classname="one" name="waits" time="0"><skipped message="not today"/></testcase>
  </testsuite>
  <testsuite name="two" tests="1" failures="1" errors="0" skipped="0" time="0">
    <testcase classname="two" name="fails" time="0"><failure message="because">because
of &lt;this&gt;</failure></testcase>
  </testsuite>
</testsuites>
`);
});

test("columns are as wide as their longest cell and can be right-aligned", () => {
  expect(
    toColumns([
      ["a", "1", "x"],
      ["long", "10", ""],
    ]),
  ).toEqual(["a     1   x", "long  10"]);
  expect(
    toColumns(
      [
        ["a", "1"],
        ["long", "10"],
      ],
      [1],
    ),
  ).toEqual(["a      1", "long  10"]);
  expect(toTable(["NAME"], [], (format, text) => `<${format}>${text}`)).toEqual(["<bold>NAME"]);
});

test("`toPlain` escapes control characters and direction marks", () => {
  expect(toPlain("a\u001b[31m\n\u009b\u202e\u2066é😀")).toBe("a\\u001b[31m\\u000a\\u009b\\u202e\\u2066é😀");
});

test.each([
  ["liveness-fails-onc", ["accepted", "liveness-fails-once"], ' Did you mean "liveness-fails-once"?'],
  ["acecpted", ["accepted", "rejected"], ' Did you mean "accepted"?'],
  ["SLOW", ["slow", "stuck"], ' Did you mean "slow"?'],
  ["v3", ["v1", "v2"], ""],
  ["nothing-like-it", ["accepted"], ""],
  ["scenaro", ["scenarios", "scenario"], ' Did you mean "scenario"?'],
])("`suggest(%j, %j)` returns %j", (word, known, expected) => {
  expect(suggest(word, known)).toBe(expected);
});
