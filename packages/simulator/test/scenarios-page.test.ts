import { readFileSync } from "node:fs";
import { Scenario } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { scenariosFile, toScenariosPage } from "../scripts/scenarios-page.ts";
import { createSimulator } from "../src/simulator.ts";
import { testPersons } from "../src/world/people.ts";

const page = readFileSync(scenariosFile, "utf8");

test("the page of scenarios is up to date; `pnpm emit` regenerates it", () => {
  expect(page).toBe(toScenariosPage());
});

test("the page lists exactly the test people and scenarios of a running simulator", async () => {
  const { scenarios, always } = await createSimulator().world("reader").scenarios.list(); // `always` is the test people
  const shown = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  const known = [
    ...testPersons.map(({ lastName }) => lastName),
    ...scenarios.map(({ name }) => name).filter((name) => name !== always),
  ];
  expect(shown.toSorted()).toEqual(known.toSorted());
});

test("a world accepts the example on the page", async () => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(page) ?? [];
  const scenario = Scenario.parse(JSON.parse(json));
  const request = new Request(`http://localhost/_sim/worlds/reader/scenarios/${scenario.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: json,
  });
  expect((await createSimulator().fetch(request)).status).toBe(200);
});
