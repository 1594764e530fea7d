import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveLimits } from "@journey-kit/schemas/limits";
import { describe } from "vitest";
import { describeStore } from "../../test/store-suite.ts";
import { migrate } from "../store/migrations.ts";
import { createSqlStore } from "../store/sql.ts";
import { openSqlite } from "./sqlite.ts";

describe("the store in SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "worlds-"));
  let opened = 0;
  describeStore(async (initial) => {
    opened += 1;
    const database = openSqlite(join(folder, `${opened}.db`));
    await migrate(database);
    return createSqlStore(database, initial, resolveLimits());
  });
});
