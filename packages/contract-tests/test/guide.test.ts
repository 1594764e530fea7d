import { readFileSync } from "node:fs";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { findWrongLine } from "../../../examples/test/output.ts";
import { plainSituation } from "../src/arbitraries/situation.ts";
import { checkClient, toClientCheckText } from "../src/client/check-client.ts";
import { checkRequirements, toRequirementText } from "../src/client/check-requirements.ts";
import type { RequirementId } from "../src/client/requirements.ts";
import { packToken } from "../src/service/packed-token.ts";
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

const guide = "docs/src/content/docs/guides/client-suite.md";

test("the guide shows a failure in a generated situation as it is printed (spec 4.2)", async () => {
  const rules = [{ when: { endpoint: "v2.submitInteraction", nth: 1 }, then: { lose: "answer" } }] as const;
  const replay = await packToken("c1.", { ...plainSituation("v2"), faults: { rules } });
  const result = await checkClient(createReference("stops at the 409 on its retried submit"), { simulator, replay });
  const shown = readBlock(guide, "BROKEN  own-409-is-done").replace(/^Found in run .*$/m, "The situation:");
  expect(findWrongLine(shown, toClientCheckText(result))).toBeUndefined();
});

const withoutIndent = (text: string): string => text.replaceAll(/^ +/gm, "");

test.each<[string, string, Mutation, readonly RequirementId[]]>([
  [guide, "FAIL ", "retries a start after a lost response", ["start-sent-once"]],
  [
    "packages/contract-tests/README.md",
    "pass ",
    "ignores the status Error",
    ["backs-off", "failed-is-error", "replaces-refused-token"],
  ],
])("%s shows a broken requirement as it is printed (spec 3.1, 4.2)", async (page, start, mutation, only) => {
  const printed = toRequirementText(await checkRequirements(createReference(mutation), { simulator, only }));
  const shown = readBlock(page, start).replace(/^FAIL .*\n/, ""); // Vitest prints this line
  expect(findWrongLine(withoutIndent(shown), withoutIndent(printed))).toBeUndefined();
});
