import { defineConfig } from "vitest/config";
import { onlyInCi, shared } from "../../vitest.shared.ts";

// Tests of the pure layers, and the guard test, run without access to the clock and randomness.
const pure = ["src/{engine,render,world}/**/*.test.ts", "test/guard.test.ts"];

// These tests share one PostgreSQL, which runs only if one of them does.
const postgres = ["test/postgres/*.test.ts"];
const slow = process.env.DATABASE_URL === undefined ? postgres : [];

// These tests have a configuration of their own.
const durability = ["test/durability/*.test.ts"];

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    projects: [
      { extends: true, test: { name: "pure", include: pure, setupFiles: ["test/pure-setup.ts"] } },
      {
        extends: true,
        test: {
          name: "edge",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [
            ...pure,
            ...postgres,
            ...durability,
            ...onlyInCi(["test/browser.test.ts"], "the hosted pages in a browser"),
            // The fuzz test sends similar requests.
            ...onlyInCi(["test/hostile.test.ts"], "the longer test of malformed requests"),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: postgres,
          exclude: onlyInCi(slow, "the tests of the PostgreSQL store (or set DATABASE_URL)"),
          globalSetup: ["test/start-postgres.ts"],
        },
      },
    ],
  },
});
