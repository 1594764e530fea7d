import { join } from "node:path";
import type { ViteUserConfig } from "vitest/config";

/** The condition under which the packages of this workspace resolve to their sources. */
export const sourceCondition = "@journey-kit/source";

/** Whether everything is checked, as in CI; otherwise `npm test` leaves out what is slow and runs fewer of what repeats. */
export const isThorough = process.env.CI === "true";

/** Whether `pnpm learn-check` runs, which tests more traffic than CI. */
export const isLearnCheck = process.env.LEARN_CHECK === "true";

/** How often to run what repeats: less in `npm test` than where everything is checked. */
export const runs = (usual: number, thorough: number): number => (isThorough ? thorough : usual);

/** All rows in CI; otherwise one in `every`. */
export const sample = <Row>(rows: readonly Row[], every: number): readonly Row[] =>
  isThorough ? rows : rows.filter((_, i) => i % every === 0);

/** Test files to exclude outside CI, where a warning says what does not run. */
export function onlyInCi(files: string[], what: string): string[] {
  if (isThorough || files.length === 0) return [];
  // knip reads the configurations too.
  if (process.argv.some((word) => word.includes("vitest")))
    console.warn(`\n*** NOT RUN without CI=true: ${what}. ***\n`);
  return files;
}

/** What the tests of every package share. */
export const shared = {
  // Workspace packages are tested from source, so that no test needs a build.
  ssr: { resolve: { conditions: [sourceCondition] } },
  test: {
    // Programs that tests start load in half the time if their code is compiled already.
    env: {
      NODE_OPTIONS: `--conditions=${sourceCondition}`,
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled"),
    },
    // Property tests of 1,000 runs share two busy cores: a slow machine is no failure, a hang still is.
    testTimeout: isThorough ? 300_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: isThorough ? 120_000 : 30_000 } },
    // The files of a package share one load of its modules, a third of the time otherwise; no test keeps state in a module.
    isolate: false,
    // A report to read, and one that .ci/run counts.
    reporters: ["default", ["json", { outputFile: ".report/vitest.json" }]],
  },
} satisfies ViteUserConfig;
