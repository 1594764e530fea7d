import { createSqlStorage, type OpenStorage } from "../context/sql-storage.ts";
import type { Database } from "../database/database.ts";

export const openDatabaseStorage = async (address: string): Promise<OpenStorage> =>
  createSqlStorage(await openDatabase(address));

async function openDatabase(address: string): Promise<Database> {
  if (/^postgres(ql)?:/.test(address)) return (await import("./postgres.ts")).openPostgres(address);
  const file = /^sqlite:(.+)$/.exec(address)?.[1];
  if (file === undefined) throw new RangeError("The address of a store must be sqlite:FILE or a postgres:// URL.");
  return (await import("./sqlite.ts")).openSqlite(file);
}
