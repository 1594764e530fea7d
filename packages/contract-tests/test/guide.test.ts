import { readFileSync } from "node:fs";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { findWrongLine } from "../../../examples/test/output.ts";
import { checkClient } from "../src/client/check.ts";
import { renderReport } from "../src/client/report.ts";
import type { RequirementId } from "../src/client/requirements.ts";
import type { Mutation } from "./mutation.ts";
import { createReference } from "./reference-client.ts";

const simulator = { baseUrl: "http://127.0.0.1:4010", fetch: createSimulator().fetch };

/** Reads the block of a page that begins with a text. */
function readBlock(page: string, start: string): string {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
  const block = text.split(/^```.*\n/m).find((part) => part.startsWith(start));
  if (block === undefined) throw new Error(`${page} has no block that begins with ${start}.`);
  return block;
}

/** A page shows only the beginning of a replay token. */
const maskTokens = (text: string): string => text.replaceAll(/\bc2\.[\w-]+…?/g, "TOKEN");

test.each<[string, string, Mutation, readonly RequirementId[]]>([
  [
    "docs/src/content/docs/guides/client-suite.md",
    "FAIL  start-sent-once",
    "retries a start after a lost response",
    ["start-sent-once"],
  ],
  ["packages/contract-tests/README.md", "FAIL  ", "ignores the status Error", ["error-means-failed"]],
])("%s shows a failure as it is printed (spec 3.1, 4.2)", async (page, start, mutation, only) => {
  const printed = renderReport(await checkClient(createReference(mutation), { simulator, seed: 1, only }));
  const shown = readBlock(page, start).replaceAll(/^ *…$/gm, ""); // where the page leaves out lines
  expect(findWrongLine(maskTokens(shown), maskTokens(printed))).toBeUndefined();
});
