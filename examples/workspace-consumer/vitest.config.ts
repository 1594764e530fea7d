import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["dist/**/*.test.js"],
    exclude: [],
    reporters: ["default", ["json", { outputFile: ".report/vitest.json" }]],
  },
});
