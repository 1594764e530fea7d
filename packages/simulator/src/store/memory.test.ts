import { resolveLimits } from "@journey-kit/schemas/tables";
import { describe, expect, test } from "vitest";
import { describeStore, idsIn, initial, muchLater, startComplete, startIn } from "../../test/store-suite.ts";
import { createMemoryStore } from "./memory.ts";
import type { Store } from "./store.ts";

describe("the store in memory", () => {
  describeStore(async (settings, limits) => createMemoryStore(settings, limits));
});

describe("the size limit of the store in memory", () => {
  const open = () => createMemoryStore(() => initial, resolveLimits({ "store-bytes": 50_000 }));

  /** Starts instances in a world until the store is full, and returns how many. */
  async function fill(store: Store, world: string): Promise<number> {
    for (let count = 0; count < 1_000; count += 1) {
      const isStarted = await startIn(store, world, `${world}-${count}`).then(
        () => true,
        (error) => {
          expect(error).toMatchObject({ details: { limit: "store-bytes" } });
          return false;
        },
      );
      if (!isStarted) return count;
    }
    throw new Error("The store is never full.");
  }
  const capacity = () => fill(open(), "a");

  test("the size of all worlds together is limited, and a refused start changes nothing", async () => {
    const store = open();
    const count = await fill(store, "a");
    expect(count).toBeGreaterThan(10);
    expect(await store.list("a")).toHaveLength(count);
    expect([await fill(store, "b"), await store.list("b")]).toEqual([0, []]);
    expect((await store.counters("a")).ordinal).toBe(count);
  });

  test("a removed instance no longer counts towards the size of the store", async () => {
    const store = open();
    const count = await fill(store, "a");
    await store.remove("a", "a-0");
    expect(await fill(store, "b")).toBe(1);
    await store.reset("a");
    await store.reset("b");
    expect(await fill(store, "c")).toBe(count);
  });

  test("every submit adds to the size of the store until the instance is removed", async () => {
    const store = open();
    for (let i = 0; i < 10; i += 1) await startComplete(store, "a", `complete-${i}`);
    expect(10 + (await fill(store, "b"))).toBeLessThan(await capacity());
    await store.reset("b");
    for (let i = 0; i < 10; i += 1) await store.remove("a", `complete-${i}`);
    expect(await fill(store, "c")).toBe(await capacity());
  });

  test("a restored snapshot counts towards the size of the store in place of the content that it replaces", async () => {
    const store = open();
    await startIn(store, "a", "instance-1");
    const saved = await store.state("a");
    for (const id of ["instance-2", "instance-3"]) await startIn(store, "a", id);
    await store.replace("a", saved);
    await store.replace("b", saved);
    expect(2 + (await fill(store, "c"))).toBe(await capacity());
  });

  test("a snapshot that would exceed the size limit is refused and changes nothing", async () => {
    const store = open();
    const count = await fill(store, "a");
    const saved = await store.state("a");
    await expect(store.replace("b", saved)).rejects.toMatchObject({ details: { limit: "store-bytes" } });
    expect([await store.list("b"), await store.list("a")]).toMatchObject([[], { length: count }]);
    await store.replace("a", { ...saved, rows: saved.rows.slice(1) });
    await store.replace("a", saved);
    expect([await store.list("a"), await fill(store, "c")]).toMatchObject([{ length: count }, 0]);
  });

  test("restoring a snapshot deletes finished instances of other worlds to make room", async () => {
    const store = open();
    for (let i = 0; i < 5; i += 1) {
      await startComplete(store, "finished", `finished-${i}`);
      await startComplete(store, "restored", `restored-${i}`);
    }
    const saved = await store.state("restored");
    await store.reset("restored");
    await fill(store, "a");
    const later = { clock: { mode: "frozen", at: muchLater } } as const;
    for (const world of ["finished", "restored"])
      await store.configure(world, (settings) => ({ ...settings, ...later }));
    await store.replace("restored", saved);
    expect([await store.list("finished"), await store.list("restored")]).toMatchObject([[], { length: 5 }]);
  });

  test("checkpoints count towards the size of the store until they are deleted", async () => {
    const store = open();
    for (let i = 0; i < 5; i += 1) await startIn(store, "a", `instance-${i}`);
    await store.saveCheckpoint("a", "kept", 90_000);
    expect(10 + (await fill(store, "b"))).toBe(await capacity());
    await expect(store.saveCheckpoint("a", "more", 90_000)).rejects.toMatchObject({
      details: { limit: "store-bytes" },
    });
    expect(await store.checkpoints("a")).toHaveLength(1);
    await store.removeCheckpoint("a", "more");
    expect(await fill(store, "c")).toBe(0);
    await store.removeCheckpoint("a", "kept");
    expect(await fill(store, "c")).toBe(5);
  });

  test("a full store deletes finished instances first, and each world's own time decides which have finished", async () => {
    const store = open();
    for (let i = 0; i < 5; i += 1) {
      await startComplete(store, "finished", `finished-${i}`);
      await startComplete(store, "running", `running-${i}`);
    }
    await store.configure("finished", (settings) => ({ ...settings, clock: { mode: "frozen", at: muchLater } }));
    await fill(store, "a");
    expect([await idsIn(store, "finished"), await store.list("running")]).toMatchObject([[], { length: 5 }]);
  });

  test("a full store deletes an instance of a world with a real clock only once it has finished at the given system time", async () => {
    const real = { ...initial, clock: { mode: "real", shift: 0 } } as const;
    const limits = resolveLimits({ "store-bytes": 50_000 });
    let system = 1;
    const store = createMemoryStore(() => real, limits, { system: () => system });
    for (let i = 0; i < 5; i += 1) await startComplete(store, "a", `running-${i}`);
    await fill(store, "b");
    expect(await store.list("a")).toHaveLength(5);
    system = muchLater;
    expect([await fill(store, "c"), await store.list("a")]).toMatchObject([expect.any(Number), []]);
  });
});
