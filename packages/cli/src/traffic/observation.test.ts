import type { TrafficExchange } from "@journey-kit/contract-tests/traffic";
import { expect, test } from "vitest";
import { foundGap, learned } from "../../../contract-tests/test/traffic-report.ts";
import { createObservation } from "./observation.ts";

const exchange: TrafficExchange = {
  sequence: 1,
  startedAt: 1_000,
  endedAt: 1_010,
  method: "POST",
  url: "https://eu.example/v2/captain/journey/state/fetch",
  requestHeaders: { authorization: "Bearer secret-token" },
  requestBody: '{"instanceId":"1"}',
  status: 200,
  responseHeaders: {},
  responseBody: '{"status":"InProgress"}',
};

const diagnosis = { hints: [], judged: [], untested: {}, expects: [], profile: undefined, advice: undefined };

/** An observation whose parts keep what they get. */
function observe(earlier?: { readonly readings: Readonly<Record<string, string>> }) {
  const received: TrafficExchange[] = [];
  const diagnosed: (readonly TrafficExchange[])[] = [];
  const observation = createObservation(
    { journeys: [], earlier },
    {
      sanitise: (one) => ({ ...one, requestHeaders: { authorization: "Bearer sample" } }),
      learner: {
        add: (one) => void received.push(one),
        learn: async () => ({ ...learned, gaps: [foundGap], exchanges: received.length }),
        profile: () => {
          throw new Error("Not needed.");
        },
        keep: async () => [],
      },
      diagnose: (exchanges) => {
        diagnosed.push([...exchanges]);
        return diagnosis;
      },
      now: () => Date.UTC(2026, 0, 4, 12),
    },
  );
  return { observation, received, diagnosed };
}

test("sanitises an exchange before anything else sees it", async () => {
  const { observation, received, diagnosed } = observe();
  observation.add(exchange);
  await observation.report();
  const everything = JSON.stringify([received, diagnosed, await observation.record()]);
  expect(received).toHaveLength(1);
  expect(diagnosed).toHaveLength(1);
  expect(everything.match(/Bearer sample/g)).toHaveLength(3);
  expect(everything).not.toContain("secret-token");
});

test("ignores requests that are not to the service", async () => {
  const { observation, received } = observe();
  observation.add({ ...exchange, url: "https://eu.example/favicon.ico", method: "GET" });
  observation.add({ ...exchange, sequence: 2 });
  expect(received.map(({ sequence }) => sequence)).toEqual([2]);
});

test("compares with an earlier profile only if there is one", async () => {
  expect(await observe().observation.report()).toEqual({ learned: expect.anything(), diagnosis });
  const { comparison } = await observe({ readings: { "token-lifetime": "3600s" } }).observation.report();
  expect(comparison?.changed).toMatchObject([{ gap: "token-lifetime", before: ["3600s"], now: ["300s"] }]);
});
