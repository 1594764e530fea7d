import { DatabaseSync, type StatementSync } from "node:sqlite";
import { type Columns, type Database, type Statement, UnavailableError } from "../store/database.ts";

/** Milliseconds to wait for another process that writes. */
const waitingTime = 5_000;

/**
 * Opens a SQLite file, or creates it. Nothing that was committed is lost if the process ends at any moment. If the
 * machine loses power, the last commits can be lost.
 *
 * @throws {Error} If the file cannot be opened, or is no SQLite database.
 */
export function openSqlite(file: string): Database {
  const database = guarded(() => open(file));
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string): StatementSync => {
    const statement = prepared.get(text) ?? database.prepare(text.replaceAll(/\$(\d+)/g, "?$1"));
    prepared.set(text, statement);
    return statement;
  };
  const run = ({ text, values }: Statement) => prepare(text).run(...values);
  const all = ({ text, values }: Statement) => prepare(text).all(...values) as Columns[]; // no blobs and no big integers are stored
  const transact = <Result>(begin: string, work: () => Result): Result => {
    database.exec(begin);
    try {
      const result = work();
      database.exec(result === false ? "rollback" : "commit");
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  };
  return {
    query: async (statement) => guarded(() => all(statement)),
    read: async (statements) => guarded(() => transact("begin", () => statements.map(all))),
    commit: async ([guard, ...rest]) =>
      guarded(() =>
        transact("begin immediate", () => {
          if (Number(run(guard).changes) === 0) return false;
          for (const statement of rest) run(statement);
          return true;
        }),
      ),
    close: async () => database.close(),
  };
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: waitingTime });
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  return database;
}

/** The result codes of a database that is busy, read-only or full, or whose disk fails. */
const unavailable = new Set([5, 6, 8, 10, 13, 14]);

function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
    if (error instanceof Error && unavailable.has(code)) throw new UnavailableError(`SQLite: ${error.message}.`);
    throw error;
  }
}
