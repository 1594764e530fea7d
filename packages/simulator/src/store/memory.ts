import { effectiveAt, type InstanceRecord, settle } from "../engine/commands.ts";
import type { EarlierRuns, Instance } from "../engine/instance.ts";
import { nextEvent } from "../engine/settle.ts";
import { addRuns, countRuns, noRuns, personOf, subtractRuns, toSubject } from "../engine/subject.ts";
import type { FaultHit } from "../world/fault.ts";
import type { Millis } from "../world/time.ts";
import type { Armed, Row, Settings, Snapshot, Store } from "./store.ts";

/** Counters and hits of the current fault plan. */
interface FaultLedger {
  readonly counts: Map<string, number>;
  readonly hits: FaultHit[];
}

const maxHits = 10_000;

interface World {
  settings: Settings;
  ordinal: number;
  armed: readonly Armed[];
  readonly rows: Map<string, Row>;
  faults: FaultLedger;
  readonly persons: Map<string, Person>;
  /** Ids of the single-use tokens that were used. */
  readonly usedTokens: Set<string>;
}

/** The instances of one person, so that a submit does not settle and count each of them again. */
interface Person {
  /** Instances with a scheduled event, whose runs depend on the time. */
  readonly scheduled: Set<string>;
  /** The runs of each other instance. They only change with a command. */
  readonly counted: Map<string, EarlierRuns>;
  /** The sum of `counted`. */
  runs: EarlierRuns;
}

const emptySnapshot = (settings: Settings): Snapshot => ({
  settings,
  ordinal: 0,
  armed: [],
  rows: [],
  faults: { counts: new Map(), hits: [] },
  usedTokens: new Set(),
});

/** Rows are immutable, so copying the list is enough. */
const toSnapshot = ({ settings, ordinal, armed, rows, faults, usedTokens }: World): Snapshot => ({
  settings,
  ordinal,
  armed,
  rows: [...rows.values()],
  faults: { counts: new Map(faults.counts), hits: faults.hits.slice(-maxHits) },
  usedTokens: new Set(usedTokens),
});

function createWorld({ settings, ordinal, armed, rows, faults, usedTokens }: Snapshot): World {
  const world: World = {
    settings,
    ordinal,
    armed,
    rows: new Map(rows.map((row) => [row.record.instance.id, row])),
    faults: { counts: new Map(faults.counts), hits: [...faults.hits] },
    persons: new Map(),
    usedTokens: new Set(usedTokens),
  };
  for (const { record } of rows) indexPerson(world, record);
  return world;
}

/** Creates a store that lives as long as the process. New worlds start with `initial` settings. */
export function createMemoryStore(initial: () => Settings): Store {
  const worlds = new Map<string, World>();

  const enter = (id: string): World => {
    const world = worlds.get(id) ?? createWorld(emptySnapshot(initial()));
    worlds.set(id, world);
    return world;
  };

  return {
    settings: async (world) => worlds.get(world)?.settings ?? initial(),
    enter: async (world) => enter(world).settings,
    configure: async (world, change) => {
      const current = enter(world);
      current.settings = change(current.settings);
      return current.settings;
    },
    read: async (world, id) => worlds.get(world)?.rows.get(id)?.record,
    start: async (world, { person, now }, start) => {
      const current = enter(world);
      const { settings, ordinal, armed } = current;
      const earlierRuns = countEarlierRuns(current, person, undefined, now);
      const result = start({ settings, ordinal: ordinal + 1, armed: armed[0]?.scenario, earlierRuns });
      if (!result.ok || result.value.command === undefined) return result;
      const { record, command } = result.value;
      current.ordinal += 1;
      if (result.value.consumesArmed) current.armed = consume(current.armed);
      current.rows.set(record.instance.id, { record, log: [command] });
      indexPerson(current, record);
      return result;
    },
    update: async (world, id, { person, now }, change) => {
      const current = worlds.get(world);
      const row = current?.rows.get(id);
      if (current === undefined || row === undefined) return undefined;
      const earlierRuns = countEarlierRuns(current, person(row.record), id, now);
      const result = change({ record: row.record, settings: current.settings, earlierRuns });
      if (result.ok && result.value.command !== undefined) {
        const { record, command } = result.value;
        current.rows.set(id, { record, log: [...row.log, command] });
        forget(current, row.record);
        indexPerson(current, record);
      }
      return result;
    },
    log: async (world, id) => worlds.get(world)?.rows.get(id)?.log,
    remove: async (world, id) => {
      const current = worlds.get(world);
      const row = current?.rows.get(id);
      if (current === undefined || row === undefined) return;
      current.rows.delete(id);
      forget(current, row.record);
    },
    findWorld: async (id) => [...worlds].find(([, { rows }]) => rows.has(id))?.[0],
    scan: async (world) => [...(worlds.get(world)?.rows.values() ?? [])].map(({ record }) => record),
    worlds: async () => [...worlds.keys()],
    arm: async (world, armed) => {
      const current = enter(world);
      current.armed = [...current.armed, armed];
    },
    armed: async (world) => worlds.get(world)?.armed ?? [],
    plan: async (world, faults) => {
      const current = enter(world);
      current.settings = { ...current.settings, faults };
      current.faults = { counts: new Map(), hits: [] };
    },
    applyFault: async (world, counters, decide) => {
      const { faults } = enter(world);
      const hit = decide(increment(faults, counters));
      if (hit !== undefined) append(faults, hit);
      return hit;
    },
    faultHits: async (world) => worlds.get(world)?.faults.hits.slice(-maxHits) ?? [],
    consumeToken: async (world, id) => {
      const { usedTokens } = enter(world);
      const isNew = !usedTokens.has(id);
      usedTokens.add(id);
      return isNew;
    },
    snapshot: async (world) => {
      const current = worlds.get(world);
      return current === undefined ? emptySnapshot(initial()) : toSnapshot(current);
    },
    replace: async (world, snapshot) => {
      const { epoch } = enter(world).settings;
      worlds.set(world, createWorld({ ...snapshot, settings: { ...snapshot.settings, epoch } }));
    },
    reset: async (world) => {
      const current = worlds.get(world);
      if (current === undefined) return;
      worlds.set(world, createWorld(emptySnapshot({ ...initial(), epoch: current.settings.epoch + 1 })));
    },
  };
}

/** Consumes one use of the first armed scenario. */
const consume = ([first, ...rest]: readonly Armed[]): readonly Armed[] =>
  first === undefined || first.times <= 1 ? rest : [{ ...first, times: first.times - 1 }, ...rest];

/** Increments counters and returns their new values. */
function increment({ counts }: FaultLedger, counters: readonly string[]): ReadonlyMap<string, number> {
  const incremented = counters.map((counter) => [counter, (counts.get(counter) ?? 0) + 1] as const);
  for (const [counter, count] of incremented) counts.set(counter, count);
  return new Map(incremented);
}

/** Drops the older half of a full list, because dropping one hit at a time would copy the list. */
function append({ hits }: FaultLedger, hit: FaultHit): void {
  if (hits.length >= 2 * maxHits) hits.splice(0, maxHits);
  hits.push(hit);
}

const personKey = ({ terms, instance }: InstanceRecord): string | undefined => personOf(toSubject(terms, instance));

/** Lists an instance under its person, if the person is known. */
function indexPerson({ persons }: World, record: InstanceRecord): void {
  const key = personKey(record);
  if (key === undefined) return;
  const person = persons.get(key) ?? { scheduled: new Set(), counted: new Map(), runs: noRuns };
  persons.set(key, person);
  listInstance(person, record);
}

function listInstance(person: Person, { terms, instance }: InstanceRecord): void {
  if (nextEvent(terms, instance) !== undefined) {
    person.scheduled.add(instance.id);
    return;
  }
  const runs = countRuns([instance]);
  person.counted.set(instance.id, runs);
  person.runs = addRuns(person.runs, runs);
}

/** Removes an instance from the list of its person. */
function forget({ persons }: World, record: InstanceRecord): void {
  const key = personKey(record);
  const person = key === undefined ? undefined : persons.get(key);
  if (key === undefined || person === undefined) return;
  const { id } = record.instance;
  const { scheduled, counted } = person;
  scheduled.delete(id);
  person.runs = subtractRuns(person.runs, counted.get(id) ?? noRuns);
  counted.delete(id);
  if (scheduled.size + counted.size === 0) persons.delete(key);
}

/** Counts how often each module ran for a person in instances other than `id`. */
function countEarlierRuns(world: World, key: string | undefined, id: string | undefined, now: Millis): EarlierRuns {
  const person = key === undefined ? undefined : world.persons.get(key);
  if (person === undefined) return noRuns;
  const running: Instance[] = [];
  for (const other of person.scheduled) {
    const record = other === id ? undefined : world.rows.get(other)?.record;
    if (record === undefined) continue;
    const settled = settle(record, effectiveAt(record, now));
    if (nextEvent(settled.terms, settled.instance) === undefined) {
      person.scheduled.delete(other);
      listInstance(person, settled);
    } else running.push(settled.instance);
  }
  const own = person.counted.get(id ?? "") ?? noRuns;
  return addRuns(subtractRuns(person.runs, own), countRuns(running));
}
