import { readFileSync } from "node:fs";
import { Scenario } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { scenariosFile, toScenariosPage } from "../scripts/scenarios-page.ts";
import { createSimulator } from "../src/simulator.ts";
import { testPersons } from "../src/world/people.ts";

const page = readFileSync(scenariosFile, "utf8");

test("the page of scenarios is the one that is emitted; `pnpm emit` writes it anew", () => {
  expect(page).toBe(toScenariosPage());
});

test("the page shows every test person and every scenario of the live catalogue, and no others", async () => {
  const { scenarios } = await createSimulator().world("reader").scenarios.list();
  const shown = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  const known = [...testPersons.map(({ lastName }) => lastName), ...scenarios.map(({ name }) => name)];
  expect(shown.toSorted()).toEqual(known.toSorted());
});

test("the example of the page is a scenario that a world takes", async () => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(page) ?? [];
  const scenario = Scenario.parse(JSON.parse(json));
  const request = new Request(`http://localhost/_sim/worlds/reader/scenarios/${scenario.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: json,
  });
  expect((await createSimulator().fetch(request)).status).toBe(200);
});
