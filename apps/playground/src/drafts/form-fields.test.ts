import { createSimulatorControl } from "@journey-kit/client/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { createFieldReader, problemsUnder, swapWithNext, toProblems } from "./form-fields.ts";

test("reads the path of each problem from a simulator's error", async () => {
  const { fetch } = createSimulator();
  const world = createSimulatorControl({ baseUrl: "http://simulator.localhost", fetch }).world("acme");
  const put = world.scenarios.put({
    name: "x",
    readings: { nothing: "x" },
    rules: [{ when: { module: "Liveness" }, then: { outcome: "Medium Risk" } }],
  });
  const error = await put.then(
    () => new Error("The simulator accepted the scenario."),
    (refusal: Error) => refusal,
  );
  const problems = toProblems(error);
  expect([...problems.keys()]).toEqual(["readings.nothing", "rules[0].then.outcome"]);
  expect(problemsUnder(problems, "rules[0]").get("then.outcome")).toContain("Success");
});

test("reads empty text as unset, and reports invalid numbers and objects", () => {
  const read = createFieldReader();
  expect([read.integer("a", " "), read.integer("b", "12"), read.text(""), read.object("c", "")]).toEqual([
    undefined,
    12,
    undefined,
    undefined,
  ]);
  expect(read.problems.size).toBe(0);
  read.integer("d", "1.5");
  read.object("e", "[]");
  expect([...read.problems.keys()]).toEqual(["d", "e"]);
});

test("swaps a row with the next one", () => {
  expect(swapWithNext(["a", "b", "c"], 1)).toEqual(["a", "c", "b"]);
});
