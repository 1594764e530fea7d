import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

// Tests the learner and the doctor with much more traffic, which takes about ten minutes: `pnpm learn-check`.
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    include: ["test/traffic/{doctor,learner}.test.ts"],
    env: { ...shared.test.env, CI: "true", LEARN_CHECK: "true" },
    reporters: ["default"],
  },
});
