import type { Exchange, RequestList } from "@journey-kit/schemas/control";
import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { appendLater, createCacheUpdate } from "./cache-update.ts";
import type { SimulatorEvent } from "./events.ts";
import { maxRequests } from "./list-latest.ts";
import { keys } from "./queries.ts";

const exchange = (sequence: number): Exchange => ({
  sequence,
  requestId: `request-${sequence}`,
  at: "2026-01-01T12:00:00.000Z",
  startedAt: "2026-01-01T12:00:00.000Z",
  duration: 1,
  request: { method: "POST", path: "/", headers: {} },
  response: { status: 200, headers: {} },
  rules: [],
  readings: {},
});
const listTo = (next: number, from = 1): RequestList => ({
  requests: Array.from({ length: next - from + 1 }, (_, i) => exchange(from + i)),
  next,
  dropped: from - 1,
});
const sequences = (list: RequestList | undefined) => list?.requests.map(({ sequence }) => sequence);

test("requests are appended once, in order, or not at all if one is missing", () => {
  fc.assert(
    fc.property(fc.nat(20), fc.array(fc.integer({ min: 1, max: 30 })), (next, sent) => {
      const known = listTo(next);
      const appended = appendLater(known, sent.map(exchange));
      const later = [...new Set(sent)].filter((sequence) => sequence > next);
      const isWhole = sent
        .filter((sequence) => sequence > next)
        .every((sequence) => later.indexOf(sequence) === sequence - next - 1);
      expect(appended === undefined).toBe(!isWhole);
      if (appended === undefined) return;
      expect(sequences(appended)).toEqual(Array.from({ length: next + later.length }, (_, i) => i + 1));
      expect(appended.next).toBe(next + later.length);
    }),
  );
});

test("a list keeps at most the latest 9,999 requests", () => {
  const appended = appendLater(listTo(maxRequests), [exchange(maxRequests + 1)]);
  expect([appended?.requests.length, appended?.requests[0]?.sequence]).toEqual([maxRequests, 2]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const key = keys.requests("server", "acme");

/** A cache and the events that it receives. */
function open() {
  const queries = new QueryClient();
  const bursts: number[] = [];
  const { add, stop } = createCacheUpdate(queries, "server", (events) => void bursts.push(events.length));
  const receive = (...numbers: readonly number[]) => {
    for (const sequence of numbers) add({ type: "exchange", world: "acme", exchange: exchange(sequence) });
  };
  return { queries, bursts, add, stop, receive, shown: () => sequences(queries.getQueryData<RequestList>(key)) };
}

test("events of one burst are applied and reported together", async () => {
  const { queries, bursts, receive, shown } = open();
  queries.setQueryData(key, listTo(2));
  receive(3, 4, 5);
  expect(shown()).toEqual([1, 2]);
  await vi.runAllTimersAsync();
  expect([shown(), bursts]).toEqual([[1, 2, 3, 4, 5], [3]]);
});

test("requests that arrive while the first list loads are appended to it", async () => {
  const { queries, receive, shown } = open();
  const loading = Promise.withResolvers<RequestList>();
  const loaded = queries.fetchQuery({ queryKey: key, queryFn: () => loading.promise });
  receive(3, 4);
  await vi.advanceTimersByTimeAsync(1_000);
  receive(5);
  loading.resolve(listTo(3));
  await loaded;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toEqual([1, 2, 3, 4, 5]);
});

test("a list that lacks a request is read again instead of continued", async () => {
  const { queries, receive, shown } = open();
  queries.setQueryData(key, listTo(2));
  receive(4);
  await vi.runAllTimersAsync();
  expect([shown(), queries.getQueryState(key)?.isInvalidated]).toEqual([[1, 2], true]);
});

test("requests of a world whose list nobody shows are not kept", async () => {
  const { receive, shown, queries } = open();
  receive(1);
  await vi.runAllTimersAsync();
  queries.setQueryData(key, listTo(0));
  await vi.runAllTimersAsync();
  expect([shown(), vi.getTimerCount()]).toEqual([[], 0]);
});

const parts = [
  ...["checkpoints", "faults", "permissions", "profile", "rate", "requests"],
  ...["summary", "clock", "fault-hits", "instances", "coverage"],
];

/** The cached responses that events make the page read again. */
async function invalidatedBy(events: readonly SimulatorEvent[]): Promise<readonly string[]> {
  const { queries, add } = open();
  const cached = [
    keys.worlds("server"),
    keys.journeys("server"),
    ...parts.map((part) => keys.world("server", "acme", part)),
    keys.world("server", "other", "clock"),
    keys.world("tab", "acme", "clock"),
  ];
  for (const queryKey of cached) queries.setQueryData(queryKey, listTo(0));
  for (const event of events) add(event);
  await vi.runAllTimersAsync();
  return cached.filter((queryKey) => queries.getQueryState(queryKey)?.isInvalidated).map((queryKey) => queryKey.join());
}

test("a request makes the page read again what a client can change in its world", async () => {
  expect(await invalidatedBy([{ type: "exchange", world: "acme", exchange: exchange(1) }])).toEqual([
    "server,worlds",
    "server,world,acme,summary",
    "server,world,acme,clock",
    "server,world,acme,fault-hits",
    "server,world,acme,instances",
    "server,world,acme,coverage",
  ]);
});

test("a change of a world makes the page read all of that world again, and no other", async () => {
  const request = { type: "exchange", world: "other", exchange: exchange(1) } as const;
  expect(await invalidatedBy([request, { type: "change", world: "acme" }])).toEqual([
    "server,worlds",
    ...parts.map((part) => `server,world,acme,${part}`),
    "server,world,other,clock",
  ]);
});

test("a change outside all worlds makes the page read the lists of worlds and journeys again", async () => {
  expect(await invalidatedBy([{ type: "change" }])).toEqual(["server,worlds", "server,journeys"]);
});

test("events that wait when the page stops are not applied", async () => {
  const { queries, bursts, receive, stop, shown } = open();
  queries.setQueryData(key, listTo(2));
  receive(3);
  stop();
  await vi.runAllTimersAsync();
  expect([shown(), bursts]).toEqual([[1, 2], []]);
});
