import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { toLines } from "./published.ts";

test("lists what the simulator publishes, in both environments (spec 2.1)", () => {
  const lines = toLines(createSimulator());
  expect(lines.filter((line) => line.startsWith("document-and-selfie"))).toEqual(
    expect.arrayContaining([expect.stringContaining("(preview)"), expect.stringContaining("(production)")]),
  );
});
