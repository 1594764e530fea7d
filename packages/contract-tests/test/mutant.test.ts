import { expect, test } from "vitest";
import { type Mutant, readMutated } from "./mutant.ts";
import { mutants } from "./mutants.ts";

test.each(mutants)("the simulator contains the expression that this fault replaces: $fault", async (mutant) => {
  expect(await readMutated(mutant)).toContain(mutant.to);
});

test("the table lists at least fifteen mutants for the cases, and some for the model", () => {
  const byModel = mutants.filter(({ foundBy }) => foundBy === "model").length;
  expect(byModel).toBeGreaterThan(0);
  expect(mutants.length - byModel).toBeGreaterThanOrEqual(15);
  expect(new Set(mutants.map(({ fault }) => fault)).size).toBe(mutants.length);
});

test("readMutated throws if the source does not contain the mutant's expression", async () => {
  const gone: Mutant = { fault: "", file: "v2.ts", from: "no such expression", to: "", foundBy: "model" };
  await expect(readMutated(gone)).rejects.toThrow("0 times instead of once");
});

test("readMutated throws if the mutant's file does not exist", async () => {
  const gone: Mutant = { fault: "", file: "gone.ts", from: "", to: "", foundBy: "model" };
  await expect(readMutated(gone)).rejects.toThrow("The simulator has no file gone.ts.");
});
