import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { archiveLatest, listLatest } from "./list-latest.ts";

test("lists the latest requests of a world, oldest first", async () => {
  const { fetch, world } = createSimulator();
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "acme", client_secret: "any" });
  for (let sent = 0; sent < 5; sent += 1)
    await fetch(new Request("http://simulator.localhost/as/token.oauth2", { method: "POST", body }));
  const { requests, next } = await listLatest(world("acme"), 3);
  expect(requests.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  expect(next).toBe(5);
  expect((await listLatest(world("acme"), 9)).requests).toHaveLength(5);
  expect((await archiveLatest(world("acme"))).log.entries).toHaveLength(5);
  expect((await listLatest(world("nobody"), 3)).requests).toEqual([]);
});
