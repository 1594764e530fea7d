import { expect, test } from "vitest";
import { toModuleChoices } from "./module-choices.ts";
import { fromResultValue, toResultOptions, toResultValue } from "./result-options.ts";

const modules = toModuleChoices([]);
const usual = { result: "usual", outcome: "" } as const;
const labelsFor = (module: string) => toResultOptions(modules, module, usual).map(({ label }) => label);

test("offers the outcomes of the module", () => {
  expect(labelsFor("Liveness").slice(1, 3)).toEqual(["Success", "Fail"]);
  expect(labelsFor("Liveness")).not.toContain("Medium Risk");
});

test("for a rule that applies to every module, lists the modules that have each outcome", () => {
  const fail = toResultOptions(modules, "", usual).find(({ label }) => label === "Fail");
  expect(fail?.hint).toBe("Only Facematch, Liveness");
});

test("keeps a chosen outcome that the module does not have", () => {
  const unknown = { result: "outcome", outcome: "Watch List" } as const;
  expect(toResultOptions(modules, "Liveness", unknown).at(-1)?.label).toBe("Watch List");
});

test("converts every result to the value of a list option and back", () => {
  const current = { result: "outcome", outcome: "Watch List" } as const;
  const values = [...toResultOptions(modules, "", current).map(({ value }) => value), "custom"];
  expect(values.map((value) => toResultValue(fromResultValue(value)))).toEqual(values);
});
