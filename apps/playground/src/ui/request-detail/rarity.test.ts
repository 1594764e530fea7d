import { expect, test } from "vitest";
import { sortByRarity } from "./rarity.ts";

const cite = (rules: readonly string[], readings: Readonly<Record<string, string>> = {}) => ({
  rules: [...rules],
  readings: { ...readings },
});

test("sorts rules and readings so that the least cited ones come first", () => {
  const others = [cite(["always"], { "rate-limit": "none" }), cite(["always", "often"]), cite(["often", "rare"])];
  const { rules, readings } = sortByRarity(
    cite(["always", "rare", "often", "never"], { "rate-limit": "none", "stale-interaction": "conflict" }),
    [...others, cite(["always"])],
  );
  expect(rules).toEqual(["never", "rare", "often", "always"]);
  expect(readings).toEqual([
    ["stale-interaction", "conflict"],
    ["rate-limit", "none"],
  ]);
});
