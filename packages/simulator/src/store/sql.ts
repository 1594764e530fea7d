import type { InstanceRecord } from "../engine/commands.ts";
import type { EarlierRuns } from "../engine/instance.ts";
import { addRuns, countRuns, noRuns } from "../engine/subject.ts";
import { createCache } from "../world/cache.ts";
import { LimitError } from "../world/control-error.ts";
import { type FaultHit, ordinalOf } from "../world/fault.ts";
import { type Millis, minute, toIso } from "../world/time.ts";
import { type Columns, type Database, type Statement, UnavailableError, type Value } from "./database.ts";
import { createRecords, fromKey, parseColumn, type RecordColumns, readLog, settleAt, toKey } from "./records.ts";
import {
  type Armed,
  consumeArmed,
  emptySnapshot,
  maxHits,
  noCounts,
  type PublishedJourney,
  type Row,
  type Settings,
  type Snapshot,
  type Store,
  type StoreLimits,
} from "./store.ts";

/** The columns of one world, and the version that a change replaces. */
interface Versioned<Content> {
  readonly version: string;
  readonly content: Content;
}

/** Maximum number of attempts to store a change if other changes are stored first. */
const maxAttempts = 100;

const cacheSize = 10_000;

/** How many instances are deleted or inserted at a time. */
const batchSize = 100;

/**
 * Creates a store in a database. A change reads a row, computes the next state, and stores this state only if the
 * version of the row has not changed. Otherwise the change starts again, so no transaction waits for a caller. New
 * worlds start with `initial` settings.
 */
export function createSqlStore(database: Database, initial: () => Settings, limits: StoreLimits): Store {
  const records = createRecords(database);
  const settingsOf = createCache<Versioned<Settings>>(cacheSize);
  const recordsById = createCache<Versioned<InstanceRecord>>(cacheSize);
  const shared = createCache<object>(cacheSize);
  const inTurn = createTurns();

  const query = (text: string, ...values: readonly Value[]) => database.query({ text, values });
  const first = async (text: string, ...values: readonly Value[]): Promise<Columns | undefined> =>
    (await query(text, ...values))[0];

  /**
   * Returns the same object for equal profiles or scenarios, so that values derived from the object are computed only
   * once.
   */
  const share = <Shared extends object>(value: Shared): Shared => {
    const text = JSON.stringify(value);
    const known = shared.get(text);
    if (known !== undefined) return known as Shared; // equal text, so of the same type
    shared.set(text, value);
    return value;
  };
  /**
   * @param known The settings that the statement was compared with. If they are unchanged, the result of the statement
   * omits the settings.
   */
  const toSettings = (
    key: string,
    { version, settings }: Columns,
    known: Versioned<Settings> | undefined,
  ): Versioned<Settings> => {
    if (known !== undefined && known.version === version) return known;
    const read: Settings = parseColumn(settings);
    const content = { ...read, profile: share(read.profile), scenario: share(read.scenario) };
    const current = { version: String(version), content };
    settingsOf.set(key, current);
    return current;
  };
  const readSettings = async (key: string): Promise<Versioned<Settings> | undefined> => {
    const known = settingsOf.get(key);
    const row = await first(
      "select version, case when version = $2 then null else settings end as settings from world where id = $1",
      key,
      known?.version ?? "",
    );
    return row && toSettings(key, row, known);
  };
  const toRecord = async (
    key: string,
    columns: Columns,
    known = recordsById.get(key),
  ): Promise<Versioned<InstanceRecord>> => {
    if (known !== undefined && known.version === columns.version) return known;
    const current = { version: String(columns.version), content: await records.read(columns) };
    recordsById.set(key, current);
    return current;
  };

  const create = async (key: string): Promise<void> => {
    if (await isFull()) {
      await deleteEmptyWorlds(database);
      if (await isFull()) throw new LimitError("worlds", limits.worlds);
    }
    const settings = await newSettings();
    await database.commit([
      {
        text: `insert into world (id, position, version, settings)
          select cast($1 as text), coalesce(max(position), 0) + 1, cast($2 as text), cast($3 as text) from world
          where true on conflict (id) do nothing`,
        values: [key, makeVersion(), JSON.stringify(settings)],
      },
      {
        text: "insert into counter (world, version, ordinal, armed, instances) values ($1, $2, 0, '[]', 0)",
        values: [key, makeVersion()],
      },
      {
        text: "insert into ledger (world, hits) values ($1, 0)",
        values: [key],
      },
    ]);
  };
  const newSettings = async (): Promise<Settings> => {
    const settings = initial();
    const row = await first("select value from setting where name = 'epoch'");
    return { ...settings, epoch: Number(row?.value ?? 0) + settings.epoch };
  };
  const isFull = async () => Number((await first("select count(*) as worlds from world"))?.worlds) >= limits.worlds;
  const enter = async (key: string): Promise<Versioned<Settings>> => {
    const found = await readSettings(key);
    if (found !== undefined) return found;
    await create(key);
    return (await readSettings(key)) ?? fail("The database has lost a world.");
  };

  /** Creates the world that a change needs. The change then starts again. */
  const enterFirst = async (key: string): Promise<undefined> => {
    await enter(key);
    return undefined;
  };

  /** Repeats a change until it is stored. `change` returns undefined if another change was stored first. */
  const retry = async <Result>(change: () => Promise<Result | undefined>): Promise<Result> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const result = await change();
      if (result !== undefined) return result;
      if (attempt > 3) await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt));
    }
    throw new UnavailableError("Other changes were stored first too often.");
  };
  const replaceSettings = (key: string, { version }: Versioned<Settings>, settings: Settings): Statement => ({
    text: "update world set version = $1, settings = $2 where id = $3 and version = $4",
    values: [makeVersion(), JSON.stringify(settings), key, version],
  });

  const countEarlierRuns = async (
    key: string,
    person: string | undefined,
    id: string,
    now: Millis,
  ): Promise<EarlierRuns> => {
    if (person === undefined) return noRuns;
    const others = "from instance where world = $1 and person = $2 and id <> $3";
    const values = [key, toKey(person), id];
    const [counted = [], scheduled = []] = await Promise.all([
      query(`select runs, count(*) as times ${others} and runs is not null group by runs`, ...values),
      query(`select id, version, terms, instance ${others} and runs is null`, ...values),
    ]);
    let runs = noRuns;
    for (const row of counted) {
      const each: EarlierRuns = parseColumn(row.runs);
      runs = addRuns(runs, Object.fromEntries(Object.entries(each).map(([name, n]) => [name, n * Number(row.times)])));
    }
    const settled = scheduled.map(async (row) => settleAt((await toRecord(`${key}\n${row.id}`, row)).content, now));
    return addRuns(runs, countRuns((await Promise.all(settled)).map(({ instance }) => instance)));
  };

  /** Deletes the oldest finished instances of a full world, at the time `now` of that world. */
  const deleteFinished = async (key: string, now: Millis): Promise<boolean> => {
    const finished = await query(
      "select id, ordinal from instance where world = $1 and ends_at <= $2 order by ordinal limit $3",
      key,
      now,
      batchSize,
    );
    for (const row of finished) await deleteInstance(database, key, row);
    return finished.length > 0;
  };

  const snapshotOf = async (key: string): Promise<Snapshot> => {
    const all = (text: string): Statement => ({ text, values: [key] });
    const [[world] = [], [counter] = [], rows = [], counts = [], hits = [], tokens = []] = await database.read([
      all("select version, settings from world where id = $1"),
      all("select ordinal, armed from counter where world = $1"),
      all("select terms, instance, log from instance where world = $1 order by ordinal"),
      all("select counter, times from fault_count where world = $1"),
      all("select hit from hit where world = $1 order by number"),
      all("select id from used_token where world = $1"),
    ]);
    if (world === undefined || counter === undefined) return emptySnapshot(await newSettings());
    return {
      settings: toSettings(key, world, undefined).content,
      ordinal: Number(counter.ordinal),
      armed: parseColumn(counter.armed),
      rows: await Promise.all(rows.map(records.readRow)),
      faults: {
        counts: new Map(counts.map((row) => [fromKey(row.counter), Number(row.times)])),
        hits: hits.slice(-maxHits).map(({ hit }): FaultHit => parseColumn(hit)),
      },
      usedTokens: new Set(tokens.map(({ id }) => fromKey(id))),
    };
  };
  /** The statements that replace everything in a world except its settings and checkpoints. */
  const fill = (key: string, { ordinal, armed, rows, faults, usedTokens }: Snapshot): readonly Statement[] => [
    ...["instance", "fault_count", "hit", "used_token", "rate"].map((table) => ({
      text: `delete from ${table} where world = $1`,
      values: [key],
    })),
    {
      text: "update counter set version = $1, ordinal = $2, armed = $3, instances = $4 where world = $5",
      values: [makeVersion(), ordinal, JSON.stringify(armed), rows.length, key],
    },
    {
      text: "update ledger set hits = $1 where world = $2",
      values: [faults.hits.length, key],
    },
    ...distinctTerms(rows).flatMap(records.insertParts),
    ...rows.map(({ record, log }) => insertInstance(key, records.toColumns(record), log)),
    ...[...faults.counts].map(([counter, times]) => ({
      text: "insert into fault_count (world, ordinal, counter, times) values ($1, $2, $3, $4)",
      values: [key, ordinalOf(counter), toKey(counter), times],
    })),
    ...faults.hits.map((hit, i) => ({
      text: "insert into hit (world, number, hit) values ($1, $2, $3)",
      values: [key, i + 1, JSON.stringify(hit)],
    })),
    ...[...usedTokens].map((id) => insertToken(key, id, null)), // a snapshot has no expiry
  ];

  return {
    settings: async (world) => (await readSettings(toKey(world)))?.content ?? newSettings(),
    enter: async (world) => (await enter(toKey(world))).content,
    configure: (world, change) =>
      retry(async () => {
        const key = toKey(world);
        const current = await enter(key);
        const settings = change(current.content);
        return (await database.commit([replaceSettings(key, current, settings)])) ? settings : undefined;
      }),
    read: async (world, id) => {
      const [key, instance] = [toKey(world), toKey(id)];
      const known = recordsById.get(`${key}\n${instance}`);
      const row = await first(
        `select version, terms, case when version = $3 then null else instance end as instance
          from instance where world = $1 and id = $2`,
        key,
        instance,
        known?.version ?? "",
      );
      return row && (await toRecord(`${key}\n${instance}`, row, known)).content;
    },
    start: (world, { person, now }, start) => {
      const key = toKey(world);
      return inTurn(key, () =>
        retry(async () => {
          const known = settingsOf.get(key);
          const row = await first(
            `select w.version, case when w.version = $2 then null else w.settings end as settings,
                c.version as counted, c.ordinal, c.armed, c.instances
              from world w join counter c on c.world = w.id where w.id = $1`,
            key,
            known?.version ?? "",
          );
          if (row === undefined) return enterFirst(key);
          const armed: readonly Armed[] = parseColumn(row.armed);
          const result = start({
            settings: toSettings(key, row, known).content,
            ordinal: Number(row.ordinal) + 1,
            armed: armed[0]?.scenario,
            earlierRuns: await countEarlierRuns(key, person, "", now),
          });
          if (!result.ok || result.value.command === undefined) return result;
          if (Number(row.instances) >= limits.instances) {
            if (await deleteFinished(key, now)) return undefined;
            throw new LimitError("instances", limits.instances);
          }
          const { record, command, consumesArmed } = result.value;
          const isStored = await database.commit([
            {
              text: `update counter set version = $1, ordinal = $2, armed = $3, instances = instances + 1
                where world = $4 and version = $5`,
              values: [
                makeVersion(),
                Number(row.ordinal) + 1,
                consumesArmed ? JSON.stringify(consumeArmed(armed)) : String(row.armed),
                key,
                row.counted ?? "",
              ],
            },
            ...records.insertParts(record.terms),
            insertInstance(key, records.toColumns(record), [command]),
          ]);
          if (isStored) records.confirmParts(record.terms);
          return isStored ? result : undefined;
        }),
      );
    },
    update: async (world, id, { person, now }, change) => {
      const [key, instance] = [toKey(world), toKey(id)];
      const result = await retry(async () => {
        const [knownSettings, known] = [settingsOf.get(key), recordsById.get(`${key}\n${instance}`)];
        const row = await first(
          `select w.version as configured, case when w.version = $3 then null else w.settings end as settings,
              i.version, i.terms, case when i.version = $4 then null else i.instance end as instance
            from instance i join world w on w.id = i.world where i.world = $1 and i.id = $2`,
          key,
          instance,
          knownSettings?.version ?? "",
          known?.version ?? "",
        );
        if (row === undefined) return "unknown";
        const { content: settings } = toSettings(key, { ...row, version: row.configured ?? "" }, knownSettings);
        const { version, content } = await toRecord(`${key}\n${instance}`, row, known);
        const earlierRuns = await countEarlierRuns(key, person(content), instance, now);
        const changed = change({ record: content, settings, earlierRuns });
        if (!changed.ok || changed.value.command === undefined) return changed;
        const columns = records.toColumns(changed.value.record);
        const stored = await query(
          `update instance set version = $1, instance = $2, log = log || $3, person = $4, runs = $5, phase = $6, ends_at = $7
            where world = $8 and id = $9 and version = $10 returning id`,
          makeVersion(),
          columns.instance,
          `\n${JSON.stringify(changed.value.command)}`,
          columns.person,
          columns.runs,
          columns.phase,
          columns.endsAt,
          key,
          instance,
          version,
        );
        return stored.length === 1 ? changed : undefined;
      });
      return result === "unknown" ? undefined : result;
    },
    log: async (world, id) => {
      const row = await first("select log from instance where world = $1 and id = $2", toKey(world), toKey(id));
      return row && readLog(row.log);
    },
    remove: async (world, id) => {
      const key = toKey(world);
      const row = await first("select id, ordinal from instance where world = $1 and id = $2", key, toKey(id));
      if (row !== undefined) await deleteInstance(database, key, row);
    },
    findWorld: async (id) => {
      const row = await first(
        "select w.id from instance i join world w on w.id = i.world where i.id = $1 order by w.position limit 1",
        toKey(id),
      );
      return row && fromKey(row.id);
    },
    scan: async (world) => {
      const key = toKey(world);
      const rows = await query(
        "select id, version, terms, instance from instance where world = $1 order by ordinal",
        key,
      );
      return Promise.all(rows.map(records.read));
    },
    worlds: async () => (await query("select id from world order by position")).map(({ id }) => fromKey(id)),
    arm: (world, armed) =>
      retry(async () => {
        const key = toKey(world);
        const row = await first("select version, armed from counter where world = $1", key);
        if (row === undefined) return enterFirst(key);
        const all: readonly Armed[] = parseColumn(row.armed);
        const stored = await query(
          "update counter set version = $1, armed = $2 where world = $3 and version = $4 returning world",
          makeVersion(),
          JSON.stringify([...all, armed]),
          key,
          row.version ?? "",
        );
        return stored.length === 1 ? true : undefined;
      }).then(() => undefined),
    armed: async (world) => {
      const row = await first("select armed from counter where world = $1", toKey(world));
      return row === undefined ? [] : parseColumn(row.armed);
    },
    plan: (world, faults) =>
      retry(async () => {
        const key = toKey(world);
        const current = await enter(key);
        const isStored = await database.commit([
          replaceSettings(key, current, { ...current.content, faults }),
          { text: "update ledger set hits = 0 where world = $1", values: [key] },
          { text: "delete from fault_count where world = $1", values: [key] },
          { text: "delete from hit where world = $1", values: [key] },
        ]);
        return isStored ? true : undefined;
      }).then(() => undefined),
    applyFault: (world, counters, decide) => {
      const key = toKey(world);
      return inTurn(`${key}\nfaults`, () =>
        retry(async () => {
          const counts = new Map<string, number>();
          for (const counter of new Set(counters)) {
            const row = await first(
              `insert into fault_count (world, ordinal, counter, times)
                select world, cast($2 as bigint), cast($3 as text), 1 from ledger where world = $1
                on conflict (world, ordinal, counter) do update set times = fault_count.times + 1 returning times`,
              key,
              ordinalOf(counter),
              toKey(counter),
            );
            if (row === undefined) return enterFirst(key);
            counts.set(counter, Number(row.times));
          }
          const hit = decide(counts);
          if (hit === undefined) return { hit };
          const isStored = await database.commit([
            { text: "update ledger set hits = hits + 1 where world = $1", values: [key] },
            {
              text: `insert into hit (world, number, hit)
                select world, hits, cast($2 as text) from ledger where world = $1`,
              values: [key, JSON.stringify(hit)],
            },
            {
              text: `delete from hit where world = $1
                and number <= (select hits - cast($2 as bigint) from ledger where world = $1)`,
              values: [key, maxHits],
            },
          ]);
          return isStored ? { hit } : enterFirst(key);
        }),
      ).then(({ hit }) => hit);
    },
    faultHits: async (world) => {
      const rows = await query(
        "select hit from hit where world = $1 order by number desc limit $2",
        toKey(world),
        maxHits,
      );
      return rows.map(({ hit }): FaultHit => parseColumn(hit)).toReversed();
    },
    consumeToken: async (world, id, { expiresAt, now }) => {
      const key = toKey(world);
      await enter(key);
      return database.commit([
        insertToken(key, id, expiresAt),
        { text: "delete from used_token where world = $1 and expires_at <= $2", values: [key, now] },
      ]);
    },
    snapshot: (world) => snapshotOf(toKey(world)),
    replace: async (world, snapshot) => {
      if (snapshot.rows.length > limits.instances) throw new LimitError("instances", limits.instances);
      const key = toKey(world);
      await retry(async () => {
        const current = await enter(key);
        const { epoch } = current.content;
        const settings = replaceSettings(key, current, { ...snapshot.settings, epoch });
        return (await database.commit([settings, ...fill(key, snapshot)])) ? true : undefined;
      });
    },
    reset: (world) =>
      retry(async () => {
        const key = toKey(world);
        const current = await readSettings(key);
        if (current === undefined) return true;
        const settings = { ...initial(), epoch: current.content.epoch + 1 };
        const statements = fill(key, emptySnapshot(settings));
        return (await database.commit([replaceSettings(key, current, settings), ...statements])) ? true : undefined;
      }).then(() => undefined),
    saveCheckpoint: (world, id, at) => {
      const key = toKey(world);
      return inTurn(`${key}\ncheckpoints`, async () => {
        await enter(key);
        const row = await first("select count(*) as saved, max(number) as last from checkpoint where world = $1", key);
        if (Number(row?.saved) >= limits.checkpoints) throw new LimitError("checkpoints", limits.checkpoints);
        const snapshot = await snapshotOf(key);
        await query(
          "insert into checkpoint (world, id, number, instances, snapshot, saved_at) values ($1, $2, $3, $4, $5, $6)",
          key,
          toKey(id),
          Number(row?.last ?? 0) + 1,
          snapshot.rows.length,
          records.writeSnapshot(snapshot),
          at,
        );
        return { checkpoint: id, instances: snapshot.rows.length, savedAt: toIso(at) };
      });
    },
    checkpoint: async (world, id) => {
      const row = await first("select snapshot from checkpoint where world = $1 and id = $2", toKey(world), toKey(id));
      return row && records.readSnapshot(row.snapshot);
    },
    checkpoints: async (world) =>
      (
        await query("select id, instances, saved_at from checkpoint where world = $1 order by number", toKey(world))
      ).map(({ id, instances, saved_at: at }) => ({
        checkpoint: fromKey(id),
        instances: Number(instances),
        ...(at !== null && { savedAt: toIso(Number(at)) }),
      })),
    removeCheckpoint: async (world, id) => {
      const text = "delete from checkpoint where world = $1 and id = $2 returning id";
      return (await query(text, toKey(world), toKey(id))).length === 1;
    },
    publish: async (published) => {
      const text =
        "insert into journey (number, journey) values ($1, $2) on conflict (number) do nothing returning number";
      return (await query(text, published.number, JSON.stringify(published))).length === 1;
    },
    published: async (after) =>
      (await query("select journey from journey where number > $1 order by number", after)).map(
        ({ journey }): PublishedJourney => parseColumn(journey),
      ),
    admit: async (world, at, callsPerMinute) => {
      // A reset or a restored checkpoint can move a world back to before its last window.
      const isCurrent = "$2 >= rate.since and $2 - rate.since < $3";
      const row = await first(
        `insert into rate (world, since, calls) values ($1, $2, 1) on conflict (world) do update set
          calls = case when ${isCurrent} then rate.calls + 1 else 1 end,
          since = case when ${isCurrent} then rate.since else $2 end returning since, calls`,
        toKey(world),
        at,
        minute,
      );
      const { since = at, calls = 1 } = row ?? {};
      return Number(calls) <= callsPerMinute ? 0 : Number(since) + minute - at;
    },
    count: async () => {
      const [[worlds] = [], phases = []] = await database.read([
        { text: "select count(*) as worlds from world", values: [] },
        { text: "select phase, count(*) as instances from instance group by phase", values: [] },
      ]);
      const instances = Object.fromEntries(phases.map(({ phase, instances: n }) => [String(phase), Number(n)]));
      return { worlds: Number(worlds?.worlds), instances: { ...noCounts, ...instances } };
    },
  };
}

/** A version is never used again, so a restored row cannot be mistaken for the one that a change read. */
const makeVersion = (): string => crypto.randomUUID();

function fail(problem: string): never {
  throw new UnavailableError(problem);
}

const distinctTerms = (rows: readonly Row[]) => [...new Set(rows.map(({ record }) => record.terms))];

const insertInstance = (key: string, columns: RecordColumns, log: readonly object[]): Statement => ({
  text: `insert into instance (world, id, ordinal, version, terms, instance, log, person, runs, phase, ends_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  values: [
    key,
    columns.id,
    columns.ordinal,
    makeVersion(),
    columns.terms,
    columns.instance,
    log.map((command) => JSON.stringify(command)).join("\n"),
    columns.person,
    columns.runs,
    columns.phase,
    columns.endsAt,
  ],
});

const insertToken = (key: string, id: string, expiresAt: Millis | null): Statement => ({
  text: "insert into used_token (world, id, expires_at) values ($1, $2, $3) on conflict (world, id) do nothing",
  values: [key, toKey(id), expiresAt],
});

/** Deletes an instance and its fault counters. */
const deleteInstance = (database: Database, key: string, { id = null, ordinal = null }: Columns): Promise<boolean> =>
  database.commit([
    { text: "delete from instance where world = $1 and id = $2 and ordinal = $3", values: [key, id, ordinal] },
    { text: "delete from fault_count where world = $1 and ordinal = $2", values: [key, ordinal] },
    { text: "update counter set instances = instances - 1 where world = $1", values: [key] },
  ]);

/**
 * Deletes the worlds that have neither instances nor checkpoints. Tokens of a deleted world stay revoked in a new one.
 */
async function deleteEmptyWorlds(database: Database): Promise<void> {
  const rows = await database.query({
    text: `select w.id, w.settings from world w join counter c on c.world = w.id where c.instances = 0
      and not exists (select 1 from checkpoint s where s.world = w.id) order by w.position limit $1`,
    values: [batchSize],
  });
  const epochs = rows.map(({ settings }) => (parseColumn(settings) as Settings).epoch);
  const highest = Math.max(0, ...epochs);
  const tables = ["ledger", "fault_count", "hit", "used_token", "rate", "journal", "entry", "tally"];
  for (const { id = null } of rows) {
    await database.commit([
      { text: "delete from counter where world = $1 and instances = 0", values: [id] }, // waits for a start that is in progress
      { text: "delete from world where id = $1", values: [id] },
      {
        text: `insert into setting (name, value) values ('epoch', cast($1 as text)) on conflict (name) do update set
          value = case when cast(setting.value as bigint) < $2 then cast($1 as text) else setting.value end`,
        values: [`${highest}`, highest],
      },
      ...tables.map((table) => ({ text: `delete from ${table} where world = $1`, values: [id] })),
    ]);
  }
}

/** Runs the tasks of a key one after another, so that the tasks in one process do not compete. */
function createTurns(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
