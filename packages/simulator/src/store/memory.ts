import type { Checkpoint } from "@journey-kit/schemas/control";
import { resolveLimits } from "@journey-kit/schemas/tables";
import { type InstanceRecord, type Log, settleAt } from "../engine/commands.ts";
import { isFinal } from "../engine/instance.ts";
import { exceeds } from "../engine/refusal-error.ts";
import { personOf, toSubject } from "../engine/subject.ts";
import { timeOf } from "../world/clock.ts";
import { type Counters, countStart, noCounters, withoutWindow } from "../world/counters.ts";
import { estimateBytes } from "../world/estimate-bytes.ts";
import { mapInSteps, type Pause } from "../world/steps.ts";
import { type Millis, toIso } from "../world/time.ts";
import { createFaultLedger, type FaultLedger } from "./fault-ledger.ts";
import { createPersonRuns, type PersonRuns } from "./person-runs.ts";
import {
  emptyState,
  noCounts,
  type PublishedJourney,
  type Settings,
  type Store,
  type StoredInstance,
  type StoreLimits,
  type WorldState,
} from "./store.ts";

interface World {
  settings: Settings;
  counters: Counters;
  readonly rows: Map<string, MeasuredRow>;
  faults: FaultLedger;
  readonly persons: PersonRuns;
  readonly checkpoints: Map<string, Checkpoint & { readonly state: WorldState; readonly bytes: number }>;
  /** Position at which the next search for finished instances continues. */
  search: Iterator<MeasuredRow>;
}

interface MeasuredRow extends StoredInstance {
  /** Estimated size. */
  readonly bytes: number;
  /** Key of the person, if the person is known. */
  readonly person: string | undefined;
}

/** Rows are immutable, so copying the list is enough. */
const toState = ({ settings, counters, rows, faults }: World): WorldState => ({
  settings,
  counters,
  rows: [...rows.values()],
  faults: faults.read(),
});

/** Creates a world without instances and checkpoints. */
function createMemoryWorld({ settings, counters, faults }: Omit<WorldState, "rows">): World {
  const rows: World["rows"] = new Map();
  return {
    settings,
    counters,
    rows,
    faults: createFaultLedger(faults),
    persons: createPersonRuns((id) => rows.get(id)?.record),
    checkpoints: new Map(),
    search: rows.values(),
  };
}

/** Adds instances to a world that no caller can see yet. */
const addRows = (world: World, rows: readonly StoredInstance[], pause: Pause): Promise<unknown> =>
  mapInSteps(rows, pause, (row) => {
    const measured = isMeasured(row) ? row : measure(row);
    world.rows.set(row.record.instance.id, measured);
    world.persons.add(measured);
  });

/** The rows of a world have been measured, and so have those of its checkpoints. */
const isMeasured = (row: StoredInstance): row is MeasuredRow => "bytes" in row;

const rowBytes = 1_200;

const personKey = ({ terms, instance }: InstanceRecord): string | undefined => personOf(toSubject(terms, instance));

/** Images are digests here, so nearly all bytes are those of the subject, which the log contains. */
const measure = ({ record, log }: StoredInstance): MeasuredRow => ({
  record,
  log,
  bytes: rowBytes + estimateBytes(log),
  person: personKey(record),
});

/** How many instances one search for finished instances examines, so that a full world does not stall other worlds. */
const searchLength = 1_000;

/** How many finished instances, or empty worlds, are deleted at a time. */
const deletedAtOnce = 100;

/** What stores in memory share, as replicas share a database. */
export interface MemoryData {
  readonly worlds: Map<string, World>;
  /** In the order of their numbers. */
  readonly journeys: PublishedJourney[];
  /** Estimated size of all instances and checkpoints. */
  bytes: number;
  /** For new worlds, so that tokens of a deleted world with the same name stay revoked. */
  firstEpoch: number;
  /** Position at which the next search for worlds with finished instances continues. */
  search: Iterator<World>;
}

/** Creates the data of an empty store. */
export function createMemoryData(): MemoryData {
  const worlds: MemoryData["worlds"] = new Map();
  return { worlds, journeys: [], bytes: 0, firstEpoch: 0, search: worlds.values() };
}

interface MemoryOptions {
  readonly system: () => Millis;
  readonly pause: Pause;
  readonly data: MemoryData;
}

/** Creates a store that lives as long as its data. New worlds start with `initial` settings. */
export function createMemoryStore(
  initial: () => Settings,
  limits: StoreLimits = resolveLimits(),
  { system = Date.now, pause = async () => undefined, data = createMemoryData() }: Partial<MemoryOptions> = {},
): Store {
  const { worlds, journeys } = data;

  const newSettings = (): Settings => {
    const settings = initial();
    return { ...settings, epoch: data.firstEpoch + settings.epoch };
  };
  const enter = (id: string): World => {
    const found = worlds.get(id);
    if (found !== undefined) return found;
    const created = createEmpty();
    add(id, created);
    return created;
  };
  const createEmpty = (): World => createMemoryWorld(emptyState(newSettings()));
  const add = (id: string, world: World): void => {
    if (worlds.size >= limits.worlds) deleteEmptyWorlds();
    if (worlds.size >= limits.worlds) throw exceeds("worlds", limits.worlds);
    world.settings = newSettings(); // the deletion can have raised the first epoch
    worlds.set(id, world);
  };
  const deleteEmptyWorlds = (): void => {
    let deleted = 0;
    for (const [id, { settings, rows, checkpoints }] of worlds) {
      if (deleted === deletedAtOnce) return;
      if (rows.size + checkpoints.size > 0) continue;
      deleted += 1;
      data.firstEpoch = Math.max(data.firstEpoch, settings.epoch);
      worlds.delete(id);
    }
  };
  const setRow = (world: World, row: MeasuredRow): void => {
    const { id } = row.record.instance;
    data.bytes += row.bytes - (world.rows.get(id)?.bytes ?? 0);
    world.rows.set(id, row);
    world.persons.add(row);
  };
  const remove = (world: World, row: MeasuredRow): void => {
    data.bytes -= row.bytes;
    world.rows.delete(row.record.instance.id);
    world.faults.forget(row.record.instance.ordinal);
    world.persons.remove(row);
  };
  /** Replaces a world, or creates it. Keeps its checkpoints, and sets the epoch that follows from its settings. */
  const replace = (id: string, next: World, epochAfter: (settings: Settings) => number): void => {
    const old = worlds.get(id);
    const more = sumBytes(next) - (old === undefined ? 0 : sumBytes(old));
    if (more > 0) evictForBytes(more, old);
    const { settings, checkpoints } = old ?? enter(id);
    data.bytes += more;
    worlds.set(id, { ...next, settings: { ...next.settings, epoch: epochAfter(settings) }, checkpoints });
  };
  /** Deletes finished instances of a world, oldest first, at the time `now` of that world. */
  const deleteFinished = (world: World, now: Millis): void => {
    let deleted = 0;
    let hasRestarted = false;
    for (let examined = 0; examined < searchLength && deleted < deletedAtOnce; examined += 1) {
      const { value: row, done } = world.search.next();
      if (done === true) {
        world.search = world.rows.values();
        if (hasRestarted) return;
        hasRestarted = true;
        continue;
      }
      if (!isFinal(settleAt(row.record, now).instance)) continue;
      remove(world, row);
      deleted += 1;
    }
  };
  /** Makes room for more bytes in a world at the time `now` of that world. */
  const evictForInstance = (world: World, more: number, now: Millis): void => {
    if (world.rows.size >= limits.instances) deleteFinished(world, now);
    if (data.bytes + more > limits["store-bytes"]) deleteFinished(world, now);
    if (world.rows.size >= limits.instances) throw exceeds("instances", limits.instances);
    evictForBytes(more);
  };
  /** Makes room for more bytes in the store, in worlds except the one that is replaced. */
  const evictForBytes = (more: number, replaced?: World): void => {
    const budget = limits["store-bytes"] - more;
    for (let i = 0; data.bytes > budget && i < searchedWorlds; i += 1) {
      const { value: other, done } = data.search.next();
      if (done === true) data.search = worlds.values();
      else if (other !== replaced) deleteFinished(other, timeOf(other.settings.clock, system()));
    }
    if (data.bytes > budget) throw exceeds("store-bytes", limits["store-bytes"]);
  };

  return {
    settings: async (world) => worlds.get(world)?.settings ?? newSettings(),
    configure: async (world, change) => {
      const found = worlds.get(world);
      const old = found?.settings ?? newSettings();
      const settings = change(old);
      const current = found ?? enter(world);
      if (settings.faults !== old.faults) current.faults = createFaultLedger();
      if (settings !== old) current.settings = { ...settings, epoch: current.settings.epoch };
      return current.settings;
    },
    counters: async (world) => {
      const found = worlds.get(world);
      return { ...(found?.counters ?? noCounters), instances: found?.rows.size ?? 0 };
    },
    updateCounters: async (world, change) => {
      const found = worlds.get(world);
      const [counters, value] = change(found?.counters ?? noCounters);
      (found ?? enter(world)).counters = counters;
      return value;
    },
    worlds: async () => [...worlds.keys()],
    findWorld: async (id) => [...worlds].find(([, { rows }]) => rows.has(id))?.[0],
    read: async (world, id) => worlds.get(world)?.rows.get(id)?.record,
    start: async (world, { person, now }, start) => {
      const found = worlds.get(world);
      const current = found ?? createEmpty();
      const { settings, counters, rows } = current;
      const { ordinal, armed } = counters;
      for (;;) {
        const earlierRuns = current.persons.count(person, undefined, now);
        const result = start({ settings, ordinal: ordinal + 1, armed: armed[0]?.scenario, earlierRuns });
        if (!result.ok || result.value.command === undefined) return result;
        const { record, command } = result.value;
        const row = measure({ record, log: [command] });
        const { size } = rows;
        evictForInstance(current, row.bytes, now);
        if (rows.size < size) continue; // the runs of the deleted instances no longer count
        if (found === undefined) add(world, current);
        current.counters = countStart(counters, result.value.consumesArmed);
        setRow(current, row);
        return result;
      }
    },
    update: async (world, id, now, prepare) => {
      const current = worlds.get(world);
      const row = current?.rows.get(id);
      if (current === undefined || row === undefined) return undefined;
      const { person, change } = prepare(row.record, current.settings);
      const result = change(current.persons.count(person, id, now));
      if (result.ok && result.value.command !== undefined) {
        const { record, command } = result.value;
        const log: Log = [...row.log, command];
        current.persons.remove(row);
        setRow(current, { record, log, bytes: row.bytes + estimateBytes(command), person: personKey(record) });
      }
      return result;
    },
    log: async (world, id) => worlds.get(world)?.rows.get(id)?.log,
    remove: async (world, id) => {
      const current = worlds.get(world);
      const row = current?.rows.get(id);
      if (current === undefined || row === undefined) return;
      remove(current, row);
    },
    list: async (world) => [...(worlds.get(world)?.rows.values() ?? [])].map(({ record }) => record),
    applyFault: async (world, counters, decide) => {
      const { faults } = enter(world);
      const hit = decide(faults.increment(counters));
      if (hit !== undefined) faults.append(hit);
      return hit;
    },
    faultHits: async (world) => worlds.get(world)?.faults.hits() ?? [],
    state: async (world) => {
      const current = worlds.get(world);
      return current === undefined ? emptyState(newSettings()) : toState(current);
    },
    replace: async (world, state) => {
      if (state.rows.length > limits.instances) throw exceeds("instances", limits.instances);
      const next = createMemoryWorld({ ...state, counters: withoutWindow(state.counters) });
      await addRows(next, state.rows, pause);
      replace(world, next, (settings) => settings.epoch);
    },
    reset: async (world) => {
      if (!worlds.has(world)) return;
      replace(world, createMemoryWorld(emptyState(initial())), ({ epoch }) => epoch + 1);
    },
    saveCheckpoint: async (world, id, at) => {
      const current = enter(world);
      if (current.checkpoints.size >= limits.checkpoints) throw exceeds("checkpoints", limits.checkpoints);
      const size = sumBytes(current);
      if (data.bytes + size > limits["store-bytes"]) throw exceeds("store-bytes", limits["store-bytes"]);
      data.bytes += size;
      const checkpoint = { checkpoint: id, instances: current.rows.size, savedAt: toIso(at) };
      current.checkpoints.set(id, { ...checkpoint, state: toState(current), bytes: size });
      return checkpoint;
    },
    checkpoint: async (world, id) => worlds.get(world)?.checkpoints.get(id)?.state,
    checkpoints: async (world) =>
      [...(worlds.get(world)?.checkpoints.values() ?? [])].map(({ state, bytes, ...checkpoint }) => checkpoint),
    removeCheckpoint: async (world, id) => {
      const checkpoints = worlds.get(world)?.checkpoints;
      data.bytes -= checkpoints?.get(id)?.bytes ?? 0;
      return checkpoints?.delete(id) ?? false;
    },
    publish: async (published) => {
      const before = journeys.findLastIndex(({ number }) => number <= published.number);
      if (journeys[before]?.number === published.number) return false;
      journeys.splice(before + 1, 0, published);
      return true;
    },
    published: async (after) => journeys.slice(journeys.findLastIndex(({ number }) => number <= after) + 1),
    check: async () => undefined,
    count: async () => {
      const instances = { ...noCounts };
      for (const { rows } of worlds.values())
        for (const { record } of rows.values()) instances[record.instance.progress.phase] += 1;
      return { worlds: worlds.size, instances };
    },
  };
}

/** How many other worlds a full store searches for finished instances at a time. */
const searchedWorlds = 10;

function sumBytes({ rows }: World): number {
  let sum = 0;
  for (const { bytes } of rows.values()) sum += bytes;
  return sum;
}
