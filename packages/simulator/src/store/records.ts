import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  type Columns,
  type Database,
  parseColumn,
  type Statement,
  sql,
  toKey,
  UnavailableError,
  type Value,
} from "../database/database.ts";
import { type InstanceRecord, type Log, settle } from "../engine/commands.ts";
import { endOf, type InstanceTerms } from "../engine/instance.ts";
import { nextEvent } from "../engine/settle.ts";
import { countRuns, personOf, toSubject } from "../engine/subject.ts";
import { createCache, memoize } from "../world/cache.ts";
import type { FaultHit } from "../world/fault.ts";
import { endOfTime } from "../world/time.ts";
import { makeVersion } from "./changes.ts";
import type { Row, Snapshot } from "./store.ts";

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
export interface Records {
  /** The statements that store the parts of terms that this process has not stored yet. */
  insertParts(terms: InstanceTerms): readonly Statement[];
  /** Notes that the parts of terms are stored. */
  confirmParts(terms: InstanceTerms): void;
  /** The columns of an instance, except its world, its log and its version. */
  toColumns(record: InstanceRecord): RecordColumns;
  /** Reads a record from the columns `terms` and `instance`. Equal terms share one object. */
  read(columns: Columns): Promise<InstanceRecord>;
  readRow(columns: Columns): Promise<Row>;
  /** Writes a checkpoint. The parts of its terms are already stored. */
  writeSnapshot(snapshot: Snapshot): string;
  readSnapshot(column: Value | undefined): Promise<Snapshot>;
}

/** A snapshot as JSON, in which terms contain the digests of their parts. */
interface SavedSnapshot extends Pick<Snapshot, "settings" | "ordinal" | "armed"> {
  readonly rows: readonly (Pick<Row, "log"> & { readonly terms: string; readonly instance: object })[];
  readonly counts: Readonly<Record<string, number>>;
  readonly hits: readonly FaultHit[];
  readonly usedTokens: readonly string[];
}

/** What is stored about an instance. */
export interface RecordColumns {
  readonly id: string;
  readonly ordinal: number;
  readonly terms: string;
  readonly instance: string;
  /** Identifies the person, if known. */
  readonly person: string | null;
  /**
   * The number of runs of each module; null while an event is scheduled, because the numbers then depend on the time.
   */
  readonly runs: string | null;
  readonly phase: string;
  /** When the instance will end without another command, in the time of the world; null if it will not end. */
  readonly endsAt: number | null;
}

/** Creates the {@link Records} of a database. */
export function createRecords(database: Database): Records {
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
    if (row === undefined) throw new UnavailableError("The database has lost a part of an instance.");
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
  const read = async ({ terms: text, instance }: Columns): Promise<InstanceRecord> => {
    const terms = await readTerms(String(text));
    return { generation: terms.definition.generation, terms, instance: parseColumn(instance) };
  };
  return {
    insertParts: (terms) =>
      partsOf(terms).flatMap(({ digest, text }) => {
        if (stored.get(digest)) return [];
        const insert = "insert into part (digest, value) values ($1, $2) on conflict (digest) do nothing";
        return [{ text: insert, values: [digest, text] }];
      }),
    confirmParts: (terms) => {
      for (const { digest } of partsOf(terms)) stored.set(digest, true);
    },
    toColumns: (record) => {
      const { terms, instance } = record;
      const isScheduled = nextEvent(terms, instance) !== undefined;
      const end = endOf(isScheduled ? settle(record, endOfTime).instance : instance);
      const person = personOf(toSubject(terms, instance));
      return {
        id: toKey(instance.id),
        ordinal: instance.ordinal,
        terms: toStored(terms),
        instance: JSON.stringify(instance),
        person: person === undefined ? null : toKey(person),
        runs: isScheduled ? null : JSON.stringify(countRuns([instance])),
        phase: instance.progress.phase,
        endsAt: end === undefined ? null : end - instance.skew,
      };
    },
    read,
    readRow: async (columns) => ({ record: await read(columns), log: readLog(columns.log) }),
    writeSnapshot: ({ rows, faults, usedTokens, ...rest }) => {
      const saved: SavedSnapshot = {
        ...rest,
        rows: rows.map(({ record: { terms, instance }, log }) => ({ terms: toStored(terms), instance, log })),
        counts: Object.fromEntries(faults.counts),
        hits: faults.hits,
        usedTokens: [...usedTokens],
      };
      return JSON.stringify(saved);
    },
    readSnapshot: async (column) => {
      const { rows, counts, hits, usedTokens, ...rest }: SavedSnapshot = parseColumn(column);
      const readRow = async ({ terms, instance, log }: SavedSnapshot["rows"][number]) => ({
        record: await read({ terms, instance: JSON.stringify(instance) }),
        log,
      });
      return {
        ...rest,
        rows: await Promise.all(rows.map(readRow)),
        faults: { counts: new Map(Object.entries(counts)), hits },
        usedTokens: new Set(usedTokens),
      };
    },
  };
}

/** Reads a log, which has a command in each line. */
export const readLog = (column: Value | undefined): Log => parseColumn(`[${String(column).replaceAll("\n", ",")}]`);

/** The statement that inserts an instance. */
export const insertInstance = (key: string, columns: RecordColumns, log: readonly object[]): Statement =>
  sql`insert into instance (world, id, ordinal, version, terms, instance, log, person, runs, phase, ends_at)
    values (${key}, ${columns.id}, ${columns.ordinal}, ${makeVersion()}, ${columns.terms}, ${columns.instance},
      ${log.map((command) => JSON.stringify(command)).join("\n")},
      ${columns.person}, ${columns.runs}, ${columns.phase}, ${columns.endsAt})`;
