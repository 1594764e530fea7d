import { createSimulatorControl } from "@journey-kit/client/control";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { problemsOf, problemsUnder } from "./problems.ts";
import { swapWithNext } from "./rule-list.tsx";

const { fetch } = createSimulator();
const world = createSimulatorControl({ baseUrl: "http://simulator.localhost", fetch }).world("acme");

const refusalOf = (request: Promise<unknown>): Promise<Error> =>
  request.then(
    () => new Error("The simulator accepted the request."),
    (refusal: Error) => refusal,
  );

test("reads the path of each problem of a refused scenario", async () => {
  const put = world.scenarios.put({
    name: "x",
    readings: { nothing: "x" },
    rules: [{ when: { module: "Liveness" }, then: { outcome: "Medium Risk" } }],
  });
  const problems = problemsOf(await refusalOf(put));
  expect([...problems.keys()]).toEqual(["readings.nothing", "rules[0].then.outcome"]);
  expect(problems.get("readings.nothing")).toBe("unknown gap.");
  expect(problemsUnder(problems, "rules[0]").get("then.outcome")).toContain("Success");
});

test("reads the path of each problem of a refused fault plan", async () => {
  const then = { type: "dropResponse" } as const;
  const set = world.faults.set({ rules: [1, 2].map(() => ({ id: "same", when: {}, then })) });
  expect([...problemsOf(await refusalOf(set))]).toEqual([["rules[1].id", "already used by another rule."]]);
});

test("keeps every problem of a member, in order, and the text of an error without a path", async () => {
  const refusal = await refusalOf(world.scenarios.put({ name: "x", rules: [], readings: { nothing: "x" } }));
  const several = Object.assign(refusal, {
    errors: [
      { problem: "rules[0].then: First.", path: "rules[0].then" },
      { problem: "rules[0].then: Second\nline.", path: "rules[0].then" },
      { problem: "Sentence: no path here." },
    ],
  });
  expect([...problemsOf(several)]).toEqual([
    ["rules[0].then", "First. Second\nline."],
    ["", "Sentence: no path here."],
  ]);
  expect([...problemsOf(new TypeError("Not reached."))]).toEqual([["", "Not reached."]]);
  expect(problemsOf(null).size).toBe(0);
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

test("swapping a rule twice restores the list, and never loses a rule", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 2 }), fc.nat(), (rules, at) => {
      const i = at % (rules.length - 1);
      const swapped = swapWithNext(rules, i);
      expect([swapped[i], swapped[i + 1]]).toEqual([rules[i + 1], rules[i]]);
      expect(swapWithNext(swapped, i)).toEqual(rules);
    }),
  );
});
