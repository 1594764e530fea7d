import { resolveLimits } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Database, UnavailableError } from "../src/database/database.ts";
import { createTally, type Journals } from "../src/journal/journal.ts";
import { createMemoryJournals } from "../src/journal/memory.ts";
import { createSqlJournals } from "../src/journal/sql.ts";
import { answer, createTroubled, toText, untilAvailable } from "./answers.ts";
import { entryOf } from "./journals-suite.ts";

const worlds = ["a", 'b "\u0000\ud800'];
const ids = ["one", 'two "\u0000\ud800'];
const endpoints = ["v2.fetchState", "v2.startJourney"] as const;

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const entry = fc
  .record({
    id: fc.constantFrom(...ids),
    endpoint: maybe(fc.constantFrom(...endpoints)),
    status: fc.constantFrom(200, 404),
    basis: fc.constantFrom("", "request-id-always", "request-id-always, retention=never"),
    phase: fc.constantFrom("collecting", "finished"),
    stages: fc.subarray(["open", "done"]),
    isKnown: fc.boolean(),
    isHit: fc.boolean(),
  })
  .map(({ id, phase, stages, isKnown, isHit, ...drawn }) =>
    entryOf(id, {
      ...drawn,
      snapshot: isKnown ? { instanceId: id, phase, stages } : undefined,
      fault: isHit ? { rule: "r", action: { type: "dropResponse" }, instanceId: id } : undefined,
      refusal:
        drawn.status === 200 ? undefined : { name: "UNKNOWN_INSTANCE", problems: ["There is no such instance."] },
    }),
  );

const draws = fc.record({
  world: fc.constantFrom("a", ...worlds),
  entries: fc.array(entry, { minLength: 1, maxLength: 5 }),
  id: fc.constantFrom(...ids),
  body: maybe(fc.constantFrom({ resourceId: "age-check" }, { resourceId: "full-kyc" })),
  after: maybe(fc.nat(9)),
  limit: fc.integer({ min: 1, max: 4 }),
  filter: fc.constantFrom(
    {},
    { endpoint: "v2.fetchState" },
    { status: 404 },
    { instance: ids[0] },
    { instance: ids[1] },
  ),
});

type Draws = typeof draws extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** One action for each method of journals whose answer can be compared. */
const actions: {
  readonly [Method in Exclude<keyof Journals, "watch" | "close">]: (
    journals: Journals,
    draws: Draws,
  ) => Promise<unknown>;
} = {
  record: async (journals, { world, entries, body }) => {
    for (const each of entries) journals.record(world, each, each.endpoint === "v2.startJourney" ? body : undefined);
  },
  find: (journals, { world, after, limit, filter }) => journals.find(world, { after, limit, ...filter }),
  findLastFault: (journals, { world, id }) => journals.findLastFault(world, id),
  counts: (journals, { world }) => journals.counts(world),
  clear: (journals, { world }) => journals.clear(world),
  restore: (journals, { world, entries, after = 0 }) => {
    const tally = createTally();
    for (const each of entries) tally.add(each);
    return journals.restore(world, entries, after + 1, tally.counts());
  },
  reportChange: async (journals, { world }) => journals.reportChange(world),
};

const names = Object.keys(actions) as (keyof typeof actions)[]; // `actions` has no other keys

const step = fc.record({
  method: fc.constantFrom("record" as const, "record" as const, "find" as const, ...names),
  draws,
  isDown: fc.boolean(),
});

/** Everything that journals contain. */
const readAll = async (journals: Journals): Promise<unknown> => {
  const all: unknown[] = [];
  for (const world of worlds)
    all.push(await journals.find(world, { after: 0, limit: 100 }), await journals.counts(world));
  return all;
};

/**
 * Tests that journals in a database give the same answers as journals in memory, even if the database is down at times.
 * Not compared: the limits on bytes and worlds, which only the journals in memory have, and what listeners receive of
 * requests that are dropped before they are stored.
 */
export function describeSameJournals(open: () => Promise<Database>, numRuns: number): void {
  test(`gives the same answers as the journals in memory, in ${numRuns} runs`, { timeout: 300_000 }, async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 30, size: "max" });
    const property = fc.asyncProperty(steps, fc.constantFrom(0, 1, 3, 100), async (all, size) => {
      const { database, prepare } = createTroubled(await open());
      const limits = { size, limits: resolveLimits() };
      const [memory, stored] = [createMemoryJournals(limits), createSqlJournals(database, limits)];
      const given: { readonly value: unknown; readonly text: string }[] = [];
      const compare = async (label: string, call: (journals: Journals) => Promise<unknown>, isDown: boolean) => {
        const value = await answer(() => call(memory));
        const text = toText(value);
        given.push({ value, text });
        if (isDown) prepare(() => Promise.reject(new UnavailableError("The database is down.")));
        const actual = toText(await untilAvailable(() => call(stored)));
        prepare(undefined);
        if (actual !== text) expect({ [label]: JSON.parse(actual) }).toEqual({ [label]: JSON.parse(text) });
      };
      for (const [i, { method, draws: drawn, isDown }] of all.entries())
        await compare(`step ${i + 1}, ${method}`, (journals) => actions[method](journals, drawn), isDown);
      await compare("content", readAll, false);
      await stored.close();
      for (const { value, text } of given) expect(toText(value)).toBe(text); // later requests do not reach answers
    });
    await fc.assert(property, { numRuns });
  });
}
