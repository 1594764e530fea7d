import { presets } from "@journey-kit/schemas/profile";
import { permissions } from "@journey-kit/schemas/routes";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../vitest.shared.ts";
import {
  applyCommand,
  effectiveAt,
  type InstanceRecord,
  replay,
  type StartCommand,
  settle,
  startInstance,
} from "../src/engine/commands.ts";
import { ok, refuse } from "../src/engine/result.ts";
import { countRuns } from "../src/engine/subject.ts";
import type { Settings, Store } from "../src/store/store.ts";
import { noFaults } from "../src/world/fault.ts";
import { testPeople } from "../src/world/people.ts";
import { startOf } from "./arbitraries.ts";
import { subjectOf, termsFor } from "./samples.ts";
import { story } from "./story.ts";

const terms = termsFor("identity-check");
const initial: Settings = {
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
  generation: "v2",
  at: 0,
  instanceId,
  ordinal,
  resource: { id: "age-check", version: "latest" },
  region: "eu",
  delivery: "api",
  linkExpiresAt: undefined,
  uid: undefined,
  subject: {},
  invalidPrefill: "refused",
});

const nobody = { person: undefined, now: 1 };

async function startIn(store: Store, world: string, id: string): Promise<InstanceRecord> {
  const result = await store.start(world, nobody, ({ ordinal, armed }) => {
    const command = startWith(id, ordinal);
    const started = startInstance(terms, command);
    return started.ok ? ok({ record: started.value, command, consumesArmed: armed !== undefined }) : started;
  });
  if (!result.ok) throw new Error("not started");
  return result.value.record;
}

const submit = (store: Store, world: string, id: string, name: string) =>
  store.update(world, id, { person: () => undefined, now: 1 }, ({ record }) => {
    const interaction = name === "CurrentAddress" ? "address" : "person";
    const command = {
      type: "submit",
      at: 1,
      interactionId: `identity-check:interaction:${interaction}@latest`,
      participants: [name],
      subject: subjectOf(name),
    } as const;
    const applied = applyCommand(settle(record, command.at), command);
    return applied.ok ? ok({ record: applied.value, command }) : applied;
  });

/** Defines the tests that every store must pass. Each test opens a new store. */
export function describeStore(open: (initial: () => Settings) => Promise<Store>): void {
  const openEmpty = () => open(() => initial);

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

  test("passes the current settings to a start and an update (spec 5)", async () => {
    const store = await openEmpty();
    const epochs: number[] = [];
    await startIn(store, "a", "instance-1");
    const saved = await store.snapshot("a");
    await store.reset("a");
    await store.replace("a", saved);
    await store.start("a", nobody, ({ settings }) => {
      epochs.push(settings.epoch);
      return refuse("MISSING_FIELD", "No.");
    });
    await store.update("a", "instance-1", { person: () => undefined, now: 1 }, ({ settings }) => {
      epochs.push(settings.epoch);
      return refuse("MISSING_FIELD", "No.");
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
    expect((await store.scan("a")).map(({ instance }) => instance.id)).toEqual(["instance-2"]);
    expect(await store.findWorld("instance-1")).toBeUndefined();
  });

  test("a reset clears one world and increments its epoch", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    await startIn(store, "b", "instance-2");
    await store.configure("a", (settings) => ({ ...settings, clock: { mode: "frozen", at: 9 } }));
    await store.reset("a");
    expect(await store.scan("a")).toEqual([]);
    expect(await store.settings("a")).toEqual({ ...initial, epoch: 2 });
    expect(await store.scan("b")).toHaveLength(1);
    expect((await startIn(store, "a", "instance-3")).instance.ordinal).toBe(1);
  });

  test("armed scenarios apply in order, each to the requested number of instances", async () => {
    const store = await openEmpty();
    await store.arm("a", { scenario: "one", times: 2 });
    await store.arm("a", { scenario: "other", times: 1 });
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
    expect(await store.armed("a")).toEqual([]);
  });

  test("a snapshot can replace the same world or another world and does not change the epoch", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    const saved = await store.snapshot("a");
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
    await store.replace("b", await store.snapshot("a"));
    expect(await store.findWorld("instance-1")).toBe("a");
    await store.reset("a");
    expect(await store.findWorld("instance-1")).toBe("b");
  });

  test("concurrent requests are counted one by one, and each hit is stored", async () => {
    const store = await openEmpty();
    const hit = (call: number) =>
      ({ rule: "r", endpoint: "v2.fetchState", instance: 1, call, action: { malform: true } }) as const;
    const apply = () => store.applyFault("a", ["one", "other"], (counts) => hit(counts.get("one") ?? 0));
    await Promise.all(Array.from({ length: 20 }, apply));
    const calls = (await store.faultHits("a")).map(({ call }) => call);
    expect(calls).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await store.applyFault("a", ["one"], () => undefined)).toBeUndefined();
    expect(await apply()).toEqual(hit(22));
    expect(await store.faultHits("b")).toEqual([]);
  });

  test("a new plan clears counters and hits, a snapshot contains them, and a reset clears the plan as well", async () => {
    const store = await openEmpty();
    const hit = { rule: "r", endpoint: "v2.fetchState", instance: 1, action: { malform: true } } as const;
    const apply = () => store.applyFault("a", ["one"], (counts) => ({ ...hit, call: counts.get("one") ?? 0 }));
    await apply();
    await store.plan("a", { seed: 7, rules: [] });
    expect(await store.faultHits("a")).toEqual([]);
    await apply();
    const saved = await store.snapshot("a");
    await apply();
    await store.replace("a", saved);
    await apply();
    expect((await store.faultHits("a")).map(({ call }) => call)).toEqual([1, 2]);
    await store.reset("a");
    expect([await store.faultHits("a"), (await store.settings("a")).faults]).toEqual([[], noFaults]);
  });

  test("consumes a token once per world, stores its use in snapshots, and forgets it on reset", async () => {
    const store = await openEmpty();
    const unused = await store.snapshot("a");
    const uses = await Promise.all([store.consumeToken("a", "t"), store.consumeToken("a", "t")]);
    expect(uses.toSorted()).toEqual([false, true]);
    expect(await store.consumeToken("b", "t")).toBe(true);
    const used = await store.snapshot("a");
    await store.replace("a", unused);
    expect(await store.consumeToken("a", "t")).toBe(true);
    await store.replace("a", used);
    expect(await store.consumeToken("a", "t")).toBe(false);
    await store.reset("a");
    expect(await store.consumeToken("a", "t")).toBe(true);
  });

  test("reading a world does not create it", async () => {
    const store = await openEmpty();
    expect(await store.settings("a")).toEqual(initial);
    expect([await store.armed("a"), await store.faultHits("a"), await store.scan("a")]).toEqual([[], [], []]);
    expect(await store.snapshot("a")).toMatchObject({ settings: initial, ordinal: 0, rows: [] });
    expect(await store.worlds()).toEqual([]);
    await store.enter("a");
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

  test("counts the module runs of a person in other instances of the world (gap module-retry)", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    for (const name of ["FullName", "DateOfBirth"]) await submit(store, "a", "instance-1", name);
    expect(await earlierRuns(store, "a", 1)).toEqual({});
    await submit(store, "a", "instance-1", "CurrentAddress");
    expect(await earlierRuns(store, "a", 1)).toEqual({ "Data Verification": 1 });
    expect(await earlierRuns(store, "b", 1)).toEqual({});
    const own: unknown[] = [];
    await store.update("a", "instance-1", { person: () => person, now: 1 }, (current) => {
      own.push(current.earlierRuns);
      return refuse("MISSING_FIELD", "No.");
    });
    expect(own).toEqual([{}]);
  });

  test("counts the runs of a finished instance only once, even after a snapshot is restored (gap module-retry)", async () => {
    const store = await openEmpty();
    await startIn(store, "a", "instance-1");
    for (const name of ["FullName", "DateOfBirth", "CurrentAddress"]) await submit(store, "a", "instance-1", name);
    const saved = await store.snapshot("a");
    const muchLater = 86_400_000;
    for (let i = 0; i < 2; i += 1) {
      expect(await earlierRuns(store, "a", muchLater)).toEqual({ "Data Verification": 1 });
    }
    for (const snapshot of [saved, await store.snapshot("a")]) {
      await store.replace("b", snapshot);
      expect(await earlierRuns(store, "b", muchLater)).toEqual({ "Data Verification": 1 });
    }
  });

  test("does not count the runs of a removed instance, even if it had finished (gap module-retry)", async () => {
    const store = await openEmpty();
    for (const id of ["instance-1", "instance-2"]) {
      await startIn(store, "a", id);
      for (const name of ["FullName", "DateOfBirth", "CurrentAddress"]) await submit(store, "a", id, name);
    }
    const muchLater = 86_400_000;
    expect(await earlierRuns(store, "a", muchLater)).toEqual({ "Data Verification": 2 });
    await store.remove("a", "instance-1");
    expect(await earlierRuns(store, "a", muchLater)).toEqual({ "Data Verification": 1 });
  });

  test("the earlier runs are those of all instances of the person at the time (gap module-retry)", async () => {
    const people = fc.constantFrom("one", "other");
    const some = fc.array(fc.record({ story, uid: people, isRemoved: fc.boolean() }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(some, async (stories) => {
        const store = await openEmpty();
        const expectCounts = async (now: number) => {
          const all = await store.scan("a");
          for (const uid of ["one", "other"]) {
            const own = all.filter(({ instance }) => instance.uid === uid);
            const settled = own.map((record) => settle(record, effectiveAt(record, now)).instance);
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
            await store.update("a", id, { person: () => `uid ${uid}`, now }, ({ record }) => {
              const sent = { ...move.command, at: effectiveAt(record, now) };
              const applied = applyCommand(settle(record, sent.at), sent);
              return applied.ok ? ok({ record: applied.value, command: sent }) : applied;
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
    const saved = await store.snapshot("a");
    const before = structuredClone(saved);
    await submit(store, "a", "instance-1", "FullName");
    await startIn(store, "a", "instance-2");
    await store.consumeToken("a", "t");
    await store.arm("a", { scenario: "one", times: 1 });
    await store.applyFault("a", ["one"], () => ({
      rule: "r",
      endpoint: "v2.fetchState",
      instance: 1,
      action: { malform: true },
    }));
    expect(saved).toEqual(before);
  });
}
