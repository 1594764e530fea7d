import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  type Columns,
  type Database,
  makeVersion,
  parseColumn,
  type Statement,
  sql,
  toKey,
  UnavailableError,
  type Value,
} from "../database/database.ts";
import { type InstanceRecord, type Log, settle } from "../engine/commands.ts";
import { endOf } from "../engine/instance.ts";
import { nextEvent } from "../engine/settle.ts";
import { countRuns, personOf, toSubject } from "../engine/subject.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { createCache, memoize } from "../world/cache.ts";
import type { Counters } from "../world/counters.ts";
import type { FaultHit } from "../world/fault.ts";
import { mapInSteps, type Pause } from "../world/steps.ts";
import { endOfTime, type Millis } from "../world/time.ts";
import type { StoredInstance, WorldState } from "./store.ts";

/** A part of an instance's terms, such as the journey. Many instances share a part, so each part is stored once. */
interface Part {
  readonly digest: string;
  readonly text: string;
}

const toPart = memoize((value: object): Part => {
  const text = JSON.stringify(value);
  return { digest: bytesToHex(sha256(utf8ToBytes(text))), text };
});

/** Terms as they are stored: with the digests of their parts. */
interface StoredTerms extends Pick<InstanceTerms, "seed" | "latency"> {
  readonly definition: string;
  readonly readings: string;
  readonly scenarios: readonly string[];
}

/** Stores the records of instances, and reads them. */
export type Records = ReturnType<typeof createRecords>;

/** A state as JSON, in which terms contain the digests of their parts. */
interface SavedState extends Pick<WorldState, "settings"> {
  readonly counters: string;
  readonly rows: readonly (Pick<StoredInstance, "log"> & { readonly terms: string; readonly instance: object })[];
  readonly counts: Readonly<Record<string, number>>;
  readonly hits: readonly FaultHit[];
}

/** Creates the {@link Records} of a database. */
export function createRecords(database: Database, pause: Pause) {
  const stored = createCache<true>(10_000);
  const parts = createCache<object>(10_000);
  const known = createCache<InstanceTerms>(10_000);

  const partsOf = ({ definition, readings, scenarios }: InstanceTerms): readonly Part[] =>
    [definition, readings, ...scenarios].map(toPart);
  const toStored = ({ definition, readings, scenarios, seed, latency }: InstanceTerms): string => {
    const terms: StoredTerms = {
      definition: toPart(definition).digest,
      readings: toPart(readings).digest,
      scenarios: scenarios.map((scenario) => toPart(scenario).digest),
      seed,
      ...(latency !== undefined && { latency }),
    };
    return JSON.stringify(terms);
  };
  const readPart = async (digest: string): Promise<never> => {
    const found = parts.get(digest);
    if (found !== undefined) return found as never; // only this store writes parts
    const [row] = await database.query(sql`select value from part where digest = ${digest}`);
    if (row === undefined) throw new UnavailableError("Part of an instance is missing from the database.");
    const part: object = parseColumn(row.value);
    parts.set(digest, part);
    return part as never;
  };
  const readTerms = async (text: string): Promise<InstanceTerms> => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const { definition, readings, scenarios, ...rest }: StoredTerms = JSON.parse(text);
    const [first, ...others] = await Promise.all(scenarios.map(readPart));
    if (first === undefined) throw new Error("An instance has no scenario.");
    const terms = {
      definition: await readPart(definition),
      readings: await readPart(readings),
      scenarios: [first, ...others] as const,
      ...rest,
    };
    known.set(text, terms);
    return terms;
  };
  /** Reads a record from the columns `terms` and `instance`. Equal terms share one object. */
  const read = async ({ terms: text, instance }: Columns): Promise<InstanceRecord> => {
    const terms = await readTerms(String(text));
    return { apiVersion: terms.definition.apiVersion, terms, instance: parseColumn(instance) };
  };
  return {
    /** The statements that store the parts of terms that this process has not stored yet. */
    insertParts: (terms: InstanceTerms): readonly Statement[] =>
      partsOf(terms)
        .filter(({ digest }) => !stored.get(digest))
        .map(
          ({ digest, text }) =>
            sql`insert into part (digest, value) values (${digest}, ${text}) on conflict (digest) do nothing`,
        ),
    /** Notes that the parts of terms are stored. */
    confirmParts: (terms: InstanceTerms): void => {
      for (const { digest } of partsOf(terms)) stored.set(digest, true);
    },
    /** The columns of an instance, except its world, its log and its version. */
    toColumns: (record: InstanceRecord) => {
      const { terms, instance } = record;
      const isScheduled = nextEvent(terms, instance) !== undefined;
      const end = endOf(isScheduled ? settle(record, endOfTime).instance : instance);
      const person = personOf(toSubject(terms, instance));
      return {
        id: toKey(instance.id),
        ordinal: instance.ordinal,
        terms: toStored(terms),
        instance: JSON.stringify(instance),
        /** Identifies the person, if known. */
        person: person === undefined ? null : toKey(person),
        /** Runs of each module; null while an event is scheduled, because the numbers then depend on the time. */
        runs: isScheduled ? null : JSON.stringify(countRuns([instance])),
        phase: instance.progress.phase,
        /** When the instance will end without another command, in the time of the world; null if it will not end. */
        endsAt: end === undefined ? null : end - instance.skew,
      };
    },
    read,
    readAll: (rows: readonly Columns[]): Promise<readonly InstanceRecord[]> => mapInSteps(rows, pause, read),
    readRows: (rows: readonly Columns[]): Promise<readonly StoredInstance[]> =>
      mapInSteps(rows, pause, async (columns) => ({ record: await read(columns), log: readLog(columns.log) })),
    /** Writes a checkpoint. The parts of its terms are already stored. */
    writeState: ({ settings, counters, rows, faults }: WorldState): string => {
      const saved: SavedState = {
        settings,
        counters: writeCounters(counters),
        rows: rows.map(({ record: { terms, instance }, log }) => ({ terms: toStored(terms), instance, log })),
        counts: Object.fromEntries(faults.counts),
        hits: faults.hits,
      };
      return JSON.stringify(saved);
    },
    readState: async (column: Value | undefined): Promise<WorldState> => {
      const { settings, counters, rows, counts, hits }: SavedState = parseColumn(column);
      const readRow = async ({ terms, instance, log }: SavedState["rows"][number]) => ({
        record: await read({ terms, instance: JSON.stringify(instance) }),
        log,
      });
      return {
        settings,
        counters: readCounters(counters),
        rows: await mapInSteps(rows, pause, readRow),
        faults: { counts: new Map(Object.entries(counts)), hits },
      };
    },
  };
}

/** Writes the counters of a world as a column. */
export const writeCounters = ({ usedTokens, ...counters }: Counters): string =>
  JSON.stringify({ ...counters, usedTokens: [...usedTokens] });

export function readCounters(column: Value | undefined): Counters {
  const { usedTokens, ...counters }: Omit<Counters, "usedTokens"> & { usedTokens: [string, Millis][] } =
    parseColumn(column);
  return { ...counters, usedTokens: new Map(usedTokens) };
}

/** Reads a log, which has a command in each line. */
export const readLog = (column: Value | undefined): Log => parseColumn(`[${String(column).replaceAll("\n", ",")}]`);

export const insertInstance = (
  key: string,
  columns: ReturnType<Records["toColumns"]>,
  log: readonly object[],
): Statement =>
  sql`insert into instance (world, id, ordinal, version, terms, instance, log, person, runs, phase, ends_at)
    values (${key}, ${columns.id}, ${columns.ordinal}, ${makeVersion()}, ${columns.terms}, ${columns.instance},
      ${log.map((command) => JSON.stringify(command)).join("\n")},
      ${columns.person}, ${columns.runs}, ${columns.phase}, ${columns.endsAt})`;
