import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { readSituation } from "./read-situation.ts";

test("reads the world, the time and the number of instances and requests from a saved situation", async () => {
  const world = createSimulator().world("acme");
  const saved = await world.situation.save();
  expect(readSituation(JSON.stringify(saved))).toEqual({
    content: saved,
    world: "acme",
    savedAt: saved.savedAt,
    instances: 0,
    requests: 0,
  });
});

test("returns no details for JSON that is not a situation, and throws for text that is not JSON", () => {
  expect(readSituation('{"world": 1}')).toMatchObject({
    content: { world: 1 },
    world: undefined,
    instances: undefined,
  });
  expect(() => readSituation("PK")).toThrow(SyntaxError);
});
