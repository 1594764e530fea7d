import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const actionsIn = (file: string) => readFileSync(join(root, file), "utf8").match(/(?<=uses: )\S+@[0-9a-f]{40} # v\S+/g);

test("the workflow in the recipe pins the same action versions as our own workflow", () => {
  const actions = actionsIn("examples/recipes/github-actions/journeys.yml");
  expect(actions).toHaveLength(2);
  expect(actionsIn(".github/workflows/ci.yml")).toEqual(expect.arrayContaining(actions ?? []));
});
