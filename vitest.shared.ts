import type { ViteUserConfig } from "vitest/config";

/** What every package's tests share: a readable report on the terminal and one that .ci/run counts. */
export const shared = {
  // Property tests of 1,000 runs share two busy cores: a slow machine is no failure, a hang still is.
  testTimeout: 60_000,
  reporters: ["default", ["json", { outputFile: ".report/vitest.json" }]],
} satisfies ViteUserConfig["test"];
