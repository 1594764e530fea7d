import { createSqlJournals } from "../context/sql-journals.ts";
import type { Storage } from "../context/storage.ts";
import type { Database } from "../store/database.ts";
import { migrate, readSetting } from "../store/migrations.ts";
import { createSqlStore } from "../store/sql.ts";

/** A storage in a database. */
export interface OpenStorage extends Storage {
  /** Closes the database. Close the simulators that use it first. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a database that stores everything a simulator must not lose, and brings its tables up to date.
 *
 * @param address `sqlite:FILE`, or the URL of a PostgreSQL database.
 * @throws {RangeError} If the address has another form.
 * @throws {UnavailableError} If the database cannot be reached.
 * @example
 * const storage = await openStorage("sqlite:worlds.db");
 * const simulator = createSimulator({ storage });
 */
export async function openStorage(address: string): Promise<OpenStorage> {
  const database = await openDatabase(address);
  try {
    await migrate(database);
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
    const key = new Uint8Array(Buffer.from(await readSetting(database, "key", random), "base64"));
    return {
      key,
      createStore: (initial, limits) => createSqlStore(database, initial, limits),
      createJournals: (limits, onError) => createSqlJournals(database, limits, onError),
      close: database.close,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openDatabase(address: string): Promise<Database> {
  if (/^postgres(ql)?:/.test(address)) return (await import("./postgres.ts")).openPostgres(address);
  const file = /^sqlite:(.+)$/.exec(address)?.[1];
  if (file === undefined) throw new RangeError("expected sqlite:FILE or postgres://…");
  return (await import("./sqlite.ts")).openSqlite(file);
}
