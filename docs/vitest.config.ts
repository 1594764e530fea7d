import { defineConfig } from "vitest/config";
import { onlyInCi, shared } from "../vitest.shared.ts";

const pages = "test/pages.test.ts";

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    projects: [
      { extends: true, test: { name: "pages", include: [pages] } },
      // Only these tests need the site, which takes seconds to build.
      {
        extends: true,
        test: {
          name: "site",
          include: ["test/**/*.test.ts"],
          exclude: [pages, ...onlyInCi(["test/site.test.ts"], "the tests of the built site")],
          globalSetup: ["test/serve-site.ts"],
        },
      },
    ],
  },
});
