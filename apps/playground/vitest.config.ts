import { defineConfig } from "vitest/config";
import { onlyInCi, shared } from "../../vitest.shared.ts";

// The browser tests open the built page, one file after another, because each browser needs a core.
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    projects: [
      { extends: true, test: { name: "unit", include: ["src/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/**/*.test.ts"],
          exclude: onlyInCi(["test/!(in-tab|size).test.ts"], "most tests of the page in a browser"),
          globalSetup: ["test/build-page.ts"],
          fileParallelism: false,
          isolate: true, // each file closes its own browser
          maxWorkers: 1,
        },
      },
    ],
  },
});
