import { defineConfig } from "vitest/config";
import { shared } from "../../vitest.shared.ts";

// Properties take a second on a machine that is idle, and many on one that runs every package's tests at once.
export default defineConfig({ test: { ...shared, testTimeout: 30_000 } });
