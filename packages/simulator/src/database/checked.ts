import { type Database, sql, UnavailableError } from "./database.ts";

/** Bytes that a check writes, so that a database without a free page cannot store them. */
const checkedBytes = 64 * 1024;

/**
 * Adds `check` to a database. After an operation has failed for a reason that does not pass by itself, such as a full
 * disk, reads may still succeed. From then on, a check writes, until a check succeeds.
 */
export function createChecked(database: Omit<Database, "check">): Database {
  let isFailing = false;
  const watch = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof UnavailableError) || error.reason === undefined) throw error;
      const isNew = !isFailing;
      isFailing = true;
      throw new UnavailableError(error.message, { ...error, isNew });
    }
  };
  const query: Database["query"] = (statement) => watch(database.query(statement));
  const commit: Database["commit"] = (statements) => watch(database.commit(statements));
  return {
    query,
    read: (statements) => watch(database.read(statements)),
    commit,
    check: async () => {
      if (!isFailing) return void (await query(sql`select 1 as one`));
      await commit([
        sql`insert into setting (name, value) values ('check', ${"x".repeat(checkedBytes)})
          on conflict (name) do update set value = excluded.value`,
        sql`delete from setting where name = 'check'`,
      ]);
      isFailing = false;
    },
    close: database.close,
  };
}
