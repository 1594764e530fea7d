import { defineConfig } from "vitest/config";
import { shared } from "../vitest.shared.ts";

// The examples test what the pages say; these tests check the built site.
export default defineConfig({ ...shared, test: { ...shared.test, globalSetup: ["test/serve-site.ts"] } });
