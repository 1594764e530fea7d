import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

// The tests that judge the engine and the redactor: their own, and quick ones that call the service.
const engine = [
  "src/engine/**/*.test.ts",
  "src/journal/{redact,secrecy}.test.ts",
  "src/api/routes/v{1,2}.test.ts",
  "src/api/pages/hosted.test.ts",
  "src/control/{instance,pages}.test.ts",
  "test/{combination,module-runs,open-modules,readings,rules}.test.ts",
];

export default defineConfig({ ...shared, test: { ...shared.test, include: engine, reporters: ["dot"] } });
