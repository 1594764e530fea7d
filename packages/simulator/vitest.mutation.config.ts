import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

// The tests that judge the engine and the redactor: their own, and a few quick ones that call the service.
const engine = [
  "src/engine/**/*.test.ts",
  "src/journal/{redact,secrecy}.test.ts",
  "test/{combination,module-runs}.test.ts",
];

export default defineConfig({ ...shared, test: { ...shared.test, include: engine, reporters: ["dot"] } });
