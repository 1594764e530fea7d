import type { Database } from "../database/database.ts";
import { migrate, readSetting } from "../database/migrations.ts";
import type { Journals } from "../journal/journal.ts";
import { createSqlJournals } from "../journal/sql.ts";
import { createSqlStore } from "../store/sql.ts";
import { toBase64 } from "./base64.ts";
import { pause } from "./pause.ts";
import type { Storage } from "./storage.ts";

/** A storage in a database. */
export interface OpenStorage extends Storage {
  /** Stores the pending requests of the journals, and closes the database. Close the servers that use it first. */
  readonly close: () => Promise<void>;
}

/** Brings the tables of a database up to date, and uses it as a storage. If that fails, closes the database. */
export async function createSqlStorage(database: Database): Promise<OpenStorage> {
  try {
    await migrate(database);
    const random = toBase64(crypto.getRandomValues(new Uint8Array(32)));
    const key = fromBase64(await readSetting(database, "key", random));
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

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
