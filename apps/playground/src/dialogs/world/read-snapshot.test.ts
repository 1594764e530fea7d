import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { readSnapshot } from "./read-snapshot.ts";

test("reads the world, the time and the number of instances and requests from a saved snapshot", async () => {
  const world = createSimulator().world("acme");
  const saved = await world.snapshot.save();
  expect(readSnapshot(JSON.stringify(saved))).toEqual({
    content: saved,
    world: "acme",
    savedAt: saved.savedAt,
    instances: 0,
    requests: 0,
  });
});

test("returns no details for JSON that is not a snapshot, and throws for text that is not JSON", () => {
  expect(readSnapshot('{"world": 1}')).toMatchObject({
    content: { world: 1 },
    world: undefined,
    instances: undefined,
  });
  expect(() => readSnapshot("PK")).toThrow(SyntaxError);
});
