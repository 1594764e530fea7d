import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Scenario } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { testPersons } from "../../packages/simulator/src/world/people.ts";
import { toPages } from "../pages/index.ts";
import { toFile } from "../pages/markdown.ts";

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, "../src/content/docs", `${path}.md`), "utf8");

test.each(toPages())("the page $path is up to date; `pnpm emit` regenerates it", (page) => {
  expect(read(page.path)).toBe(toFile(page));
});

test("the page of scenarios lists exactly the test people and scenarios of a running simulator", async () => {
  const { scenarios, always } = await createSimulator().world("reader").scenarios.list(); // `always` is the test people
  const shown = [...read("reference/scenarios").matchAll(/^(?:\| `([\w-]+)` \||- \*\*`([\w-]+)`\*\*)/gm)];
  const known = [
    ...testPersons.map(({ lastName }) => lastName),
    ...scenarios.map(({ name }) => name).filter((name) => name !== always),
  ];
  expect(shown.map(([, person, scenario]) => person ?? scenario).toSorted()).toEqual(known.toSorted());
});

test("a world accepts the example on the page of scenarios", async () => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(read("reference/scenarios")) ?? [];
  const scenario = Scenario.parse(JSON.parse(json));
  const request = new Request(`http://localhost/_sim/worlds/reader/scenarios/${scenario.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: json,
  });
  expect((await createSimulator().fetch(request)).status).toBe(200);
});
