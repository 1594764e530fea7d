import { defineConfig } from "vitest/config";
import { shared } from "../vitest.shared.ts";

export default defineConfig({
  ...shared,
  test: { ...shared.test, include: ["{recipes/vitest,test}/**/*.test.ts"], maxConcurrency: 2 },
});
