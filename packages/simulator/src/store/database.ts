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
  close(): Promise<void>;
}

/** Runs one statement with the values of its parameters. */
export type Query = (text: string, ...values: readonly Value[]) => Promise<readonly Columns[]>;

/** Creates the {@link Query} of a database. */
export const createQuery =
  (database: Database): Query =>
  (text, ...values) =>
    database.query({ text, values });

/** The database cannot be reached. The caller receives 503 with `Retry-After`. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}
