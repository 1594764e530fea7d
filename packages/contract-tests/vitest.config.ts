import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { onlyInCi, shared } from "../../vitest.shared.ts";

// The longest suite, and a third of it waits for programs and timers: on two cores it takes both.
const maxWorkers = Math.max(2, availableParallelism() - 1);

const exclude = onlyInCi(["test/mutants.test.ts"], "the tests that the cases and the model detect a faulty simulator");

export default defineConfig({
  ...shared,
  test: { ...shared.test, include: ["{src,test}/**/*.test.ts"], exclude, maxWorkers },
});
