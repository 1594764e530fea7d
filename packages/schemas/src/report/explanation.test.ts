import { expect, test } from "vitest";
import type { Decider, LoggedCommand, Wait } from "../control/index.ts";
import { describeCommand, describeDecider, describeWaits } from "./explanation.ts";

const rule = { scenario: "slow", rule: 2 };

test.each<[Decider, string]>([
  [{ type: "tester" }, "a tester"],
  [{ type: "module" }, "the module"],
  [{ type: "scenario", ...rule }, "rule 2 of scenario slow"],
  [{ type: "scenario", scenario: "slow", rule: "otherwise" }, "the otherwise clause of scenario slow"],
  [
    { type: "module", changedBy: { ...rule, sets: ["advice", "latency"] } },
    "the module (advice and latency by rule 2 of scenario slow)",
  ],
])("names what decided an outcome: %j", (decider, words) => {
  expect(describeDecider(decider)).toBe(words);
});

test.each<[LoggedCommand, string]>([
  [{ type: "start", delivery: "page" }, "start (delivery: page)"],
  [{ type: "submit", elements: ["FullName", "SSN"] }, "submit of FullName, SSN"],
  [{ type: "update", taskId: "one.1" }, "update of task one.1"],
  [{ type: "resolve", module: "Liveness", outcome: "Fail" }, "resolve Liveness as Fail"],
  [{ type: "advance", by: 2_000 }, "advance by 2000 ms"],
  [{ type: "review", outcome: "reject" }, "review: reject"],
  [{ type: "pause" }, "pause"],
])("describes a command: %j", (command, words) => {
  expect(describeCommand(command)).toBe(words);
});

test("says that what follows a pause comes later", () => {
  const data: Wait = { type: "data", kind: "task", id: "birth", taskId: "one.1", missing: ["DateOfBirth"] };
  const words = "data for task one.1 (birth): DateOfBirth";
  expect(describeWaits([data])).toEqual([words]);
  expect(describeWaits([{ type: "resume" }, data])).toEqual(["a tester to resume it", `then ${words}`]);
});
