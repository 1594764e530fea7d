import { createSimulatorControl } from "@journey-kit/client/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { toModuleChoices } from "./module-choices.ts";

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
