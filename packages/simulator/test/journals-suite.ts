import { resolveLimits } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { createTally, type Entry, type JournalLimits, type Journals, type Numbered } from "../src/journal/journal.ts";

const noCounts = createTally().counts();

/** An entry about an instance. */
export const entryOf = (instanceId: string, more: Partial<Entry> = {}): Entry => ({
  startedAt: 1,
  endedAt: 2,
  clock: { mode: "frozen", at: 0 },
  method: "POST",
  path: "/v2/captain/journey/state/fetch",
  requestHeaders: {},
  requestBody: { instanceId },
  endpoint: "v2.fetchState",
  snapshot: { instanceId, phase: "collecting", stages: [] },
  status: 200,
  responseHeaders: { "x-request-id": instanceId },
  responseText: "{}",
  redactedResponse: undefined,
  refusal: undefined,
  basis: "request-id-always, retention=never",
  fault: undefined,
  notices: [],
  ...more,
});

const fault = { rule: "lossy", action: { type: "dropResponse" }, instanceId: "b" } as const;

/** Defines the tests that all journals must pass. Each test opens new journals. */
export function describeJournals(create: (limits: JournalLimits) => Promise<Journals>): void {
  const open = (size = 100) => create({ size, limits: resolveLimits() });
  const idsOf = (entries: readonly Numbered[]) => entries.map(({ entry }) => entry.snapshot?.instanceId);

  test("numbers the requests of each world, and finds the requests after a given number", async () => {
    const journals = await open();
    for (const id of ["a", "b", "c"]) journals.record("one", entryOf(id));
    journals.record("other", entryOf("d"));
    const { entries, next, dropped } = await journals.find("one", { after: 0, limit: 2 });
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(entries[0]?.entry).toEqual(entryOf("a"));
    expect([next, dropped]).toEqual([2, 0]);
    const more = await journals.find("one", { after: next, limit: 2 });
    expect([idsOf(more.entries), more.next]).toEqual([["c"], 3]);
    expect(await journals.find("nobody", { after: 0, limit: 2 })).toEqual({ entries: [], next: 0, dropped: 0 });
    await journals.close();
  });

  test("without a number to start after, finds the latest requests, oldest first", async () => {
    const journals = await open();
    for (const id of ["a", "b", "c", "d"]) journals.record("one", entryOf(id, { status: id === "c" ? 404 : 200 }));
    const { entries, next, dropped } = await journals.find("one", { limit: 2 });
    expect([idsOf(entries), next, dropped]).toEqual([["c", "d"], 4, 0]);
    expect(idsOf((await journals.find("one", { limit: 2, status: 200 })).entries)).toEqual(["b", "d"]);
    expect(idsOf((await journals.find("one", { limit: 9 })).entries)).toEqual(["a", "b", "c", "d"]);
    expect(await journals.find("nobody", { limit: 2 })).toEqual({ entries: [], next: 0, dropped: 0 });
    await journals.close();
  });

  test("selects requests by endpoint, status and instance", async () => {
    const journals = await open();
    journals.record("one", entryOf("a"));
    journals.record("one", entryOf("b", { status: 404 }));
    journals.record("one", entryOf("a", { endpoint: "v2.startJourney" }));
    const find = async (query: object) => {
      const { entries, next } = await journals.find("one", { after: 0, limit: 9, ...query });
      return [...entries.map(({ sequence }) => sequence), `next ${next}`];
    };
    expect(await find({ instance: "a" })).toEqual([1, 3, "next 3"]);
    expect(await find({ status: 404 })).toEqual([2, "next 3"]);
    expect(await find({ endpoint: "v2.startJourney", instance: "a" })).toEqual([3, "next 3"]);
    await journals.close();
  });

  test("keeps only the latest requests, but counts all requests", async () => {
    const journals = await open(2);
    for (const id of ["a", "b", "c"]) {
      journals.record("one", entryOf(id));
      await journals.find("one", { after: 0, limit: 1 });
    }
    const { entries, dropped } = await journals.find("one", { after: 0, limit: 9 });
    expect([idsOf(entries), dropped]).toEqual([["b", "c"], 1]);
    const { requests, endpoints, phases, basis } = await journals.counts("one");
    expect(requests).toBe(3);
    expect([endpoints.get("v2.fetchState"), phases.get("collecting"), basis.get("retention=never")]).toEqual([3, 3, 3]);
    expect(await journals.counts("nobody")).toEqual(noCounts);
    await journals.close();
  });

  test("finds the last request that a fault hit, by instance", async () => {
    const journals = await open();
    journals.record("one", entryOf("a"));
    journals.record("one", entryOf("b", { fault, snapshot: undefined }));
    journals.record("one", entryOf("b"));
    expect((await journals.findLastFault("one", "b"))?.sequence).toBe(2);
    expect(await journals.findLastFault("one", "a")).toBeUndefined();
    await journals.close();
  });

  test("continues the numbering after the recorded requests of a world are deleted", async () => {
    const journals = await open();
    journals.record("one", entryOf("a"));
    journals.record("one", entryOf("b"));
    await journals.clear("one");
    expect(await journals.find("one", { after: 0, limit: 9 })).toEqual({ entries: [], next: 2, dropped: 2 });
    expect((await journals.counts("one")).requests).toBe(0);
    journals.record("one", entryOf("c"));
    expect((await journals.find("one", { after: 2, limit: 9 })).entries[0]?.sequence).toBe(3);
    await journals.close();
  });

  test("counts every item, however many there are", async () => {
    const journals = await open();
    const ids = Array.from({ length: 60 }, (_, i) => `rule-${i}`);
    for (let times = 1; times <= 2; times += 1) {
      journals.record("one", entryOf("a", { basis: ids.join(", ") }));
      expect((await journals.counts("one")).basis).toEqual(new Map(ids.map((id) => [id, times])));
    }
    await journals.close();
  });

  test("restores requests and counts, and never reuses a request number", async () => {
    const journals = await open();
    const counts = { ...noCounts, requests: 7, basis: new Map([["retention=never", 7]]) };
    await journals.restore("one", [entryOf("a"), entryOf("b")], 5, counts);
    const { entries } = await journals.find("one", { after: 0, limit: 9 });
    expect(entries.map(({ sequence }) => sequence)).toEqual([5, 6]);
    expect(await journals.counts("one")).toEqual(counts);
    await journals.restore("one", [entryOf("c")], 1, noCounts);
    const later = await journals.find("one", { after: 6, limit: 9 });
    expect(later.entries.map(({ sequence }) => sequence)).toEqual([7]);
    await journals.close();
  });

  test("notifies listeners of each request in order, and of each change, until the listeners are removed", async () => {
    const journals = await open();
    journals.record("one", entryOf("before"));
    await journals.find("one", { after: 0, limit: 1 });
    const heard: unknown[] = [];
    const remove = journals.watch((world, added) => heard.push([world, added?.entry.snapshot?.instanceId]));
    for (const id of ["a", "b"]) journals.record("one", entryOf(id));
    await journals.find("one", { after: 0, limit: 1 });
    journals.reportChange("one");
    journals.reportChange();
    await journals.find("one", { after: 0, limit: 1 });
    expect(heard).toEqual([
      ["one", "a"],
      ["one", "b"],
      ["one", undefined],
      [undefined, undefined],
    ]);
    remove();
    journals.record("one", entryOf("after"));
    await journals.find("one", { after: 0, limit: 1 });
    expect(heard).toHaveLength(4);
    await journals.close();
  });

  test("notes the number of the earlier request if a start repeats a start whose response was lost", async () => {
    const journals = await open();
    const start = entryOf("b", { endpoint: "v2.startJourney", fault });
    journals.record("one", entryOf("a"));
    journals.record("one", start, { resourceId: "age-check" });
    journals.record(
      "one",
      {
        ...start,
        fault: undefined,
        snapshot: { ...entryOf("c").snapshot, instanceId: "c", phase: "collecting", stages: [] },
      },
      { resourceId: "age-check" },
    );
    const { entries } = await journals.find("one", { after: 2, limit: 1 });
    expect(entries[0]?.entry.notices).toEqual([
      "This start repeats request 2, whose response was lost. The client started two journeys: b and c.",
    ]);
    await journals.close();
  });
}
