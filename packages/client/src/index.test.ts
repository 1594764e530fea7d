import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { clientName } from "./index.ts";

test("announces itself under its package's name", () => {
  expect(clientName).toBe(manifest.name);
});
