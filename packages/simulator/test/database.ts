import { randomBytes } from "node:crypto";
import { describe, inject } from "vitest";
import { openPostgres } from "../src/node/postgres.ts";

/** Describes tests that need PostgreSQL. */
export const describePostgres = describe.skipIf(inject("postgresUrl") === "");

/** Creates an empty schema in the PostgreSQL of this run. Returns a URL that leads to it, and what drops it. */
export async function createSchema(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const url = new URL(inject("postgresUrl"));
  const run = async (text: string) => {
    const database = await openPostgres(inject("postgresUrl"));
    await database.query({ text, values: [] });
    await database.close();
  };
  await run(`create schema ${name}`);
  url.searchParams.set("options", `-c search_path=${name}`);
  return { url: url.href, drop: () => run(`drop schema ${name} cascade`) };
}
