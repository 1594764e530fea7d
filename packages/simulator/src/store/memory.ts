import {
  type Command,
  effectiveAt,
  type InstanceRecord,
  type Log,
  type StartCommand,
  settle,
} from "../engine/commands.ts";
import { type EarlierRuns, type Instance, isFinal } from "../engine/instance.ts";
import { addRuns, countRuns, personOf, toSubject } from "../engine/subject.ts";
import type { FaultHit } from "../world/fault.ts";
import type { Millis } from "../world/time.ts";
import type { Armed, Settings, Store } from "./store.ts";

interface Row {
  readonly record: InstanceRecord;
  readonly first: StartCommand;
  readonly rest: readonly Command[];
}

/** How often the rules of a plan have counted, and what they hit. */
interface FaultBook {
  readonly counts: Map<string, number>;
  readonly hits: FaultHit[];
}

const maxHits = 10_000;

interface World {
  settings: Settings;
  ordinal: number;
  armed: readonly Armed[];
  readonly rows: Map<string, Row>;
  faults: FaultBook;
  readonly persons: Map<string, Person>;
}

/** The instances about one person: open ones by id, and finished ones whose module runs are already counted. */
interface Person {
  readonly open: Set<string>;
  readonly archived: Set<string>;
  runs: EarlierRuns;
}

const create = (settings: Settings): World => ({
  settings,
  ordinal: 0,
  armed: [],
  rows: new Map(),
  faults: { counts: new Map(), hits: [] },
  persons: new Map(),
});

/** A store that lives as long as the process. New worlds begin with `initial` settings. */
export function createMemoryStore(initial: () => Settings): Store {
  const worlds = new Map<string, World>();
  const checkpoints = new Map<string, World>();
  const owners = new Map<string, string>();

  const enter = (id: string): World => {
    const entered = worlds.get(id) ?? create(initial());
    worlds.set(id, entered);
    return entered;
  };

  const replace = (id: string, world: World) => {
    for (const old of worlds.get(id)?.rows.keys() ?? []) if (owners.get(old) === id) owners.delete(old);
    for (const known of world.rows.keys()) if (!owners.has(known)) owners.set(known, id);
    worlds.set(id, world);
  };

  return {
    settings: async (world) => worlds.get(world)?.settings ?? initial(),
    enter: async (world) => enter(world).settings,
    configure: async (world, change) => {
      const entered = enter(world);
      entered.settings = change(entered.settings);
      return entered.settings;
    },
    read: async (world, id) => worlds.get(world)?.rows.get(id)?.record,
    start: async (world, { person, now }, start) => {
      const entered = enter(world);
      const { settings, ordinal, armed } = entered;
      const earlierRuns = countEarlierRuns(entered, person, undefined, now);
      const result = start({ settings, ordinal: ordinal + 1, armed: armed[0]?.scenario, earlierRuns });
      if (!result.ok || result.value.command === undefined) return result;
      const { record, command } = result.value;
      entered.ordinal += 1;
      if (result.value.consumesArmed) entered.armed = consume(entered.armed);
      entered.rows.set(record.instance.id, { record, first: command, rest: [] });
      owners.set(record.instance.id, world);
      indexPerson(entered, record);
      return result;
    },
    update: async (world, id, { person, now }, change) => {
      const entered = worlds.get(world);
      const row = entered?.rows.get(id);
      if (entered === undefined || row === undefined) return undefined;
      const earlierRuns = countEarlierRuns(entered, person(row.record), id, now);
      const result = change({ record: row.record, settings: entered.settings, earlierRuns });
      if (result.ok && result.value.command !== undefined) {
        const { record, command } = result.value;
        entered.rows.set(id, { ...row, record, rest: [...row.rest, command] });
        indexPerson(entered, record);
      }
      return result;
    },
    log: async (world, id) => {
      const row = worlds.get(world)?.rows.get(id);
      return row && toLog(row);
    },
    remove: async (world, id) => {
      worlds.get(world)?.rows.delete(id);
      owners.delete(id);
    },
    findWorld: async (id) => owners.get(id),
    scan: async (world) => [...(worlds.get(world)?.rows.values() ?? [])].map(({ record }) => record),
    worlds: async () => [...worlds.keys()],
    arm: async (world, armed) => {
      const entered = enter(world);
      entered.armed = [...entered.armed, armed];
    },
    armed: async (world) => worlds.get(world)?.armed ?? [],
    plan: async (world, faults) => {
      const entered = enter(world);
      entered.settings = { ...entered.settings, faults };
      entered.faults = { counts: new Map(), hits: [] };
    },
    applyFault: async (world, counters, decide) => {
      const { faults } = enter(world);
      const hit = decide(raise(faults, counters));
      if (hit !== undefined) append(faults, hit);
      return hit;
    },
    faultHits: async (world) => worlds.get(world)?.faults.hits.slice(-maxHits) ?? [],
    save: async (world, checkpoint) => {
      checkpoints.set(keyOf(world, checkpoint), copy(enter(world)));
    },
    load: async (world, checkpoint, into) => {
      const saved = checkpoints.get(keyOf(world, checkpoint));
      if (saved === undefined) return false;
      const { epoch } = enter(into).settings;
      replace(into, copy({ ...saved, settings: { ...saved.settings, epoch } }));
      return true;
    },
    reset: async (world) => {
      const known = worlds.get(world);
      if (known !== undefined) replace(world, create({ ...initial(), epoch: known.settings.epoch + 1 }));
    },
  };
}

const keyOf = (world: string, checkpoint: string): string => JSON.stringify([world, checkpoint]);

/** Rows are never changed in place, so a copy of the map is a copy of the world. */
const copy = (world: World): World => ({
  ...world,
  rows: new Map(world.rows),
  faults: { counts: new Map(world.faults.counts), hits: [...world.faults.hits] },
  persons: new Map([...world.persons].map(([person, known]) => [person, copyPerson(known)])),
});

const copyPerson = ({ open, archived, runs }: Person): Person => ({
  open: new Set(open),
  archived: new Set(archived),
  runs,
});

/** Takes one use of what is armed first. */
const consume = ([first, ...rest]: readonly Armed[]): readonly Armed[] =>
  first === undefined || first.times <= 1 ? rest : [{ ...first, times: first.times - 1 }, ...rest];

/** Raises counters by one, and gives what they then show. */
function raise({ counts }: FaultBook, counters: readonly string[]): ReadonlyMap<string, number> {
  const raised = counters.map((counter) => [counter, (counts.get(counter) ?? 0) + 1] as const);
  for (const [counter, count] of raised) counts.set(counter, count);
  return new Map(raised);
}

/** Drops the older half of a full list, so that a hit costs no copy. */
function append({ hits }: FaultBook, hit: FaultHit): void {
  if (hits.length >= 2 * maxHits) hits.splice(0, maxHits);
  hits.push(hit);
}

/** Lists an instance under the person it is about, once that is known. */
function indexPerson({ persons }: World, { terms, instance }: InstanceRecord): void {
  const person = personOf(toSubject(terms, instance));
  if (person === undefined) return;
  const known = persons.get(person) ?? { open: new Set(), archived: new Set(), runs: {} };
  if (!known.archived.has(instance.id)) known.open.add(instance.id);
  persons.set(person, known);
}

/**
 * Counts how often each module ran for a person in instances other than `id`. Finished instances are counted once and
 * archived; otherwise every start would look at all that came before it.
 */
function countEarlierRuns(world: World, person: string | undefined, id: string | undefined, now: Millis): EarlierRuns {
  const known = person === undefined ? undefined : world.persons.get(person);
  if (known === undefined) return {};
  const running: Instance[] = [];
  for (const other of known.open) {
    const record = other === id ? undefined : world.rows.get(other)?.record;
    if (record === undefined) continue;
    const { instance } = settle(record, effectiveAt(record, now));
    if (isFinal(instance)) {
      known.open.delete(other);
      known.archived.add(other);
      known.runs = addRuns(known.runs, countRuns([instance]));
    } else running.push(instance);
  }
  return addRuns(known.runs, countRuns(running));
}

const toLog = ({ first, rest }: Row): Log => [first, ...rest];
