import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

// Kills and restarts real processes, which takes minutes: `pnpm durability`.
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    include: ["test/durability/*.test.ts"],
    globalSetup: ["test/start-postgres.ts", "test/durability/bundle-program.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    reporters: ["default", ["json", { outputFile: ".report/durability.json" }]],
  },
});
