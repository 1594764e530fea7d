import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findWrongLine } from "../../../examples/test/output.ts";
import { renderReport } from "../src/client/report.ts";
import type { RequirementId } from "../src/client/requirements.ts";
import type { Mutation } from "./mutation.ts";
import { reportOf } from "./report-of.ts";

/** Reads the block of a page that begins with a text. */
function readBlock(page: string, start: string): string {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
  const block = text.split(/^```.*\n/m).find((part) => part.startsWith(start));
  if (block === undefined) throw new Error(`${page} has no block that begins with ${start}.`);
  return block;
}

/** A page shows only the beginning of a replay token. */
const maskTokens = (text: string): string => text.replaceAll(/\bc2\.[\w-]+…?/g, "TOKEN");

test.each<[string, string, Mutation, RequirementId]>([
  [
    "docs/src/content/docs/guides/client-suite.md",
    "FAIL  start-sent-once",
    "retries a start after a lost response",
    "start-sent-once",
  ],
  ["packages/contract-tests/README.md", "FAIL  ", "ignores the status Error", "error-means-failed"],
])("%s shows a failure as it is printed (spec 3.1, 4.2)", async (page, start, mutation, id) => {
  const printed = renderReport(await reportOf(mutation, id));
  const shown = readBlock(page, start).replaceAll(/^ *…$/gm, ""); // where the page leaves out lines
  expect(findWrongLine(maskTokens(shown), maskTokens(printed))).toBeUndefined();
});
