import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { createChecked } from "../database/checked.ts";
import { type Columns, type Database, type Statement, UnavailableError, type Value } from "../database/database.ts";

/** Milliseconds to wait for another process that writes. */
const waitingTime = 5_000;

/**
 * Opens a SQLite file, or creates it. No committed data is lost if the process is killed. If the machine loses power,
 * the last commits can be lost.
 *
 * @throws {Error} If the file cannot be opened, or is not a SQLite database.
 */
export function openSqlite(file: string): Database {
  const database = guarded(() => openFile(file));
  const prepared = new Map<string, PreparedStatement>();
  const prepare = (text: string): PreparedStatement => {
    const statement = prepared.get(text) ?? prepareStatement(database, text);
    prepared.set(text, statement);
    return statement;
  };
  const run = ({ text, values }: Statement) => {
    const { statement, bind } = prepare(text);
    return statement.run(...bind(values));
  };
  const all = ({ text, values }: Statement) => {
    const { statement, bind } = prepare(text);
    return statement.all(...bind(values)) as Columns[]; // no blobs and no big integers are stored
  };
  const transact = <Result>(begin: string, work: () => Result): Result => {
    database.exec(begin);
    try {
      const result = work();
      database.exec(result === false ? "rollback" : "commit");
      return result;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  };
  return createChecked({
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
  });
}

interface PreparedStatement {
  readonly statement: StatementSync;
  /** Puts the values in the order in which the parameters occur in the text. */
  readonly bind: (values: readonly Value[]) => Value[];
}

/** Node 22 cannot bind values to the numbered parameters of SQLite, so they become `?`. */
function prepareStatement(database: DatabaseSync, text: string): PreparedStatement {
  const order = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number) - 1);
  const statement = database.prepare(text.replaceAll(/\$\d+/g, "?"));
  return { statement, bind: (values) => order.map((index) => values[index] ?? null) };
}

/** SQLite itself ends a transaction after some errors, and Node before 22.16 does not tell whether one is open. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec("rollback");
  } catch {
    // there is no transaction
  }
}

/**
 * Creates the file of a new database, which only its owner can read, because it contains the key that signs tokens. SQLite
 * creates its other files with the same permissions. An existing file keeps its permissions.
 */
function createFile(file: string): void {
  if (file === ":memory:") return;
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    // The file exists, or SQLite reports why it cannot be created.
  }
}

function openFile(file: string): DatabaseSync {
  createFile(file);
  const database = new DatabaseSync(file);
  // Node before 22.16 ignores the option `timeout`.
  database.exec(`pragma busy_timeout = ${waitingTime}; pragma journal_mode = wal; pragma synchronous = normal`);
  return database;
}

/** The result codes of a database that is busy. */
const busy = new Set([5, 6]);

/** The result codes of a database that is read-only or full, or whose disk fails. */
const broken = new Set([8, 10, 13, 14]);

function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
    if (!(error instanceof Error && (busy.has(code) || broken.has(code)))) throw error;
    const reason = broken.has(code) ? error.message : undefined; // SQLite words it, without data
    throw new UnavailableError(`SQLite: ${error.message}.`, { reason });
  }
}
