import { resolveLimits } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Database, UnavailableError } from "../src/database/database.ts";
import { createMemoryData, createMemoryStore } from "../src/store/memory.ts";
import { createSqlStore } from "../src/store/sql.ts";
import type { Store } from "../src/store/store.ts";
import { answer, createTroubled, toText, untilAvailable } from "./answers.ts";
import { actions, lastStart, readEarlierRuns, type Step, step, worlds } from "./store-actions.ts";
import { initial } from "./store-suite.ts";

/**
 * What happens before the first write of a step, or before the second. `conflict`: another replica stores the same rows
 * again, so that the step repeats its work. `rival`: another replica makes a call. `down`: the database cannot be
 * reached, so that the caller repeats the step.
 */
const trouble = fc.oneof(
  fc.record({ kind: fc.constantFrom("none", "none", "down", "rival", "rival"), after: fc.constant(0) }),
  fc.record({ kind: fc.constant("conflict"), after: fc.nat(1) }),
);

const limits = resolveLimits({ worlds: worlds.length - 1, instances: 4, checkpoints: 2 });

async function storeAgain(database: Database): Promise<void> {
  for (const table of ["world", "counter", "instance"])
    await database.query({ text: `update ${table} set version = version || '+'`, values: [] });
}

/** Everything that a store contains. */
async function readAll(store: Store, now: number): Promise<unknown> {
  const contents = worlds.map(async (world) => {
    const checkpoints = await store.checkpoints(world);
    const saved = await Promise.all(checkpoints.map(({ checkpoint }) => store.checkpoint(world, checkpoint)));
    return [
      await store.state(world),
      await store.list(world),
      await store.counters(world),
      checkpoints,
      saved,
      await readEarlierRuns(store, world, now),
    ];
  });
  return [await store.worlds(), await store.count(), await store.published(0), await Promise.all(contents)];
}

const steps = fc.array(fc.record({ step, replica: fc.nat(1), trouble }), { minLength: 1, maxLength: 60, size: "max" });

/**
 * Tests that two replicas on a database give the same answers as two stores that share their data in memory, even if
 * writes conflict or fail. Not compared: the limit `store-bytes`, which only the store in memory has, and which of more
 * than 100 finished instances or empty worlds are deleted first.
 */
export function describeSameAnswers(open: () => Promise<Database>, numRuns: number): void {
  test(`gives the same answers as the store in memory, in ${numRuns} runs`, { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(steps, async (all) => {
      const plain = await open();
      const { database, prepare } = createTroubled(plain);
      const data = createMemoryData();
      const memory = [0, 1].map(() => createMemoryStore(() => initial, limits, { data }));
      const stored = [0, 1].map(() => createSqlStore(database, () => initial, limits));
      const given: { readonly value: unknown; readonly text: string }[] = [];
      const compare = async (label: string, replica: number, call: Call, actual: unknown) => {
        const value = await answer(() => call(at(memory, replica)));
        const text = toText(value);
        given.push({ value, text });
        if (toText(actual) === text) return;
        expect({ [label]: JSON.parse(toText(actual)) }).toEqual({ [label]: JSON.parse(text) });
      };
      let [now, started, saved] = [0, 0, 0];
      const toCall = ({ method, draws }: Pick<Step, "method" | "draws">): Call => {
        if (method === "start") started += 1;
        if (method === "saveCheckpoint") saved += 1;
        const whole = { ...draws, now, started, saved };
        return (store) => actions[method](store, whole);
      };
      for (const [i, { step: next, replica, trouble: met }] of all.entries()) {
        now += next.after;
        const { method, draws } = next.rival;
        const rival = method === undefined || met.kind !== "rival" ? undefined : toCall({ method, draws });
        const call = toCall(next);
        let beaten: unknown[] = [];
        const troubles: Readonly<Record<string, () => Promise<void>>> = {
          conflict: () => storeAgain(plain),
          down: () => Promise.reject(new UnavailableError("The database is down.")),
          rival: async () => {
            if (rival !== undefined) beaten = [await answer(() => rival(at(stored, 1 - replica)))];
          },
        };
        prepare(troubles[met.kind], met.after);
        const actual = await untilAvailable(() => call(at(stored, replica)));
        prepare(undefined);
        for (const first of beaten)
          await compare(`rival of step ${i + 1}, ${method}`, 1 - replica, rival ?? call, first);
        await compare(`step ${i + 1}, ${next.method}`, replica, call, actual);
      }
      now += 5_000;
      for (let count = 1; count <= limits.instances; count += 1) {
        const call = toCall(lastStart);
        await compare(`last start ${count}`, 0, call, await answer(() => call(at(stored, 0))));
      }
      const read: Call = (store) => readAll(store, now);
      for (const replica of [0, 1]) await compare("content", replica, read, await read(at(stored, replica)));
      for (const { value, text } of given) expect(toText(value)).toBe(text); // later changes do not reach answers
    });
    await fc.assert(property, { numRuns });
  });
}

type Call = (store: Store) => Promise<unknown>;

function at(stores: readonly Store[], replica: number): Store {
  const store = stores[replica];
  if (store === undefined) throw new Error("There is no such replica.");
  return store;
}
