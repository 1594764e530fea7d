import type { ViteUserConfig } from "vitest/config";

/** What every package's tests share: a readable report on the terminal and one that .ci/run counts. */
export const shared = {
  reporters: ["default", ["json", { outputFile: ".report/vitest.json" }]],
} satisfies ViteUserConfig["test"];
