import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

// The longest suite, and a third of it waits for programs and timers: on two cores it takes both.
const maxWorkers = Math.max(2, availableParallelism() - 1);

export default defineConfig({ ...shared, test: { ...shared.test, maxWorkers } });
