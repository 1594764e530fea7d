import type { Command, Log, Running, StartCommand } from "../machine/command.ts";
import type { Settings, Store } from "./store.ts";

interface Row {
  readonly running: Running;
  readonly first: StartCommand;
  readonly rest: readonly Command[];
}

interface World {
  settings: Settings;
  ordinal: number;
  readonly rows: Map<string, Row>;
}

/** A store that lives as long as the process. New worlds begin with `initial` settings. */
export function createMemoryStore(initial: () => Settings): Store {
  const worlds = new Map<string, World>();
  const owners = new Map<string, string>();

  const enter = (id: string): World => {
    const known = worlds.get(id);
    if (known !== undefined) return known;
    const made: World = { settings: initial(), ordinal: 0, rows: new Map() };
    worlds.set(id, made);
    return made;
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
      const result = begin(entered.ordinal + 1);
      if (!result.ok || result.value.command === undefined) return result;
      const { running, command } = result.value;
      entered.ordinal += 1;
      entered.rows.set(running.instance.id, { running, first: command, rest: [] });
      owners.set(running.instance.id, world);
      return result;
    },
    update: async (world, id, change) => {
      const rows = worlds.get(world)?.rows;
      const row = rows?.get(id);
      if (rows === undefined || row === undefined) return undefined;
      const result = change(row.running);
      if (result.ok && result.value.command !== undefined) {
        rows.set(id, { ...row, running: result.value.running, rest: [...row.rest, result.value.command] });
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
    locate: async (id) => owners.get(id),
    scan: async (world) => [...(worlds.get(world)?.rows.values() ?? [])].map(({ running }) => running),
    reset: async (world) => {
      const known = worlds.get(world);
      for (const id of known?.rows.keys() ?? []) owners.delete(id);
      if (known === undefined) return;
      worlds.set(world, {
        settings: { ...initial(), epoch: known.settings.epoch + 1 },
        ordinal: 0,
        rows: new Map(),
      });
    },
  };
}

const toLog = ({ first, rest }: Row): Log => [first, ...rest];
