import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

// The tests that judge the engine and the redactor: those of the pure layers, and quick ones that call the service.
const engine = [
  "src/{engine,render,world}/**/*.test.ts",
  "src/journal/{redact,secrecy}.test.ts",
  "src/api/routes/v{1,2}.test.ts",
  "src/api/pages/hosted.test.ts",
  "src/control/{instance,pages}.test.ts",
  "test/{combination,module-runs,observed,open-modules,readings,rules,shipped-scenarios}.test.ts",
];

export default defineConfig({ ...shared, test: { ...shared.test, include: engine, reporters: ["dot"] } });
