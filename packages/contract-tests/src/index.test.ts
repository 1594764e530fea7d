import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { kitName } from "./index.ts";

test("signs its reports with its package's name", () => {
  expect(kitName).toBe(manifest.name);
});
