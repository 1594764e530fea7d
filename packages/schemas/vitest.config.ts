import { defineConfig } from "vitest/config";
import { onlyInCi, shared } from "../../vitest.shared.ts";

const exclude = onlyInCi(["test/openapi-lint.test.ts"], "the OpenAPI linters");

export default defineConfig({
  ...shared,
  test: { ...shared.test, include: ["{src,test}/**/*.test.ts"], exclude },
});
