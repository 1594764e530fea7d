import { permissions } from "@journey-kit/schemas/endpoints";
import { testPeople } from "@journey-kit/schemas/personal";
import { presets, resolveLimits } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../vitest.shared.ts";
import {
  applyCommand,
  type InstanceRecord,
  instanceTime,
  replay,
  type StartCommand,
  settle,
  startInstance,
} from "../src/engine/commands.ts";
import type { EarlierRuns } from "../src/engine/instance.ts";
import { ok, refuse } from "../src/engine/result.ts";
import { countRuns } from "../src/engine/subject.ts";
import {
  emptyState,
  noCounts,
  type PublishedJourney,
  type Settings,
  type Store,
  type StoreLimits,
  type WorldState,
} from "../src/store/store.ts";
import { type Armed, arm, countCall, noCounters, useToken } from "../src/world/counters.ts";
import { noFaults } from "../src/world/fault.ts";
import { startOf } from "./arbitraries.ts";
import { subjectOf, termsFor } from "./samples.ts";
import { story } from "./story.ts";

const terms = termsFor("identity-check");
/** The settings of a new world in the tests. */
export const initial: Settings = {
  clock: { mode: "frozen", at: 0 },
  profile: presets.specified,
  scenario: testPeople,
  scenarios: [],
  faults: noFaults,
  callsPerMinute: 60,
  permissions,
  epoch: 1,
};

const startWith = (instanceId: string, ordinal: number): StartCommand => ({
  type: "start",
  apiVersion: "v2",
  at: 0,
  instanceId,
  ordinal,
  resource: { id: "age-check", version: "latest" },
  region: "eu",
  delivery: "api",
  linkExpiresAt: undefined,
  uid: undefined,
  subject: {},
});

const nobody = { person: undefined, now: 1 };
const lifetime = { expiresAt: 120, now: 1 };

const armIn = (store: Store, armed: Armed) =>
  store.updateCounters("a", (counters) => [arm(counters, armed), undefined]);

/** Starts an instance in a world whose time is `now`. */
export async function startIn(store: Store, world: string, id: string, now = 1): Promise<InstanceRecord> {
  const result = await store.start(world, { ...nobody, now }, ({ ordinal, armed }) => {
    const command = startWith(id, ordinal);
    const started = startInstance(terms, command);
    return started.ok ? ok({ record: started.value, command, consumesArmed: armed !== undefined }) : started;
  });
  if (!result.ok) throw new Error("not started");
  return result.value.record;
}

const submit = (store: Store, world: string, id: string, name: string) =>
  store.update(world, id, 1, (record) => {
    const interaction = name === "CurrentAddress" ? "address" : "person";
    const command = {
      type: "submit",
      at: 1,
      interactionId: `identity-check:interaction:${interaction}@latest`,
      participants: [name],
      subject: subjectOf(name),
    } as const;
    const applied = applyCommand(settle(record, command.at), command);
    const change = () => (applied.ok ? ok({ record: applied.value, command }) : applied);
    return { person: undefined, change };
  });

const elements = ["FullName", "DateOfBirth", "CurrentAddress"];

/** A time at which an instance with all elements has finished. */
export const muchLater = 86_400_000;

/** Starts an instance that finishes before {@link muchLater}. */
export async function startComplete(store: Store, world: string, id: string): Promise<void> {
  await startIn(store, world, id);
  for (const name of elements) await submit(store, world, id, name);
}

/** The ids of the instances of a world, oldest first. */
export const idsIn = async (store: Store, world: string): Promise<readonly string[]> =>
  (await store.list(world)).map(({ instance }) => instance.id);

/** Defines the tests that every store must pass. Each test opens a new store. */
export function describeStore(open: (initial: () => Settings, limits: StoreLimits) => Promise<Store>): void {
  const openEmpty = (limits: Partial<StoreLimits> = {}) => open(() => initial, resolveLimits(limits));

  test("returns an instance only in its own world", async () => {
    const store = await openEmpty();
    const record = await startIn(store, "a", "instance-1");
    expect(await store.read("a", "instance-1")).toEqual(record);
    expect(await store.read("b", "instance-1")).toBeUndefined();
    expect(await store.findWorld("instance-1")).toBe("a");
  });

  test("concurrent starts in a world get different ordinals", async () => {
    const store = await openEmpty();
    const ids = Array.from({ length: 50 }, (_, i) => `instance-${i}`);
    const started = await Promise.all([...ids.map((id) => startIn(store, "a", id)), startIn(store, "b", "other")]);
    const ordinals = started.slice(0, 50).map(({ instance }) => instance.ordinal);
    expect(ordinals.toSorted((one, other) => one - other)).toEqual(ids.map((_, i) => i + 1));
    expect(started.at(-1)?.instance.ordinal).toBe(1);
  });

  test("a refused start uses no ordinal", async () => {
    const store = await openEmpty();
    expect(await store.start("a", nobody, () => refuse("MISSING_FIELD", "No."))).toMatchObject({ ok: false });
    expect((await startIn(store, "a", "instance-1")).instance.ordinal).toBe(1);
  });

  test.each<[string, (store: Store, fail: () => never) => Promise<unknown>]>([
    ["change of settings", (store, fail) => store.configure("a", fail)],
    ["change of the counters", (store, fail) => store.updateCounters("a", fail)],
    ["start", (store, fail) => store.start("a", nobody, fail)],
  ])("a %s that throws does not create the world", async (_, call) => {
    const store = await openEmpty();
    const failing = call(store, () => {
      throw new Error("No.");
    });
    await expect(failing).rejects.toThrow("No.");
    expect(await store.worlds()).toEqual([]);
  });

  test("a start that is refused does not create the world", async () => {
    const store = await openEmpty();
    await store.start("a", nobody, () => refuse("MISSING_FIELD", "No."));
    expect(await store.worlds()).toEqual([]);
  });

  test("passes the current settings of the world to a start and an update (spec 5)", async () => {
    const store = await openEmpty();
    const epochs: number[] = [];
    await startIn(store, "a", "instance-1");
    const saved = await store.state("a");
    await store.reset("a");
    await store.replace("a", saved);
    await store.start("a", nobody, ({ settings }) => {
      epochs.push(settings.epoch);
      return refuse("MISSING_FIELD", "No.");
    });
    await store.update("a", "instance-1", 1, (_, settings) => {
      epochs.push(settings.epoch);
      return { person: undefined, change: () => refuse("MISSING_FIELD", "No.") };
    });
    expect(epochs).toEqual([2, 2]);
  });

  test("applies concurrent updates of an instance in sequence and loses none", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    const results = await Promise.all(
      ["FullName", "DateOfBirth", "FullName"].map((name) => submit(store, "a", "instance-1", name)),
    );
    const [name, dateOfBirth, sameName] = results.map((result) => result?.ok);
    expect(dateOfBirth).toBe(true);
    expect(name, "one of the two that submit the same element").not.toBe(sameName);
    const record = await store.read("a", "instance-1");
    expect(new Set(Object.keys(record?.instance.provided ?? {}))).toEqual(new Set(["FullName", "DateOfBirth"]));
  });

  test("a refused update changes nothing and is not logged", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    await submit(store, "a", "instance-1", "FullName");
    const before = [await store.read("a", "instance-1"), await store.log("a", "instance-1")];
    expect(await submit(store, "a", "instance-1", "FullName")).toMatchObject({ ok: false });
    expect([await store.read("a", "instance-1"), await store.log("a", "instance-1")]).toEqual(before);
  });

  test("replaying the log rebuilds the instance", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    await submit(store, "a", "instance-1", "FullName");
    const log = await store.log("a", "instance-1");
    expect(log && replay(terms, log)).toMatchObject({ ok: true, value: await store.read("a", "instance-1") });
  });

  test("returns undefined for an unknown instance", async () => {
    const store = await openEmpty();
    expect(await submit(store, "a", "nobody", "FullName")).toBeUndefined();
    expect(await store.log("a", "nobody")).toBeUndefined();
    expect(await store.findWorld("nobody")).toBeUndefined();
  });

  test("removes only the given instance", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    await startIn(store, "a", "instance-2");
    await store.remove("a", "instance-1");
    expect((await store.list("a")).map(({ instance }) => instance.id)).toEqual(["instance-2"]);
    expect(await store.findWorld("instance-1")).toBeUndefined();
  });

  test("a reset clears one world and increments the epoch of that world", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    await startIn(store, "b", "instance-2");
    await store.configure("a", (settings) => ({ ...settings, clock: { mode: "frozen", at: 9 } }));
    await store.reset("a");
    expect(await store.list("a")).toEqual([]);
    expect(await store.settings("a")).toEqual({ ...initial, epoch: 2 });
    expect(await store.list("b")).toHaveLength(1);
    expect([await store.counters("a"), await store.counters("b")]).toMatchObject([{ instances: 0 }, { instances: 1 }]);
    expect((await startIn(store, "a", "instance-3")).instance.ordinal).toBe(1);
  });

  test("armed scenarios apply in order, each to the requested number of instances", async () => {
    const store = await openEmpty();
    await armIn(store, { scenario: "one", times: 2 });
    await armIn(store, { scenario: "other", times: 1 });
    const claims: (string | undefined)[] = [];
    for (const id of ["instance-1", "instance-2", "instance-3", "instance-4"]) {
      await store.start("a", nobody, ({ ordinal, armed }) => {
        claims.push(armed);
        const command = startWith(id, ordinal);
        const started = startInstance(terms, command);
        return started.ok ? ok({ record: started.value, command, consumesArmed: true }) : started;
      });
    }
    expect(claims).toEqual(["one", "one", "other", undefined]);
    expect((await store.counters("a")).armed).toEqual([]);
  });

  test("each of several concurrent changes of the counters is stored, and a start between them keeps them", async () => {
    const store = await openEmpty();
    const count = () => store.updateCounters("a", (counters) => countCall(counters, 90_000, 7));
    const waits = await Promise.all(Array.from({ length: 20 }, count));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
    await Promise.all([count(), startIn(store, "a", "instance-1"), count(), startIn(store, "b", "instance-2")]);
    const { ordinal, window, instances } = await store.counters("a");
    expect({ ordinal, window, instances }).toEqual({ ordinal: 1, window: { since: 90_000, calls: 22 }, instances: 1 });
  });

  test("a saved state restores ordinal, armed scenarios and used tokens, but starts a new minute; a reset clears all", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    await armIn(store, { scenario: "one \u0000\ud800", times: 2 });
    await store.updateCounters("a", (counters) => {
      const [counted] = countCall(counters, 90_000, 1);
      return [useToken(counted, 't "\u0000\ud800', lifetime) ?? counted, undefined];
    });
    const saved = await store.state("a");
    expect(saved.counters.window).toEqual({ since: 90_000, calls: 1 });
    await store.reset("a");
    expect(await store.counters("a")).toEqual({ ...noCounters, instances: 0 });
    await store.replace("a", saved);
    expect(await store.counters("a")).toEqual({ ...saved.counters, window: noCounters.window, instances: 1 });
    expect(useToken(await store.counters("a"), 't "\u0000\ud800', lifetime)).toBeUndefined();
  });

  test("a snapshot can replace the content of the same world or another world, and does not change the epoch", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    const saved = await store.state("a");
    await submit(store, "a", "instance-1", "FullName");
    await startIn(store, "a", "instance-2");
    await store.replace("b", saved);
    await submit(store, "b", "instance-1", "DateOfBirth");
    await store.replace("a", saved);
    const providedIn = async (world: string) =>
      Object.keys((await store.read(world, "instance-1"))?.instance.provided ?? {});
    expect([await providedIn("a"), await providedIn("b")]).toEqual([[], ["DateOfBirth"]]);
    expect(await store.read("a", "instance-2")).toBeUndefined();
    expect((await startIn(store, "a", "instance-3")).instance.ordinal).toBe(2);
    await store.reset("a");
    expect((await store.settings("a")).epoch).toBe(2);
    await store.replace("a", saved);
    expect((await store.settings("a")).epoch).toBe(2);
  });

  test("finds the original world of a forked instance until that world is reset", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    await store.replace("b", await store.state("a"));
    expect(await store.findWorld("instance-1")).toBe("a");
    await store.reset("a");
    expect(await store.findWorld("instance-1")).toBe("b");
  });

  test("each of several concurrent requests is counted, and each fault hit is stored", async () => {
    const store = await openEmpty();
    const hit = (call: number) =>
      ({ rule: "r", endpoint: "v2.fetchState", instance: 1, call, action: { type: "invalidJson" } }) as const;
    const apply = () => store.applyFault("a", ["one", "other"], (counts) => hit(counts.get("one") ?? 0));
    await Promise.all(Array.from({ length: 20 }, apply));
    const calls = (await store.faultHits("a")).map(({ call }) => call);
    expect(calls).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await store.applyFault("a", ["one"], () => undefined)).toBeUndefined();
    expect(await apply()).toEqual(hit(22));
    expect(await store.faultHits("b")).toEqual([]);
  });

  test("a new fault plan clears counters and hits, a snapshot restores them, and a reset also clears the plan", async () => {
    const store = await openEmpty();
    const hit = { rule: "r", endpoint: "v2.fetchState", instance: 1, action: { type: "invalidJson" } } as const;
    const apply = () => store.applyFault("a", ["one"], (counts) => ({ ...hit, call: counts.get("one") ?? 0 }));
    await apply();
    await store.configure("a", (settings) => ({ ...settings, faults: { seed: 7, rules: [] } }));
    expect(await store.faultHits("a")).toEqual([]);
    await apply();
    const saved = await store.state("a");
    await apply();
    await store.replace("a", saved);
    await apply();
    expect((await store.faultHits("a")).map(({ call }) => call)).toEqual([1, 2]);
    await store.reset("a");
    expect([await store.faultHits("a"), (await store.settings("a")).faults]).toEqual([[], noFaults]);
  });

  test("forgets the fault counters of an instance that is removed", async () => {
    const store = await openEmpty({ instances: 2 });
    const { ordinal } = (await startIn(store, "a", "instance-1")).instance;
    await startComplete(store, "a", "instance-2");
    const count = (of: number) => store.applyFault("a", [`r v2.fetchState ${of}`], () => undefined);
    const counted = async () => [...(await store.state("a")).faults.counts.keys()].toSorted();
    for (const of of [0, ordinal, ordinal + 1, 10 * ordinal]) await count(of);
    await store.remove("a", "instance-1");
    expect(await counted()).toEqual(["r v2.fetchState 0", "r v2.fetchState 10", "r v2.fetchState 2"]);
    await startIn(store, "a", "instance-3");
    await startIn(store, "a", "instance-4", muchLater);
    expect(await idsIn(store, "a")).toEqual(["instance-3", "instance-4"]);
    expect(await counted()).toEqual(["r v2.fetchState 0", "r v2.fetchState 10"]);
  });

  test("a request increments a counter only once even if it is listed twice, and snapshots keep counters with any characters", async () => {
    const store = await openEmpty();
    const names = ["constructor", "zero \u0000 byte", "half \ud800"];
    const seen: unknown[] = [];
    const count = (world: string) =>
      store.applyFault(world, [...names, ...names], (counts) => {
        seen.push(names.map((name) => counts.get(name)));
        return undefined;
      });
    await count("a");
    await store.replace("b", await store.state("a"));
    await count("b");
    expect(seen).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ]);
  });

  test("reading a world does not create it", async () => {
    const store = await openEmpty();
    expect(await store.settings("a")).toEqual(initial);
    expect([await store.faultHits("a"), await store.list("a")]).toEqual([[], []]);
    expect(await store.counters("a")).toEqual({ ...noCounters, instances: 0 });
    expect(await store.state("a")).toEqual(emptyState(initial));
    expect(await store.worlds()).toEqual([]);
    await store.configure("a", (settings) => settings);
    expect(await store.worlds()).toEqual(["a"]);
  });

  const person = 'name ["ada",["lovelace"],"1815-12-10"]';

  /** Returns the earlier runs that a start receives for the person. */
  async function earlierRuns(store: Store, world: string, now: number, of = person): Promise<unknown> {
    let seen: unknown;
    await store.start(world, { person: of, now }, (claim) => {
      seen = claim.earlierRuns;
      return refuse("MISSING_FIELD", "No.");
    });
    return seen;
  }

  test("counts a person's module runs in other instances of the world (gap module-retry)", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    for (const name of ["FullName", "DateOfBirth"]) await submit(store, "a", "instance-1", name);
    expect(await earlierRuns(store, "a", 1)).toEqual({});
    await submit(store, "a", "instance-1", "CurrentAddress");
    expect(await earlierRuns(store, "a", 1)).toEqual({ "Data Verification": 1 });
    expect(await earlierRuns(store, "b", 1)).toEqual({});
    const own: unknown[] = [];
    const change = (earlierRuns: EarlierRuns) => {
      own.push(earlierRuns);
      return refuse("MISSING_FIELD", "No.");
    };
    await store.update("a", "instance-1", 1, () => ({ person, change }));
    expect(own).toEqual([{}]);
  });

  test("counts the runs of a finished instance only once, even after a snapshot is restored (gap module-retry)", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    for (const name of ["FullName", "DateOfBirth", "CurrentAddress"]) await submit(store, "a", "instance-1", name);
    const saved = await store.state("a");
    for (let i = 0; i < 2; i += 1) {
      expect(await earlierRuns(store, "a", muchLater)).toEqual({ "Data Verification": 1 });
    }
    for (const snapshot of [saved, await store.state("a")]) {
      await store.replace("b", snapshot);
      expect(await earlierRuns(store, "b", muchLater)).toEqual({ "Data Verification": 1 });
    }
  });

  test("adds up the runs of a person's finished instances, even if the runs are the same (gap module-retry)", async () => {
    const store = await openEmpty();
    const instant = termsFor("identity-check", { latency: 0 });
    for (const instanceId of ["instance-1", "instance-2", "instance-3"])
      await store.start("a", nobody, ({ ordinal }) => {
        const command = { ...startOf(instant, subjectOf(...elements)), instanceId, ordinal };
        const started = startInstance(instant, command);
        return started.ok ? ok({ record: started.value, command, consumesArmed: false }) : started;
      });
    expect(await earlierRuns(store, "a", muchLater)).toEqual({ "Data Verification": 3 });
  });

  test("does not count the runs of a removed instance, even if the instance had finished (gap module-retry)", async () => {
    const store = await openEmpty();
    for (const id of ["instance-1", "instance-2"]) {
      await startIn(store, "a", id);
      for (const name of ["FullName", "DateOfBirth", "CurrentAddress"]) await submit(store, "a", id, name);
    }
    expect(await earlierRuns(store, "a", muchLater)).toEqual({ "Data Verification": 2 });
    await store.remove("a", "instance-1");
    expect(await earlierRuns(store, "a", muchLater)).toEqual({ "Data Verification": 1 });
  });

  test("the count of earlier runs includes all of the person's instances at the given time (gap module-retry)", async () => {
    const people = fc.constantFrom("one", "other");
    const some = fc.array(fc.record({ story, uid: people, isRemoved: fc.boolean() }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(some, async (stories) => {
        const store = await openEmpty();
        const expectCounts = async (now: number) => {
          const all = await store.list("a");
          for (const uid of ["one", "other"]) {
            const own = all.filter(({ instance }) => instance.uid === uid);
            const settled = own.map((record) => settle(record, instanceTime(record, now)).instance);
            expect(await earlierRuns(store, "a", now, `uid ${uid}`)).toEqual(countRuns(settled));
          }
        };
        let now = 1_000;
        for (const [i, { story: told, uid, isRemoved }] of stories.entries()) {
          const id = `instance-${i}`;
          const command = { ...startOf(told.chosen, told.prefill), instanceId: id, uid, at: now };
          await store.start("a", nobody, () => {
            const started = startInstance(told.chosen, command);
            return started.ok ? ok({ record: started.value, command, consumesArmed: false }) : started;
          });
          for (const move of told.moves) {
            now += move.after;
            await store.update("a", id, now, (record) => {
              const sent = { ...move.command, at: instanceTime(record, now) };
              const applied = applyCommand(settle(record, sent.at), sent);
              const change = () => (applied.ok ? ok({ record: applied.value, command: sent }) : applied);
              return { person: `uid ${uid}`, change };
            });
            await expectCounts(now);
          }
          if (isRemoved) await store.remove("a", id);
          await expectCounts(now);
        }
      }),
      { numRuns: runs(50, 200) },
    );
  });

  test("a snapshot is not affected by later changes", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    const saved = await store.state("a");
    const before = structuredClone(saved);
    await submit(store, "a", "instance-1", "FullName");
    await startIn(store, "a", "instance-2");
    await armIn(store, { scenario: "one", times: 1 });
    await store.applyFault("a", ["one"], () => ({
      rule: "r",
      endpoint: "v2.fetchState",
      instance: 1,
      action: { type: "invalidJson" },
    }));
    expect(saved).toEqual(before);
  });

  test("a checkpoint keeps the state of a world despite later changes and a reset", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    await submit(store, "a", "instance-1", "FullName");
    await armIn(store, { scenario: "one", times: 2 });
    await store.configure("a", (settings) => ({ ...settings, faults: { seed: 7, rules: [] } }));
    const hit = {
      rule: "r",
      endpoint: "v2.fetchState",
      instance: 1,
      call: 1,
      action: { type: "invalidJson" },
    } as const;
    await store.applyFault("a", ["one"], () => hit);
    const saved = await store.state("a");
    const checkpoint = { checkpoint: "kept", instances: 1, savedAt: "1970-01-01T00:01:30.000Z" };
    expect(await store.saveCheckpoint("a", "kept", 90_000)).toEqual(checkpoint);
    await submit(store, "a", "instance-1", "DateOfBirth");
    await startIn(store, "a", "instance-2");
    await store.reset("a");
    expect(await store.checkpoint("a", "kept")).toEqual(saved);
    expect(await store.checkpoints("a")).toEqual([checkpoint]);
  });

  test("lists the checkpoints of a world in the order in which they were saved, and deletes one", async () => {
    const store = await openEmpty();
    for (const id of ["c", "a", "b"]) await store.saveCheckpoint("a", id, 90_000);
    const idsOf = async () => (await store.checkpoints("a")).map(({ checkpoint }) => checkpoint);
    expect(await idsOf()).toEqual(["c", "a", "b"]);
    expect([await store.removeCheckpoint("a", "a"), await store.removeCheckpoint("a", "a")]).toEqual([true, false]);
    expect(await store.checkpoint("a", "a")).toBeUndefined();
    await store.saveCheckpoint("a", "a", 90_000);
    expect(await idsOf()).toEqual(["c", "b", "a"]);
  });

  test("a checkpoint belongs to one world, and reading it in another world does not create that world", async () => {
    const store = await openEmpty();
    await store.saveCheckpoint("a", "kept", 90_000);
    expect([await store.checkpoint("b", "kept"), await store.checkpoints("b")]).toEqual([undefined, []]);
    expect(await store.removeCheckpoint("b", "kept")).toBe(false);
    expect(await store.checkpoint("a", "kept")).toBeDefined();
    expect(await store.worlds()).toEqual(["a"]);
  });

  test("concurrent checkpoints stay within the limit of their world, and deleting one makes room", async () => {
    const store = await openEmpty({ checkpoints: 3 });
    const saves = Array.from({ length: 6 }, (_, i) => store.saveCheckpoint("a", `${i}`, 90_000));
    const refused = (await Promise.allSettled(saves)).filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { details: { limit: "checkpoints" } } })));
    const [oldest] = await store.checkpoints("a");
    expect(await store.checkpoints("a")).toHaveLength(3);
    await expect(store.saveCheckpoint("a", "more", 90_000)).rejects.toMatchObject({
      details: { limit: "checkpoints" },
    });
    await store.saveCheckpoint("b", "other", 90_000);
    await store.removeCheckpoint("a", oldest?.checkpoint ?? "");
    await store.saveCheckpoint("a", "more", 90_000);
    expect((await store.checkpoints("a")).at(-1)).toMatchObject({ checkpoint: "more", instances: 0 });
  });

  test("only one of two journeys published under the same number is stored, and `published` lists later journeys", async () => {
    const store = await openEmpty();
    const one: PublishedJourney = { number: 1, journey: terms.definition, environments: ["preview"], regions: ["eu"] };
    const rival = { ...one, journey: { ...terms.definition, name: "Rival" } };
    const two = { number: 2, journey: { ...terms.definition, name: "Second" } };
    expect([await store.publish(one), await store.publish(rival), await store.publish(two)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([await store.published(0), await store.published(1), await store.published(2)]).toEqual([
      [one, two],
      [two],
      [],
    ]);
    const third = Array.from({ length: 5 }, () => store.publish({ ...two, number: 3 }));
    expect((await Promise.all(third)).filter((isPublished) => isPublished)).toHaveLength(1);
  });

  test("counts the worlds, and the instances by the phase that they had after their last command", async () => {
    const store = await openEmpty();
    expect(await store.count()).toEqual({ worlds: 0, instances: noCounts });
    await startIn(store, "a", "instance-1");
    await startIn(store, "b", "instance-2");
    await startComplete(store, "b", "instance-3");
    expect(await store.count()).toEqual({ worlds: 2, instances: { ...noCounts, collecting: 2, running: 1 } });
    await store.remove("b", "instance-2");
    expect(await store.count()).toEqual({ worlds: 2, instances: { ...noCounts, collecting: 1, running: 1 } });
    await store.reset("b");
    expect(await store.count()).toEqual({ worlds: 2, instances: { ...noCounts, collecting: 1 } });
  });

  test("at the limit of worlds, a new world replaces empty worlds, but no world with an instance or a checkpoint", async () => {
    const store = await openEmpty({ worlds: 3 });
    await startIn(store, "a", "instance-1");
    await store.configure("empty", (settings) => settings);
    await store.saveCheckpoint("c", "kept", 90_000);
    await store.configure("d", (settings) => settings);
    expect(await store.worlds()).toEqual(["a", "c", "d"]);
    await startIn(store, "d", "instance-2");
    await expect(store.configure("e", (settings) => settings)).rejects.toMatchObject({ details: { limit: "worlds" } });
    await expect(startIn(store, "e", "instance-3")).rejects.toMatchObject({ details: { limit: "worlds" } });
    await startIn(store, "a", "instance-3");
    expect(await store.worlds()).toEqual(["a", "c", "d"]);
    expect(await store.checkpoints("c")).toHaveLength(1);
  });

  test("a world with the name of a deleted world starts empty, and tokens for the deleted world stay revoked (spec 5)", async () => {
    const store = await openEmpty({ worlds: 1 });
    await store.configure("a", (settings) => settings);
    await store.reset("a");
    await store.reset("a");
    await armIn(store, { scenario: "one", times: 1 });
    await store.configure("b", (settings) => settings);
    expect(await store.worlds()).toEqual(["b"]);
    for (const epoch of [(await store.settings("a")).epoch, (await store.configure("a", (settings) => settings)).epoch])
      expect(epoch).toBeGreaterThan(3);
    expect(await store.counters("a")).toEqual({ ...noCounters, instances: 0 });
    expect((await startIn(store, "a", "instance-1")).instance.ordinal).toBe(1);
  });

  /** Creates a world with copies of an open instance, and of one that finishes before {@link muchLater}. */
  async function createFull(store: Store, copies: readonly ("open" | "complete")[]): Promise<WorldState> {
    await startIn(store, "originals", "open");
    await startComplete(store, "originals", "complete");
    const { rows, ...saved } = await store.state("originals");
    const copied = copies.map((kind, i) => {
      const row = rows.find(({ record }) => record.instance.id === kind);
      if (row?.record.apiVersion !== "v2") throw new Error("not started");
      const instance = { ...row.record.instance, id: `${kind}-${i}`, ordinal: i + 1 };
      return { log: row.log, record: { ...row.record, instance } };
    });
    return { ...saved, counters: { ...saved.counters, ordinal: copies.length }, rows: copied };
  }
  const times = (count: number, kind: "open" | "complete") => Array.from({ length: count }, () => kind);

  test("a start in a full world deletes finished instances, oldest first", async () => {
    const store = await openEmpty({ instances: 151 });
    await store.replace("a", await createFull(store, ["open", ...times(150, "complete")]));
    await startIn(store, "a", "new", muchLater);
    const left = await idsIn(store, "a");
    const newest = Array.from({ length: 150 }, (_, i) => `complete-${i + 1}`).slice(152 - left.length);
    expect(left).toEqual(["open-0", ...newest, "new"]);
    expect(left).toContain("complete-150");
  });

  test("a start deletes instances that have finished since an earlier start was refused", async () => {
    const store = await openEmpty({ instances: 1_200 });
    await store.replace("a", await createFull(store, [...times(1_000, "complete"), ...times(200, "open")]));
    await expect(startIn(store, "a", "early")).rejects.toMatchObject({ details: { limit: "instances" } });
    await startIn(store, "a", "late", muchLater);
    expect((await idsIn(store, "a")).filter((id) => id.startsWith("open"))).toHaveLength(200);
  });

  test("refuses a snapshot with more instances than a world may have, and changes nothing", async () => {
    const store = await openEmpty({ instances: 2 });
    const full = await createFull(store, ["open", "complete", "open"]);
    await expect(store.replace("a", full)).rejects.toMatchObject({ details: { limit: "instances" } });
    await expect(store.replace("originals", full)).rejects.toMatchObject({ details: { limit: "instances" } });
    expect([await store.worlds(), await idsIn(store, "originals")]).toEqual([["originals"], ["open", "complete"]]);
    await store.replace("a", { ...full, rows: full.rows.slice(1) });
    expect(await idsIn(store, "a")).toEqual(["complete-1", "open-2"]);
  });

  test("refuses a start in a world full of unfinished instances, and changes nothing", async () => {
    const store = await openEmpty({ instances: 2 });
    await startComplete(store, "a", "instance-1");
    await startIn(store, "a", "instance-2");
    await armIn(store, { scenario: "one", times: 1 });
    await expect(startIn(store, "a", "instance-3")).rejects.toMatchObject({ details: { limit: "instances" } });
    expect([await idsIn(store, "a"), (await store.counters("a")).armed]).toEqual([
      ["instance-1", "instance-2"],
      [{ scenario: "one", times: 1 }],
    ]);
    await startIn(store, "b", "instance-4");
    await store.remove("a", "instance-2");
    expect((await startIn(store, "a", "instance-3")).instance.ordinal).toBe(3);
  });

  test("a refused start in a full world deletes no finished instance", async () => {
    const store = await openEmpty({ instances: 1 });
    await startComplete(store, "a", "instance-1");
    const refused = await store.start("a", { person: undefined, now: muchLater }, () => refuse("MISSING_FIELD", "No."));
    expect(refused).toMatchObject({ ok: false });
    expect(await idsIn(store, "a")).toEqual(["instance-1"]);
  });
}
