import { expect, test } from "vitest";
import { enterService, openService } from "../../test/service.ts";
import { createMemoryStorage, type Storage } from "../context/storage.ts";
import { openDatabaseStorage } from "./open-storage.ts";

const memory = async () => ({ ...createMemoryStorage(), close: async () => undefined });
const kinds: readonly (readonly [string, () => Promise<Storage & { readonly close: () => Promise<void> }>])[] = [
  ["memory", memory],
  ["SQLite", () => openDatabaseStorage("sqlite::memory:")],
];

test.each(kinds)("simulators that share a storage in %s share its worlds, instances and requests", async (_, open) => {
  const { close, ...storage } = await open();
  const [one, other] = [await openService({ storage }), await openService({ storage }, "another")];
  const instanceId = await one.start("age-check@latest");
  const heard: string[] = [];
  one.simulator.events(({ data }) => heard.push(data.world ?? ""));
  const joined = await enterService(other.simulator, "tester");
  const sent = { "content-type": "application/json", authorization: `Bearer ${one.token}` };
  const init = { method: "POST", headers: sent, body: JSON.stringify({ instanceId }) };
  expect(await other.send("/v2/captain/journey/state/fetch", init)).toMatchObject({ status: 200 });
  const { requests } = await joined.world.requests.list();
  expect((await one.world.requests.list()).requests).toEqual(requests);
  expect(requests).toHaveLength(4);
  expect(heard).toContain("tester");
  await other.world.reset();
  await joined.world.reset();
  expect(await one.v2("journey/state/fetch", { instanceId })).toMatchObject({ status: 401 });
  await close();
});
