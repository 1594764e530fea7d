import { defineConfig } from "vitest/config";
import { shared } from "../vitest.shared.ts";

export default defineConfig({
  ...shared,
  test: { ...shared.test, include: ["{node-client,test}/**/*.test.ts"], maxConcurrency: 2 },
});
