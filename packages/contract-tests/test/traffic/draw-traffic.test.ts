import { endpointNames, isHosted } from "@journey-kit/schemas/endpoints";
import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { findTarget, type TrafficExchange } from "../../src/traffic/traffic.ts";
import { deviations, plantDeviation } from "./deviations.ts";
import { drawTraffic } from "./draw-traffic.ts";
import { findDifferences } from "./replay.ts";

const seeds = Array.from({ length: runs(5, 50) }, (_, i) => i + 1);

const outline = ({ startedAt, endedAt, method, url, status }: TrafficExchange) => [
  startedAt,
  endedAt,
  method,
  url,
  status,
];

test.each(seeds.slice(0, 5))("seed %i always gives the same traffic (spec 4)", async (seed) => {
  const [one, other] = [await drawTraffic(seed), await drawTraffic(seed)];
  expect(one.exchanges.map(outline)).toEqual(other.exchanges.map(outline));
});

test.each(seeds)(
  "a simulator with the same readings responds equally to the traffic of seed %i (spec 4)",
  async (seed) => {
    const traffic = await drawTraffic(seed);
    expect(await findDifferences(traffic, traffic.profile)).toEqual([]);
  },
);

test("a simulator with other readings responds differently (spec 4.2)", async () => {
  const traffic = await drawTraffic(1, { profile: presets.specified, isFaulty: false });
  expect(await findDifferences(traffic, presets.observed)).not.toEqual([]);
});

test("drawn traffic reaches every endpoint except for hosted pages, and shows faults, refusals and requests without a response (spec 4, 7)", async () => {
  const drawn = await Promise.all(Array.from({ length: 30 }, (_, i) => drawTraffic(i + 1)));
  const exchanges = drawn.flatMap((one) => one.exchanges);
  const reached = new Set(exchanges.map((one) => findTarget(one)?.name));
  const notReached = endpointNames.filter((name) => !isHosted(name) && !reached.has(name));
  expect(notReached).toEqual([]);
  const statuses = new Set(exchanges.map(({ status }) => status));
  expect([...statuses]).toEqual(expect.arrayContaining([0, 200, 201, 400, 401, 403, 404, 409, 415, 503]));
  expect(exchanges.filter(({ responseBody = "" }) => responseBody.includes("INTERNAL_ERROR"))).toEqual([]);
});

test.each(deviations.map((deviation, i) => [deviation.text, deviation, i] as const))(
  "traffic can show that %s",
  async (_, deviation, i) => {
    const { exchanges, planted } = await plantDeviation(deviation, 100 * i + 1);
    expect(exchanges.find(({ sequence }) => sequence === planted)).toBeDefined();
  },
);
