import type { Command, InstanceRecord, Log, StartCommand } from "../engine/commands.ts";
import type { EarlierRuns } from "../engine/instance.ts";
import { addRuns, personOf, toSubject } from "../engine/subject.ts";
import type { FaultHit } from "../world/fault.ts";
import type { Armed, Settings, Store } from "./store.ts";

interface Row {
  readonly running: InstanceRecord;
  readonly first: StartCommand;
  readonly rest: readonly Command[];
}

/** How often rules of a plan have counted, and what they struck. */
interface FaultBook {
  readonly counts: Map<string, number>;
  readonly ledger: FaultHit[];
}

const ledgerSize = 10_000;

interface World {
  settings: Settings;
  ordinal: number;
  armed: readonly Armed[];
  readonly rows: Map<string, Row>;
  faults: FaultBook;
  readonly persons: Map<string, Person>;
}

/** The instances about one person: those that are listed by id, and those whose runs are counted already. */
interface Person {
  readonly open: Set<string>;
  readonly folded: Set<string>;
  runs: EarlierRuns;
}

const create = (settings: Settings): World => ({
  settings,
  ordinal: 0,
  armed: [],
  rows: new Map(),
  faults: { counts: new Map(), ledger: [] },
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
    settings: async (world) => enter(world).settings,
    configure: async (world, change) => {
      const entered = enter(world);
      entered.settings = change(entered.settings);
      return entered.settings;
    },
    read: async (world, id) => worlds.get(world)?.rows.get(id)?.running,
    start: async (world, begin) => {
      const entered = enter(world);
      const result = begin({
        settings: entered.settings,
        ordinal: entered.ordinal + 1,
        armed: entered.armed[0]?.scenario,
      });
      if (!result.ok || result.value.command === undefined) return result;
      const { running, command } = result.value;
      entered.ordinal += 1;
      if (result.value.consumesArmed) entered.armed = spend(entered.armed);
      entered.rows.set(running.instance.id, { running, first: command, rest: [] });
      owners.set(running.instance.id, world);
      indexPerson(entered, running);
      return result;
    },
    update: async (world, id, change) => {
      const entered = worlds.get(world);
      const row = entered?.rows.get(id);
      if (entered === undefined || row === undefined) return undefined;
      const result = change(row.running, entered.settings);
      if (result.ok && result.value.command !== undefined) {
        const { running, command } = result.value;
        entered.rows.set(id, { ...row, running, rest: [...row.rest, command] });
        indexPerson(entered, running);
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
    findByPerson: async (world, person) => {
      const known = worlds.get(world);
      const { open, runs } = known?.persons.get(person) ?? { open: [], runs: {} };
      return { runs, open: [...open].flatMap((id) => known?.rows.get(id)?.running ?? []) };
    },
    archiveRuns: async (world, person, ended) => {
      const known = worlds.get(world)?.persons.get(person);
      for (const { id, runs } of ended) {
        if (known?.open.delete(id) !== true) continue;
        known.folded.add(id);
        known.runs = addRuns(known.runs, runs);
      }
    },
    scan: async (world) => [...(worlds.get(world)?.rows.values() ?? [])].map(({ running }) => running),
    worlds: async () => [...worlds.keys()],
    arm: async (world, armed) => {
      const entered = enter(world);
      entered.armed = [...entered.armed, armed];
    },
    armed: async (world) => enter(world).armed,
    plan: async (world, faults) => {
      const entered = enter(world);
      entered.settings = { ...entered.settings, faults };
      entered.faults = { counts: new Map(), ledger: [] };
    },
    strike: async (world, counters, decide) => {
      const { faults } = enter(world);
      const strike = decide(raise(faults, counters));
      if (strike !== undefined) append(faults, strike);
      return strike;
    },
    ledger: async (world) => enter(world).faults.ledger.slice(-ledgerSize),
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
  faults: { counts: new Map(world.faults.counts), ledger: [...world.faults.ledger] },
  persons: new Map([...world.persons].map(([person, known]) => [person, copyPerson(known)])),
});

const copyPerson = ({ open, folded, runs }: Person): Person => ({
  open: new Set(open),
  folded: new Set(folded),
  runs,
});

/** Takes one use of what is armed first. */
const spend = ([first, ...rest]: readonly Armed[]): readonly Armed[] =>
  first === undefined || first.times <= 1 ? rest : [{ ...first, times: first.times - 1 }, ...rest];

/** Raises counters by one, and gives what they then show. */
function raise({ counts }: FaultBook, counters: readonly string[]): ReadonlyMap<string, number> {
  const raised = counters.map((counter) => [counter, (counts.get(counter) ?? 0) + 1] as const);
  for (const [counter, count] of raised) counts.set(counter, count);
  return new Map(raised);
}

/** Drops the older half of a full ledger, so that a row costs no copy. */
function append({ ledger }: FaultBook, strike: FaultHit): void {
  if (ledger.length >= 2 * ledgerSize) ledger.splice(0, ledgerSize);
  ledger.push(strike);
}

/** Lists an instance under the person it is about, once that is known. */
function indexPerson({ persons }: World, { terms, instance }: InstanceRecord): void {
  const person = personOf(toSubject(terms, instance));
  if (person === undefined) return;
  const known = persons.get(person) ?? { open: new Set(), folded: new Set(), runs: {} };
  if (!known.folded.has(instance.id)) known.open.add(instance.id);
  persons.set(person, known);
}

const toLog = ({ first, rest }: Row): Log => [first, ...rest];
