import { expect, test } from "vitest";
import { toJunit } from "./report.ts";

test("a report counts cases by suite and holds only what XML can hold", () => {
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
