import { createWorldTest } from "@journey-kit/contract-tests/vitest";
import { createSimulator } from "@journey-kit/simulator";
import { expect } from "vitest";
import { checkAge } from "./age-check.ts";

const { fetch } = createSimulator({ latency: 0 });
const test = createWorldTest({ baseUrl: "http://127.0.0.1:4010", fetch });

test("accepts an adult", async ({ world }) => {
  expect(await checkAge(world.settings)).toBe("accept");
  await expect(world).toHaveCoveredRule("access-token-is-bearer");
});
