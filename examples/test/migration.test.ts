import { readFileSync } from "node:fs";
import { join } from "node:path";
import { endpointChanges } from "@journey-kit/client/migrate";
import { expect, test } from "vitest";

test("the migration guide lists every replaced endpoint and its replacement (spec 4.3, 9)", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/src/content/docs/guides/migration.md"), "utf8");
  const listed = guide.split("\n").filter((line) => /^\| `v[12]\./.test(line));
  const rows = endpointChanges.map(
    ({ from, to, deprecated }) =>
      `| \`${from.name}\`<br>\`${from.path}\` | \`${to.name}\`<br>\`${to.path}\` | ${deprecated ? "yes" : "no"} |`,
  );
  expect(listed.map((line) => line.split(" | ").slice(0, 3).concat("").join(" | ").trim())).toEqual(rows);
});
