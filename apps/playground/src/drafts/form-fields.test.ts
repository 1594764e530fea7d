import { createSimulatorControl } from "@journey-kit/client/control";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createFieldReader,
  createKey,
  omitUnset,
  problemsUnder,
  swapWithNext,
  toProblems,
  toText,
} from "./form-fields.ts";

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

test("keeps every problem of a value, in order, and the text of an error without a path", async () => {
  const { fetch } = createSimulator();
  const world = createSimulatorControl({ baseUrl: "http://simulator.localhost", fetch }).world("acme");
  const put = world.scenarios.put({ name: "x", rules: [{ when: {}, then: {} }], readings: { "rate-limit": "x" } });
  const refusal = await put.then(
    () => new Error("The simulator accepted the scenario."),
    (error: Error) => error,
  );
  const twice = Object.assign(refusal, {
    errors: ["rules[0].then: First.", "rules[0].then: Second\nline.", "No path here.", "$schema: Third."].map(
      (problem) => ({ problem }),
    ),
  });
  expect([...toProblems(twice)]).toEqual([
    ["rules[0].then", "First. Second\nline."],
    ["", "No path here."],
    ["$schema", "Third."],
  ]);
  expect([...toProblems(new TypeError("Not reached."))]).toEqual([["", "Not reached."]]);
});

test("finds the problems of a part, but not of a part whose name begins alike", () => {
  const problems = new Map([
    ["rules[1]", "a"],
    ["rules[1].when", "b"],
    ["rules[10].when", "c"],
    ["seed", "d"],
    ["seedling.x", "e"],
  ]);
  expect([...problemsUnder(problems, "rules[1]")]).toEqual([
    ["", "a"],
    ["when", "b"],
  ]);
  expect([...problemsUnder(problems, "seed")]).toEqual([["", "d"]]);
});

test("reports each invalid number and object once, and keeps what was entered", () => {
  const read = createFieldReader();
  expect([read.number("n", "1.5"), read.number("unset", ""), read.text(" x ")]).toEqual([1.5, undefined, " x "]);
  expect([read.number("huge", "1e999"), read.integer("big", "9007199254740992")]).toEqual([
    Number.POSITIVE_INFINITY,
    9007199254740992,
  ]);
  expect([read.object("good", '{"a": 1}'), read.object("bad", "{")]).toEqual([{ a: 1 }, {}]);
  read.report("own", "Reported.");
  expect([...read.problems]).toEqual([
    ["huge", "Enter a number."],
    ["big", "Enter a whole number."],
    ["bad", 'Enter a JSON object, such as {"score": 1}.'],
    ["own", "Reported."],
  ]);
});

test("a number becomes a text and the same number again", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.double({ noDefaultInfinity: true, noNaN: true }), (whole, any) => {
      const read = createFieldReader();
      expect(read.integer("a", toText(whole))).toBe(whole);
      expect(Object.is(read.number("b", toText(any)), any === 0 ? 0 : any)).toBe(true);
      expect(read.problems.size).toBe(0);
    }),
  );
  expect(toText(undefined)).toBe("");
});

test("removes unset members only, and gives each row its own key", () => {
  expect(Object.keys(omitUnset({ a: undefined, b: null, c: "", d: 0 }))).toEqual(["b", "c", "d"]);
  const keys = Array.from({ length: 100 }, createKey);
  expect(new Set(keys).size).toBe(100);
});

test("swapping a row twice restores the list, and never loses a row", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 2 }), fc.nat(), (rows, at) => {
      const i = at % (rows.length - 1);
      const swapped = swapWithNext(rows, i);
      expect([swapped[i], swapped[i + 1]]).toEqual([rows[i + 1], rows[i]]);
      expect(swapWithNext(swapped, i)).toEqual(rows);
    }),
  );
});

test("swaps a row with the next one", () => {
  expect(swapWithNext(["a", "b", "c"], 1)).toEqual(["a", "c", "b"]);
});
