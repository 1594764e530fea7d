import { setTimeout as wait } from "node:timers/promises";
import { type CustomTypesConfig, DatabaseError, Pool, type PoolClient, type QueryResult } from "pg";
import { createChecked } from "../database/checked.ts";
import { type Columns, type Database, type Statement, UnavailableError } from "../database/database.ts";

const maxConnections = 10;

/** Milliseconds until an operation fails, including its wait for a connection. */
const timeLimit = 5_000;

/** Milliseconds after which closing the database cuts off the operations that are still in progress. */
const closingTime = 1_000;

/** Maximum number of attempts if an operation conflicts with others. */
const maxRuns = 10;

/** Sends statements on one connection without waiting in between. Returns their results, or throws the first error. */
type Run = (...statements: readonly (Statement | string)[]) => Promise<readonly QueryResult<Columns>[]>;

/**
 * Opens a PostgreSQL database. An operation ends within five seconds, and runs again only if the database has rolled it
 * back. Errors contain neither the password nor values.
 *
 * @throws {UnavailableError} If the database cannot be reached.
 */
export async function openPostgres(url: string): Promise<Database> {
  if (!URL.canParse(url) || new URL(url).hostname.includes(",")) {
    throw new Error("The URL of the PostgreSQL database is malformed or has several hosts.");
  }
  const { use, close } = createOperations(createPool(url));
  const query: Database["query"] = async (statement) => {
    const [result] = await use((run) => run(statement));
    return result?.rows ?? [];
  };
  await query({ text: "select 1", values: [] });
  return createChecked({
    query,
    read: async (statements) => {
      const results = await use((run) =>
        run("begin isolation level repeatable read read only", ...statements, "commit"),
      );
      return results.slice(1, -1).map(({ rows }) => rows);
    },
    commit: async ([guard, ...rest]) => {
      const results = await use(async (run) => {
        const [, guarded] = await run("begin isolation level read committed", guard);
        return guarded?.rowCount === 0 ? run("rollback") : run(...rest, "commit");
      });
      return results.at(-1)?.command === "COMMIT";
    },
    close,
  });
}

function createPool(url: string): Pool {
  const address = new URL(url);
  address.searchParams.set("uselibpqcompat", "true"); // `sslmode=require` verifies no certificate
  const pool = new Pool({
    connectionString: address.href,
    max: maxConnections,
    connectionTimeoutMillis: timeLimit,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true, // if the network loses everything, the end of a connection is never confirmed
    pipeline: true,
    types,
  });
  const ignore = () => undefined; // what uses a lost connection receives the same error
  pool.on("error", ignore);
  pool.on("connect", (client) => {
    client.on("error", ignore);
    // The database must release the locks of a process whose machine has failed.
    const limits = `set statement_timeout = ${timeLimit}; set idle_in_transaction_session_timeout = ${timeLimit}`;
    client.query(limits).catch(ignore);
  });
  return pool;
}

/** Gives each operation exclusive use of a connection, and limits its time. */
function createOperations(pool: Pool) {
  const operations = new Map<Promise<unknown>, (error: UnavailableError) => void>();
  let isClosed = false;

  const start = <R>(work: (run: Run) => Promise<R>) => {
    let client: PoolClient | undefined;
    let failure: UnavailableError | undefined;
    const stop = (error: UnavailableError) => {
      failure = error;
      client?.connection.stream.destroy(); // `release` would wait for the responses in progress
    };
    const operate = async (): Promise<R> => {
      const timer = setTimeout(() => stop(createTimeout()), timeLimit);
      try {
        client = await pool.connect();
        if (failure !== undefined) throw failure;
        const result = await repeat(work, createRun(client));
        client.release();
        return result;
      } catch (error) {
        client?.release(true); // closes the connection, whose state is unknown
        throw failure ?? toError(error);
      } finally {
        clearTimeout(timer);
      }
    };
    return { operation: operate(), stop };
  };

  return {
    use: async <R>(work: (run: Run) => Promise<R>): Promise<R> => {
      if (isClosed) throw createLoss();
      const { operation, stop } = start(work);
      operations.set(operation, stop);
      try {
        return await operation;
      } finally {
        operations.delete(operation);
      }
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.race([Promise.allSettled(operations.keys()), wait(closingTime, undefined, { ref: false })]);
      for (const stop of operations.values()) stop(createLoss());
      if (!pool.ending) void pool.end();
    },
  };
}

function createRun(client: PoolClient): Run {
  return (...statements) => {
    const { stream } = client.connection;
    stream.cork(); // sends all statements at once
    const results = statements.map((statement) =>
      typeof statement === "string"
        ? client.query<Columns>(statement)
        : client.query<Columns>({ text: statement.text, name: toName(statement.text), values: [...statement.values] }),
    );
    stream.uncork();
    return Promise.all(results);
  };
}

/** Runs an operation again if the database rolled it back because of a conflict. */
async function repeat<R>(operation: (run: Run) => Promise<R>, run: Run): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation(run);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !isConflict(error) || attempt === maxRuns) throw error;
      await run("rollback");
      await wait(Math.random() * 2 ** attempt);
    }
  }
}

const createTimeout = () => new UnavailableError("PostgreSQL did not respond in time.", { isTimeout: true });

const createLoss = () => new UnavailableError("PostgreSQL closed the connection.");

/** Object ids of the PostgreSQL types of numbers. */
const numbers = new Set<number>([20, 21, 23, 26, 700, 701, 1700]);

/** Reads values as numbers and text, as in SQLite. */
const types: CustomTypesConfig = {
  getTypeParser: (id: number) => {
    if (id === 16) return (text: string) => (text === "t" ? 1 : 0);
    return numbers.has(id) ? Number : String;
  },
};

const names = new Map<string, string>();

/** Names a statement, so that each connection parses it once. */
function toName(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Serialization failures and deadlocks. */
const isConflict = ({ code }: DatabaseError): boolean => code === "40001" || code === "40P01";

/** Conflicts, exhausted resources, cancellations and shutdowns, and a database that is read-only after a failover. */
const unavailableCode = /^(08|25006|25P0[34]|40|53|57)/;

/** The reasons of errors that do not pass by themselves. */
const reasons: Readonly<Record<string, string>> = { "53100": "the disk is full", "25006": "the database is read-only" };

function toError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    const { code = "" } = error;
    const text = `PostgreSQL: ${error.message} (${code})`;
    return unavailableCode.test(code) ? new UnavailableError(text, { reason: reasons[code] }) : new Error(text);
  }
  if (!(error instanceof Error)) return error;
  const cause = "code" in error ? String(error.code) : error.message; // pg's own errors have no code
  return "code" in error && !cause.startsWith("E")
    ? error
    : new UnavailableError(`PostgreSQL cannot be reached (${cause}).`);
}
