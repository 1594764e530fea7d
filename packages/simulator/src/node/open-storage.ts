import { pause } from "../context/pause.ts";
import type { Storage } from "../context/storage.ts";
import type { Database } from "../database/database.ts";
import { migrate, readSetting } from "../database/migrations.ts";
import type { Journals } from "../journal/journal.ts";
import { createSqlJournals } from "../journal/sql.ts";
import { createSqlStore } from "../store/sql.ts";

/** A storage in a database. */
export interface OpenStorage extends Storage {
  /** Stores the pending requests of the journals, and closes the database. Close the servers that use it first. */
  readonly close: () => Promise<void>;
}

export async function openDatabaseStorage(address: string): Promise<OpenStorage> {
  const database = await openDatabase(address);
  try {
    await migrate(database);
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
    const key = new Uint8Array(Buffer.from(await readSetting(database, "key", random), "base64"));
    const journals: Journals[] = [];
    return {
      key,
      createStore: (initial, limits) => createSqlStore(database, initial, limits, pause),
      createJournals: (limits, onError) => {
        const created = createSqlJournals(database, limits, onError);
        journals.push(created);
        return created;
      },
      close: async () => {
        try {
          await Promise.all(journals.map(({ close }) => close()));
        } finally {
          await database.close();
        }
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openDatabase(address: string): Promise<Database> {
  if (/^postgres(ql)?:/.test(address)) return (await import("./postgres.ts")).openPostgres(address);
  const file = /^sqlite:(.+)$/.exec(address)?.[1];
  if (file === undefined) throw new RangeError("The address of a store must be sqlite:FILE or a postgres:// URL.");
  return (await import("./sqlite.ts")).openSqlite(file);
}
