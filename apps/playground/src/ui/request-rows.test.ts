import { createJourneyClient } from "@journey-kit/client";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { groupRequests } from "./request-groups.ts";
import { type RequestRow, toRows } from "./request-rows.ts";

/** A token, a start, three polls that read the same, a refused submit and another poll. */
async function readGroups() {
  const simulator = createSimulator({ clock: { mode: "frozen", at: Date.UTC(2026, 0, 31) } });
  const baseUrl = "http://simulator.localhost";
  const auth = { clientId: "acme", clientSecret: "any" };
  const client = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch: simulator.fetch });
  const context = { config: { delivery: "api" }, subject: {} } as const;
  const { instanceId } = await client.v2.startJourney({ resourceId: "age-check@latest", context });
  for (let poll = 0; poll < 3; poll += 1) await client.v2.fetchState({ instanceId });
  await client.v2.fetchState({ instanceId: "unknown" }).catch(() => undefined);
  await client.v2.fetchState({ instanceId });
  return groupRequests((await simulator.world("acme").requests.list()).requests);
}

const groups = await readGroups();
const heading = "polls from 3";
const keysOf = (rows: readonly RequestRow[]) => rows.map(({ key }) => key);

test("lists polls that read the same as one row, newest first", () => {
  const rows = toRows(groups, new Map(), undefined);
  expect(keysOf(rows)).toEqual([7, 6, heading, 2, 1]);
  expect(rows[2]).toMatchObject({ count: 3, isOpen: false, exchange: { sequence: 5 } });
  expect(rows[2]?.change).toBeDefined();
});

test("lists the polls of an open group below its heading", () => {
  const rows = toRows(groups, new Map([[heading, true]]), undefined);
  expect(keysOf(rows)).toEqual([7, 6, heading, 5, 4, 3, 2, 1]);
  expect(rows.filter(({ isInside }) => isInside).map(({ key }) => key)).toEqual([5, 4, 3]);
});

test("opens the group of the selected request, unless the user closed it", () => {
  expect(keysOf(toRows(groups, new Map(), 4))).toContain(4);
  expect(keysOf(toRows(groups, new Map([[heading, false]]), 4))).not.toContain(4);
});
