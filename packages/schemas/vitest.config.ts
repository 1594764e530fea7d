import { defineConfig } from "vitest/config";
import { chooseFiles, shared } from "../../vitest.shared.ts";

const usual = ["src/**/*.test.ts", "test/!(openapi-lint).test.ts"];

export default defineConfig({
  ...shared,
  test: { ...shared.test, include: chooseFiles(["{src,test}/**/*.test.ts"], usual, "the tests with OpenAPI linters") },
});
