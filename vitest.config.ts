import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { onlyInCi, shared } from "./vitest.shared.ts";

// The pure layers, and the guard test, run without access to the clock and randomness.
const pure = ["packages/simulator/{src/{engine,render,world}/**/*,test/guard}.test.ts"];

// These tests share one PostgreSQL, which runs only if one of them does.
const postgres = ["packages/simulator/test/postgres/*.test.ts"];
const slow = process.env.DATABASE_URL === undefined ? postgres : [];

const units = [
  "packages/*/{src,test}/**/*.test.ts",
  "apps/playground/src/**/*.test.ts",
  "examples/{recipes/vitest,test}/**/*.test.ts",
];

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    // A third of the tests waits for programs and timers: on two cores, they take both.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { extends: true, test: { name: "pure", include: pure, setupFiles: ["packages/simulator/test/pure-setup.ts"] } },
      {
        extends: true,
        test: {
          name: "unit",
          include: units,
          exclude: [
            ...pure,
            ...postgres,
            "packages/simulator/test/durability/*", // has a configuration of its own
            ...onlyInCi(["packages/schemas/test/openapi-lint.test.ts"], "the OpenAPI linters"),
            ...onlyInCi(["packages/simulator/test/browser.test.ts"], "the hosted pages in a browser"),
            ...onlyInCi(["packages/contract-tests/test/har-browser.test.ts"], "the archives that a browser writes"),
            // The fuzz test sends similar requests.
            ...onlyInCi(["packages/simulator/test/hostile.test.ts"], "the longer test of malformed requests"),
            ...onlyInCi(["packages/contract-tests/test/mutants.test.ts"], "the tests with faulty simulators"),
            ...onlyInCi(["examples/recipes/**"], "the Vitest recipe, which tests our client as a whole"),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: postgres,
          exclude: onlyInCi(slow, "the tests of the PostgreSQL store (or set DATABASE_URL)"),
          globalSetup: ["packages/simulator/test/start-postgres.ts"],
        },
      },
      // Tests of a built page run one file after another, because each browser needs a core.
      {
        extends: true,
        test: {
          name: "browser",
          include: ["apps/playground/test/**/*.test.ts"],
          exclude: onlyInCi(["apps/playground/test/!(in-tab|size).test.ts"], "most tests of the page in a browser"),
          globalSetup: ["apps/playground/test/build-page.ts"],
          maxWorkers: 1,
          isolate: true, // each file closes its own browser
        },
      },
      {
        extends: true,
        test: {
          name: "site",
          include: ["docs/test/*.test.ts"],
          exclude: onlyInCi(["docs/test/*.test.ts"], "the documentation site"),
          globalSetup: ["docs/test/serve-site.ts"],
          maxWorkers: 1,
          isolate: true,
        },
      },
    ],
  },
});
