import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { WorldSnapshot } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { createSimulator } from "../../src/simulator.ts";
import { noon } from "../service.ts";

const folder = import.meta.dirname;
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const files = globSync("v+([0-9]).json", { cwd: folder });

test("there is a file of every version of the file format, from 1 to the current one", () => {
  const versions = files.map((file) => read(file).version).toSorted((one, other) => one - other);
  expect(versions).toEqual(Array.from({ length: WorldSnapshot.shape.version.value }, (_, i) => i + 1));
  for (const file of files) expect(file).toBe(`v${read(file).version}.json`);
});

test.each(files)("the world in %s opens, and its instances have the recorded explanations", async (file) => {
  const snapshot = read(file);
  const world = createSimulator({ open: snapshot, now: () => noon }).world(snapshot.world);
  const { instances } = await world.instances();
  const explanations = await Promise.all(instances.map(({ instanceId }) => world.instance(instanceId).explain()));
  const recorded = read(file.replace(/json$/, "explanations.json"));
  expect(explanations).toHaveLength(recorded.length);
  expect(explanations).toMatchObject(recorded); // an explanation may have new members
  const { requests } = await world.requests.list({ limit: "1000" });
  expect(requests.map(({ sequence }) => sequence)).toEqual(
    snapshot.requests.map(({ sequence }: { sequence: number }) => sequence),
  );
  const { armed } = await world.scenarios.list();
  expect(armed).toEqual(snapshot.armed);
  expect((await world.faults.hits()).hits).toHaveLength(snapshot.faults.hits.length);
});
