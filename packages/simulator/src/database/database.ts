/** A value of a parameter or a column. */
export type Value = string | number | null;

/** A row of a result, by column name. */
export type Columns = Readonly<Record<string, Value>>;

/** A statement with parameters `$1`, `$2` and so on. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
}

/** A SQL database. Its statements use only the SQL that SQLite and PostgreSQL share. */
export interface Database {
  /** Runs one statement and returns its rows. */
  query(statement: Statement): Promise<readonly Columns[]>;
  /** Runs statements that read one consistent state of the database. */
  read(statements: readonly Statement[]): Promise<readonly (readonly Columns[])[]>;
  /**
   * Runs statements in one transaction. If the first statement changes no row, the transaction changes nothing and the
   * method returns false.
   */
  commit(statements: readonly [Statement, ...Statement[]]): Promise<boolean>;
  /** Rejects if the database cannot be read, or could not be written and still cannot. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a statement from a template. Each embedded value becomes a parameter; undefined becomes null. */
export const sql = (text: TemplateStringsArray, ...values: readonly (Value | undefined)[]): Statement => ({
  text: text.reduce((before, part, i) => `${before}$${i}${part}`),
  values: values.map((value) => value ?? null),
});

/** Creates a tag that runs the statement of a template. */
export const createQuery =
  (database: Database) =>
  (text: TemplateStringsArray, ...values: readonly (Value | undefined)[]): Promise<readonly Columns[]> =>
    database.query(sql(text, ...values));

/** What is known about an {@link UnavailableError}. */
interface Failure {
  /** Why the database cannot be used, if that does not pass by itself. The text contains no data. */
  readonly reason?: string | undefined;
  /** Whether this is the first failure with a reason since the last successful check. Only this one is logged. */
  readonly isNew?: boolean;
  /** Whether the database did not respond in time. An operation that waited for this one has waited long enough. */
  readonly isTimeout?: boolean;
}

/** The database cannot be used. The caller receives 503 with `Retry-After`. */
export class UnavailableError extends Error implements Failure {
  override readonly name = "UnavailableError";
  readonly reason: string | undefined;
  readonly isNew: boolean;
  readonly isTimeout: boolean;

  constructor(message: string, { reason, isNew = false, isTimeout = false }: Failure = {}) {
    super(message);
    this.reason = reason;
    this.isNew = isNew;
    this.isTimeout = isTimeout;
  }
}

/** Whether to report an error. If a database only does not respond, the readiness checks show it. */
export const isReported = (error: unknown): boolean => !(error instanceof UnavailableError) || error.isNew;

const isTimeout = (error: unknown): boolean => error instanceof UnavailableError && error.isTimeout;

/** Throws the error of an earlier operation if that operation took the whole time that its successor may take. */
export function rethrowTimeout(error: unknown): void {
  if (isTimeout(error)) throw error;
}

/** Encodes a name for a column. PostgreSQL stores no zero byte, and no database stores half of a surrogate pair. */
export const toKey = (name: string): string => JSON.stringify(name).slice(1, -1);

/** Decodes a name that {@link toKey} encoded. */
export const fromKey = (key: Value | undefined): string => JSON.parse(`"${key}"`);

/** Reads a column that contains JSON. The JSON is not validated, because only the simulator writes the column. */
export const parseColumn = (column: Value | undefined): never => JSON.parse(String(column)) as never;

/** The content of a row, and the version that a change replaces. */
export interface Versioned<Content> {
  readonly version: string;
  readonly content: Content;
}

/** Creates a version. It is never used again, so a restored row cannot be mistaken for the one that a change read. */
export const makeVersion = (): string => crypto.randomUUID();

/** Maximum number of attempts to store a change if other changes are stored first. */
const maxAttempts = 100;

/** Repeats a change until it is stored. `change` returns undefined if another change was stored first. */
export async function retry<Result>(change: () => Promise<Result | undefined>): Promise<Result> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const result = await change();
    if (result !== undefined) return result;
    if (attempt > 3) await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt));
  }
  throw new UnavailableError("The change was not stored because of too many concurrent changes. Try again.");
}

/**
 * Runs the tasks of a key one after another, so that the tasks in one process do not compete. If the database does not
 * respond to a task in time, the tasks that wait for it fail too, instead of waiting once more.
 */
export function createTurns(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, (error) => {
      rethrowTimeout(error);
      return task();
    });
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
