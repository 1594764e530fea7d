import type { Har, RequestList, World } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { archiveLatest, countRequests, listLatest, maxRequests, updateLatest } from "./list-latest.ts";

const body = new URLSearchParams({ grant_type: "client_credentials", client_id: "acme", client_secret: "any" });

/** Creates a world and the function that sends requests to it. */
function createWorld(journalSize?: number) {
  const { fetch, world } = createSimulator(journalSize === undefined ? {} : { journalSize });
  const send = async (times: number) => {
    for (let sent = 0; sent < times; sent += 1)
      await fetch(new Request("http://simulator.localhost/as/token.oauth2", { method: "POST", body }));
  };
  return { acme: world("acme"), world, send };
}

test("lists the latest requests of a world, oldest first", async () => {
  const { world, send } = createWorld();
  await send(5);
  const { requests, next } = await listLatest(world("acme"), 3);
  expect(requests.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  expect(next).toBe(5);
  expect((await listLatest(world("acme"), 9)).requests).toHaveLength(5);
  expect((await listLatest(world("nobody"), 3)).requests).toEqual([]);
});

test("archives only the requests that were chosen, oldest first", async () => {
  const { acme, send } = createWorld();
  await send(3);
  const [first, , third] = (await listLatest(acme, 3)).requests;
  const { log } = await archiveLatest(
    acme,
    [third, first].filter((one) => one !== undefined),
  );
  const idOf = (headers: Har["log"]["entries"][number]["response"]["headers"]) =>
    headers.find(({ name }) => name === "x-request-id")?.value;
  expect(log.entries.map(({ response }) => idOf(response.headers))).toEqual([first?.requestId, third?.requestId]);
});

test("reads only the new requests if the world was not reset", async () => {
  const { acme, send } = createWorld(4);
  await send(3);
  const known = await updateLatest(acme, undefined);
  await send(1);
  const grown = await updateLatest(acme, known);
  expect(grown).toEqual(await listLatest(acme, 9));
  expect(grown.requests[0]).toBe(known.requests[0]);
  await send(2); // drops the two oldest from the journal
  const trimmed = await updateLatest(acme, grown);
  expect(trimmed.requests).toEqual((await listLatest(acme, 9)).requests);
  expect(trimmed.requests[0]).toBe(grown.requests[2]);
});

test("reads all requests again if the world was reset or replaced", async () => {
  const { acme, send } = createWorld();
  await send(2);
  const saved = await acme.snapshot.save();
  const known = await updateLatest(acme, undefined);
  await acme.reset();
  expect((await updateLatest(acme, known)).requests).toEqual([]);
  await send(1);
  expect(await updateLatest(acme, known)).toEqual(await listLatest(acme, 9));
  await acme.snapshot.open(saved);
  expect(await updateLatest(acme, known)).toEqual(await listLatest(acme, 9));
});

test("counts all requests, even those that the journal has dropped", async () => {
  const { acme, send } = createWorld(2);
  await send(5);
  expect(await countRequests(acme)).toBe(5);
});

test("asks for at most the requests that the page keeps, and a grown list drops its oldest", async () => {
  const asked: unknown[] = [];
  const exchanges = Array.from({ length: maxRequests + 5 }, (_, i) => ({ sequence: i + 1, requestId: `${i + 1}` }));
  const world = {
    requests: {
      list: async ({ after, limit = "1" }: { readonly after: string; readonly limit?: string }) => {
        asked.push({ after, limit });
        const requests = exchanges.filter(({ sequence }) => sequence > Number(after)).slice(0, Number(limit));
        return { requests, next: requests.at(-1)?.sequence ?? exchanges.length, dropped: 0 };
      },
    },
  } as unknown as World; // only the list of requests
  const before = { requests: exchanges.slice(0, maxRequests), next: maxRequests, dropped: 0 } as unknown as RequestList; // only their numbers
  const grown = await updateLatest(world, before);
  expect([grown.requests.length, grown.requests[0]?.sequence, grown.next]).toEqual([maxRequests, 6, maxRequests + 5]);
  const first = await updateLatest(world, undefined);
  expect([first.requests.length, first.requests[0]?.sequence]).toEqual([maxRequests, 6]);
  expect(asked).toContainEqual({ after: `${maxRequests}`, limit: `${maxRequests}` });
  expect(asked.slice(-1)).toEqual([{ after: "5", limit: `${maxRequests}` }]);
});
