import { createConnection, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import postgres from "postgres";
import { createChecked } from "../database/checked.ts";
import { type Columns, type Database, type Statement, UnavailableError, type Value } from "../database/database.ts";

const maxConnections = 10;

/** Milliseconds until an operation fails, including its wait for a connection. */
const timeLimit = 5_000;

/** Milliseconds after which closing the database cuts off the operations that are still in progress. */
const closingTime = 1_000;

/** Maximum number of attempts if an operation conflicts with others. */
const maxRuns = 10;

/** The rows of a statement, how many rows it returned or changed, and the command that was carried out. */
type Result = postgres.RowList<Columns[]>;

/** One connection. It runs one operation at a time. */
interface Connection {
  readonly isOpen: () => boolean;
  /** Sets what happens when the connection is lost. */
  readonly onLost: (report: (error: Error) => void) => void;
  /** Sends a statement without waiting for the results of earlier ones. */
  readonly send: (statement: Statement) => Promise<Result>;
  /** Sends a statement that has no parameters, such as `commit`. */
  readonly control: (text: string) => Promise<Result>;
  readonly close: () => Promise<void>;
}

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
  const { use, close } = createPool(url);
  const query = (statement: Statement) => use(({ send }) => send(statement));
  await query({ text: "select 1", values: [] });
  return createChecked({
    query,
    read: (statements) =>
      use(async ({ send, control }) => {
        const begin = control("begin isolation level repeatable read read only");
        const results = statements.map(send);
        await settle([begin, ...results, control("commit")]);
        return Promise.all(results);
      }),
    commit: ([guard, ...rest]) =>
      use(async ({ send, control }) => {
        const begin = control("begin isolation level read committed");
        const { count } = await settle([begin, send(guard)]).catch(async (error: unknown) => {
          await control("rollback");
          throw error;
        });
        if (count === 0) {
          await control("rollback");
          return false;
        }
        const { command } = await settle([...rest.map(send), control("commit")]);
        if (command !== "COMMIT") throw new Error(`PostgreSQL responded to a commit with ${command}.`);
        return true;
      }),
    close,
  });
}

/** Waits until all statements have ended. Returns the result of the last one, or throws the first error. */
async function settle(results: readonly Promise<Result>[]): Promise<Pick<Result, "count" | "command">> {
  await Promise.allSettled(results);
  return (await Promise.all(results)).at(-1) ?? { count: 0, command: "" };
}

/** Gives each operation a separate connection, and limits the number of connections and the time of each operation. */
function createPool(url: string) {
  const idle: Connection[] = [];
  const connections = new Set<Connection>();
  const operations = new Set<Promise<unknown>>();
  const waiting = new Set<() => void>();
  let free = maxConnections;
  let isClosed = false;

  const enter = async (failed: Promise<never>): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    let takeTurn = () => {};
    const turn = new Promise<void>((resolve) => {
      takeTurn = resolve;
    });
    waiting.add(takeTurn);
    try {
      await Promise.race([turn, failed]);
    } catch (error) {
      if (!waiting.delete(takeTurn)) leave();
      throw error;
    }
  };

  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  };

  const take = async (failed: Promise<never>): Promise<Connection> => {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      if (kept.isOpen()) return kept;
      connections.delete(kept);
    }
    const connection = await connect(url, failed);
    connections.add(connection);
    return connection;
  };

  const giveBack = (connection: Connection): void => {
    if (connection.isOpen() && !isClosed) idle.push(connection);
    else discard(connection);
  };

  const discard = (connection: Connection): void => {
    connections.delete(connection);
    void connection.close();
  };

  const operate = async <R>(work: (connection: Connection) => Promise<R>): Promise<R> => {
    let fail = (_error: Error) => {};
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    failed.catch(() => undefined); // prevents an unhandled rejection if nothing waits any more
    const timer = setTimeout(() => fail(createTimeout()), timeLimit);
    try {
      await enter(failed);
      try {
        const connection = await take(failed);
        connection.onLost(fail);
        try {
          const result = await Promise.race([repeat(() => work(connection)), failed]);
          giveBack(connection);
          return result;
        } catch (error) {
          if (error instanceof postgres.PostgresError) giveBack(connection);
          else discard(connection);
          throw error;
        }
      } finally {
        leave();
      }
    } catch (error) {
      throw toError(error);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    use: async <R>(work: (connection: Connection) => Promise<R>): Promise<R> => {
      if (isClosed) throw new UnavailableError("The connection to PostgreSQL was closed.");
      const operation = operate(work);
      operations.add(operation);
      try {
        return await operation;
      } finally {
        operations.delete(operation);
      }
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.race([Promise.allSettled(operations), wait(closingTime, undefined, { ref: false })]);
      await Promise.all([...connections].map((connection) => connection.close()));
    },
  };
}

/** Runs an operation again if the database rolled it back because of a conflict. */
async function repeat<R>(operation: () => Promise<R>): Promise<R> {
  for (let run = 1; ; run += 1) {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || !isConflict(error) || run === maxRuns) throw error;
      await wait(Math.random() * 2 ** run);
    }
  }
}

/**
 * Opens a connection that never reconnects, because postgres.js would send the waiting statements on the new
 * connection, outside their transaction.
 */
async function connect(url: string, failed: Promise<never>): Promise<Connection> {
  let socket: Socket | undefined;
  let isOpen = true;
  let reportLoss = (_error: Error) => {};
  const client = postgres(url, {
    max: 1,
    connect_timeout: timeLimit / 1_000,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    types,
    onnotice: () => undefined,
    onclose: () => {
      isOpen = false;
      reportLoss(createLoss());
    },
    ...{
      // not declared by the types of postgres.js
      socket: ({ host, port, path }: Address): Socket => {
        if (socket !== undefined) throw createLoss();
        socket = path ? createConnection(path) : createConnection(port[0] ?? 5432, host[0] ?? "localhost");
        return Object.assign(socket, { host: host[0] }); // the name that TLS verifies
      },
    },
  });
  const close = async () => {
    isOpen = false;
    await client.end({ timeout: 0 });
    socket?.destroySoon();
  };
  const whileOpen = async (send: () => PromiseLike<Result>): Promise<Result> => {
    if (!isOpen) throw createLoss();
    return send();
  };
  try {
    // The database must release the locks of a process whose machine has failed.
    const limits = `set statement_timeout = ${timeLimit}; set idle_in_transaction_session_timeout = ${timeLimit}`;
    await Promise.race([client.unsafe(limits), failed]);
    const session = await client.reserve(); // without the statement above, this call would not return
    return {
      isOpen: () => isOpen,
      onLost: (report) => {
        reportLoss = report;
      },
      send: ({ text, values }) => {
        const { strings, order } = toTemplate(text);
        return whileOpen(() => session<Columns[]>(strings, ...order.map((i) => values[i] ?? null)));
      },
      control: (text) => whileOpen(() => session.unsafe<Columns[]>(text)),
      close,
    };
  } catch (error) {
    void close();
    throw error;
  }
}

const createTimeout = () => new UnavailableError("PostgreSQL did not respond in time.", { isTimeout: true });

const createLoss = () => new UnavailableError("PostgreSQL closed the connection.");

/** The address that postgres.js connects to. */
interface Address {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
}

/** The PostgreSQL types, by object id. Values are read as numbers and text, as in SQLite. */
const types = {
  integer: { to: 20, from: [20, 1700], serialize: String, parse: Number },
  boolean: {
    to: 16,
    from: [16],
    serialize: (value: Value) => (value ? "t" : "f"),
    parse: (text: string) => (text === "t" ? 1 : 0),
  },
  text: { to: 25, from: [17, 114, 1082, 1114, 1184, 3802], serialize: String, parse: (text: string) => text },
};

interface Template {
  readonly strings: TemplateStringsArray;
  /** Index of the value of each parameter. */
  readonly order: readonly number[];
}

const templates = new Map<string, Template>();

/**
 * Splits a statement at its parameters. Returns the same template for the same text, because postgres.js keeps an entry
 * for each distinct template whose statement failed.
 */
function toTemplate(text: string): Template {
  const known = templates.get(text);
  if (known !== undefined) return known;
  const parts = text.split(/\$\d+/);
  const order = [...text.matchAll(/\$(\d+)/g)].map(([, position]) => Number(position) - 1);
  const template = { strings: Object.assign(parts, { raw: parts }), order };
  templates.set(text, template);
  return template;
}

/** Serialization failures and deadlocks. */
const isConflict = ({ code }: postgres.PostgresError): boolean => code === "40001" || code === "40P01";

/** Conflicts, exhausted resources, cancellations and shutdowns, and a database that is read-only after a failover. */
const unavailableCode = /^(08|25006|25P0[34]|40|53|57)/;

/** The reasons of errors that do not pass by themselves. */
const reasons: Readonly<Record<string, string>> = { "53100": "the disk is full", "25006": "the database is read-only" };

function toError(error: unknown): unknown {
  if (error instanceof postgres.PostgresError) {
    const text = `PostgreSQL: ${error.message} (${error.code})`;
    return unavailableCode.test(error.code)
      ? new UnavailableError(text, { reason: reasons[error.code] })
      : new Error(text);
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(E|CONNECT)/.test(code) ? new UnavailableError(`PostgreSQL cannot be reached (${code}).`) : error;
}
