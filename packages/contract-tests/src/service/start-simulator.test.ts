import { expect, test } from "vitest";
import { startSimulator } from "./start-simulator.ts";

test("a started simulator responds through its fetch and on its port (spec 4.1)", async () => {
  const { baseUrl, fetch: inProcess, close } = await startSimulator();
  const worlds = `${baseUrl}/_sim/worlds`;
  const bodies = await Promise.all(
    [fetch(worlds), inProcess?.(new Request(worlds))].map(async (one) => (await one)?.json()),
  );
  expect(bodies[0]).toEqual({ worlds: [] });
  expect(bodies[1]).toEqual(bodies[0]);
  await close();
  await expect(fetch(worlds)).rejects.toThrow(TypeError);
});
