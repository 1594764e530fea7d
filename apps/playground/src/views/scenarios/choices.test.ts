import { createSimulatorControl } from "@journey-kit/client/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { fromResultValue, toModuleChoices, toResultOptions, toResultValue } from "./choices.ts";

const { fetch } = createSimulator();
const control = createSimulatorControl({ baseUrl: "http://simulator.localhost", fetch });

test("offers the modules of a journey with all their outcomes", async () => {
  await control.publish({
    journey: {
      id: "watched",
      name: "Watched",
      apiVersion: "v2",
      modules: [
        { name: "Watchlist", variants: ["watchlist-v2"], outcomes: [{ name: "Hit", classification: "negative" }] },
      ],
      segments: [
        {
          id: "person",
          interactions: [{ id: "person", pages: [], required: ["FullName"] }],
          modules: [{ module: "Watchlist", variant: "watchlist-v2" }],
        },
      ],
    },
  });
  const watched = await control.journey("watched");
  expect(toModuleChoices([watched], "watched")).toEqual([
    { name: "Watchlist", variants: ["watchlist-v2"], outcomes: [{ name: "Hit", classification: "negative" }] },
  ]);
});

test("offers the modules of the specification until the journeys are loaded (spec 1)", () => {
  const liveness = toModuleChoices([]).find(({ name }) => name === "Liveness");
  expect(liveness).toEqual({
    name: "Liveness",
    variants: ["liveness-v1", "liveness-v2"],
    outcomes: [
      { name: "Success", classification: "positive" },
      { name: "Fail", classification: "negative" },
    ],
  });
});

const modules = toModuleChoices([]);
const usual = {};
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
  const unknown = { outcome: "Watch List" };
  expect(toResultOptions(modules, "Liveness", unknown).at(-1)?.label).toBe("Watch List");
});

test("converts every result to the value of a list option and back", () => {
  const current = { outcome: "Watch List" };
  const values = [...toResultOptions(modules, "", current).map(({ value }) => value), "custom"];
  expect(values.map((value) => toResultValue(fromResultValue(value)))).toEqual(values);
});
