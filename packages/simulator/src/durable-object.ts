import { createSqlStorage, type OpenStorage } from "./context/sql-storage.ts";
import { createChecked } from "./database/checked.ts";
import { type Columns, type Database, type Statement, UnavailableError, type Value } from "./database/database.ts";
import { RefusalError } from "./engine/refusal-error.ts";

export type { OpenStorage } from "./context/sql-storage.ts";

/** What a simulator uses of `ctx.storage`, the storage of a Durable Object whose class has SQLite storage. */
export interface DurableObjectStorage {
  readonly sql: {
    exec(text: string, ...values: readonly Value[]): { toArray(): readonly object[]; readonly rowsWritten: number };
  };
  transactionSync<Result>(work: () => Result): Result;
}

/**
 * Opens the storage of a Durable Object, which keeps everything a simulator must not lose, and brings its tables up to
 * date. Runs on Cloudflare Workers.
 *
 * @param storage `ctx.storage` of an object whose class has SQLite storage.
 * @throws {Error} If a newer simulator has written the storage.
 */
export const openDurableObject = (storage: DurableObjectStorage): Promise<OpenStorage> =>
  createSqlStorage(createDatabase(storage));

function createDatabase(storage: DurableObjectStorage): Database {
  // SQLite numbers `$1` by its position in the text, but `?1` by its name.
  const run = ({ text, values }: Statement) => storage.sql.exec(text.replaceAll(/\$(\d+)/g, "?$1"), ...values);
  const all = (statement: Statement) => run(statement).toArray() as Columns[]; // no blobs are stored
  return createChecked({
    query: async (statement) => guarded(() => all(statement)),
    read: async (statements) => guarded(() => storage.transactionSync(() => statements.map(all))),
    commit: async ([guard, ...rest]) =>
      guarded(() =>
        storage.transactionSync(() => {
          if (run(guard).rowsWritten === 0) return false;
          for (const statement of rest) run(statement);
          return true;
        }),
      ),
    close: async () => undefined,
  });
}

const codeForm = /SQLITE_[A-Z]+/;

/** The codes of a storage that is read-only or full, or whose disk fails. */
const broken: readonly string[] = ["SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_FULL", "SQLITE_CANTOPEN"];

/** The message of an error from the storage ends in the code of SQLite. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const [code = ""] = codeForm.exec(message) ?? [];
    if (code === "SQLITE_TOOBIG") throw new RefusalError("STORAGE_FULL", "A row of a Durable Object is at most 2 MB.");
    if (broken.includes(code)) throw new UnavailableError(`SQLite: ${message}.`, { reason: message });
    throw error;
  }
}
